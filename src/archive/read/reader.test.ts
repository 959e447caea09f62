import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  arcRecord,
  gzipEach,
  httpResponse,
  someRecords,
  warcRecord,
} from '../../../test/fixtures/archives.ts';
import type { Loss } from '../../model/capture.ts';
import { type ByteSource, memorySource } from '../source/source.ts';
import { RecordAccess } from './random-access.ts';
import { ArchiveReader, type ReadOptions } from './reader.ts';

function readAll(bytes: Buffer, options: ReadOptions = {}) {
  const losses: Loss[] = [];
  const source = memorySource(bytes, 'test.warc');
  const records = [];
  for (const record of new ArchiveReader(source, {
    onLoss: (loss) => losses.push(loss),
    ...options,
  })) {
    const body = record.readBody();
    records.push({
      url: record.url,
      type: record.type,
      time: record.time,
      timeSource: record.header.timeSource,
      offset: record.offset,
      storedLength: record.storedLength,
      damage: record.damage,
      isAddressable: record.isAddressable,
      body: body.bytes.toString('latin1'),
      truncated: body.truncated,
    });
  }
  return {
    records,
    losses,
    urls: records.map((record) => record.url.replace('http://example.org', '')),
  };
}

const reasons = (losses: readonly Loss[]) =>
  losses.map((loss) => `${loss.reason}@${loss.offset}+${loss.skippedBytes}`);

describe('reading', () => {
  const records = someRecords(5);
  const all = ['/0', '/1', '/2', '/3', '/4'];

  it.each([
    ['plain', Buffer.concat(records)],
    ['a gzip member a record', gzipEach(records)],
    ['one gzip member for all', gzipSync(Buffer.concat(records))],
    ['gzip blocks that records straddle', gzipBlocks(Buffer.concat(records), 100)],
    ['plain and gzip mixed', Buffer.concat([...records.slice(0, 2), gzipEach(records.slice(2))])],
    ['gzip with names and comments', Buffer.concat(records.map(withName))],
    [
      'gzip with empty members between',
      gzipEach(records.flatMap((record) => [record, Buffer.alloc(0)])),
    ],
    [
      'plain with LF line ends',
      Buffer.concat(
        records.map((_, i) => warcRecord({ url: `http://example.org/${i}`, lineEnd: '\n' })),
      ),
    ],
    [
      'plain without version lines',
      Buffer.concat(
        records.map((_, i) =>
          warcRecord({
            url: `http://example.org/${i}`,
            version: i === 0 ? 'WARC/0.17' : 'WARC/1.1',
          }),
        ),
      ),
    ],
  ])('finds all records: %s', (_, bytes) => {
    const { urls, losses, records: found } = readAll(bytes);
    expect(urls).toEqual(all);
    expect(losses).toEqual([]);
    expect(found.every((record) => record.damage === undefined)).toBe(true);
  });

  it('finds records without a version line in gzip members', () => {
    const { urls, losses } = readAll(
      gzipEach(records.map((_, i) => warcRecord({ url: `http://example.org/${i}`, version: '' }))),
    );
    expect(urls).toEqual(all);
    expect(losses).toEqual([]);
  });

  it('knows where a record is, unless it shares a member', () => {
    const bytes = gzipEach(records);
    const { records: found } = readAll(bytes);
    expect(found.map((record) => record.offset + (record.storedLength ?? 0))).toEqual([
      ...found.slice(1).map((record) => record.offset),
      bytes.length,
    ]);
    const shared = readAll(gzipSync(Buffer.concat(records))).records;
    expect(shared.map((record) => record.isAddressable)).toEqual([
      false,
      false,
      false,
      false,
      false,
    ]);
  });

  it('reads ARC files of both versions', () => {
    const response = 'HTTP/1.0 200 OK\nContent-Type: text/html\n\n<p>old</p>';
    const head = arcRecord(
      'filedesc://x.arc',
      '1 0 Crawler\nURL IP-address Archive-date Content-type Archive-length\n',
    );
    const plain = Buffer.concat([
      head,
      arcRecord('http://example.org/a', response),
      arcRecord('http://example.org/b', response),
    ]);
    const { urls, records: found, losses } = readAll(plain);
    expect(urls).toEqual(['filedesc://x.arc', '/a', '/b']);
    expect(found[2]?.body).toBe('<p>old</p>');
    expect(losses).toEqual([]);
  });

  it('has nothing to tell of an empty file', () => {
    expect(readAll(Buffer.alloc(0))).toEqual({ records: [], losses: [], urls: [] });
  });

  it('gives the same records in batches, which stay valid', async () => {
    const reader = new ArchiveReader(memorySource(gzipEach(someRecords(600))));
    const seen = [];
    for await (const batch of reader.batches()) seen.push(...batch);
    expect(seen.map((record) => record.readBody().bytes.toString())).toEqual(
      readAll(gzipEach(someRecords(600))).records.map((record) => record.body),
    );
  });

  it('gives the same records from a source that has no synchronous reads', async () => {
    const { readSync: _, ...remote } = memorySource(gzipEach(records));
    const reader = new ArchiveReader(remote satisfies ByteSource);
    const urls = [];
    for (let record = await reader.nextAsync(); record; record = await reader.nextAsync())
      urls.push(record.url);
    expect(urls).toHaveLength(5);
    expect(() => new ArchiveReader(remote).next()).toThrow('asynchronous');
  });

  it.each([
    ['gzip', gzipEach(someRecords(40))],
    ['plain', Buffer.concat(someRecords(40))],
  ])('reads the parts of a %s file as it reads the whole, wherever it is split', (_, bytes) => {
    const whole = readAll(bytes).urls;
    for (let split = 1; split < bytes.length; split += 97) {
      const parts = [readAll(bytes, { endOffset: split }), readAll(bytes, { startOffset: split })];
      expect(parts.flatMap((part) => part.urls)).toEqual(whole);
    }
  });
});

