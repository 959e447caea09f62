import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  ANSWERED,
  type CrawlHost,
  type CrawlWeb,
  openCrawlWeb,
} from '../../test/fixtures/crawl-web.ts';
import { exifBlock, gpsTags } from '../../test/fixtures/image-exif.ts';
import { exifSegment, frameHeader, jpeg, segment } from '../../test/fixtures/images.ts';
import { temporaryFolder } from '../../test/fixtures/temporary-folder.ts';
import { examineArchive, openArchive, openFile } from '../archive/archive.ts';
import { CRAWL_READERS } from '../pipeline/crawl-readers.ts';
import {
  breadth,
  type CrawlOptions,
  crawl,
  everything,
  geotagged,
  images,
  openHttpFetcher,
  parseResolveRule,
} from './crawl.ts';

const photo = (width: number, height: number, ...before: Buffer[]) =>
  Buffer.concat([jpeg(...before, frameHeader(width, height)), Buffer.alloc(60_000, width & 255)]);
const picture = (bytes: Uint8Array) => ({ type: 'image/jpeg', body: bytes });
const page = (title: string, ...links: string[]) =>
  `<title>${title}</title>${links.map((href) => `<a href="${href}">${href}</a>`).join(' ')}`;

interface Setting {
  readonly web: CrawlWeb;
  readonly folder: string;
  readonly run: (options?: Partial<CrawlOptions>) => ReturnType<typeof crawl>;
}

async function setUp(hosts: Record<string, CrawlHost>, latencyMs?: number): Promise<Setting> {
  const web = await openCrawlWeb(hosts, latencyMs === undefined ? {} : { latencyMs });
  const folder = temporaryFolder();
  const fetcher = openHttpFetcher({
    userAgent: 'pinakes-test/1',
    resolve: [parseResolveRule(web.resolve)],
    idleTimeoutMs: 500,
  });
  onTestFinished(() => fetcher.close());
  const run = (options: Partial<CrawlOptions> = {}) =>
    crawl({
      seeds: ['http://a.test/'],
      statePath: join(folder, 'crawl.sqlite'),
      archiveFolder: join(folder, 'archive'),
      strategy: breadth,
      goal: images,
      fetcher,
      readers: CRAWL_READERS,
      delayMs: 0,
      backOffMs: 10,
      ...options,
    });
  return { web, folder, run };
}

/** Type, address and status of the records of all archive files. */
async function recordsOf(folder: string) {
  const records: { type: string; url: string; status: number; text: string }[] = [];
  for (const name of readdirSync(join(folder, 'archive')).sort()) {
    if (!name.endsWith('.warc.gz')) continue;
    const path = join(folder, 'archive', name);
    const health = await examineArchive(openFile(path));
    expect(health).toMatchObject({ losses: [] });
    const reader = await openArchive(path);
    for (const record of reader) {
      const text =
        record.type === 'metadata' || record.type === 'revisit' ? `${record.readBody().bytes}` : '';
      records.push({ type: record.type, url: record.url, status: record.status, text });
    }
    await reader.close();
  }
  return records;
}

const SITE: CrawlHost = ({ path }) => {
  switch (path) {
    case '/':
      return `${page('home', '/1', '/2', '/private/x', 'http://b.test/')}<img src="/big.jpg" alt="harbour"><img src="/small.jpg">`;
    case '/1':
      return `${page('one', '/', '/2')}<img src="/big.jpg"><img src="/logo.png">`;
    case '/2':
      return page('two', '/1', '/gone');
    case '/big.jpg':
      return picture(photo(800, 600));
    case '/small.jpg':
      return picture(photo(100, 100));
    case '/robots.txt':
      return { type: 'text/plain', body: 'User-agent: *\nDisallow: /private/' };
    default:
      return undefined;
  }
};

