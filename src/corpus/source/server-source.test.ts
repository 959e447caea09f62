// CDX servers on loopback, one for each dialect: paging, going on, politeness, and answers that are no use.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { serveLibrary } from '../../../test/fixtures/served-library.ts';
import { type CdxEntry, formatCdxLine, type Timestamp } from '../../archive/archive.ts';
import { toSurt } from '../../model/surt.ts';
import { keyRangesOf, matchesWhere, parseWhere } from '../where/where.ts';
import type { CorpusLoss } from './capture-source.ts';
import { compareCaptures } from './merge-captures.ts';
import { toServerQueries, toTimeHull } from './server-query.ts';
import { openServerSource, type ServerSourceOptions } from './server-source.ts';

const CAPTURES: readonly CdxEntry[] = Array.from({ length: 60 }, (_, at): CdxEntry => {
  const host = ['example.org', 'img.example.org', 'other.example'][at % 3];
  const url = `http://${host}/page/${at % 4}`;
  return {
    surt: toSurt(url),
    time: `20${10 + Math.floor(at / 12)}0115120000` as Timestamp,
    url,
    mime: at % 2 === 0 ? 'image/png' : 'text/html',
    status: at % 5 === 0 ? 404 : 200,
    digest: `D${at}`,
    file: 'crawl/a.warc.gz',
    offset: at,
    length: 900,
  };
}).sort(compareCaptures);

