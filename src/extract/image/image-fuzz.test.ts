// Damaged and hostile images: never an exception, never a hang, never a byte from outside the view.
import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { startCpuTime } from '../../../test/fixtures/cpu-time.ts';
import { join, le32, seededRandom, u16, u32 } from '../../../test/fixtures/image-bytes.ts';
import {
  ascii,
  bigTiff,
  exifBlock,
  gpsTags,
  long,
  raw,
  short,
  tiff,
} from '../../../test/fixtures/image-exif.ts';
import {
  avifSequence,
  bmp,
  box,
  chunk,
  dataSet,
  exifSegment,
  frameHeader,
  fullBox,
  gif,
  gifFrame,
  heic,
  ico,
  iptcSegment,
  jpeg,
  png,
  pngFrame,
  riff,
  segment,
  webp,
  webpExtended,
  xmpSegment,
} from '../../../test/fixtures/images.ts';
import { inspectImage } from './image.ts';

const exif = exifBlock({
  main: [
    ascii(0x010e, 'Torre de Belém'),
    short(0x0112, 6),
    raw(0x9c9b, 1, Buffer.from('Torre', 'utf16le')),
  ],
  exif: [ascii(0x9003, '2008:10:22 16:28:39'), raw(0x9286, 7, join('UNICODE\0', 'T\0o\0'))],
  gps: gpsTags('N 38 43 30', 'W 9 8 6'),
});
const xmp =
  '<rdf:RDF><rdf:Description exif:GPSLatitude="38,43.5N" exif:GPSLongitude="9,8W">' +
  '<dc:title><rdf:Alt><rdf:li xml:lang="x-default">Torre</rdf:li></rdf:Alt></dc:title>';
const iptc = join(dataSet(5, 'Torre'), dataSet(55, '20081022'), dataSet(120, 'Belém'));

const samples: Buffer[] = [
  jpeg(exifSegment(exif), xmpSegment(xmp), iptcSegment(iptc), frameHeader(640, 480)),
  png(640, 480, chunk('eXIf', exif), pngFrame(), pngFrame()),
  gif(640, 480, gifFrame(640, 480), gifFrame(64, 48)),
  webp(webpExtended(640, 480), riff('ANMF', [1, 2]), riff('EXIF', exif), riff('XMP ', xmp)),
  heic(640, 480, { exif, turns: 1, mirror: 1 }),
  avifSequence(640, 480, 5),
  bmp(640, -480),
  ico({ side: 16, data: bmp(16, 32) }, { side: 256, data: png(640, 480) }),
  tiff([[short(256, 640), long(257, 480), long(273, 8), long(279, 9)], [long(254, 1)]], {
    loop: true,
  }),
  tiff([[short(256, 640), long(257, 480), raw(700, 1, Buffer.from(xmp))]], { little: false }),
  bigTiff(640, 480),
  Buffer.from('<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "b">]><svg viewBox="0 0 640 480" />'),
  gzipSync('<svg width="640" height="480"></svg>'),
];

beforeAll(async () => {
  const canvas = sharp({ create: { width: 64, height: 64, channels: 3, background: '#08f' } });
  const real = [
    canvas.clone().jpeg(),
    canvas.clone().webp(),
    canvas.clone().avif(),
    canvas.clone().tiff(),
  ];
  samples.push(...(await Promise.all(real.map((image) => image.toBuffer()))));
});

/** About three seconds; the numbers that follow from the seed are always the same. */
const ROUNDS = 8000;

/** Inspects a view between two kinds of neighbours; the answer must not depend on them. */
function inspectBetweenNeighbours(bytes: Uint8Array) {
  const [first, second] = [0x00, 0xff].map((filler) => {
    const slab = new Uint8Array(bytes.length + 128).fill(filler);
    slab.set(bytes, 64);
    return inspectImage(slab.subarray(64, 64 + bytes.length));
  });
  expect(second).toEqual(first);
  return first;
}

describe('damage', () => {
  it('cut anywhere, an image keeps its size or says why it has none', () => {
    for (const sample of samples) {
      const whole = inspectImage(sample);
      if (whole.kind !== 'image') throw new Error('A sample is no image.');
      for (let length = 0; length < Math.min(sample.length, 1500); length++) {
        const part = inspectBetweenNeighbours(sample.subarray(0, length));
        if (part?.kind !== 'image' || part.width === 0) continue;
        expect([whole.width, 256, 16]).toContain(part.width);
      }
    }
  });

  it('with bits flipped, bytes moved and lengths absurd, the answer is still an answer', () => {
    const random = seededRandom(20240611);
    const below = (limit: number) => Math.floor(random() * limit);
    const extremes = [0x00000000, 0xffffffff, 0x7fffffff, 0x80000000, 0x00000001, 0x0000ffff];
    const damage = [
      (bytes: Buffer) => bytes.writeUInt8(below(256), below(bytes.length)),
      (bytes: Buffer) => {
        const at = below(bytes.length);
        bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << below(8)), at);
      },
      (bytes: Buffer) => bytes.writeUInt32BE(extremes[below(6)]!, below(bytes.length - 4)),
      (bytes: Buffer) => bytes.writeUInt32LE(extremes[below(6)]!, below(bytes.length - 4)),
      (bytes: Buffer) =>
        bytes.copyWithin(below(bytes.length), below(bytes.length), below(bytes.length)),
    ];
    for (let round = 0; round < ROUNDS; round++) {
      const bytes = Buffer.from(samples[round % samples.length]!);
      for (let times = 1 + below(6); times > 0; times--) damage[below(damage.length)]!(bytes);
      const answer = inspectBetweenNeighbours(bytes);
      if (answer?.kind !== 'image') continue;
      const numbers = [answer.width, answer.height, answer.frames];
      expect(numbers.every((number) => Number.isSafeInteger(number) && number >= 0)).toBe(true);
    }
  });
});