it('captures the pages of a site and the images that are wanted, and counts the rest', async () => {
  const { run, web, folder } = await setUp({
    a: SITE,
    b: ({ path }) => (path === '/' ? page('b') : undefined),
  });
  const { counts, end, waiting } = await run();
  expect(end).toBe('exhausted');
  expect(waiting).toBe(0);
  expect(counts).toMatchObject({ pages: 4, images: 1, wanted: 1, probes: 2 });
  expect(counts.seeds).toEqual([{ url: 'http://a.test/', pages: 4, images: 1, wanted: 1 }]);
  expect(counts.refused).toEqual({
    'forbidden-word': 1,
    robots: 1,
    'status-404': 1,
    'too-small': 1,
  });
  expect(web.pathsOf('a.test').sort()).toEqual([
    '/',
    '/1',
    '/2',
    '/big.jpg',
    '/big.jpg',
    '/gone',
    '/small.jpg',
  ]);
  const records = await recordsOf(folder);
  const responses = records
    .filter(({ type }) => type === 'response')
    .map(({ url, status }) => `${status} ${url}`);
  expect(responses.sort()).toEqual([
    '200 http://a.test/',
    '200 http://a.test/1',
    '200 http://a.test/2',
    '200 http://a.test/big.jpg',
    '200 http://a.test/robots.txt',
    '200 http://b.test/',
    '404 http://a.test/gone',
    '404 http://b.test/robots.txt',
  ]);
  expect(records.filter(({ type }) => type === 'request')).toHaveLength(8);
  const why = records.find(
    ({ type, url }) => type === 'metadata' && url === 'http://a.test/big.jpg',
  )?.text;
  expect(why).toContain('via: http://a.test/');
  expect(why).toContain('hopsFromSeed: 1');
  expect(why).toContain('why: image');
});

it('looks at 16 KB of an image, and further on only where its size is', async () => {
  const late = photo(1600, 1200, segment(0xe2, Buffer.alloc(50_000)));
  const place = photo(1600, 1200, exifSegment(exifBlock({ gps: gpsTags('N 38 43 0', 'W 9 8 0') })));
  const { run, web } = await setUp({
    a: ({ path }) => {
      if (path === '/') return '<img src="/late.jpg"><img src="/place.jpg"><img src="/plain.jpg">';
      if (path === '/robots.txt') return undefined;
      return picture(
        path === '/late.jpg' ? late : path === '/place.jpg' ? place : photo(1600, 1200),
      );
    },
  });
  const { counts } = await run({ goal: geotagged });
  expect(counts).toMatchObject({ wanted: 1, images: 1, probes: 4 });
  expect(counts.refused).toEqual({ 'not-geotagged': 2 });
  expect(counts.probeBytes / counts.probes).toBeLessThan(20_000);
  const ranges = web.requests
    .filter(({ path }) => path === '/late.jpg')
    .map(({ headers }) => headers.range);
  expect(ranges[0]).toBe('bytes=0-16383');
  expect(Number(/=(\d+)/.exec(ranges[1] ?? '')?.[1])).toBeGreaterThan(50_000);
  expect(
    web.requests.filter(
      ({ path, headers }) => path.endsWith('.jpg') && headers.range === undefined,
    ),
  ).toHaveLength(1);
});

it('remembers that a host knows no ranges, and breaks off what it does not want', async () => {
  const bytes = (path: string) =>
    Buffer.concat([photo(path === '/1.jpg' ? 800 : 90, 600), Buffer.alloc(2_000_000)]);
  const { run, web } = await setUp({
    a: ({ path }) => {
      if (path === '/') return '<img src="/1.jpg"><img src="/2.jpg"><img src="/3.jpg">';
      return path === '/robots.txt'
        ? undefined
        : { ...picture(bytes(path)), headers: { 'accept-ranges': 'none' } };
    },
  });
  const { counts } = await run();
  expect(counts).toMatchObject({ images: 1, probes: 0 });
  expect(counts.refused).toEqual({ 'too-small': 2 });
  const withRange = web.requests.filter(({ headers }) => headers.range !== undefined);
  expect(withRange).toHaveLength(1);
});

it('goes on asking for ranges where a single answer had none', async () => {
  // A small file comes whole from servers that make it on request.
  const icon = { ...picture(jpeg(frameHeader(90, 90))), headers: { 'accept-ranges': 'none' } };
  const { run, web } = await setUp({
    a: ({ path }) => {
      if (path === '/') return '<img src="/icon.png"><img src="/2.jpg"><img src="/3.jpg">';
      if (path === '/robots.txt') return undefined;
      return path === '/icon.png' ? icon : picture(photo(path === '/2.jpg' ? 800 : 900, 600));
    },
  });
  const { counts } = await run();
  expect(counts).toMatchObject({ images: 2, probes: 2 });
  expect(web.requests.filter(({ headers }) => headers.range !== undefined)).toHaveLength(3);
});

