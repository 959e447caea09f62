import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  arcRecord,
  gzipEach,
  httpResponse,
  someRecords,
  warcRecord,
} from '../../../test/fixtures/archives.ts';
import { viewOf } from '../../../test/fixtures/record-views.ts';
import { temporaryFolder } from '../../../test/fixtures/temporary-folder.ts';
import { rawBlock } from '../../../test/fixtures/zstd/frames.ts';
import {
  type CdxEntry,
  memorySource,
  openArchive,
  PinakesError,
  parseCdxLine,
  toSurt,
} from '../../archive/archive.ts';
import type { Timestamp } from '../../model/capture.ts';
import type { CorpusLoss } from '../source/capture-source.ts';
import { openWarcSink, type WarcSinkOptions } from './warc-sink.ts';

/** What an index would say of the records of an archive. */
async function capturesOf(path: string): Promise<CdxEntry[]> {
  const captures: CdxEntry[] = [];
  const reader = await openArchive(path);
  for (const record of reader) {
    const { type, url, time, offset, storedLength = 0 } = record;
    if (type === 'warcinfo' || url.startsWith('filedesc:')) continue;
    const isRevisit = type === 'revisit';
    captures.push({
      surt: toSurt(url),
      time: time as Timestamp,
      url,
      mime: isRevisit ? 'warc/revisit' : record.mime,
      status: record.status,
      digest: record.fields.get('warc-payload-digest').replace('sha1:', ''),
      file: path,
      offset,
      length: storedLength,
    });
  }
  await reader.close();
  return captures;
}

interface Written {
  readonly folder: string;
  readonly path: string;
  readonly files: readonly string[];
  readonly losses: CorpusLoss[];
  /** Index lines of the output. */
  readonly entries: CdxEntry[];
}

async function write(
  captures: readonly CdxEntry[],
  name: string,
  options: Partial<WarcSinkOptions> = {},
): Promise<Written> {
  const folder = temporaryFolder();
  const path = join(folder, name);
  const losses: CorpusLoss[] = [];
  const sink = await openWarcSink(path, {
    runKey: 'k',
    checkpointMs: 1e9,
    locate: (file) => file,
    onLoss: (loss) => losses.push(loss),
    ...options,
  });
  await sink.write(
    captures.map((capture) => viewOf({}, { capture })),
    captures.length,
  );
  const files = (await sink.finish()).map((file) => basename(file.path));
  expect(readdirSync(folder).sort()).toEqual([...files].sort());
  return { folder, path, files, losses, entries: readIndex(folder) };
}

function readIndex(folder: string): CdxEntry[] {
  const name = readdirSync(folder).find((file) => file.endsWith('.cdxj'))!;
  const lines = readFileSync(join(folder, name), 'utf8').split('\n').slice(0, -1);
  return lines.map((line) => {
    const parsed = parseCdxLine(line, 'cdxj');
    if (parsed.kind === 'rejected') throw new Error(parsed.reason);
    return parsed.entry;
  });
}

/** Stored bytes that an index line points at. */
const storedAt = (folder: string, { file, offset, length }: CdxEntry) =>
  readFileSync(join(folder, file)).subarray(offset, offset + length);

