import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type CrawlHost, openCrawlWeb } from '../../test/fixtures/crawl-web.ts';
import { png as pngBytes } from '../../test/fixtures/images.ts';
import { temporaryFolder } from '../../test/fixtures/temporary-folder.ts';
import { openHttpFetcher, parseResolveRule } from '../crawl/crawl.ts';
import { chooseProvider, toFindQuery } from '../find/find.ts';
import { openLibrary } from '../index/index.ts';
import { searchImages } from '../search/search.ts';
import { explainNothing } from './find-answer.ts';
import { findIntoLibrary, type LibraryFind } from './find-into-library.ts';
import type { FindSession } from './find-session.ts';

const png = (width: number, height: number) => ({
  type: 'image/png',
  body: pngBytes(width, height),
});

/** A site with a castle, its gallery, decoration, a thumbnail, and a page that names castles only in links. */
const castle: CrawlHost = ({ path }) => {
  const pages: Record<string, string> = {
    '/': `<title>Castle</title><h1>The castle</h1><img src="/front.png" alt="the castle from the front">
      <img src="/dot.png"><img src="/bar.png"><a href="/large.png"><img src="/thumb.png"></a>
      <img src="http://ads.test/castle.png"><a href="/gallery">Castle gallery</a> <a href="/menu">menu</a>
      <a href="http://elsewhere.test/">elsewhere</a>`,
    '/gallery':
      '<title>Gallery</title><p>castle hall</p><img src="/hall.png" alt="hall of the castle">',
    '/menu': '<title>Menu</title><a href="/gallery">castle</a> <a href="/secret">castle</a>',
    '/secret': '<p>castle</p><img src="/secret.png">',
    '/robots.txt': 'User-agent: *\nDisallow: /private',
  };
  if (path === '/dot.png') return png(8, 8);
  if (path === '/bar.png') return png(400, 80);
  if (path === '/hall.png') return png(300, 201);
  if (path === '/large.png') return png(302, 203);
  if (path.endsWith('.png')) return png(300, 200);
  const html = pages[path];
  return html === undefined ? undefined : html;
};

const search: CrawlHost = ({ path }) => ({
  type: 'application/json',
  body: JSON.stringify({
    results: path.includes('pageno=1') ? [{ url: 'http://castle.test/', title: 'Castle' }] : [],
  }),
});

async function find(
  hosts: Readonly<Record<string, CrawlHost>>,
  options: Partial<LibraryFind> & { readonly text?: string; readonly discover?: string } = {},
) {
  const web = await openCrawlWeb(hosts);
  const fetcher = openHttpFetcher({
    userAgent: 'test',
    resolve: [parseResolveRule(web.resolve)],
  });
  const folder = join(temporaryFolder(), 'library');
  const library = await openLibrary(folder, { access: 'write', create: {} });
  onTestFinished(async () => {
    library.close();
    await fetcher.close();
  });
  const { provider } = chooseProvider(options.discover ?? 'searxng=http://search.test/search', {});
  const outcome = await findIntoLibrary({
    ...{ library, fetcher, query: toFindQuery(options.text ?? 'castle'), budgetMs: 10_000 },
    ...{ delayMs: 1, withThumbnails: false, providers: [provider] },
    ...options,
  });
  return { ...outcome, web, library };
}

describe('findIntoLibrary', () => {
  it('finds, judges and keeps images, and leaves them in the library', async () => {
    const { end, session, whole, web, library } = await find({ castle, search });
    expect(end).toBe('exhausted');
    const urls = session.results().map(({ url }) => new URL(url).pathname);
    expect(urls.slice().sort()).toEqual(['/front.png', '/hall.png', '/large.png']);
    expect(urls.at(-1)).toBe('/large.png');
    expect(session.status).toMatchObject({
      pages: 3,
      discarded: { small: 1, aspect: 1, thumbnail: 1, external: 1 },
      kept: 3,
    });
    expect(whole).toBe(3);
    // The gate: what only links name castles is read, but not followed; other sites are not visited.
    expect(web.pathsOf('castle.test')).not.toContain('/secret');
    expect(web.requests.map(({ host }) => host)).not.toContain('ads.test');
    const found = await searchImages(library.index, { query: 'castle' });
    expect(found.items.map(({ url }) => new URL(url).pathname).sort()).toContain('/hall.png');
  });

  it('asks for first bytes only within its time', async () => {
    const { web, session, whole } = await find({ castle, search }, { keep: 0 });
    const images = web.requests.filter(({ path }) => path.endsWith('.png'));
    expect(images.length).toBeGreaterThan(3);
    expect(images.every(({ headers }) => headers.range === 'bytes=0-511')).toBe(true);
    expect(whole).toBe(0);
    expect(session.results().every(({ id }) => id === '')).toBe(true);
    const [first] = session.results();
    const { signal } = new AbortController();
    expect((await session.fetchWhole(first!.url, signal))?.id).toMatch(/^[0-9a-f]{64}$/);
    expect(await session.fetchWhole('http://castle.test/secret.png', signal)).toBeUndefined();
    await session.closeArchive();
  });

  it('follows all links without the gate, and stays on a site that is asked for', async () => {
    const open = await find({ castle, search }, { hasGate: false });
    expect(open.web.pathsOf('castle.test')).toContain('/secret');
    const other = await find({ castle, search }, { text: 'castle site:other.test' });
    expect(other.web.pathsOf('castle.test')).toEqual([]);
  });

  it('ends within half a second when its time is up or it is stopped, and goes on where it was', async () => {
    const slow: CrawlHost = ({ path }, response) => {
      if (path !== '/endless') return castle({ path, headers: {}, count: 1 }, response);
      return { status: 302, headers: { location: '/endless?' } };
    };
    const web = { castle: slow, search };
    const stop = new AbortController();
    let stoppedAt = 0;
    const { end, session } = await find(web, {
      seeds: ['http://castle.test/endless'],
      signal: stop.signal,
      delayMs: 100,
      onSession: (running: FindSession) => {
        const timer = setInterval(() => {
          if (running.status.pages < 1) return;
          clearInterval(timer);
          stoppedAt = performance.now();
          stop.abort();
        }, 5);
      },
    });
    expect(end).toBe('stopped');
    expect(performance.now() - stoppedAt).toBeLessThan(2000);
    const before = session.status.pages;
    expect(await session.run(10_000)).toBe('exhausted');
    expect(session.status.pages).toBeGreaterThan(before);
    await session.closeArchive();
  });

  it('tells why nothing was found', async () => {
    const none = await find({
      search: () => ({ type: 'application/json', body: '{"results":[]}' }),
    });
    expect(explainNothing(none.session.status, 0)).toContain('Nobody knew a page');
    const broken = await find({ search: () => '<html>not an answer' });
    expect(explainNothing(broken.session.status, 0)).toContain('Nobody could be asked');
    const down = await find({ search, castle: () => ({ status: 503 }) });
    expect(explainNothing(down.session.status, 0)).toContain('None of the pages could be read');
  });
});