describe('what real servers do', () => {
  const hosts: Record<string, CrawlHost> = {
    a: ({ path }) =>
      path === '/'
        ? page(
            'portal',
            ...[
              'slow',
              'error',
              'loop',
              'retry',
              'robots',
              'cut',
              'bomb',
              'out',
              'trap',
              'down',
              'noindex',
            ].map((name) => `http://${name}.test/`),
          )
        : undefined,
    slow: ({ path }, response) => {
      if (path === '/robots.txt') return undefined;
      response.writeHead(200, { 'content-type': 'text/html' });
      response.write('<title>slow</title>');
      return ANSWERED;
    },
    error: ({ path }) => (path === '/robots.txt' ? undefined : { status: 500, body: 'error' }),
    loop: ({ path }) =>
      path === '/robots.txt'
        ? undefined
        : { status: 302, headers: { location: path === '/b' ? '/a' : '/b' } },
    retry: ({ path, count }) => {
      if (path === '/robots.txt') return undefined;
      return count <= 2
        ? { status: 429, headers: { 'retry-after': '0' } }
        : '<title>patience</title>';
    },
    robots: ({ path }) =>
      path === '/robots.txt'
        ? {
            type: 'text/plain',
            body: 'User-agent: *\nDisallow: /private/\nAllow: /private/open.html\n',
          }
        : page('robots', '/private/a.html', '/private/open.html'),
    cut: ({ path }, response) => {
      if (path === '/robots.txt') return undefined;
      response.writeHead(200, { 'content-type': 'text/html', 'content-length': '5000' });
      response.write('<title>cut</title>', () => response.destroy());
      return ANSWERED;
    },
    bomb: ({ path }, response) => {
      if (path === '/robots.txt') return undefined;
      response.writeHead(200, { 'content-type': 'text/html' });
      const pump = () => {
        while (!response.destroyed && response.write('<div><a href="/x">x</a>'.repeat(1000)));
      };
      response.on('drain', pump);
      pump();
      return ANSWERED;
    },
    out: ({ path }) =>
      path === '/robots.txt'
        ? undefined
        : { status: 302, headers: { location: 'http://127.0.0.1/' } },
    trap: ({ path }) => {
      const day = Number(/day=(\d+)/.exec(path)?.[1] ?? 0);
      return page(`day ${day}`, `/?day=${day + 1}`, `/?day=${day + 7}`);
    },
    down: () => ({ status: 503 }),
    noindex: ({ path }) =>
      path === '/robots.txt'
        ? undefined
        : { headers: { 'x-robots-tag': 'noindex' }, body: page('hidden', '/next') },
  };

  it('neither ends nor misleads a crawl', async () => {
    const { run, web, folder } = await setUp(hosts);
    const { counts, end } = await run({
      traps: { maxPerPattern: 10 },
      maxPageBytes: 500_000,
      tries: 3,
    });
    expect(end).toBe('exhausted');
    expect(counts.refused).toMatchObject({
      'status-500': 1,
      robots: 1,
      address: 1,
      'robots-unreachable': 1,
      noindex: 2, // the page and the one it links to
    });
    expect(counts.refused['trap-pattern']).toBeGreaterThan(0);
    expect(web.pathsOf('robots.test')).toEqual(['/', '/private/open.html']);
    expect(web.pathsOf('retry.test')).toEqual(['/', '/', '/']);
    expect(web.pathsOf('error.test')).toHaveLength(3);
    expect(web.pathsOf('loop.test')).toEqual(['/', '/b', '/a']);
    expect(web.pathsOf('trap.test').length).toBeLessThan(15);
    expect(web.pathsOf('down.test')).toEqual([]); // 5xx of robots.txt: nothing is allowed
    const urls = (await recordsOf(folder))
      .filter(({ type }) => type === 'response')
      .map(({ url }) => url);
    expect(urls).toEqual(
      expect.arrayContaining([
        'http://slow.test/',
        'http://cut.test/',
        'http://bomb.test/',
        'http://retry.test/',
      ]),
    );
    expect(
      urls.filter((url) => url.startsWith('http://retry.test/') && !url.endsWith('robots.txt')),
    ).toHaveLength(1);
    expect(urls).not.toContain('http://noindex.test/');
  }, 30_000);
});

