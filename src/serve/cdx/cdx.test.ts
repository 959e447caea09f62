import { readFileSync } from 'node:fs';
import { get } from 'node:http';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gzipEach, httpResponse, warcRecord } from '../../../test/fixtures/archives.ts';
import { describeWithRealData, realDataPath } from '../../../test/fixtures/real-data.ts';
import {
  type ServedArchives,
  serveArchives,
  storeCaptures,
} from '../../../test/fixtures/serve-archives.ts';
import type { Captures } from '../../index/captures.ts';
import { openLibrary } from '../../index/library.ts';
import type { Capture, Timestamp } from '../../model/capture.ts';
import { HttpProblem, PROBLEM_TYPE } from '../problems.ts';
import { cdxRoutes } from './cdx.ts';
import { parseCdxRequest } from './cdx-request.ts';
import { selectLines } from './cdx-select.ts';

async function serve({ captures }: ServedArchives): Promise<FastifyInstance> {
  const app = Fastify();
  app.setErrorHandler(async (error, request, reply) => {
    if (!(error instanceof HttpProblem)) throw error;
    return reply.code(error.status).type(PROBLEM_TYPE).send(error.toDocument(request.id));
  });
  await app.register(cdxRoutes, { captures, baseOf: () => 'https://archive.example' });
  return app;
}

const page = (path: string, year: number, more: { status?: string; digest?: string } = {}) =>
  warcRecord({
    url: `http://example.org/${path}`,
    date: `${year}-05-06T07:08:09Z`,
    block: httpResponse({ status: more.status ?? 'HTTP/1.1 200 OK', body: `page ${path}` }),
    fields: { 'WARC-Payload-Digest': `sha1:${more.digest ?? `D${path}${year}`}` },
  });

let archives: ServedArchives;
let app: FastifyInstance;

beforeAll(async () => {
  const image = warcRecord({
    url: 'http://img.example.org/a%20b.png',
    block: httpResponse({ headers: ['Content-Type: image/png'], body: 'x' }),
  });
  const revisit = warcRecord({
    type: 'revisit',
    url: 'http://example.org/',
    date: '2013-05-06T07:08:09Z',
    fields: { 'WARC-Payload-Digest': 'sha1:SAME' },
  });
  const records = [
    page('', 2010, { digest: 'SAME' }),
    page('', 2011, { digest: 'SAME' }),
    page('', 2012, { status: 'HTTP/1.1 404 Not Found' }),
    revisit,
    page('a', 2010),
    page('a/b', 2011),
    page('ab', 2012),
    image,
  ];
  const port = warcRecord({
    url: 'http://ports.example:8080/',
    block: httpResponse({ body: 'x' }),
  });
  archives = await serveArchives({ 'a.warc.gz': gzipEach([...records, port]) });
  app = await serve(archives);
});
afterAll(async () => {
  await app.close();
  archives.close();
});

