// Tests of the writer: what it writes is read back by another reader, whatever happens on the way.
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WARCParser } from 'warcio';
import { parseTimestamp, toIsoTime } from '../../model/timestamp.ts';
import { formatCdxLine } from '../cdx/cdx.ts';
import { isIndexed, toPendingEntry } from '../cdx/cdx-record.ts';
import { ArchiveReader } from '../read/reader.ts';
import { openFile } from '../source/source.ts';
import { sha1Base32, uuidFromName } from './digest.ts';
import { openWarcWriter, type WarcWriterOptions } from './warc-writer.ts';
import type { NewRecord } from './warc-writer-record.ts';

const TIME = parseTimestamp('20190401120000')!;
const clock = () => new Date('2020-02-03T04:05:06.789Z');
const text = (content: string) => new TextEncoder().encode(content);

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pinakes-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

function page(url: string, body: string | AsyncIterable<Uint8Array> = 'hello'): NewRecord {
  return {
    kind: 'response',
    url,
    time: TIME,
    http: {
      startLine: 'HTTP/1.1 200 OK',
      headers: [['Content-Type', 'text/html; charset=utf-8']],
      body: typeof body === 'string' ? text(body) : body,
    },
  };
}

/** Writes records to one file and gives its bytes. */
async function write(
  records: readonly NewRecord[],
  options: Partial<WarcWriterOptions> = {},
): Promise<Buffer> {
  const file = join(await makeFolder(), 'a.warc.gz');
  const writer = await openWarcWriter({ target: { file }, clock, ...options });
  for (const record of records) await writer.write(record);
  await writer.close();
  return readFile(file);
}

/** All records as warcio.js sees them, the whole block as it is stored. */
async function readBack(bytes: Uint8Array) {
  const records = [];
  for await (const record of WARCParser.iterRecords([bytes], { parseHttp: false })) {
    records.push({ header: record.warcHeaders.headers, block: await record.readFully(false) });
  }
  return records;
}

async function* pieces(...parts: readonly (Uint8Array | Error)[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) {
    if (part instanceof Error) throw part;
    yield part;
  }
}

