// Promises that hold for all values: what is written is read back, and index lines sort as captures do.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import {
  formatCdxLine,
  openArchive,
  openWarcWriter,
  parseTimestamp,
  type Timestamp,
} from 'pinakes/archive';
import { expect, it, onTestFinished } from 'vitest';
import { warcRecord } from '../fixtures/archives.ts';

const times = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2200-01-01'), noInvalidDate: true })
  .map((date) => parseTimestamp(date.toISOString()) as Timestamp); // a time within the calendar

/** Bodies, also some that look like the format they are stored in. */
const bodies = fc
  .array(
    fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc.constantFrom(
        warcRecord(),
        Buffer.from('\r\n\r\nWARC/1.0\r\n'),
        Buffer.from('\r\n\r\n'),
        Buffer.from([0x1f, 0x8b, 8, 0]),
        Buffer.from('http://a.example/ 10.0.0.1 20080430204825 text/html 5\nhello\n'),
      ),
    ),
    { maxLength: 4 },
  )
  .map((parts) => Buffer.concat(parts));

const names = fc.stringMatching(/^X-[A-Za-z0-9-]{1,12}$/);
const values = fc.stringMatching(/^[!-~]([ -~]{0,30}[!-~])?$/);
const headers = fc.array(fc.tuple(names, values), { maxLength: 4 });

const records = fc.record({
  kind: fc.constantFrom('response', 'request', 'resource', 'metadata', 'revisit'),
  url: fc.webUrl({ withQueryParameters: true }),
  time: times,
  headers,
  body: bodies,
});

type Sample = typeof records extends fc.Arbitrary<infer T> ? T : never;

it('reads back every record as it was written', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pinakes-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await fc.assert(
    fc.asyncProperty(fc.array(records, { maxLength: 6 }), fc.boolean(), async (samples, isGzip) => {
      const file = join(folder, isGzip ? 'a.warc.gz' : 'a.warc');
      const writer = await openWarcWriter({ target: { file, overwrite: true } });
      const written: { offset: number; length: number; payloadDigest: string }[] = [];
      for (const sample of samples) written.push(await writer.write(toNewRecord(sample)));
      await writer.close();
      const losses: unknown[] = [];
      await using reader = await openArchive(file, { onLoss: (loss) => losses.push(loss) });
      const [info, ...found] = Array.from(reader, (record) => ({
        kind: record.type,
        url: record.url,
        time: record.time,
        startLine: record.http?.startLine ?? '',
        headers: record.http?.fields.entries ?? [],
        body: record.readBody().bytes.toString('latin1'),
        offset: record.offset,
        length: record.storedLength,
        digest: record.fields.get('warc-payload-digest').replace('sha1:', ''),
      }));
      expect(losses).toEqual([]);
      expect(info?.kind).toBe('warcinfo');
      expect(found).toEqual(
        samples.map((sample, i) => ({
          kind: sample.kind,
          url: sample.url,
          time: sample.time,
          ...expectedContent(sample),
          offset: written[i]?.offset,
          length: written[i]?.length,
          digest: written[i]?.payloadDigest,
        })),
      );
    }),
    { numRuns: 300 },
  );
});

it('sorts index lines by key, then by time', () => {
  const entries = fc.record({
    surt: fc.stringMatching(/^[!-~]{1,8}$/),
    time: times,
    url: fc.webUrl(),
  });
  fc.assert(
    fc.property(entries, entries, fc.constantFrom('cdxj', 'cdx11', 'cdx9'), (a, b, format) => {
      const rest = { mime: 'text/html', status: 200, digest: 'A', file: 'a', offset: 0, length: 1 };
      const line = (entry: typeof a) => Buffer.from(formatCdxLine({ ...rest, ...entry }, format));
      const byKey = Buffer.compare(Buffer.from(a.surt), Buffer.from(b.surt));
      const expected = byKey || a.time.localeCompare(b.time);
      fc.pre(expected !== 0);
      expect(Math.sign(Buffer.compare(line(a), line(b)))).toBe(Math.sign(expected));
    }),
  );
});

function toNewRecord({ kind, url, time, headers, body }: Sample) {
  const base = { url, time };
  const startLine = kind === 'request' ? 'GET / HTTP/1.1' : 'HTTP/1.1 200 OK';
  switch (kind) {
    case 'response':
    case 'request':
      return { ...base, kind, http: { startLine, headers, body } } as const;
    case 'resource':
      return { ...base, kind, contentType: 'application/octet-stream', body } as const;
    case 'metadata':
      return { ...base, kind, fields: headers } as const;
    case 'revisit':
      return {
        ...base,
        kind,
        profile: 'identical-payload-digest',
        http: { startLine, headers },
        payloadDigest: 'B2LTWWPUOYAH7UIPQ7ZUPQ4VMBSVC36A',
        original: { url, time },
      } as const;
  }
}

function expectedContent({ kind, headers: given, body }: Sample) {
  const headers = given.map(([name, value]) => [name.toLowerCase(), value]);
  switch (kind) {
    case 'response':
      return { startLine: 'HTTP/1.1 200 OK', headers, body: body.toString('latin1') };
    case 'request':
      return { startLine: 'GET / HTTP/1.1', headers, body: body.toString('latin1') };
    case 'resource':
      return { startLine: '', headers: [], body: body.toString('latin1') };
    case 'metadata':
      return {
        startLine: '',
        headers: [],
        body: given.map(([name, value]) => `${name}: ${value}\r\n`).join(''),
      };
    case 'revisit':
      return { startLine: 'HTTP/1.1 200 OK', headers, body: '' };
  }
}