describe('damage', () => {
  const [first, second, third] = someRecords(3) as [Buffer, Buffer, Buffer];
  const members = [first, second, third].map((record) => gzipSync(record)) as [
    Buffer,
    Buffer,
    Buffer,
  ];

  it.each([
    ['garbage', Buffer.from('this is no record')],
    ['zeros', Buffer.alloc(3000)],
  ])('between gzip members is passed over and reported: %s', (reason, junk) => {
    const { urls, losses } = readAll(
      Buffer.concat([members[0], junk, members[1], junk, members[2]]),
    );
    expect(urls).toEqual(['/0', '/1', '/2']);
    expect(reasons(losses)).toEqual([
      `${reason}@${members[0].length}+${junk.length}`,
      `${reason}@${members[0].length + junk.length + members[1].length}+${junk.length}`,
    ]);
  });

  it.each([
    ['garbage', Buffer.from('this is no record\r\n')],
    ['zeros', Buffer.alloc(3000)],
  ])('between plain records is passed over and reported: %s', (reason, junk) => {
    const { urls, losses } = readAll(Buffer.concat([first, junk, second, third]));
    expect(urls).toEqual(['/0', '/1', '/2']);
    expect(reasons(losses)).toEqual([`${reason}@${first.length}+${junk.length}`]);
  });

  it('in a gzip member costs that record alone', () => {
    const broken = Buffer.from(members[1]);
    broken.fill(0xff, 20, 60);
    const { urls, losses, records } = readAll(Buffer.concat([members[0], broken, members[2]]));
    expect(urls.at(0)).toBe('/0');
    expect(urls.at(-1)).toBe('/2');
    expect(reasons(losses)).toEqual([`corrupt-member@${members[0].length}+${broken.length}`]);
    expect(records.slice(1, -1).every((record) => record.damage === 'corrupt-member')).toBe(true);
  });

  it('of a checksum is seen', () => {
    const broken = Buffer.from(members[1]);
    broken[broken.length - 6] = (broken[broken.length - 6] ?? 0) ^ 1;
    const { urls, losses, records } = readAll(Buffer.concat([members[0], broken, members[2]]));
    expect(urls).toEqual(['/0', '/1', '/2']);
    expect(records[1]?.damage).toBe('checksum');
    expect(reasons(losses)).toEqual([`checksum@${members[0].length}+${broken.length}`]);
  });

  it('at the end of a file leaves a truncated record and says so', () => {
    const cut = Buffer.concat([members[0], members[1].subarray(0, members[1].length - 20)]);
    const { urls, losses, records } = readAll(cut);
    expect(urls).toEqual(['/0', '/1']);
    expect(records[1]).toMatchObject({ damage: 'truncated', truncated: 'damaged' });
    expect(reasons(losses)).toEqual([
      `truncated@${members[0].length}+${cut.length - members[0].length}`,
    ]);
    const plain = readAll(
      Buffer.concat([first, second]).subarray(0, first.length + second.length - 50),
    );
    expect(plain.records[1]).toMatchObject({ url: 'http://example.org/1', damage: 'truncated' });
  });

  it.each([
    ['too large', '5000', 'bad-length'],
    ['absurd', '999999999999999', 'bad-length'],
    ['negative', '-1', 'bad-length'],
    ['missing', undefined, 'bad-length'],
    ['hexadecimal', '0x20', 'bad-length'],
  ])('of a length that is %s costs no neighbour, plain or gzip', (_, length, reason) => {
    const bad = warcRecord({ url: 'http://example.org/bad', fields: { 'Content-Length': length } });
    const plain = readAll(Buffer.concat([first, bad, second]));
    expect(plain.urls).toEqual(['/0', '/bad', '/1']);
    expect(plain.records[1]).toMatchObject({ damage: reason, body: 'hello' });
    expect(plain.losses.map((loss) => loss.reason)).toEqual([reason]);
    const zipped = readAll(gzipEach([first, bad, second]));
    expect(zipped.urls).toEqual(['/0', '/bad', '/1']);
    expect(zipped.records[1]).toMatchObject({ damage: reason, body: 'hello' });
  });

  it('of a length that is too small is taken at its word, the rest reported', () => {
    const bad = warcRecord({ url: 'http://example.org/bad', fields: { 'Content-Length': '45' } });
    const { urls, losses } = readAll(Buffer.concat([first, bad, second]));
    expect(urls).toEqual(['/0', '/bad', '/1']);
    expect(losses.map((loss) => loss.reason)).toEqual(['garbage']);
  });

  it('of a header that runs into the next record costs only its own', () => {
    const torn = Buffer.concat([second.subarray(0, 60), third]);
    const { urls, losses } = readAll(Buffer.concat([first, torn]));
    expect(urls).toEqual(['/0', '/2']);
    expect(losses.map((loss) => loss.reason)).toEqual(['bad-header']);
  });

  it('of a date leaves the record without one', () => {
    const { losses, records } = readAll(warcRecord({ date: 'yesterday' }));
    expect(records).toHaveLength(1);
    expect(losses.map((loss) => loss.reason)).toEqual(['bad-date']);
  });

  it.each([
    ['2008-10-294T05:21:46-0700', [], '20081020122146 header'],
    ['2009-03-65T08:43:19Z', [], '20090306084319 header'],
    ['2008-294T05:21:46Z', [], '20081020052146 header'],
    ['49ff10a2', [], '20090504155826 header'],
    ['2008-11-294T05:21:46Z', ['Date: Tue, 06 May 2008 07:08:09 GMT'], '20080506070809 http-date'],
    ['yesterday', ['Date: Tuesday, 06-May-08 07:08:09 GMT'], '20080506070809 http-date'],
    ['yesterday', ['Date: Thu, 01 Jan 1970 00:00:00 GMT'], '20070102030405 warcinfo'],
    ['', ['Date: 2008'], '20070102030405 warcinfo'],
  ])('of a date is mended: %s %j', (date, headers, expected) => {
    const info = warcRecord({ type: 'warcinfo', date: '2007-01-02T03:04:05Z', block: 'a: b' });
    const bad = warcRecord({ date, block: httpResponse({ headers }) });
    const { losses, records } = readAll(Buffer.concat([info, bad]));
    const { time, timeSource } = records[1]!;
    expect(`${time} ${timeSource}`).toBe(expected);
    expect(losses.map((loss) => loss.reason)).toEqual(['inferred-date']);
  });

  it('of a date is mended by a warcinfo whose own date had to be mended', () => {
    const info = warcRecord({ type: 'warcinfo', date: '2009-03-65T08:43:19Z', block: 'a: b' });
    const { records } = readAll(Buffer.concat([info, warcRecord({ date: 'yesterday' })]));
    expect(records[1]).toMatchObject({ time: '20090306084319', timeSource: 'warcinfo' });
  });

  it('of a date is mended by the name of the file before the warcinfo', () => {
    const info = warcRecord({ type: 'warcinfo', date: '2007-01-02T03:04:05Z', block: 'a: b' });
    const bytes = Buffer.concat([info, warcRecord({ date: 'x' })]);
    const name = 'crawls/IAH-20080430204825123-00000-host1234.warc';
    const [, record] = [...new ArchiveReader(memorySource(bytes, name))].map(
      ({ header }) => header,
    );
    expect(record).toMatchObject({ time: '20080430204825', timeSource: 'file-name' });
  });

  it('that a hostile file repeats does not make reading slow', () => {
    // Every member claims to be a record and breaks off late, in data that all of them share.
    const tail = gzipSync(Buffer.alloc(40_000_000), { level: 9 }).subarray(10, -8);
    const head = gzipSync(Buffer.from('WARC/1.0\r\nWARC-Type: response\r\n'), { level: 0 });
    const opening = Buffer.from(head.subarray(0, -8));
    opening[10] = 0; // the stored block is not the last one
    const bytes = Buffer.concat([...Array.from({ length: 400 }, () => opening), tail]);
    const started = process.cpuUsage();
    readAll(bytes);
    const { user, system } = process.cpuUsage(started);
    expect((user + system) / 1e6).toBeLessThan(5);
  });
});