/** A server of one file on this machine, which answers 404 when `isGone`. */
async function serveRanges(bytes: Buffer, isGone: () => boolean): Promise<string> {
  const server = createServer((request, response) => {
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    const end = Math.min(Number(to), bytes.length - 1);
    const range = { 'content-range': `bytes ${from}-${end}/${bytes.length}` };
    if (isGone()) response.writeHead(404).end();
    else response.writeHead(206, range).end(bytes.subarray(Number(from), end + 1));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function archive(name: string, bytes: Buffer) {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, bytes);
  return { path, bytes, captures: await capturesOf(path) };
}

describe('records', () => {
  it('of compressed archives are copied byte by byte, with an index of their new places', async () => {
    const { bytes, captures } = await archive('a.warc.gz', gzipEach(someRecords(20)));
    const chosen = captures.filter((_, i) => i % 3 === 0).reverse();
    const { folder, entries, files, losses } = await write(chosen, 'out.warc.gz');
    expect(files).toEqual(['out.warc.gz', 'out.cdxj']);
    expect(losses).toEqual([]);
    expect(entries).toHaveLength(chosen.length);
    const surts = entries.map(({ surt }) => surt);
    expect(surts).toEqual([...surts].sort());
    for (const entry of entries) {
      const { offset, length } = chosen.find(({ url }) => url === entry.url)!;
      expect(storedAt(folder, entry).equals(bytes.subarray(offset, offset + length))).toBe(true);
      expect(entry.file).toBe('out.warc.gz');
    }
    // What was written is an archive again, and its own index agrees.
    expect((await capturesOf(join(folder, 'out.warc.gz'))).map(({ url }) => url)).toEqual(
      chosen.map(({ url }) => url),
    );
  });

  it('of plain archives are copied byte by byte into a plain one', async () => {
    const records = someRecords(5);
    const { captures } = await archive('a.warc', Buffer.concat(records));
    const { folder, entries } = await write(captures, 'out.warc');
    const written = readFileSync(join(folder, 'out.warc'));
    expect(written.subarray(-Buffer.concat(records).length).equals(Buffer.concat(records))).toBe(
      true,
    );
    expect(storedAt(folder, entries[0]!).equals(records[0]!.subarray(0, -4))).toBe(true);
    expect(await capturesOf(join(folder, 'out.warc'))).toMatchObject(
      captures.map(({ url, length }) => ({ url, length })),
    );
  });

  it('are the same after decompression where the storage differs', async () => {
    const records = someRecords(4);
    const plain = await archive('a.warc', Buffer.concat(records));
    const packed = await archive('b.warc.gz', gzipEach(records));
    const frame = (content: Buffer) =>
      Buffer.concat([Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 0x58]), rawBlock(content, true)]);
    const zstd = await archive('c.warc.zst', Buffer.concat(records.map(frame)));
    expect(zstd.captures).toHaveLength(4);
    for (const { captures } of [plain, zstd]) {
      const { folder, entries, losses } = await write(captures, 'out.warc.gz');
      expect(losses).toEqual([]);
      for (const [i, entry] of entries.entries()) {
        expect(gunzipSync(storedAt(folder, entry)).equals(records[i]!)).toBe(true);
      }
    }
    for (const { captures } of [packed, zstd]) {
      const { folder, entries } = await write(captures, 'out.warc');
      for (const [i, entry] of entries.entries()) {
        expect(storedAt(folder, entry).equals(records[i]!.subarray(0, -4))).toBe(true);
      }
      expect(await capturesOf(join(folder, 'out.warc'))).toHaveLength(4);
    }
  });

  it('need no length in the index, and may be larger than what is held in memory', async () => {
    const large = warcRecord({
      url: 'http://example.org/large',
      block: httpResponse({ body: Buffer.alloc(9 * 1024 * 1024, 'large ') }),
    });
    const records = [large, ...someRecords(2)];
    for (const [name, bytes] of [
      ['a.warc.gz', gzipEach(records)],
      ['a.warc', Buffer.concat(records)],
    ] as const) {
      const { captures } = await archive(name, bytes);
      const unknown = captures.map((capture) => ({ ...capture, length: 0 }));
      const { folder, losses, path } = await write(unknown, name);
      expect(losses).toEqual([]);
      const written = readFileSync(path);
      expect(written.subarray(-bytes.length).equals(bytes)).toBe(true);
      expect(await capturesOf(join(folder, name))).toHaveLength(3);
    }
  });

  it('of remote archives are fetched in parts, and those that cannot be had are told', async () => {
    const records = [
      warcRecord({ block: httpResponse({ body: randomBytes(3_000_000) }) }),
      ...someRecords(2),
    ];
    const { bytes, captures } = await archive('a.warc.gz', gzipEach(records));
    let isGone = false;
    const url = await serveRanges(bytes, () => isGone);
    const remote = captures.map((capture) => ({ ...capture, file: `${url}/a.warc.gz` }));
    const { folder, entries, losses } = await write(remote, 'out.warc.gz');
    expect(losses).toEqual([]);
    expect(entries).toHaveLength(3);
    const written = readFileSync(join(folder, 'out.warc.gz'));
    expect(written.subarray(-bytes.length).equals(bytes)).toBe(true);
    isGone = true;
    const gone = await write(remote, 'out.warc.gz');
    expect(gone.entries).toEqual([]);
    expect(gone.losses).toHaveLength(3);
  });

  it('whose archive breaks off in the middle of copying leave nothing behind', async () => {
    const records = [
      warcRecord({ block: httpResponse({ body: randomBytes(1_000_000) }) }),
      ...someRecords(2),
    ];
    const { bytes, captures } = await archive('a.warc.gz', gzipEach(records));
    let reads = 0;
    let failing = Number.POSITIVE_INFINITY;
    const source = memorySource(bytes, 'remote');
    const openSource = async () => ({
      ...source,
      read: async (target: Uint8Array, position: number) => {
        if (reads++ === failing) throw new PinakesError('REMOTE_FAILED', { url: 'remote' });
        return source.read(target, position);
      },
      readSync: undefined as never,
    });
    await write(captures.slice(0, 1), 'out.warc.gz', { openSource });
    // The last read of the first record is one of copying it: all but that piece was written by then.
    failing = reads - 1;
    reads = 0;
    const { folder, entries, losses } = await write(captures, 'out.warc.gz', { openSource });
    expect(losses).toHaveLength(1);
    expect(losses[0]?.reason).toContain('remote did not answer');
    expect(entries.map(({ url }) => url)).toEqual(captures.slice(1).map(({ url }) => url));
    expect(await capturesOf(join(folder, 'out.warc.gz'))).toHaveLength(2);
    expect(readFileSync(join(folder, 'out.warc.gz')).length).toBeLessThan(5000);
  });

  it('that cannot be copied are told one by one, and cost no other', async () => {
    const good = await archive('a.warc.gz', gzipEach(someRecords(3)));
    const arc = await archive('b.arc', arcRecord('http://example.org/arc', 'HTTP/1.0 200 OK\n\nx'));
    const shared = join(temporaryFolder(), 'c.warc.gz');
    writeFileSync(shared, gzipSync(Buffer.concat(someRecords(2))));
    const broken = Buffer.from(good.bytes);
    broken[good.captures[2]!.offset - 6]! ^= 0xff; // its checksum
    const damaged = await archive('d.warc.gz', Buffer.from(good.bytes));
    writeFileSync(damaged.path, broken);
    const [first, second, third] = good.captures;
    const { entries, losses } = await write(
      [
        first!,
        arc.captures[0]!,
        { ...first!, file: shared, offset: 0 },
        { ...second!, file: damaged.path },
        { ...first!, file: '/nowhere/x.warc.gz' },
        { ...first!, file: 'unknown' },
        { ...first!, offset: 7 },
        { ...first!, offset: 1e9 },
        third!,
      ],
      'out.warc.gz',
      { locate: (file) => (file === 'unknown' ? undefined : file) },
    );
    expect(entries.map(({ url }) => url)).toEqual([
      first!.url,
      third!.url,
      arc.captures[0]!.url, // converted
    ]);
    expect(losses.map(({ reason }) => reason)).toEqual([
      expect.stringContaining('shared compressed member'),
      expect.stringContaining('damaged'),
      expect.stringContaining('cannot be read'),
      expect.stringContaining('the archive unknown is not there'),
      expect.stringContaining('no record starts'),
      expect.stringContaining('the file is shorter'),
    ]);
    expect(losses[0]).toMatchObject({ kind: 'record', file: shared, place: 0, url: first!.url });
  });
});

