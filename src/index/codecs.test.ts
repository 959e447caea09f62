import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Timestamp } from '../model/capture.ts';
import type { ImageDocument } from '../model/image.ts';
import { toShownPlace } from '../model/place.ts';
import { NO_TEXTS, toSaid } from '../model/said.ts';
import { toSurt } from '../model/surt.ts';
import { decodeDocument, encodeDocument, idOf } from './document-codec.ts';
import { NewerFormatError } from './library-errors.ts';
import { pack, unpack } from './packing.ts';
import {
  type CaptureRow,
  completeRow,
  decodeRow,
  encodeRow,
  type ReferenceRow,
  type RowContent,
} from './row-codec.ts';

const time = (text: string) => text as Timestamp;
const DIGEST = 'ab'.repeat(32);

const capture: CaptureRow = {
  url: 'http://www.example.org/photos/Lisboa%20velha.jpg',
  time: time('20040102030405'),
  digest: DIGEST,
  mime: 'image/jpeg',
  width: 640,
  height: 480,
  frames: 1,
  bytes: 123_456_789_012,
  offset: 9_876_543_210,
};

const reference: ReferenceRow = {
  page: 7,
  tag: 'picture',
  said: toSaid({
    alt: 'Lisboa',
    caption: 'A cidade velha\nvista do rio',
    captionSource: 'siblings',
  }),
};

const page = {
  url: 'http://example.org/',
  surt: 'org,example)/',
  title: 'Lisboa',
  time: time('20040102030400'),
  language: 'pt',
};

const context = {
  file: 'a.warc.gz',
  collections: ['one'],
  page: (id: number) => (id === 7 ? { page, images: 3 } : undefined),
};

const NO_BASES = {
  at: () => {
    throw new RangeError('no row is stored on another here');
  },
};

const readBack = (row: RowContent) => completeRow(decodeRow(encodeRow(row), NO_BASES), context);

it('gives back the captures and references of a row', () => {
  const surt = toSurt(capture.url);
  const metadata = { taken: '2003-12-24', title: 'Lisboa', description: '' };
  const row = readBack({
    surt,
    captures: [capture, { ...capture, metadata }],
    references: [reference],
  });
  const stored = {
    ...capture,
    surt,
    file: 'a.warc.gz',
    collections: ['one'],
    mark: '',
    metadata: undefined,
  };
  expect(row.surt).toBe(surt);
  expect(row.captures).toEqual([stored, { ...stored, metadata }]);
  const { page: pageRow, ...texts } = reference;
  expect(row.references).toEqual([
    { ...texts, surt, page, pageRow, imagesInPage: 3, collections: ['one'] },
  ]);
});

it('keeps the SURT of references without a capture, and leaves out those of pages that have gone', () => {
  const surt = 'org,example)/a.jpg';
  const row = readBack({ surt, captures: [], references: [reference, { ...reference, page: 8 }] });
  expect(row.surt).toBe(surt);
  expect(row.references).toHaveLength(1);
});

it('keeps keys that the URL does not tell, and types we have no number for', () => {
  const data = 'data:image/png;sha256,00';
  const odd = { ...capture, url: data, mime: 'image/jxl' };
  const row = readBack({ surt: 'another key', captures: [odd], references: [] });
  expect(row.surt).toBe('another key');
  expect(row.captures[0]).toMatchObject({ url: data, mime: 'image/jxl', surt: 'another key' });
});

it('gives back any row of any texts', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 30 });
  const references = fc.array(
    fc.record({ alt: text, title: text, caption: text, paperCaption: text }),
    {
      maxLength: 20,
    },
  );
  fc.assert(
    fc.property(text, references, (surt, texts) => {
      const rows = texts.map((one) => ({
        ...reference,
        said: toSaid({ ...reference.said, ...one }),
      }));
      const row = readBack({ surt: `k${surt}`, captures: [], references: rows });
      expect(row.surt).toBe(`k${surt}`);
      expect(row.references.map(({ said }) => said)).toEqual(rows.map(({ said }) => said));
    }),
  );
});