it('asks one thing of a host at a time, with a pause between, also after it was interrupted', async () => {
  const site: CrawlHost = ({ path }) =>
    path === '/robots.txt'
      ? { type: 'text/plain', body: 'User-agent: *\nCrawl-delay: 0.06' }
      : path === '/'
        ? page('home', '/1', '/2', '/3', '/4')
        : page(path);
  const { run, web } = await setUp({ a: site, b: site }, 5);
  const options = { seeds: ['http://a.test/', 'http://b.test/'], delayMs: 40 };
  const stop = new AbortController();
  const interrupted = await run({
    ...options,
    signal: stop.signal,
    onProgress: ({ pages }) => pages >= 3 && stop.abort(),
  });
  expect(interrupted.end).toBe('stopped');
  const cut = new Set(web.requests);
  const { counts, end } = await run(options);
  expect({ pages: counts.pages, end }).toEqual({ pages: 10, end: 'exhausted' });
  for (const host of ['a.test', 'b.test']) {
    const seen = web.requests.filter((one) => one.host === host);
    expect(seen.every(({ parallel }) => parallel === 1)).toBe(true);
    for (const [index, request] of seen.entries()) {
      const { startedAt, path } = request;
      const before = seen[index - 1];
      // Behind robots.txt its own rule is known; 2 ms for the clocks.
      const pause =
        before === undefined
          ? 0
          : before.path === '/robots.txt' || path === '/robots.txt'
            ? 38
            : 58;
      if (before === undefined) continue;
      // The server may still be answering what the crawl, interrupted, no longer waits for.
      const isAcross = cut.has(before) && !cut.has(request);
      const since = isAcross ? before.startedAt : before.endedAt;
      expect(startedAt - since).toBeGreaterThanOrEqual(pause);
    }
  }
});

it('follows the links of a page that another site has as well, but not those of a copy on the same site', async () => {
  const site: CrawlHost = ({ path }) => {
    if (path === '/robots.txt') return undefined;
    return path.endsWith('/') ? page('home', '1', 'deeper/') : page(path);
  };
  const { run, web } = await setUp({ a: site, b: site });
  // One after the other: whether a content is known must not depend on what is under way at the same time.
  const seeds = ['http://a.test/', 'http://b.test/'];
  const { counts } = await run({ seeds, concurrency: 1 });
  const paths = ['/', '/1', '/deeper/'];
  expect([web.pathsOf('a.test').sort(), web.pathsOf('b.test').sort()]).toEqual([paths, paths]);
  expect(counts.pages).toBe(6);
});

it('stops at limits of pages, time and finds, and goes on where it stopped', async () => {
  const { run } = await setUp({
    a: ({ path }) =>
      path === '/robots.txt'
        ? undefined
        : path.endsWith('.jpg')
          ? picture(photo(800, 600 + Number(/\d+/.exec(path)?.[0])))
          : `${page(path, `/${path}x`, `/${path}y`.replace('//', '/'))}<img src="/${path.length}.jpg">`,
  });
  const first = await run({ maxPages: 3, goal: everything, traps: { maxDepth: 6 } });
  expect([first.end, first.counts.pages]).toEqual(['max-pages', 3]);
  const second = await run({ maxPages: 5, goal: everything, traps: { maxDepth: 6 } });
  expect([second.end, second.counts.pages]).toEqual(['max-pages', 5]);
  const third = await run({
    maxPages: 1000,
    goal: everything,
    until: { wanted: second.counts.wanted + 1 },
  });
  expect(third.end).toBe('until');
  const fourth = await run({ maxPages: 10_000, goal: everything, budgetMs: 50 });
  expect(['budget', 'exhausted']).toContain(fourth.end);
});

it('ends a task after its pages, and goes on with the next', async () => {
  const { run, web } = await setUp({
    a: ({ path }) => (path === '/robots.txt' ? undefined : page(path, `${path}x`, `${path}y`)),
  });
  const views: number[] = [];
  const onView = ({ counts }: { counts: { pages: number } }) => void views.push(counts.pages);
  const first = await run({ maxRunPages: 4, onView });
  expect([first.end, first.counts.pages, views[0], views.at(-1)]).toEqual(['task-pages', 4, 0, 4]);
  const second = await run({ maxRunPages: 3, onView });
  expect([second.end, second.counts.pages]).toEqual(['task-pages', 7]);
  expect(new Set(web.pathsOf('a.test')).size).toBe(7); // none twice
  const third = await run({ maxRunPages: 3, maxPages: 8 });
  expect([third.end, third.counts.pages]).toEqual(['max-pages', 8]);
});