describe('revisits', () => {
  const original = warcRecord({
    url: 'http://example.org/a',
    fields: { 'WARC-Payload-Digest': 'sha1:AAAA' },
  });
  const revisitOf = (digest: string, url: string) =>
    warcRecord({
      type: 'revisit',
      url,
      date: '2011-01-01T00:00:00Z',
      block: 'HTTP/1.1 200 OK\r\n\r\n',
      fields: { 'WARC-Payload-Digest': `sha1:${digest}` },
    });

  it('are copied, and told when their original is not in the selection', async () => {
    const records = [
      original,
      revisitOf('AAAA', 'http://example.org/a'),
      revisitOf('BBBB', 'http://example.org/b'),
    ];
    const { captures } = await archive('a.warc.gz', gzipEach(records));
    const { entries, losses } = await write(captures, 'out.warc.gz');
    expect(entries).toHaveLength(3);
    expect(losses).toEqual([
      {
        kind: 'record',
        file: 'out.warc.gz',
        place: entries[2]!.offset,
        url: 'http://example.org/b',
        reason: expect.stringContaining('original'),
      },
    ]);
    expect((await write([...captures].reverse(), 'out.warc.gz')).losses).toHaveLength(1);
    expect((await write(captures.slice(1), 'out.warc.gz')).losses).toHaveLength(2);
  });
});