it('refuses a damaged row with a RangeError, never a crash', () => {
  const long = { ...reference, said: { ...reference.said, alt: 'x'.repeat(200) } };
  const whole = encodeRow({ surt: 'k', captures: [capture], references: [reference, long] });
  fc.assert(
    fc.property(fc.nat(whole.length - 1), fc.nat(255), (at, byte) => {
      const damaged = Buffer.from(whole);
      damaged[at] = byte;
      try {
        completeRow(decodeRow(damaged, NO_BASES), context);
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError);
      }
    }),
  );
});

const document: ImageDocument = {
  id: DIGEST,
  digest: DIGEST,
  oldest: {
    surt: toSurt(capture.url),
    url: capture.url,
    time: capture.time,
    file: 'a.warc.gz',
    offset: 12,
  },
  lastCapture: time('20240102030405'),
  mime: 'image/jpeg',
  width: 640,
  height: 480,
  frames: 1,
  bytes: 1000,
  matchingImages: 3,
  matchingPages: 2,
  imagesInOriginalPage: 9,
  imageMetadataChanges: 1,
  pageMetadataChanges: 0,
  ...NO_TEXTS,
  titles: [{ text: 'Lisboa', language: 'pt' }],
  alts: [],
  captions: [{ text: 'A cidade', language: 'pt', source: 'figcaption' }],
  page,
  collections: ['one', 'two'],
  place: toShownPlace(38.7, -9.1, { text: 'Lisboa', name: 'Lisbon', country: 'PT' }),
  camera: { latitude: 38.7123, longitude: -9.1234, source: 'exif' },
  fileLocation: 'Lisboa, Portugal',
  evidence: [
    {
      latitude: 38.7,
      longitude: -9.1,
      source: 'caption',
      role: 'shown',
      name: 'Lisbon',
      text: 'Lisboa',
      confidence: 0.57,
      extent: 'town',
      rule: 'g1',
    },
  ],
  taken: '2003-12-24',
  thumbnails: [
    { width: 240, height: 180 },
    { width: 600, height: 450 },
  ],
  thumbhash: 'AQIDBA==',
  unreadable: 'damaged',
};

const names = {
  fileId: () => 5,
  fileName: () => 'a.warc.gz',
  collectionId: (name: string) => (name === 'one' ? 1 : 2),
  collectionName: (id: number) => (id === 1 ? 'one' : 'two'),
};

it('gives back documents, with and without page and place', () => {
  expect(decodeDocument(encodeDocument(document, names), names)).toEqual(document);
  const { page: _page, place: _place, thumbnails: _sizes, thumbhash: _hash, ...bare } = document;
  expect(decodeDocument(encodeDocument(bare, names), names)).toEqual(bare);
  const full = { ...document, id: `${DIGEST}-0123456789abcdef` };
  const data = encodeDocument(full, names);
  expect(idOf(data)).toBe(full.id);
  expect(decodeDocument(data, names)).toEqual(full);
});

it('gives back a score, one that is unknown, and none', () => {
  for (const nsfw of [0.25, 'unknown'] as const) {
    const scored = { ...document, nsfw };
    expect(decodeDocument(encodeDocument(scored, names), names)).toEqual(scored);
  }
  expect(decodeDocument(encodeDocument(document, names), names)).not.toHaveProperty('nsfw');
});

it('reads documents of before a field was added, and refuses what a newer version stored', () => {
  const data = encodeDocument(document, names);
  const { head, text } = unpack(data, 33);
  const stored = (...parts: readonly (Buffer | number[])[]) => {
    const changed = Buffer.concat(parts.map((part) => Buffer.from(part)));
    const packed = pack({ head: changed, text }, 33);
    data.copy(packed, 0, 0, 33);
    return packed;
  };
  expect(decodeDocument(stored(head), names)).toEqual(document);
  expect(() => decodeDocument(stored([2], head.subarray(1)), names)).toThrow(NewerFormatError);
  // The version, the number of masks, and the masks, seven bits a byte: one more mask says that there is a field to come.
  const [version = 0, masks = 0] = head;
  let end = 2;
  for (let mask = 0; mask < masks; end++) if ((head[end] ?? 0) < 0x80) mask++;
  const withMore = stored([version, masks + 1], head.subarray(2, end), [1], head.subarray(end));
  expect(() => decodeDocument(withMore, names)).toThrow(NewerFormatError);
});
