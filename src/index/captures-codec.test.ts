// What the capture index stores comes back as it was, and its bytes sort as what they stand for.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toSurt } from '../model/surt.ts';
import {
  numberLength,
  offsetEnd,
  readNumber,
  readOffset,
  readTime,
  timeEnd,
  toPlaceBytes,
  writeNumber,
} from './captures-bytes.ts';
import {
  CaptureCursor,
  type CaptureRow,
  comparePlaces,
  packCaptures,
  unpackCaptures,
} from './captures-codec.ts';
import { readOriginal, toOriginal } from './captures-original.ts';

const HOSTS = ['example.org', 'www.example.org', 'www2.example.org', 'EXAMPLE.org', '[::1]', ''];
const PATHS = ['', '/', '/A/b', '/a/', '/a/?b=2&a=1', '/%C3%A9#x', '/ä', '/😀', '/\u0000', '?'];

/** URLs of archives, and what hostile ones may hold instead. */
const url = fc.oneof(
  fc
    .tuple(
      fc.constantFrom('http://', 'https://', 'HTTP://', 'ftp://', 'urn:', 'dns:', ''),
      fc.constantFrom('', 'www.', 'user:x@'),
      fc.constantFrom(...HOSTS),
      fc.constantFrom('', ':80', ':8080'),
      fc.constantFrom(...PATHS),
      fc.string({ maxLength: 12, unit: 'grapheme' }),
    )
    .map((parts) => parts.join('')),
  fc.webUrl({ withQueryParameters: true, withFragments: true, size: 'small' }),
  fc.string({ unit: 'binary' }),
);
const time = fc.oneof(
  fc
    .date({ min: new Date('1990-01-01'), max: new Date('2053-12-31'), noInvalidDate: true })
    .map((date) => Number(date.toISOString().replace(/\D/g, '').slice(0, 14))),
  fc.integer({ min: 0, max: 99_999_999_999_999 }),
  fc.constantFrom(0, 19_900_000_000_000, 20_530_000_000_000, 20_191_399_999_999),
);
const count = fc.oneof(fc.maxSafeNat(), fc.nat(), fc.nat(1000));
const place = fc.record({ time, file: count, offset: count });
const digest = fc.oneof(
  fc.constantFrom('', 'B2LTWWPUOYAH7UIPQ7ZUPQ4VMBSVC36A', 'A'.repeat(32), '1'.repeat(32)),
  fc.string({ maxLength: 40, unit: 'grapheme' }),
);
const capture = fc
  .tuple(
    place,
    fc.record({
      mime: fc.oneof(fc.constantFrom('text/html', 'warc/revisit', '', '\0'), fc.string()),
      status: fc.oneof(fc.constantFrom(200, 0, 404), count),
      digest,
      length: count,
    }),
  )
  .map(([where, rest]) => ({ ...where, ...rest }));

const toDigits = (bytes: Buffer): string => bytes.toString('hex').toUpperCase();

it('gives back captures of any kind, one by one and all at once', () => {
  const some = fc.array(fc.tuple(capture, url), { maxLength: 6 });
  fc.assert(
    fc.property(url, fc.boolean(), some, (address, isOther, list) => {
      const surt = isOther ? address.replaceAll('/', ')') : toSurt(address);
      const rows: CaptureRow[] = list.map(([row, other], i) => ({
        ...row,
        surt,
        url: i % 2 === 0 ? address : other,
      }));
      const digits = toDigits(packCaptures(surt, rows));
      expect(unpackCaptures(surt, digits)).toEqual(rows);
      const [first, ...rest] = rows;
      if (first === undefined) return;
      const cursor = new CaptureCursor();
      cursor.open(surt, toDigits(packCaptures(surt, [first])));
      while (cursor.next());
      expect(toDigits(packCaptures(surt, rest, cursor))).toBe(digits);
    }),
    { numRuns: 2000 },
  );
});

it('needs no byte for the URL of most addresses, and few for capitals', () => {
  const size = (address: string): number => {
    const row = { time: 20_190_401_000_000, file: 1, offset: 5, length: 9, mime: 'text/html' };
    const surt = toSurt(address);
    return packCaptures(surt, [{ ...row, surt, url: address, status: 200, digest: '' }]).length;
  };
  const usual = size('http://example.org/');
  expect(usual).toBe(12);
  for (const address of ['https://www.example.org/a/b?c=1', 'http://example.org:8080/a/']) {
    expect(size(address)).toBe(usual);
  }
  expect(size('https://example.org/wiki/Main_Page')).toBe(usual + 3);
  expect(size('http://example.org/a#b')).toBe(usual + 4);
});

it('sorts bytes of places as their numbers, and gives the numbers back', () => {
  fc.assert(
    fc.property(place, place, fc.constantFrom(0, 1, 2), (a, other, same) => {
      const b = { ...other, ...(same > 0 && { time: a.time }), ...(same > 1 && { file: a.file }) };
      const [first, second] = [toPlaceBytes(a), toPlaceBytes(b)];
      expect(Math.sign(first.compare(second))).toBe(Math.sign(comparePlaces(a, b)));
      const file = timeEnd(first, 0);
      const offset = file + numberLength(first[file]!);
      expect(readTime(first, 0)).toBe(a.time);
      expect(readNumber(first, file)).toBe(a.file);
      expect(readOffset(first, offset)).toBe(a.offset);
      expect(offsetEnd(first, offset)).toBe(first.length);
      // What stands before all captures of a time.
      const before = toPlaceBytes({ time: a.time, file: -1, offset: -1 });
      expect(before.compare(first)).toBe(-1);
      if (b.time < a.time) expect(second.compare(before)).toBe(-1);
    }),
    { numRuns: 1000 },
  );
});

it('gives back what is kept for revisits', () => {
  fc.assert(
    fc.property(capture, (row) => {
      const { time, file, offset, length, mime, status } = row;
      const bytes = toOriginal({ ...row, surt: '', url: '', status: Math.min(status, 1e9) });
      expect(readOriginal(bytes)).toEqual({
        ...{ time, file, offset, length, mime },
        status: Math.min(status, 1e9),
      });
    }),
  );
});

it('refuses numbers that cannot be stored, and bytes that are cut', () => {
  const bytes = Buffer.alloc(16);
  for (const value of [-1, 0.5, Number.NaN, 2 ** 53]) {
    expect(() => writeNumber(bytes, 0, value)).toThrow(/cannot be stored/);
  }
  const row = { time: 20_190_401_000_000, file: 1, offset: 5, length: 9, mime: 'x', status: 1 };
  const rest = { surt: 's', url: 'u', digest: 'A'.repeat(32) };
  const digits = toDigits(packCaptures('s', [{ ...row, ...rest }]));
  expect(() => unpackCaptures('s', digits.slice(0, -10))).toThrow(RangeError);
});