describe('files', () => {
  it('begin with a record of ours that is the same in every run', async () => {
    const { captures } = await archive('a.warc.gz', gzipEach(someRecords(2)));
    const info = { software: 'Pinakes 1.2', info: [['description', 'a\nb']] as const };
    const [one, two] = [
      await write(captures, 'out.warc.gz', info),
      await write(captures, 'out.warc.gz', info),
    ];
    const bytes = readFileSync(one.path);
    expect(readFileSync(two.path).equals(bytes)).toBe(true);
    const reader = await openArchive(one.path);
    const first = reader.next()!;
    expect(first).toMatchObject({ type: 'warcinfo', time: captures[0]!.time });
    expect(first.fields.get('warc-filename')).toBe('out.warc.gz');
    expect(first.fields.get('warc-record-id')).toMatch(
      /^<urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}>$/,
    );
    expect(first.block.toString()).toContain('software: Pinakes 1.2\r\n');
    expect(first.block.toString()).toContain('description: a b\r\n');
    await reader.close();
  });

  it('are there even when nothing was selected', async () => {
    const { path, entries, files } = await write([], 'out.warc.gz');
    expect(files).toEqual(['out.warc.gz', 'out.cdxj']);
    expect(entries).toEqual([]);
    const reader = await openArchive(path);
    expect([...reader].map(({ type }) => type)).toEqual(['warcinfo']);
    await reader.close();
  });

  it('follow each other when they are full, with one index', async () => {
    const { captures } = await archive('a.warc.gz', gzipEach(someRecords(12)));
    const { folder, files, entries } = await write(captures, 'out.warc.gz', { rotateBytes: 1000 });
    expect(files.slice(0, 2)).toEqual(['out-00000.warc.gz', 'out-00001.warc.gz']);
    expect(files.at(-1)).toBe('out.cdxj');
    expect(entries).toHaveLength(12);
    for (const file of files.slice(0, -1)) {
      const found = await capturesOf(join(folder, file));
      expect(found.length).toBeGreaterThan(0);
      expect(entries.filter((entry) => entry.file === file)).toHaveLength(found.length);
    }
  });
});

it('goes on after a kill at any record, and gives the same files', async () => {
  const { captures } = await archive('a.warc.gz', gzipEach(someRecords(12)));
  const views = captures.map((capture) => viewOf({}, { capture }));
  for (const rotateBytes of [undefined, 900]) {
    const options = { runKey: 'k', locate: (file: string) => file, rotateBytes };
    const whole = await write(captures, 'out.warc.gz', { rotateBytes });
    for (const stop of [1, 7]) {
      const folder = temporaryFolder();
      const path = join(folder, 'out.warc.gz');
      const first = await openWarcSink(path, { ...options, checkpointMs: 0 });
      for (let at = 0; at < stop; at++) await first.write([views[at]!], at + 1);
      // A kill: the next writer finds the files, and some bytes of a record that was under way.
      const left = readdirSync(folder).filter((file) => !file.endsWith('.lock'));
      const copies = left.map((file) => [file, readFileSync(join(folder, file))] as const);
      await first.abort();
      for (const [file, bytes] of copies) {
        const torn = file.endsWith('.open') ? Buffer.from('torn') : Buffer.alloc(0);
        writeFileSync(join(folder, file), Buffer.concat([bytes, torn]));
      }
      const second = await openWarcSink(path, { ...options, checkpointMs: 1e9 });
      expect(second.resumed).toEqual({ consumed: stop, written: stop });
      await second.write(views.slice(stop), 12);
      await second.finish();
      expect(readdirSync(folder).sort()).toEqual([...whole.files].sort());
      for (const file of whole.files) {
        const expected = readFileSync(join(whole.folder, file));
        expect(readFileSync(join(folder, file)).equals(expected)).toBe(true);
      }
    }
  }
});

it('removes what a run with more parts has left', async () => {
  const { captures } = await archive('a.warc.gz', gzipEach(someRecords(6)));
  const folder = temporaryFolder();
  const path = join(folder, 'out.warc.gz');
  const views = captures.map((capture) => viewOf({}, { capture }));
  const options = { locate: (file: string) => file, rotateBytes: 300 };
  const first = await openWarcSink(path, { ...options, runKey: 'one' });
  await first.write(views, 6);
  await first.abort();
  const second = await openWarcSink(path, { ...options, runKey: 'two' });
  await second.write(views.slice(0, 1), 1);
  await second.finish();
  expect(readdirSync(folder).sort()).toEqual(['out-00000.warc.gz', 'out.cdxj']);
});