type Handler = (query: URLSearchParams, response: ServerResponse, request: IncomingMessage) => void;

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function serve(handle: Handler, path = '/coll/cdx') {
  const queries: URLSearchParams[] = [];
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://localhost');
    queries.push(searchParams);
    handle(searchParams, response, request);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => new Promise((resolve) => server.close(resolve)));
  closing.push(async () => server.closeAllConnections());
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}${path}`, queries };
}

async function open(url: string, options: ServerSourceOptions = {}) {
  const source = await openServerSource(url, ['https://files.example/warcs/'], {
    pauseMs: 0,
    backoffMs: 1,
    ...options,
  });
  closing.push(() => source.close());
  return source;
}

async function read(
  source: Awaited<ReturnType<typeof open>>,
  text: string,
  options: { losses?: CorpusLoss[]; after?: CdxEntry | undefined } = {},
) {
  const { losses = [], after } = options;
  const found: string[] = [];
  const onLoss = (loss: CorpusLoss) => losses.push(loss);
  for await (const batch of source.captures(parseWhere(text), { onLoss, after })) {
    found.push(...batch.captures.map(({ url, time, offset }) => `${time} ${url} ${offset}`));
  }
  return found;
}

const expected = (text: string) =>
  CAPTURES.filter((one) => matchesWhere(parseWhere(text), one)).map(
    ({ url, time, offset }) => `${time} ${url} ${offset}`,
  );

/** What any server does with a question. */
function select(query: URLSearchParams): readonly CdxEntry[] {
  const url = query.get('url') ?? '';
  const key = toSurt(url);
  const host = key.slice(0, key.indexOf(')'));
  const from = (query.get('from') ?? '').padEnd(14, '0');
  const to = (query.get('to') ?? '').padEnd(14, '9');
  return CAPTURES.filter(({ surt, time }) => {
    if (time < from || time > to) return false;
    switch (query.get('matchType')) {
      case 'prefix':
        return surt.startsWith(key);
      case 'host':
        return surt.startsWith(`${host})`);
      case 'domain':
        return surt.startsWith(`${host})`) || surt.startsWith(`${host},`);
      default:
        return surt === key;
    }
  });
}

/** pywb without pages: lines of CDXJ, or objects. */
const pywb =
  (toLine: (entry: CdxEntry) => string): Handler =>
  (query, response) => {
    response.end(
      select(query)
        .map((entry) => `${toLine(entry)}\n`)
        .join(''),
    );
  };

const cdxj = (entry: CdxEntry) => formatCdxLine(entry, 'cdxj');
const object = ({ surt, time, file, ...rest }: CdxEntry) =>
  JSON.stringify({ urlkey: surt, timestamp: time, ...rest, filename: file });

/** Pages of 7 lines, as pywb has them over a ZipNum index. */
const paged: Handler = (query, response) => {
  const lines = select(query).map(cdxj);
  const pages = Math.ceil(lines.length / 7);
  const page = Number(query.get('page') ?? 0);
  if (query.has('showNumPages')) {
    response.end(JSON.stringify({ pages, pageSize: 5, blocks: pages }));
  } else
    response.end(
      lines
        .slice(page * 7, page * 7 + 7)
        .map((line) => `${line}\n`)
        .join(''),
    );
};

/** The Wayback Machine: rows of an array, a key to go on behind every 7. */
const wayback =
  (style: 'json' | 'one line' | 'text', fields?: readonly string[]): Handler =>
  (query, response) => {
    const asked = (query.get('fl') ?? '').split(',');
    const names = fields ?? asked;
    if (fields !== undefined && asked.some((name) => !fields.includes(name))) {
      response.writeHead(400).end('requested field is not available');
      return;
    }
    const resume = query.get('resumeKey') ?? '';
    const rest = select(query).filter((one) => `${one.surt} ${one.time} ${one.offset}` > resume);
    const shown = rest.slice(0, 7);
    const last = shown.at(-1);
    const key = rest.length > 7 && last ? `${last.surt} ${last.time} ${last.offset}` : undefined;
    const encoded = key && encodeURIComponent(key).replaceAll('%20', '+');
    const rows = shown.map((one) => {
      const values: Readonly<Record<string, string | number>> = {
        ...{ urlkey: one.surt, timestamp: one.time, original: one.url, mimetype: one.mime },
        ...{ statuscode: one.status, digest: one.digest, length: one.length },
        ...{ offset: one.offset, filename: one.file },
      };
      return names.map((name) => String(values[name]));
    });
    const all = [...(rows.length > 0 ? [names] : []), ...rows, ...(encoded ? [[], [encoded]] : [])];
    if (style === 'one line') response.end(JSON.stringify(all));
    else if (style === 'json')
      response.end(`[${all.map((row) => JSON.stringify(row)).join(',\n')}]\n`);
    else {
      const lines = rows.map((row) => row.slice(0, 7).join(' '));
      response.end(`${lines.join('\n')}\n${encoded ? `\n${encoded}\n` : ''}`);
    }
  };

const CONDITIONS = [
  'url=http://example.org/page/0',
  'host=example.org status=200',
  'host=*.example.org mime=image/png time=2011..2012',
  'url=http://example.org/page/*',
  'surt=org,example)/page/1',
  'host=img.example.org OR url=http://other.example/page/2',
  'host=example.org OR host=*.example.org OR url=http://example.org/page/1',
  'host=nothing.example',
];

describe('a server', () => {
  it.each([
    ['pywb with CDXJ', pywb(cdxj), '/coll/cdx'],
    ['pywb with JSON lines', pywb(object), '/coll/cdx'],
    ['plain lines of 11 fields', pywb((one) => formatCdxLine(one, 'cdx11')), '/coll'],
    ['pywb with pages', paged, '/coll-index'],
    ['the Wayback Machine with arrays', wayback('json'), '/cdx/search/cdx'],
    ['arrays in one line', wayback('one line'), '/cdx/search/cdx'],
  ])('as %s gives what meets a condition, in order', async (_, handler, path) => {
    const { url } = await serve(handler, path);
    const source = await open(url);
    for (const text of CONDITIONS) {
      const losses: CorpusLoss[] = [];
      expect([text, await read(source, text, { losses })]).toEqual([text, expected(text)]);
      expect(losses).toEqual([]);
    }
    expect(source.locate('crawl/a.warc.gz')).toBe('https://files.example/warcs/crawl/a.warc.gz');
  });

  it('that gives plain lines of 7 fields has captures without places', async () => {
    const { url } = await serve(wayback('text'), '/cdx/search/cdx');
    const found = await read(await open(url), 'host=example.org');
    expect(found).toHaveLength(20);
    expect(found.every((line) => line.endsWith(' 0'))).toBe(true);
  });

  it('that does not tell where records lie is asked for what it tells', async () => {
    const short = ['urlkey', 'timestamp', 'original', 'mimetype', 'statuscode', 'digest', 'length'];
    const { url, queries } = await serve(wayback('json', short), '/cdx/search/cdx');
    expect(await read(await open(url), 'url=http://example.org/page/0')).toHaveLength(5);
    expect(queries.map((query) => query.get('fl')?.split(',').length)).toEqual([9, 7]);
  });

  it('is sent the times of a condition and called by our name', async () => {
    let agent: string | undefined;
    const { url, queries } = await serve((query, response, request) => {
      agent = request.headers['user-agent'];
      pywb(cdxj)(query, response, request);
    });
    await read(await open(`${url}?token=1`), 'host=example.org time=2011..201203 status=200');
    expect(Object.fromEntries(queries[0] ?? [])).toMatchObject({
      ...{ url: 'example.org', matchType: 'host', from: '2011', to: '201203', token: '1' },
    });
    expect(agent).toMatch(/^Pinakes/);
  });

  it('is asked again after a fault, waited for as it wishes, and given up in the end', async () => {
    let tries = 0;
    const { url } = await serve((query, response, request) => {
      tries++;
      if (tries === 1) response.writeHead(503, { 'retry-after': '0' }).end();
      else if (tries === 2)
        response.writeHead(200, { 'content-length': 9999 }).write('org,', () => response.destroy());
      else pywb(cdxj)(query, response, request);
    });
    const text = 'url=http://example.org/page/0';
    expect(await read(await open(url), text)).toEqual(expected(text));
    expect(tries).toBe(3);
    const broken = await serve((_, response) => response.writeHead(500).end());
    const reading = read(await open(broken.url, { attempts: 2 }), text);
    await expect(reading).rejects.toMatchObject({ code: 'REMOTE_FAILED' });
    expect(broken.queries).toHaveLength(2);
  });

  it('that refuses is quoted; one that has nothing is a loss', async () => {
    const refusing = await serve((_, response) =>
      response.writeHead(400).end('{"message": "Invalid match_type"}'),
    );
    await expect(read(await open(refusing.url), 'host=a.example')).rejects.toThrow(
      /HTTP 400: .*Invalid match_type/,
    );
    const empty = await serve((_, response) => response.writeHead(404).end());
    const losses: CorpusLoss[] = [];
    expect(await read(await open(empty.url), 'host=a.example', { losses })).toEqual([]);
    expect(losses).toMatchObject([{ reason: expect.stringContaining('404') }]);
  });

  it('that answers without end, or with something else, does no harm', async () => {
    const endless = await serve((_, response) => {
      response.write('x'.repeat(10_000));
      response.end();
    });
    await expect(
      read(await open(endless.url, { maxAnswerBytes: 5000 }), 'host=a.example'),
    ).rejects.toThrow('larger than 5000 bytes');
    const page = await serve((_, response) =>
      response.end('<html>\n<p>Please log in\n{"a": [}\n[1,2]\n'),
    );
    const losses: CorpusLoss[] = [];
    expect(await read(await open(page.url), 'host=a.example', { losses })).toEqual([]);
    expect(losses.length).toBeGreaterThan(2);
    const same = await serve(
      (_, response) => response.end('[["urlkey","timestamp"],[],["again"]]'),
      '/search/cdx',
    );
    expect(await read(await open(same.url), 'host=a.example')).toEqual([]);
    expect(same.queries).toHaveLength(2);
  });

  it('is asked in turn, with a pause', async () => {
    const times: number[] = [];
    const { url } = await serve((query, response, request) => {
      times.push(performance.now());
      paged(query, response, request);
    });
    await read(await open(url, { pauseMs: 30 }), 'host=example.org');
    const gaps = times.slice(1).map((time, at) => time - (times[at] ?? 0));
    expect(gaps.length).toBe(3);
    expect(Math.min(...gaps)).toBeGreaterThan(25);
  });

  it('is gone on with behind a capture', async () => {
    const { url, queries } = await serve(paged);
    const source = await open(url);
    const text = 'host=example.org OR host=other.example OR url=http://img.example.org/page/3';
    const all = expected(text);
    const met = CAPTURES.filter((one) => matchesWhere(parseWhere(text), one));
    for (const at of [0, 7, 24, met.length - 1]) {
      queries.length = 0;
      expect(await read(source, text, { after: met[at] })).toEqual(all.slice(at + 1));
    }
    // Of hosts that were done nothing is asked again.
    expect(queries.map((query) => query.get('url'))).not.toContain('other.example');
  });

  it('is gone on with behind a capture of a host with a port', async () => {
    const lines = ['a', 'b', 'c'].map((path, offset) =>
      cdxj({
        ...(CAPTURES[0] as CdxEntry),
        ...{ surt: `org,example:8080)/${path}`, url: `http://example.org:8080/${path}`, offset },
      }),
    );
    const { url, queries } = await serve((query, response) => {
      const isAsked = toSurt(query.get('url') ?? '') === 'org,example:8080)/';
      response.end(isAsked ? `${lines.join('\n')}\n` : '');
    });
    const source = await open(url);
    const text = 'host=example.org:8080';
    expect(await read(source, text)).toHaveLength(3);
    const after = { ...(CAPTURES[0] as CdxEntry), surt: 'org,example:8080)/a' };
    expect(await read(source, text, { after })).toHaveLength(2);
    expect(queries.map((query) => `${query.get('url')} ${query.get('matchType')}`)).toEqual(
      Array(2).fill('http://example.org:8080/ host'),
    );
  });

  it.each([
    ['pywb', '/coll/cdx'],
    ['the Wayback Machine', '/search/cdx'],
  ])('as %s that gives two keys in turn is not asked for ever', async (_, path) => {
    let answers = 0;
    const { url, queries } = await serve((_query, response) => {
      response.end(`${cdxj(CAPTURES[0] as CdxEntry)}\n\nkey${answers++ % 2}\n`);
    }, path);
    const reading = read(await open(url), 'url=http://example.org/page/0');
    await expect(reading).rejects.toMatchObject({
      code: 'REMOTE_FAILED',
      message: expect.stringContaining('gives the same captures again'),
    });
    expect(queries).toHaveLength(2);
  });

  it('that promises more and gives nothing is not asked for ever, be its keys two or ever new ones', async () => {
    for (const [keys, most] of [
      [2, 3],
      [1e9, 101],
    ] as const) {
      let answers = 0;
      const { url, queries } = await serve(
        (_query, response) => response.end(`[["urlkey","timestamp"],[],["k${answers++ % keys}"]]`),
        '/search/cdx',
      );
      const reading = read(await open(url), 'host=a.example');
      await expect(reading).rejects.toMatchObject({ code: 'REMOTE_FAILED' });
      expect(queries).toHaveLength(most);
    }
  });

  it('may give an answer without captures on the way, and the same key and time in two answers', async () => {
    const [one, two] = CAPTURES as [CdxEntry, CdxEntry];
    const answers = [`${cdxj(one)}\n\nk1`, '\nk2', `${cdxj(one)}\n${cdxj(two)}\n`];
    const { url, queries } = await serve(
      (_query, response) => response.end(`${answers.shift() ?? ''}\n`),
      '/search/cdx',
    );
    expect(await read(await open(url), 'host=other.example')).toHaveLength(3);
    expect(queries).toHaveLength(3);
  });

  it('finds the original of a revisit', async () => {
    const { url } = await serve(pywb(cdxj));
    const source = await open(url);
    const [one] = CAPTURES;
    const target = { ...(one as CdxEntry), revisitTime: '20200101000000' as Timestamp };
    expect(await source.findOriginal(target)).toMatchObject({ offset: one?.offset });
    expect(await source.findOriginal({ ...target, digest: 'NONE' })).toBeUndefined();
    expect(await source.findOriginal({ ...target, surt: 'urn:x' })).toBeUndefined();
  });

  it('cannot be asked for everything', async () => {
    const source = await open('http://127.0.0.1:1/cdx');
    for (const text of [
      '',
      'status=200',
      'host=a.example OR status=200',
      '-host=a.example',
      'url=*.png',
    ]) {
      await expect(read(source, text)).rejects.toMatchObject({ code: 'USAGE' });
    }
    expect(source.explain(parseWhere('host=a.example,a.example:8080')).text).toBe(
      'asks http://127.0.0.1:1/cdx for a.example (host, at its usual ports), http://a.example:8080/ (host)',
    );
  });

  it('may be our own', async () => {
    await using served = await serveLibrary({ port: 0 });
    const address = await served.server.listen();
    for (const dialect of ['pywb', 'wayback'] as const) {
      const source = await open(`${address}cdx`, { dialect });
      const found = await read(source, 'host=bridges.example');
      expect(found.length).toBeGreaterThan(3);
      expect(await read(source, 'url=http://bridges.example/ time=2011')).toHaveLength(1);
      await source.close();
    }
    await served.server.close();
  });
});