describe('hostile images of megabytes', () => {
  const SIZE = 4_000_000;
  const fill = (...parts: Parameters<typeof join>) => {
    const unit = join(...parts);
    return Buffer.alloc(Math.floor(SIZE / unit.length) * unit.length, unit);
  };
  const tiffHead = (count: number) => join('II*\0', le32(8), u16(count, true));
  const bigExif = join(
    tiffHead(5000),
    fill(u16(0x010e, true), u16(2, true), le32(50_000), le32(8)),
  );
  const type = box('ftyp', 'avif', u32(0));

  it.each<[string, () => Uint8Array]>([
    ['JPEG of fill bytes', () => join([0xff, 0xd8], fill([0xff]))],
    ['JPEG of empty segments', () => join([0xff, 0xd8], fill(segment(0xe0)))],
    ['JPEG of start markers', () => join([0xff, 0xd8], fill([0xff, 0xd8]))],
    ['JPEG without an end', () => jpeg(frameHeader(64, 64), fill([0xff])).subarray(0, -2)],
    ['PNG of empty chunks', () => png(64, 64, fill(chunk('abcd')))],
    ['PNG of unfinished texts', () => png(64, 64, fill(chunk('iTXt', 'XML:com.adobe.xmp\0\0\0')))],
    ['GIF of tiny blocks', () => gif(64, 64, [0x21, 0xfe], fill([1, 1]))],
    ['GIF of empty frames', () => gif(64, 64, fill(join([0x2c], new Uint8Array(11))))],
    ['GIF of zeros', () => gif(64, 64, fill([0]))],
    ['WebP of empty chunks', () => webp(webpExtended(64, 64), fill(riff('ANMF')))],
    ['AVIF of empty boxes', () => join(type, fill(box('free')))],
    ['AVIF of empty tracks', () => join(type, box('moov', fill(box('trak', box('mdia')))))],
    [
      'AVIF of items',
      () => join(type, fullBox('meta', 0, fullBox('iinf', 0, [0, 0], fill(box('infe'))))),
    ],
    ['icon of 65,535 entries', () => join([0, 0, 1, 0, 255, 255], fill([0, 0, 16, 0]))],
    ['TIFF of chained directories', () => tiffOfChainedDirectories(SIZE)],
    ['TIFF of repeated tags', () => bigExif],
    ['TIFF of as many strips', () => tiffOfStrips(SIZE)],
    ['SVG of comments', () => join(fill('<!---->'), '<svg/>')],
    ['SVG of declarations', () => join('<!DOCTYPE svg [', fill('] '), '<svg/>')],
    ['SVG of attributes', () => join('<svg ', fill('a="" '))],
    ['SVG of spaces', () => join('<svg', fill(' '))],
    ['compressed SVG of spaces', () => gzipSync(fill(' '))],
    ['XMP of mentions', () => webp(webpExtended(64, 64), riff('XMP ', fill('<dc:title>')))],
    ['XMP of ends', () => webp(webpExtended(64, 64), riff('XMP ', fill('<?xpacket end=""?>')))],
    [
      'XMP of spaces',
      () => webp(webpExtended(64, 64), riff('XMP ', ' exif:GPSLatitude="1', fill(' '), '!"')),
    ],
    ['EXIF of repeated tags', () => webp(webpExtended(64, 64), riff('EXIF', bigExif))],
  ])('%s', (_, make) => {
    const bytes = make();
    const cpuTime = startCpuTime();
    inspectImage(bytes);
    // Linear work takes milliseconds; the bound leaves room for a busy machine, not for squares.
    expect(cpuTime()).toBeLessThan(1000);
  });
});

/** Directories that overlap, each claiming 65,535 entries and pointing to the next byte pair. */
function tiffOfChainedDirectories(size: number): Buffer {
  const bytes = Buffer.alloc(size, 0xff);
  join('II*\0', le32(8)).copy(bytes);
  for (let at = 8; at < 4000; at += 2) {
    const pointer = at + 2 + 12 * 0xffff;
    bytes.writeUInt32LE(at + 2, pointer);
  }
  return bytes;
}

function tiffOfStrips(size: number): Buffer {
  const count = size / 4 - 100;
  const strips = (tag: number) => ({ ...long(tag), count, encode: () => Buffer.alloc(4 * count) });
  return tiff([[short(256, 64), short(257, 64), strips(273), strips(279)]]);
}