async function ask(query: string): Promise<string> {
  const answer = await app.inject(`/cdx?${query}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.body;
}
const lines = async (query: string): Promise<string[]> =>
  (await ask(query)).split('\n').slice(0, -1);
const years = async (query: string) =>
  (await lines(`${query}&fl=timestamp`)).map((line) => line.slice(0, 4));
const urls = async (query: string) => lines(`${query}&fl=original`);

describe('/cdx', () => {
  it('answers with the seven fields of the Internet Archive', async () => {
    expect(await lines('url=http://www.example.org/&limit=1')).toEqual([
      expect.stringMatching(
        /^org,example\)\/ 20100506070809 http:\/\/example\.org\/ text\/html 200 SAME \d+$/,
      ),
    ]);
  });

  it.each([
    ['url=example.org', 4],
    ['url=example.org/a*', 3],
    ['url=example.org/a/*', 1],
    ['url=*.example.org', 8],
    ['url=example.org&matchType=host', 7],
    ['url=example.org/a&matchType=prefix', 3],
    ['url=nobody.example', 0],
    ['url=http://ports.example:8080/', 1],
    ['url=ports.example:8080', 1],
    ['url=ports.example:8080/', 1],
    ['url=ports.example:8080/*', 1],
    ['url=ports.example:8080&matchType=host', 1],
    ['url=ports.example', 0],
  ])('%s finds %i', async (query, count) => {
    expect((await lines(query)).length).toBe(count);
  });

  it.each([
    ['from=2011', ['2011', '2012', '2013']],
    ['to=2011', ['2010', '2011']],
    ['from=201105&to=20120506070809', ['2011', '2012']],
    ['from=20120506070810', ['2013']],
    ['limit=2', ['2010', '2011']],
    ['limit=-2', ['2012', '2013']],
    ['limit=-1&collapse=digest', ['2013']],
    ['offset=1&limit=2', ['2011', '2012']],
    ['offset=2&limit=-1', ['2013']],
    ['sort=reverse', ['2013', '2012', '2011', '2010']],
    ['sort=reverse&limit=1', ['2013']],
    ['sort=reverse&limit=-1', ['2010']],
    ['sort=closest&closest=2012', ['2012', '2011', '2013', '2010']],
    ['closest=201206', ['2012', '2013', '2011', '2010']],
    ['closest=201206&limit=1&showResumeKey=true', ['2012']],
    ['collapse=digest', ['2010', '2012', '2013']],
    ['collapse=timestamp:3', ['2010']],
    ['filter=statuscode:200', ['2010', '2011']],
    ['filter=statuscode:[45]..', ['2012']],
    ['filter=!mimetype:warc/revisit', ['2010', '2011', '2012']],
    ['filter=mime:html', ['2010', '2011', '2012']],
    ['filter=mimetype:html', []],
    ['filter==status:404', ['2012']],
    ['filter=!~mime:text', ['2013']],
    ['filter=mime:text/.*', ['2010', '2011', '2012']],
    ['filter=!status:(404|-)&filter=mime:.*html', ['2010', '2011']],
    ['filter=timestamp:201[12].*', ['2011', '2012']],
    ['filter=statuscode:-', ['2013']],
    ['filter==status:-', ['2013']],
    ['filter=!statuscode:-', ['2010', '2011', '2012']],
    ['filter=digest:SAM', ['2010', '2011', '2013']],
    ['filter=statuscode:200&filter=timestamp:2011', ['2011']],
    ['resolveRevisits=true&filter=mimetype:text/html', ['2010', '2011', '2012', '2013']],
  ])('%s gives the right captures', async (query, expected) => {
    expect(await years(`url=http://example.org/&${query}`)).toEqual(expected);
  });

  it('names fields as they were asked for, of either family', async () => {
    const json = JSON.parse(await ask('url=example.org/a&output=json&fl=original,mime,offset'));
    expect(json).toEqual([
      ['original', 'mime', 'offset'],
      ['http://example.org/a', 'text/html', expect.stringMatching(/^\d+$/)],
    ]);
    expect(JSON.parse(await ask('url=nobody.example&output=json'))).toEqual([]);
    expect(JSON.parse(await ask('url=example.org&output=json'))[0]).toEqual([
      ...['urlkey', 'timestamp', 'original', 'mimetype', 'statuscode', 'digest', 'length'],
    ]);
  });

  it('writes CDXJ and links', async () => {
    const [line = ''] = await lines('url=example.org/a&output=cdxj');
    expect(line).toMatch(/^org,example\)\/a 20100506070809 \{"url": "http:\/\/example\.org\/a", /);
    expect(await lines('url=example.org/a&output=cdxj&fields=url')).toEqual([
      'org,example)/a 20100506070809 {"url":"http://example.org/a"}',
    ]);
    expect(await ask('url=example.org/a&output=link')).toContain(
      '<https://archive.example/web/20100506070809/http://example.org/a>; rel="memento"; datetime="Thu, 06 May 2010 07:08:09 GMT"',
    );
  });

  it('tells where the bytes of a revisit are', async () => {
    const [own = ''] = await lines('url=example.org/&resolveRevisits=true&limit=1');
    expect(own).toMatch(/ 200 SAME \d+ - - -$/);
    const [revisit = ''] = await lines('url=example.org/&resolveRevisits=true&from=2013');
    expect(revisit).toMatch(/ text\/html 200 SAME \d+ \d+ \d+ a\.warc\.gz$/);
  });

  it('goes on behind the last line, until there are no more', async () => {
    const seen: string[] = [];
    let key = '';
    for (let round = 0; round < 10; round++) {
      const rows = (await ask(`url=*.example.org&limit=3&showResumeKey=true&fl=original${key}`))
        .trimEnd()
        .split('\n');
      const blank = rows.indexOf('');
      seen.push(...rows.slice(0, blank < 0 ? undefined : blank));
      if (blank < 0) break;
      key = `&resumeKey=${rows[blank + 1]}`;
    }
    expect(seen).toEqual(await urls('url=*.example.org'));
    const json = JSON.parse(await ask('url=*.example.org&limit=1&showResumeKey=true&output=json'));
    expect(json.slice(2)).toEqual([[], [expect.stringMatching(/^org%2Cexample\)%2F\+2010/)]]);
  });

  it('gives nothing of other questions to a key that lies outside', async () => {
    const before = 'com,before)/+20000101000000';
    const behind = 'org,zebra)/+20000101000000';
    const all = ['2010', '2011', '2012', '2013'];
    expect(await years(`url=example.org/&resumeKey=${before}`)).toEqual(all);
    expect(await years(`url=example.org/&resumeKey=${behind}`)).toEqual([]);
    const down = 'url=example.org/&sort=reverse';
    expect(await years(`${down}&resumeKey=${behind}`)).toEqual(all.reverse());
    expect(await years(`${down}&resumeKey=${before}`)).toEqual([]);
    const hosts = await urls(`url=example.org&matchType=host&resumeKey=${before}`);
    expect(hosts).toEqual(await urls('url=example.org&matchType=host'));
  });

  it('does not show a collapsed line when it goes on', async () => {
    const first = 'url=example.org/&collapse=digest&limit=1&showResumeKey=true&fl=timestamp';
    const [, , key] = (await ask(first)).split('\n');
    expect(await years(`url=example.org/&collapse=digest&resumeKey=${key}`)).toEqual([
      '2012',
      '2013',
    ]);
  });

  it('counts pages', async () => {
    expect(await ask('url=*.example.org&showNumPages=true')).toBe('1\n');
    expect(JSON.parse(await ask('url=*.example.org&showNumPages=true&output=cdxj'))).toEqual({
      ...{ pages: 1, pageSize: 50, blocks: 1 },
    });
    expect(await ask('url=nobody.example&showNumPages=true')).toBe('0\n');
    expect((await lines('url=*.example.org&page=0')).length).toBe(8);
  });

  it.each([
    ['', 'url'],
    ['url=', 'url'],
    ['url=a&matchType=foo', 'matchType'],
    ['url=a&from=x', 'from'],
    ['url=a&to=123456789012345', 'to'],
    ['url=a&output=xml', 'output'],
    ['url=a&fl=nothing', 'fl'],
    ['url=a&fields=nothing', 'fields'],
    ['url=a&limit=0', 'limit'],
    ['url=a&limit=x', 'limit'],
    ['url=a&offset=-1', 'offset'],
    ['url=a&sort=up', 'sort'],
    ['url=a&sort=closest', 'closest'],
    ['url=a&closest=x', 'closest'],
    ['url=a*&closest=2010', 'closest'],
    ['url=a&collapse=nothing', 'collapse'],
    ['url=a&collapse=urlkey:x', 'collapse'],
    ['url=a&filter=x', 'filter'],
    ['url=a&filter=nothing:x', 'filter'],
    ['url=a&filter=statuscode:(', 'filter'],
    ['url=a&filter=~url:(a%2B)%2B%2B%2B', 'filter'],
    ['url=a&resolveRevisits=maybe', 'resolveRevisits'],
    ['url=a&resumeKey=x', 'resumeKey'],
    ['url=a&page=1', 'page'],
    ['url=a&page=x', 'page'],
    ['url=a&page=0&sort=reverse', 'page'],
  ])('%s is answered by a problem that names %s', async (query, parameter) => {
    const answer = await app.inject(`/cdx?${query}`);
    expect(answer.statusCode).toBe(400);
    expect(answer.headers['content-type']).toBe(PROBLEM_TYPE);
    expect(answer.json().errors[0].parameter).toBe(parameter);
  });

  it('refuses parameters without measure', async () => {
    const pattern = `filter=${encodeURIComponent('!original:(.*a){80}x')}`;
    for (const query of [
      `url=${'a'.repeat(9000)}`,
      `url=a&${'filter=url:x&'.repeat(21)}`,
      `url=a&fl=${Array(51).fill('url').join()}`,
      `url=a&${'collapse=digest&'.repeat(21)}`,
      `url=a&${pattern}&${pattern}`,
    ]) {
      expect((await app.inject(`/cdx?${query}`)).statusCode).toBe(400);
    }
    expect((await app.inject(`/cdx?url=a&${pattern}`)).statusCode).toBe(200);
  });

  it('reads pages of many lines, each line once', async () => {
    const many = await serveArchives({});
    const writer = await openLibrary(many.folder, { access: 'write' });
    const entries = Array.from({ length: 7000 }, (_, i) => ({
      ...{ surt: `org,many)/${String(i).padStart(5, '0')}`, url: `http://many.org/${i}` },
      ...{ time: '20100101000000' as Timestamp, mime: 'text/html', status: 200, digest: '' },
      ...{ offset: i, length: 1 },
    }));
    storeCaptures(writer, 'many.warc.gz', entries);
    writer.close();
    const server = await serve(many);
    const counts: number[] = [];
    const seen = new Set<string>();
    for (const number of [0, 1, 2]) {
      const { body } = await server.inject(
        `/cdx?url=many.org/*&pageSize=1&fl=original&page=${number}`,
      );
      const rows = body.trimEnd().split('\n');
      counts.push(rows.length);
      for (const row of rows) seen.add(row);
    }
    expect(counts).toEqual([3000, 3000, 1000]);
    expect(seen.size).toBe(7000);
    const beyond = await server.inject('/cdx?url=many.org/*&pageSize=1&page=3');
    expect(beyond.json().detail).toMatch(/page: the last one is 2/);
    const { body } = await server.inject('/cdx?url=many.org/*&pageSize=1&showNumPages=1');
    expect(body).toBe('3\n');
    await server.close();
    many.close();
  });
});

