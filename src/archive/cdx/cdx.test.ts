// Index lines: what is read from odd ones, and that written ones can be read again.
import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeWithRealData, realDataPath } from '../../../test/fixtures/real-data.ts';
import type { Timestamp } from '../../model/capture.ts';
import { toSurt } from '../../model/surt.ts';
import {
  type CdxFormat,
  formatCdxHeader,
  formatCdxLine,
  parseCdxHeader,
  parseCdxLine,
} from './cdx.ts';
import type { CdxEntry } from './cdx-entry.ts';

const FORMATS: readonly CdxFormat[] = ['cdx9', 'cdx11', 'cdxj'];

const image: CdxEntry = {
  surt: 'org,example)/a.png',
  time: '20140103030321' as Timestamp,
  url: 'http://example.org/a.png',
  mime: 'image/png',
  status: 200,
  digest: 'B2LTWWPUOYAH7UIPQ7ZUPQ4VMBSVC36A',
  file: 'a.warc.gz',
  offset: 333,
  length: 1043,
};

const entryOf = (line: string, format?: CdxFormat) => {
  const result = parseCdxLine(line, format);
  if (result.kind === 'rejected') throw new Error(result.reason);
  return result.entry;
};

describe('formatCdxLine', () => {
  it('writes the three formats', () => {
    const digest = 'B2LTWWPUOYAH7UIPQ7ZUPQ4VMBSVC36A';
    const start = `org,example)/a.png 20140103030321 `;
    expect(FORMATS.map((format) => formatCdxLine(image, format))).toEqual([
      `${start}http://example.org/a.png image/png 200 ${digest} - 333 a.warc.gz`,
      `${start}http://example.org/a.png image/png 200 ${digest} - - 1043 333 a.warc.gz`,
      `${start}{"url": "http://example.org/a.png", "mime": "image/png", "status": "200", "digest": "${digest}", "length": "1043", "offset": "333", "filename": "a.warc.gz"}`,
    ]);
  });

  it('leaves out what is absent', () => {
    const bare = { ...image, mime: '', status: 0, digest: '', file: '', length: 0 };
    expect(formatCdxLine(bare, 'cdx11')).toBe(
      'org,example)/a.png 20140103030321 http://example.org/a.png - - - - - - - -',
    );
    expect(formatCdxLine(bare, 'cdxj')).toBe(
      'org,example)/a.png 20140103030321 {"url": "http://example.org/a.png"}',
    );
  });

  it('keeps a line whole whatever its texts hold', () => {
    const odd = { ...image, url: 'http://example.org/a b\n\u2028é', file: 'my crawl\t1é.warc.gz' };
    const fields = formatCdxLine(odd, 'cdx11').split(/\s/);
    expect(fields).toHaveLength(11);
    expect(fields[2]).toBe('http://example.org/a%20b%0A%E2%80%A8%C3%A9');
    expect(fields[10]).toBe('my%20crawl%091é.warc.gz');
    expect(formatCdxLine(odd, 'cdxj')).toMatch(/^[ -~]+$/);
  });

  it('writes lines that say the same when they are read', () => {
    fc.assert(
      fc.property(anyEntry, fc.constantFrom(...FORMATS), (entry, format) => {
        const { length, meta, extra, ...rest } = entryOf(formatCdxLine(entry, format), format);
        expect(rest).toMatchObject({ ...common(entry), redirect: 'http://example.org/b' });
        if (format !== 'cdx9')
          expect({ length, meta }).toEqual({ length: entry.length, meta: 'A' });
        if (format === 'cdxj') expect({ extra, url: rest.url }).toEqual(pick(entry));
      }),
    );
  });
});