describe('records', () => {
  const names = fc.stringMatching(/^X-[A-Za-z0-9-]{1,12}$/);
  const values = fc.stringMatching(/^[!-~][ -~]{0,30}[!-~]$/);
  const headers = fc.uniqueArray(fc.tuple(names, values), {
    minLength: 1, // warcio.js loses the body of a message without headers
    maxLength: 5,
    selector: ([name]) => name.toLowerCase(),
  });
  const bodies = fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 4 });
  const urls = fc.webUrl({ withQueryParameters: true });

  it('come back from warcio.js as they were, with digests that match', async () => {
    const given = fc.record({
      url: urls,
      headers,
      body: bodies,
      isStream: fc.boolean(),
      isPlain: fc.boolean(),
      kind: fc.constantFrom('request' as const, 'response' as const, 'resource' as const),
    });
    const check = async (one: typeof given extends fc.Arbitrary<infer T> ? T : never) => {
      const whole = Buffer.concat(one.body);
      const body = one.isStream ? pieces(...one.body) : whole;
      const base = { url: one.url, time: TIME };
      const startLine = one.kind === 'request' ? 'GET / HTTP/1.1' : 'HTTP/1.1 200 OK';
      const record: NewRecord =
        one.kind === 'resource'
          ? { ...base, kind: one.kind, contentType: 'image/png', body }
          : { ...base, kind: one.kind, http: { startLine, headers: one.headers, body } };
      const gzipLevel = one.isPlain ? 0 : 6;
      const bytes = await write([record], { gzipLevel, memoryBytes: 200 });

      const parsed = [];
      for await (const found of WARCParser.iterRecords([bytes], { keepHeadersCase: true })) {
        parsed.push({ found, payload: await found.readFully(false) });
      }
      const { found, payload } = parsed[1]!;
      expect(found.warcType).toBe(one.kind);
      expect(found.warcTargetURI).toBe(one.url);
      expect(found.warcDate).toBe(toIsoTime(TIME));
      expect(Buffer.from(payload)).toEqual(whole);
      if (one.kind !== 'resource') {
        expect([...found.httpHeaders!.headers]).toEqual(one.headers);
        expect(found.httpHeaders!.statusline).toBe(startLine);
      }
      const { block } = (await readBack(bytes))[1]!;
      expect(found.warcContentLength).toBe(block.length);
      expect(found.warcBlockDigest).toBe(`sha1:${sha1Base32(block)}`);
      if (one.kind !== 'request') {
        expect(found.warcPayloadDigest).toBe(`sha1:${sha1Base32(whole)}`);
      }
    };
    await fc.assert(fc.asyncProperty(given, check), { numRuns: 80 });
  });

  it('start with a description of the file', async () => {
    const bytes = await write([], { software: 'Tester 1.0', info: [['operator', 'me']] });
    const [info] = await readBack(bytes);
    expect(info?.header.get('WARC-Type')).toBe('warcinfo');
    expect(info?.header.get('WARC-Filename')).toBe('a.warc.gz');
    expect(info?.header.get('WARC-Date')).toBe('2020-02-03T04:05:06Z');
    expect(Buffer.from(info!.block).toString()).toMatch(
      /^software: Tester 1.0\r\nformat: WARC File Format 1.1\r\nconformsTo: http\S+\r\noperator: me\r\n$/,
    );
  });

  it('carry address, kin and the reason for being cut short', async () => {
    let isCut = false;
    async function* body() {
      yield text('half');
      isCut = true;
    }
    const response: NewRecord = {
      ...page('http://a.example/', body()),
      id: uuidFromName('one'),
      ipAddress: '2001:db8::1',
      concurrentTo: [uuidFromName('two'), uuidFromName('three')],
      truncated: () => (isCut ? 'disconnect' : undefined),
    };
    const { header } = (await readBack(await write([response])))[1]!;
    expect(header.get('WARC-Record-ID')).toBe(`<urn:uuid:${uuidFromName('one')}>`);
    expect(header.get('WARC-IP-Address')).toBe('2001:db8::1');
    expect(header.get('WARC-Truncated')).toBe('disconnect');
    expect(header.get('WARC-Concurrent-To')).toContain(uuidFromName('two'));
    expect(header.get('WARC-Concurrent-To')).toContain(uuidFromName('three'));
  });

  it('of revisits name their original and hold no body', async () => {
    const revisit: NewRecord = {
      kind: 'revisit',
      url: 'http://a.example/',
      time: TIME,
      profile: 'server-not-modified',
      http: { startLine: 'HTTP/1.1 304 Not Modified', headers: [] },
      payloadDigest: sha1Base32(),
      original: { url: 'http://b.example/', time: parseTimestamp('2018')! },
    };
    const { header, block } = (await readBack(await write([revisit])))[1]!;
    expect(header.get('WARC-Profile')).toMatch(/warc\/1.1\/revisit\/server-not-modified$/);
    expect(header.get('WARC-Refers-To-Target-URI')).toBe('http://b.example/');
    expect(header.get('WARC-Refers-To-Date')).toBe('2018-01-01T00:00:00Z');
    expect(header.get('WARC-Payload-Digest')).toBe('sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ');
    expect(Buffer.from(block).toString()).toBe('HTTP/1.1 304 Not Modified\r\n\r\n');
  });

  it('given as the bytes of a message have the digest of its body', async () => {
    const http = text('HTTP/1.0 200 OK\r\nContent-Type: image/gif\r\n\r\nGIF89a');
    const { header, block } = (
      await readBack(await write([{ kind: 'response', url: 'http://a.example/', http }]))
    )[1]!;
    expect(Buffer.from(block)).toEqual(Buffer.from(http));
    expect(header.get('WARC-Payload-Digest')).toBe(`sha1:${sha1Base32(text('GIF89a'))}`);
  });

  it('keep the bytes of header values, and have a place for other characters', async () => {
    const headers = [
      ['X-Latin', 'caf\u00e9'],
      ['X-Wide', '\u5199\u771f'],
    ] as const;
    const http = { startLine: 'HTTP/1.1 200 OK', headers, body: text('') };
    const bytes = await write([{ kind: 'response', url: 'http://a.example/\u00e9', http }]);
    const { header, block } = (await readBack(bytes))[1]!;
    expect(Buffer.from(block).toString('latin1')).toBe(
      'HTTP/1.1 200 OK\r\nX-Latin: caf\xe9\r\nX-Wide: \xe5\x86\x99\xe7\x9c\x9f\r\n\r\n',
    );
    expect(header.get('WARC-Target-URI')).toBe('http://a.example/%C3%A9');
  });

  it('cannot be broken by line breaks in what a server sent', async () => {
    const evil = 'x\r\nWARC-Type: evil\r\n\r\nWARC/1.1\r\n';
    const records = await readBack(
      await write([
        {
          kind: 'response',
          url: `http://a.example/${evil}`,
          ipAddress: `1.2.3.4${evil}`,
          http: {
            startLine: `HTTP/1.1 200 ${evil}`,
            headers: [
              ['X-Fine', `a${evil}`],
              [`X-Evil: ${evil}`, 'b'],
            ],
            body: text('body'),
          },
        },
        { kind: 'metadata', url: 'http://a.example/', fields: [['via\r\nevil', evil]] },
      ]),
    );
    expect(records.map(({ header }) => header.get('WARC-Type'))).toEqual([
      'warcinfo',
      'response',
      'metadata',
    ]);
    expect(records[1]!.header.get('WARC-IP-Address')).toBeNull();
    expect(records[1]!.header.get('WARC-Target-URI')).toBe(
      'http://a.example/xWARC-Type:%20evilWARC/1.1',
    );
    expect(Buffer.from(records[1]!.block).toString()).toBe(
      'HTTP/1.1 200 x WARC-Type: evil WARC/1.1 \r\nX-Fine: ax WARC-Type: evil WARC/1.1 \r\n\r\nbody',
    );
    expect(Buffer.from(records[2]!.block).toString()).toBe(
      'via evil: x WARC-Type: evil WARC/1.1 \r\n',
    );
  });

  it('whose bodies break off leave the file as it was', async () => {
    const file = join(await makeFolder(), 'a.warc.gz');
    const writer = await openWarcWriter({ target: { file }, memoryBytes: 10 });
    const broken = page(
      'http://a.example/',
      pieces(text('more than ten bytes'), new Error('gone')),
    );
    await expect(writer.write(broken)).rejects.toThrow('gone');
    await writer.write(page('http://b.example/'));
    await writer.close();
    const urls = (await readBack(await readFile(file))).map((r) => r.header.get('WARC-Target-URI'));
    expect(urls).toEqual([null, 'http://b.example/']);
    await expect(writer.write(page('http://c.example/'))).rejects.toThrow('closed');
  });

  it('are whole when many are written at once', async () => {
    const file = join(await makeFolder(), 'a.warc');
    const writer = await openWarcWriter({ target: { file }, memoryBytes: 1000 });
    const urls = Array.from({ length: 40 }, (_, index) => `http://a.example/${index}`);
    const body = (index: number) => text(`${index} `.repeat(index * 20));
    await Promise.all(urls.map((url, index) => writer.write(page(url, pieces(body(index))))));
    await writer.close();
    const records = (await readBack(await readFile(file))).slice(1);
    expect(records.map(({ header }) => header.get('WARC-Target-URI')).sort()).toEqual(urls.sort());
    for (const { header, block } of records) {
      expect(header.get('WARC-Block-Digest')).toBe(`sha1:${sha1Base32(block)}`);
    }
  });
});