it.each([
  ['memory', { maxMemoryBytes: 1000 }],
  ['disk', { minFreeBytes: 2 ** 60 }],
])('ends in order when the limit of %s is passed', async (end, resources) => {
  const { run } = await setUp({ a: SITE });
  const stopped = await run({ resources });
  expect([stopped.end, stopped.counts.pages]).toEqual([end, 0]);
  expect((await run()).counts.pages).toBe(3);
});

it('tells what its hosts do, and which images have a place', async () => {
  const place = photo(1600, 1200, exifSegment(exifBlock({ gps: gpsTags('N 38 43 0', 'W 9 8 0') })));
  const { run } = await setUp({
    a: ({ path }) => {
      if (path === '/robots.txt') return undefined;
      if (path === '/') return '<img src="/place.jpg"><img src="/plain.jpg"><a href="/2">2</a>';
      return path === '/2' ? page('two') : picture(path === '/place.jpg' ? place : photo(800, 600));
    },
  });
  const seen: string[] = [];
  let hosts: unknown;
  const { counts } = await run({
    onImage: ({ url, isWanted }) => seen.push(`${url} ${isWanted}`),
    onView: (view) => {
      hosts = view.hosts(5);
    },
  });
  expect(counts).toMatchObject({ located: 1, unlocated: 1, wrongPlaces: 0, images: 2 });
  expect(counts.domains).toEqual({ test: { pages: 2, images: 2, wanted: 2 } });
  expect(counts.imageBytes).toBe(place.length + photo(800, 600).length);
  expect(Object.values(counts.steps).every((ms) => ms > 0)).toBe(true);
  expect(seen).toHaveLength(2);
  expect(hosts).toMatchObject([
    { origin: 'http://a.test', state: 'idle', pages: 2, images: 2, wanted: 2, robots: 'none' },
  ]);
});

it('asks again for what it has, and writes what is the same as a revisit', async () => {
  let version = 1;
  const { run, web, folder } = await setUp({
    a: ({ path, headers }) => {
      if (path === '/robots.txt') return undefined;
      if (path === '/new') return page(`version ${version}`);
      if (headers['if-none-match'] === '"1"') return { status: 304, headers: { etag: '"1"' } };
      const body = path === '/' ? page('home', '/same', '/new', '/copy') : 'the very same';
      return { headers: path === '/copy' ? {} : { etag: '"1"' }, body };
    },
  });
  const first = await run();
  expect(first.counts).toMatchObject({ pages: 4, unchanged: 1 }); // two addresses, one content
  version = 2;
  const second = await run({ again: true });
  expect(second.counts).toMatchObject({ pages: 2, unchanged: 3 });
  expect(web.pathsOf('a.test')).toHaveLength(8);
  const revisits = (await recordsOf(folder)).filter(({ type }) => type === 'revisit');
  expect(revisits.map(({ url, status }) => `${status} ${url}`).sort()).toEqual([
    '200 http://a.test/copy',
    '200 http://a.test/copy',
    '304 http://a.test/',
    '304 http://a.test/same',
  ]);
});

it('reads sitemaps and feeds, with the images they name', async () => {
  const { run } = await setUp({
    a: ({ path }) => {
      if (path === '/robots.txt')
        return { type: 'text/plain', body: 'Sitemap: http://a.test/map.xml' };
      if (path === '/map.xml') {
        const image = '<image:image><image:loc>http://a.test/p.jpg</image:loc></image:image>';
        return {
          type: 'application/xml',
          body: `<urlset><url><loc>http://a.test/hidden</loc>${image}</url></urlset>`,
        };
      }
      if (path === '/feed')
        return {
          type: 'application/rss+xml',
          body: '<rss><item><link>http://a.test/post</link></item></rss>',
        };
      if (path === '/p.jpg') return picture(photo(800, 600));
      return path === '/'
        ? '<link rel="alternate" type="application/rss+xml" href="/feed"><title>home</title>'
        : page(path);
    },
  });
  const { counts } = await run();
  expect(counts).toMatchObject({ pages: 3, images: 1 });
});
