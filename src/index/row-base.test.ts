// Rows that are stored on others: whatever they share, each says exactly what it said.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Timestamp } from '../model/capture.ts';
import { TEXTS_SOURCES, toSaid } from '../model/said.ts';
import { compareRows, isWorthSharing, type RowBase } from './row-base.ts';
import { baseOf, type CaptureRow, decodeRow, encodeRow, type RowContent } from './row-codec.ts';

const SURT = 'org,example)/photo.png';

const capture: CaptureRow = {
  url: 'http://example.org/photo.png',
  time: '20100101000000' as Timestamp,
  digest: 'ab'.repeat(32),
  mime: 'image/png',
  width: 100,
  height: 80,
  frames: 1,
  bytes: 5000,
  offset: 1000,
  mark: '0123456789abcdef',
  metadata: undefined,
};

const reference = {
  page: 5,
  tag: 'img',
  said: toSaid({
    alt: 'boats',
    caption: 'Boats on the river, seen from the old bridge on a morning in spring',
    captionSource: 'figcaption',
  }),
} as const;

const first: RowContent = { surt: SURT, captures: [capture], references: [reference] };
const later = { time: '20110203040506' as Timestamp, offset: 77_000_000_000 };

const onBase = (row: RowContent, base: RowContent): RowBase => {
  return { file: 3, part: 1, row: base, shared: compareRows(row, base) };
};

function readOn(base: RowContent, data: Buffer): RowContent {
  return decodeRow(data, {
    at(place) {
      expect(place).toEqual({ file: 3, part: 1 });
      return base;
    },
  });
}

describe('a row that is stored on another', () => {
  it('takes few bytes when it says the same at another time', () => {
    const row = {
      surt: SURT,
      captures: [{ ...capture, ...later }],
      references: [{ ...reference, page: 900_000 }],
    };
    const data = encodeRow(row, onBase(row, first));
    expect(readOn(first, data)).toEqual({ others: [], ...row });
    expect(baseOf(data)).toEqual({ file: 3, part: 1, saysMore: false });
    expect(data.length).toBeLessThan(30);
    expect(encodeRow(row).length).toBeGreaterThan(100);
  });

  it('has the capture of a revisit without the mark of the original', () => {
    const row = { surt: SURT, captures: [{ ...capture, ...later, mark: '' }], references: [] };
    const base = onBase(row, first);
    expect(base.shared.isAll).toBe(true);
    expect(readOn(first, encodeRow(row, base))).toEqual({ others: [], ...row });
  });

  it('keeps what it says otherwise', () => {
    const row = {
      surt: SURT,
      captures: [{ ...capture, ...later }],
      references: [{ ...reference, said: { ...reference.said, alt: 'ships' } }, reference],
    };
    const data = encodeRow(row, onBase(row, first));
    expect(readOn(first, data)).toEqual({ others: [], ...row });
    expect(baseOf(data)?.saysMore).toBe(true);
  });

  it('is another row when anything of a capture but time and place differs', () => {
    const changes: Partial<CaptureRow>[] = [
      { url: 'https://example.org/photo.png' },
      { digest: 'cd'.repeat(32) },
      { mime: 'image/gif' },
      { width: 101 },
      { height: 81 },
      { frames: 2 },
      { bytes: 5001 },
      { mark: 'f123456789abcdef' },
      { metadata: { taken: '2010', title: '', description: '' } },
    ];
    for (const change of changes) {
      const row = { ...first, captures: [{ ...capture, ...change }] };
      expect(compareRows(row, first).captures).toEqual([-1]);
      expect(readOn(first, encodeRow(row, onBase(row, first)))).toEqual({ others: [], ...row });
    }
  });

  it('is refused without its base, and with another one', () => {
    const row = { ...first, captures: [{ ...capture, ...later }] };
    const data = encodeRow(row, onBase(row, first));
    const nothing = { surt: SURT, captures: [], references: [] };
    expect(() => readOn(nothing, data)).toThrow(RangeError);
    expect(baseOf(encodeRow(first))).toBeUndefined();
    expect(() => baseOf('no bytes')).toThrow(RangeError);
  });
});

describe('whether to store a row on another', () => {
  const shared = (captures: readonly number[], references: readonly number[]) => {
    const count = [...captures, ...references].filter((place) => place >= 0).length;
    return {
      captures,
      references,
      count,
      isAll: count === captures.length + references.length,
    };
  };

  it('is worth it when half is shared, and nothing new was said before', () => {
    expect(isWorthSharing(shared([0], [0]), false)).toBe(true);
    expect(isWorthSharing(shared([0], [0]), true)).toBe(true);
    expect(isWorthSharing(shared([0], [-1]), false)).toBe(true);
    expect(isWorthSharing(shared([0], [-1]), true)).toBe(false);
    expect(isWorthSharing(shared([-1], [-1, 0]), false)).toBe(false);
  });
});

it('comes back exactly, whatever both rows say', () => {
  const text = fc.constantFrom('', 'boats', 'ships', 'a long caption about boats and ships');
  const anyCapture = fc.record({
    url: fc.constantFrom(capture.url, 'http://example.org/PHOTO.png'),
    time: fc
      .integer({ min: 19960101000000, max: 20991231235959 })
      .map((time) => String(time) as Timestamp),
    digest: fc.constantFrom('ab'.repeat(32), 'cd'.repeat(32)),
    mime: fc.constantFrom('image/png', 'image/x-other'),
    width: fc.constantFrom(100, 7000),
    height: fc.constant(80),
    frames: fc.constant(1),
    bytes: fc.constantFrom(5000, 2 ** 40),
    offset: fc.nat(),
    mark: fc.constantFrom('', '0123456789abcdef'),
    metadata: fc.constantFrom(undefined, { taken: '2010', title: 'Lisboa', description: '' }),
  });
  const anyReference = fc.record({
    page: fc.nat(),
    tag: fc.constantFrom('img', 'css'),
    said: fc
      .tuple(fc.constantFrom('', 'figcaption'), ...TEXTS_SOURCES.map(() => text))
      .map(([captionSource, ...texts]) =>
        toSaid({
          ...Object.fromEntries(TEXTS_SOURCES.map((source, at) => [source.text, texts[at]])),
          captionSource,
        }),
      ),
  });
  const anyRow = fc.record({
    surt: fc.constant(SURT),
    captures: fc.array(anyCapture, { maxLength: 4 }),
    references: fc.array(anyReference, { maxLength: 60 }),
    others: fc.array(
      fc.record({
        time: fc.constant(capture.time),
        offset: fc.nat(),
        target: fc.constantFrom('', 'org,example)/other.png'),
      }),
      { maxLength: 3 },
    ),
  }) as fc.Arbitrary<RowContent>; // of these words
  fc.assert(
    fc.property(anyRow, anyRow, (row, base) => {
      expect(readOn(base, encodeRow(row, onBase(row, base)))).toEqual({ others: [], ...row });
    }),
  );
});