describe('files', () => {
  it('are the same bytes for the same records when ids and time are given', async () => {
    const options = { newId: uuidFromName };
    const records = [page('http://a.example/'), page('http://a.example/b')];
    const once = await write(records, options);
    expect(await write(records, options)).toEqual(once);
    const ids = (await readBack(once)).map(({ header }) => header.get('WARC-Record-ID'));
    expect(new Set(ids).size).toBe(3);
  });

  it('follow each other by size, open until they are complete', async () => {
    const folder = await makeFolder();
    const writer = await openWarcWriter({
      target: { folder: join(folder, 'new'), prefix: 'crawl' },
      maxFileBytes: 1500,
      clock,
      gzipLevel: 0,
    });
    const list = async () => (await readdir(join(folder, 'new'))).sort();
    expect(await list()).toEqual([]);
    await writer.write(page('http://a.example/1', 'x'.repeat(1000)));
    expect(await list()).toEqual(['crawl-20200203040506-00000.warc.open']);
    const second = await writer.write(page('http://a.example/2'));
    expect(await list()).toEqual([
      'crawl-20200203040506-00000.cdxj',
      'crawl-20200203040506-00000.warc',
      'crawl-20200203040506-00001.warc.open',
    ]);
    await writer.close();
    expect(second.file).toBe(join(folder, 'new', 'crawl-20200203040506-00001.warc'));
    expect(writer.files).toHaveLength(2);
    expect(await list()).toHaveLength(4);
    for (const file of writer.files) {
      const [info] = await readBack(await readFile(file));
      expect(info?.header.get('WARC-Type')).toBe('warcinfo');
    }
  });

  it('never take a name that is in use', async () => {
    const folder = await makeFolder();
    const target = { folder, prefix: 'a' };
    const one = await openWarcWriter({ target, clock });
    const two = await openWarcWriter({ target, clock });
    const first = await one.write(page('http://a.example/'));
    const second = await two.write(page('http://a.example/'));
    await one.close();
    const three = await openWarcWriter({ target, clock });
    const third = await three.write(page('http://a.example/'));
    await two.close();
    await three.close();
    expect(new Set([first.file, second.file, third.file]).size).toBe(3);
  });

  it('are refused when they exist, unless overwriting is asked for', async () => {
    const file = join(await makeFolder(), 'a.warc.gz');
    await writeFile(file, 'old');
    await expect(openWarcWriter({ target: { file } })).rejects.toMatchObject({
      code: 'OUTPUT_EXISTS',
    });
    await (await openWarcWriter({ target: { file, overwrite: true } })).close();
    expect(await readBack(await readFile(file))).toHaveLength(1);
  });

  it('that are given up leave nothing behind', async () => {
    const folder = await makeFolder();
    const writer = await openWarcWriter({ target: { file: join(folder, 'a.warc.gz') } });
    await writer.write(page('http://a.example/'));
    await writer.discard();
    expect(await readdir(folder)).toEqual([]);
  });

  it.skipIf(process.platform === 'win32')('keep their whole records on a full disk', async () => {
    const file = join(await makeFolder(), 'a.warc');
    const program = `
      import { openWarcWriter } from ${JSON.stringify(new URL('./warc-writer.ts', import.meta.url).href)};
      const writer = await openWarcWriter({ target: { file: ${JSON.stringify(file)} } });
      const answers = [];
      for (const size of [40_000, 90_000, 1_000]) {
        const record = { kind: 'resource', contentType: 'a/b', body: new Uint8Array(size) };
        const url = 'http://a.example/' + size;
        await writer.write({ ...record, url }).then(() => answers.push('ok'), (error) => answers.push(error.code));
      }
      await writer.close();
      console.log(answers.join(' '));`;
    // The limit on the size of files, in units of 512 bytes, stands for the end of the disk.
    const command = `trap '' XFSZ; ulimit -f 200; exec "$0" --import tsx --input-type=module --eval "$1"`;
    const { stdout } = await promisify(execFile)('sh', ['-c', command, process.execPath, program]);
    expect(stdout.trim()).toBe('ok OUTPUT_UNWRITABLE ok');
    const urls = (await readBack(await readFile(file))).map((r) => r.header.get('WARC-Target-URI'));
    expect(urls).toEqual([null, 'http://a.example/40000', 'http://a.example/1000']);
  });

  it('that cannot be made are an error that names them', async () => {
    const folder = await makeFolder();
    await writeFile(join(folder, 'file'), '');
    const target = { folder: join(folder, 'file'), prefix: 'a' };
    await expect(openWarcWriter({ target })).rejects.toMatchObject({ code: 'OUTPUT_UNWRITABLE' });
  });
});