describe('large records', () => {
  const big = Buffer.alloc(3_000_000, 'large block ');
  const options = { bufferLimit: 1_500_000 };
  const record = warcRecord({ url: 'http://example.org/big', block: httpResponse({ body: big }) });
  const [before, after] = someRecords(2) as [Buffer, Buffer];

  it.each([
    ['plain', Buffer.concat([before, record, after])],
    ['gzip', gzipEach([before, record, after])],
  ])('are streamed whole: %s', (_, bytes) => {
    const { records, losses } = readAll(bytes, options);
    expect(records[1]?.body).toBe(big.toString());
    expect(records.map(({ damage }) => damage)).toEqual([undefined, undefined, undefined]);
    expect(losses).toEqual([]);
  });

  it('have a place of their own once the next record is read', () => {
    const lengths = (bytes: Buffer) =>
      [...new ArchiveReader(memorySource(bytes), options)].map((found) => found.storedLength);
    const separator = 4;
    expect(lengths(Buffer.concat([before, record, after]))).toEqual(
      [before, record, after].map((bytes) => bytes.length - separator),
    );
    expect(lengths(gzipEach([before, record, after]))).toEqual(
      [before, record, after].map((bytes) => gzipSync(bytes).length),
    );
  });

  it('that break off are streamed as far as they go', () => {
    for (const bytes of [Buffer.concat([before, record]), gzipEach([before, record])]) {
      const { records, losses } = readAll(bytes.subarray(0, bytes.length - 200), options);
      expect(records[1]).toMatchObject({ url: 'http://example.org/big', truncated: 'damaged' });
      expect(records[1]?.body.length).toBeGreaterThan(2_900_000);
      expect(losses.map((loss) => loss.reason)).toEqual(['truncated']);
    }
  });

  it('are given in parts to those who take their time, and are read no further than they ask', async () => {
    const chunked = httpResponse({
      headers: ['Transfer-Encoding: chunked'],
      body: Buffer.concat([
        Buffer.from(`${big.length.toString(16)}\r\n`),
        big,
        Buffer.from('\r\n0\r\n\r\n'),
      ]),
    });
    for (const [block, bodyBytes] of [
      [httpResponse({ body: big }), big.length],
      [chunked, undefined],
    ] as const) {
      const bytes = Buffer.concat([before, warcRecord({ block }), after]);
      const reads: number[] = [];
      const memory = memorySource(bytes);
      const source: ByteSource = {
        ...memory,
        read: (target, position) => {
          reads.push(position);
          return memory.read(target, position);
        },
      };
      const reader = new ArchiveReader(source, options);
      await reader.nextAsync();
      const found = await reader.nextAsync();
      expect(found?.bodyBytes).toBe(bodyBytes);
      const parts: Buffer[] = [];
      const isRead: number[] = [];
      for await (const part of found?.iterateBody() ?? []) {
        parts.push(part);
        isRead.push(reads.length);
      }
      expect(Buffer.concat(parts).equals(big)).toBe(true);
      expect(isRead[0]).toBeLessThan(isRead.at(-1) ?? 0);
      expect((await reader.nextAsync())?.url).toBe('http://example.org/1');
    }
    const small = await new ArchiveReader(memorySource(before)).nextAsync();
    for await (const part of small?.iterateBody() ?? []) expect(part.length).toBe(small?.bodyBytes);
  });

  it('may be left unread', () => {
    const reader = new ArchiveReader(memorySource(gzipEach([before, record, after])), options);
    expect([...reader].map(({ url }) => url)).toHaveLength(3);
  });

  it('have their codings undone as they come', () => {
    const random = Buffer.from(
      Array.from({ length: 2_000_000 }, (_, i) => (i * 31 + (i >> 8)) & 255),
    );
    const stored = Buffer.concat([brotliCompressSync(random, { params: {} })]);
    const coded = warcRecord({
      block: httpResponse({ headers: ['Content-Encoding: br'], body: stored }),
    });
    const [only] = readAll(coded, options).records;
    expect(only?.body).toBe(random.toString('latin1'));
  });

  it('are cut at the limit the caller sets, bombs too', () => {
    const bomb = warcRecord({
      block: httpResponse({
        headers: ['Content-Encoding: gzip'],
        body: gzipSync(Buffer.alloc(50_000_000)),
      }),
    });
    for (const found of new ArchiveReader(memorySource(gzipSync(bomb)))) {
      const body = found.readBody({ maxBytes: 1000 });
      expect(body.bytes).toHaveLength(1000);
      expect(body.truncated).toBe('limit');
    }
  });

  it('whose length is wrong do not swallow the next record of a plain file', () => {
    const wrong = warcRecord({
      url: 'http://example.org/wrong',
      fields: { 'Content-Length': '2000000' },
    });
    const { urls, losses } = readAll(Buffer.concat([before, wrong, record, after]), options);
    expect(urls).toEqual(['/0', '/wrong', '/big', '/1']);
    expect(losses.map((loss) => loss.reason)).toEqual(['bad-length']);
  });
});