describe('a long reading', () => {
  const line: Capture = {
    ...{ surt: 'org,many)/', url: 'http://many.org/', time: '20100101000000' as Timestamp },
    ...{ mime: 'text/html', status: 200, digest: '', file: 'a.warc.gz', offset: 0, length: 1 },
  };

  it('gives up its turn between any two lines', () => {
    const batch = Array.from({ length: 500 }, () => line);
    const captures = { find: () => [batch] } as unknown as Captures; // all that is asked of it
    const sizes = (query: string) => {
      const request = parseCdxRequest(new URLSearchParams(query));
      const options = { after: undefined, showFile: (file: string) => file };
      const { batches } = selectLines(captures, request, { ...options, isOver: () => true });
      return Array.from(batches, (lines) => lines.length);
    };
    expect(sizes('url=many.org')).toEqual([...Array(500).fill(1), 0]);
    expect(sizes('url=many.org&filter=!mime:text').length).toBe(501);
    expect(sizes('url=many.org&limit=-1&filter=!mime:text').length).toBe(502);
  });

  it.each([
    'filter=mimetype:nothing',
    'limit=-1&collapse=urlkey',
    'showNumPages=true',
    'page=9999',
  ])('ends when its client leaves: %s', async (query) => {
    let onStart = () => {};
    let onEnd = () => {};
    const started = new Promise<void>((resolve) => {
      onStart = resolve;
    });
    const ended = new Promise<void>((resolve) => {
      onEnd = resolve;
    });
    function* endless<T>(value: T): Generator<T> {
      try {
        for (onStart(); ; ) yield value;
      } finally {
        onEnd();
      }
    }
    const captures = {
      find: () => endless([line]),
      blockEnds: () => endless({ surt: line.surt, time: 0, file: 0, offset: 0 }),
    } as unknown as Captures; // all that is asked of it
    const server = Fastify();
    await server.register(cdxRoutes, { captures });
    const address = await server.listen({ host: '127.0.0.1', port: 0 });
    const asked = get(`${address}/cdx?url=many.org&${query}`).on('error', () => {});
    await started;
    asked.destroy();
    await ended; // or the test runs out of time
    await server.close();
  });
});

describeWithRealData('/cdx over archives that pywb indexed', () => {
  it('gives the lines of pywb', async () => {
    const path = (folder: string, file: string) => realDataPath('archives', 'pywb', folder, file);
    const served = await serveArchives({ 'iana.warc.gz': path('warcs', 'iana.warc.gz') });
    const server = await serve(served);
    const { body } = await server.inject('/cdx?url=iana.org&matchType=domain&output=cdxj');
    const theirs = readFileSync(path('cdxj', 'iana.cdxj'), 'utf8');
    expect(body.split('\n').sort()).toEqual(theirs.split('\n').sort());
    await server.close();
    served.close();
  });
});