describe('the index beside a file', () => {
  it('has a sorted line for each capture that points at its record', async () => {
    const folder = await makeFolder();
    const file = join(folder, 'a.warc.gz');
    const writer = await openWarcWriter({ target: { file }, clock });
    const urls = ['http://b.example/z', 'http://a.example/', 'https://www.b.example/a?y=1&x=2'];
    for (const url of urls) {
      await writer.write(page(url));
      await writer.write({ kind: 'metadata', url, fields: [['via', 'nothing']] });
    }
    await writer.close();
    const bytes = await readFile(file);
    const lines = (await readFile(join(folder, 'a.cdxj'), 'utf8')).trimEnd().split('\n');
    expect(lines.map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual([
      'example,a)/ 20190401120000',
      'example,b)/a?x=2&y=1 20190401120000',
      'example,b)/z 20190401120000',
    ]);
    for (const line of lines) {
      const entry = JSON.parse(line.slice(line.indexOf('{')));
      const from = Number(entry.offset);
      const record = gunzipSync(bytes.subarray(from, from + Number(entry.length))).toString();
      expect(record).toContain(`WARC-Target-URI: ${entry.url}\r\n`);
      expect(record).toContain(`WARC-Payload-Digest: sha1:${entry.digest.replace('sha1:', '')}`);
      expect(entry).toMatchObject({ mime: 'text/html', status: '200', filename: 'a.warc.gz' });
    }
  });

  it('says what an index made of the file afterwards would say', async () => {
    const folder = await makeFolder();
    const file = join(folder, 'a.warc.gz');
    const writer = await openWarcWriter({ target: { file }, clock });
    const url = 'http://a.example/\u00e9 b';
    const { payloadDigest } = await writer.write(page(url));
    const http = { startLine: 'HTTP/1.1 302 Found', headers: [['Location', '/x']] as const };
    await writer.write({ kind: 'response', url: `${url}1`, http: { ...http, body: text('') } });
    await writer.write({ kind: 'response', url: `${url}2`, http: text('no HTTP at all') });
    await writer.write({ kind: 'resource', url: 'urn:x', contentType: 'a/b', body: text('x') });
    await writer.write({
      ...{ kind: 'revisit', url, profile: 'identical-payload-digest', http, payloadDigest },
      original: { url, time: TIME },
    });
    await writer.close();
    const reader = new ArchiveReader(openFile(file));
    const lines = [];
    for (const record of reader) {
      if (!isIndexed(record)) continue;
      const entry = { ...toPendingEntry(record, 'a.warc.gz'), length: record.storedLength! };
      lines.push(`${formatCdxLine(entry, 'cdxj')}\n`);
    }
    await reader.close();
    expect(lines).toHaveLength(5);
    expect(await readFile(join(folder, 'a.cdxj'), 'utf8')).toBe(lines.sort().join(''));
  });
});

describe('records that belong together', () => {
  async function* pieces(count: number) {
    for (let at = 0; at < count; at += 1) yield text('x'.repeat(1000));
  }
  const first = page('http://a.example/1');
  const last = page('http://a.example/3');

  it.each(['a.warc.gz', 'a.warc'])('stand one behind the other in %s', async (name) => {
    const file = join(await makeFolder(), name);
    const writer = await openWarcWriter({ target: { file }, clock, memoryBytes: 5000 });
    const records = [first, page('http://a.example/2', pieces(20)), last];
    const written = await writer.writeAll(records);
    await writer.close();
    const bytes = await readFile(file);
    const read = await readBack(bytes);
    expect(read.slice(1).map(({ header }) => header.get('WARC-Target-URI'))).toEqual(
      records.map(({ url }) => url),
    );
    for (const { offset, length, id } of written) {
      const [record] = await readBack(bytes.subarray(offset, offset + length));
      expect(record?.header.get('WARC-Record-ID')).toBe(`<urn:uuid:${id}>`);
    }
  });

  it('are all written or none', async () => {
    const file = join(await makeFolder(), 'a.warc.gz');
    const writer = await openWarcWriter({ target: { file }, clock });
    const torn = page('http://a.example/2', {
      [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error('hung up')) }),
    });
    await expect(writer.writeAll([first, torn])).rejects.toThrow('hung up');
    await writer.write(last);
    await writer.close();
    const read = await readBack(await readFile(file));
    expect(read.slice(1).map(({ header }) => header.get('WARC-Target-URI'))).toEqual([
      'http://a.example/3',
    ]);
  });
});