describe('parseCdxLine', () => {
  it('reads fields in the order of the header', () => {
    const legend = parseCdxHeader(' CDX g V b a s N')!;
    expect(parseCdxLine('x.arc.gz 17 2008 http://example.org/ 404 org,example)/', legend)).toEqual({
      kind: 'entry',
      entry: {
        ...{ surt: 'org,example)/', time: '20080101000000', url: 'http://example.org/' },
        ...{ mime: '', status: 404, digest: '', file: 'x.arc.gz', offset: 17, length: 0 },
      },
    });
  });

  it('computes the key where the fields have none', () => {
    const legend = parseCdxHeader('\tCDX\tA\tb\ta')!;
    const result = parseCdxLine('example.org/\t20080430204825\thttp://www.example.org/', legend);
    expect(result).toMatchObject({ entry: { surt: 'org,example)/' } });
  });

  it.each([
    ['9 fields', 'k 2008 u m 200 D - 5 f', { offset: 5, file: 'f', length: 0 }],
    ['10 fields', 'k 2008 u m 200 D - - 5 f', { offset: 5, file: 'f', length: 0 }],
    ['11 fields', 'k 2008 u m 200 D - - 9 5 f', { offset: 5, file: 'f', length: 9 }],
    ['7 fields of a server', 'k 2008 u m 200 D 9', { offset: 0, file: '', length: 9 }],
    [
      '14 fields',
      'k 2008 u m - D - - 9 5 f 8 4 g',
      { extra: { 'orig.length': '8', 'orig.offset': '4', 'orig.filename': 'g' } },
    ],
    ['14 fields of a capture', 'k 2008 u m 200 D - - 9 5 f - - -', { offset: 5, file: 'f' }],
    ['key and time alone', 'k 2008', { surt: 'k', url: '', time: '20080101000000' }],
    [
      'numbers in JSON',
      'k 2008 {"status": 200, "offset": 5, "filename": "f"}',
      { status: 200, offset: 5 },
    ],
    ['a prefixed digest', 'k 2008 {"digest": "sha1:ABC"}', { digest: 'ABC' }],
    ['another digest', 'k 2008 {"digest": "sha256:abc"}', { digest: 'sha256:abc' }],
    [
      'unknown JSON',
      'k 2008 {"a": [1], "__proto__": 2}',
      { extra: JSON.parse('{"a": [1], "__proto__": 2}') },
    ],
    [
      'a MIME type with parameters',
      'k 2008 {"mime": "Text/HTML; charset=x"}',
      { mime: 'text/html' },
    ],
    ['the 29th of February', 'k 20080229000000', { time: '20080229000000' }],
  ])('reads %s', (_, line, expected) => {
    expect(entryOf(line)).toMatchObject(expected);
  });

  it.each([
    ['', 'fields'],
    ['org,example)/', 'fields'],
    ['k 2008 u m 200 D - - 9 5 f g', 'fields'],
    ['k yesterday', 'time'],
    ['k 20081301000000', 'time'],
    ['k 20070229000000', 'time'],
    ['k 2008 {"url": ', 'json'],
    ['k 2008 u m 200 D - - 9 - f', 'offset'],
    ['k 2008 {"filename": "f", "offset": "-1"}', 'offset'],
  ])('rejects %j', (line, reason) => {
    expect(parseCdxLine(line)).toEqual({ kind: 'rejected', reason });
  });

  it('rejects JSON that is no object', () => {
    expect(parseCdxLine('k 2008 [1]', 'cdxj')).toEqual({ kind: 'rejected', reason: 'json' });
    expect(parseCdxLine('k 2008 null', 'cdxj')).toEqual({ kind: 'rejected', reason: 'json' });
  });

  it('answers any text', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom(...FORMATS, undefined), (line, format) => {
        expect(parseCdxLine(line, format).kind).toMatch(/^(entry|rejected)$/);
      }),
    );
  });
});

describe('the header', () => {
  it('names the fields of both formats', () => {
    expect(formatCdxHeader('cdx9')).toBe(' CDX N b a m s k r V g');
    expect(formatCdxHeader('cdx11')).toBe(' CDX N b a m s k r M S V g');
    expect(formatCdxHeader('cdxj')).toBeUndefined();
  });

  it('is told from a line of captures', () => {
    expect(parseCdxHeader('CDX N b a')?.letters).toEqual(['N', 'b', 'a']);
    expect(parseCdxHeader(' CDX,N,b')).toBeUndefined();
    expect(parseCdxHeader('org,cdx)/ 2008 x')).toBeUndefined();
  });
});

describeWithRealData('index lines made by pywb', () => {
  const linesOf = (folder: string, file: string) =>
    readFileSync(realDataPath('archives', 'pywb', folder, file), 'utf8')
      .trimEnd()
      .split('\n');

  it('writes CDX lines that are equal byte for byte', () => {
    const files = readdirSync(realDataPath('archives', 'pywb', 'cdx'));
    for (const file of files.filter((name) => name.endsWith('.cdx'))) {
      const [header, ...lines] = linesOf('cdx', file);
      expect(header).toBe(formatCdxHeader('cdx11'));
      for (const line of lines) expect(formatCdxLine(entryOf(line), 'cdx11')).toBe(line);
    }
  });

  it('writes CDXJ lines that are equal byte for byte', () => {
    const files = readdirSync(realDataPath('archives', 'pywb', 'cdxj'));
    for (const file of files.filter((name) => name.endsWith('.cdxj'))) {
      for (const line of linesOf('cdxj', file)) {
        expect(formatCdxLine(entryOf(line), 'cdxj')).toBe(line);
      }
    }
  });

  it('reads the same captures from both formats, under the keys we compute', () => {
    const [, ...cdx] = linesOf('cdx', 'iana.cdx').map((line) => parseCdxLine(line));
    expect(linesOf('cdxj', 'iana.cdxj').map((line) => parseCdxLine(line))).toEqual(cdx);
    for (const result of cdx) {
      expect(result.kind === 'entry' && toSurt(result.entry.url)).toBe(
        result.kind === 'entry' && result.entry.surt,
      );
    }
  });
});

const visible = fc.string({ unit: fc.constantFrom(...'abcXYZ019-_.~%/é日'), minLength: 2 });

const anyEntry: fc.Arbitrary<CdxEntry> = fc.record({
  surt: fc.webUrl().map(toSurt),
  time: fc
    .date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString().replace(/\D/g, '').slice(0, 14) as Timestamp),
  url: fc.string({ minLength: 2, unit: 'grapheme' }),
  mime: fc.constantFrom('', 'image/png', 'warc/revisit'),
  status: fc.constantFrom(0, 200, 404),
  digest: fc.constantFrom('', 'ABC', 'sha256:x'),
  file: visible,
  offset: fc.nat(),
  length: fc.nat(),
  redirect: fc.constant('http://example.org/b'),
  meta: fc.constant('A'),
  extra: fc.constant({ a: 1, b: ['x'] }),
});

const common = ({ url, length, meta, extra, ...rest }: CdxEntry) => rest;
const pick = ({ url, extra }: CdxEntry) => ({ url, extra });