describe('questions to a server', () => {
  it.each([
    ['host=a.example url=http://a.example/x status=200', ['http://a.example/x exact']],
    ['host=*.a.example,b.example', ['a.example domain', 'b.example host']],
    ['host=a.example OR host=*.a.example', ['a.example domain']],
    ['url=http://a.example/x/*', ['http://a.example/x prefix']],
    ['surt=example,a)/x*', ['http://a.example/x prefix']],
    ['surt=example,a:8080)/x', ['http://a.example:8080/x exact']],
    ['host=a.example:8080', ['http://a.example:8080/ host']],
    ['host=*.a.example:8080', ['http://a.example:8080/ host']],
    ['host=a.example,a.example:8080', ['a.example host', 'http://a.example:8080/ host']],
    ['status=200', undefined],
  ])('for %s', (text, asked) => {
    const queries = toServerQueries(parseWhere(text));
    expect(queries?.map(({ url, matchType }) => `${url} ${matchType}`)).toEqual(asked);
  });

  it.each(['host=a.example', 'host=*.a.example', 'host=a.example:8080', 'host=bücher.example'])(
    'for %s know the keys of the answer',
    (text) => {
      const [query] = toServerQueries(parseWhere(text)) ?? [];
      const { start } = keyRangesOf(parseWhere(text))?.[0] ?? {};
      expect(query?.range.start).toBe(start);
    },
  );

  it.each([
    ['time=2011 host=a.example', '2011', '2011'],
    ['time=2011..2013 time=201201..', '201201', '2013'],
    ['time=2011,2013', '2011', '2013'],
    ['time=2011 OR host=a.example', '', ''],
    ['-time=2011', '', ''],
  ])('leave out other times than %s', (text, from, to) => {
    expect(toTimeHull(parseWhere(text))).toEqual({ from, to });
  });
});