describe('random access', () => {
  it.each([
    ['gzip', gzipEach(someRecords(20))],
    ['plain', Buffer.concat(someRecords(20))],
  ])('gives each record of a %s file by its place', async (_, bytes) => {
    const access = await RecordAccess.open(memorySource(bytes));
    const { records } = readAll(bytes);
    for (const { offset, storedLength, url, body } of records.reverse()) {
      for (const length of [storedLength, undefined, 1]) {
        const record = access.readAt({ offset, ...(length !== undefined && { length }) });
        expect(record.url).toBe(url);
        expect(record.readBody().bytes.toString('latin1')).toBe(body);
      }
      expect((await access.loadAt({ offset })).url).toBe(url);
    }
  });

  it('finds a record inside a shared member by its inner offset', async () => {
    const source = memorySource(gzipSync(Buffer.concat(someRecords(4))));
    const places = [...new ArchiveReader(source)].map(({ offset, innerOffset, url }) => ({
      offset,
      innerOffset,
      url,
    }));
    const access = await RecordAccess.open(source);
    for (const { url, ...pointer } of places) expect(access.readAt(pointer).url).toBe(url);
  });

  it.each([1, 5000, -1, 0.5, 1e12])('says so where no record starts: %d', async (offset) => {
    const access = await RecordAccess.open(memorySource(gzipEach(someRecords(9))));
    expect(() => access.readAt({ offset })).toThrow(/no record at offset/);
  });
});

function withName(record: Buffer): Buffer {
  const member = gzipSync(record);
  member[3] = 0b11000; // a name and a comment follow
  return Buffer.concat([
    member.subarray(0, 10),
    Buffer.from('name.warc\0a comment\0'),
    member.subarray(10),
  ]);
}

function gzipBlocks(bytes: Buffer, size: number): Buffer {
  const blocks = [];
  for (let at = 0; at < bytes.length; at += size)
    blocks.push(gzipSync(bytes.subarray(at, at + size)));
  return Buffer.concat(blocks);
}
