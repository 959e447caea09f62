// Thumbnails of real images of every format, whole, odd, broken and hostile.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import sharp, { type Sharp } from 'sharp';
import { thumbHashToApproximateAspectRatio, thumbHashToAverageRGBA } from 'thumbhash';
import { describe, expect, it } from 'vitest';
import { join as bytes, le16, u32 } from '../../test/fixtures/image-bytes.ts';
import { bmp, chunk, heic, ico, png } from '../../test/fixtures/images.ts';
import { makeFacts } from './make-facts.ts';
import { THUMBNAIL } from './pixel-producers.ts';
import type { ThumbnailValue } from './thumbnail.ts';

const RED = { r: 220, g: 30, b: 30 };
const BLUE = { r: 30, g: 30, b: 220 };

/** Left half red, right half blue. */
function halves(width = 400, height = 300): Sharp {
  const right = { create: { width: width / 2, height, channels: 3 as const, background: BLUE } };
  return sharp({ create: { width, height, channels: 3, background: RED } }).composite([
    { input: right, left: width / 2, top: 0 },
  ]);
}

interface Thumbnail {
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly thumbhash: Uint8Array;
  /** Longer sides of all pictures that were made. */
  readonly sides: readonly number[];
}

/** The smallest thumbnail, or why there is none. */
async function makeThumbnail(image: Uint8Array): Promise<Thumbnail | { problem: string }> {
  const { facts, pictures } = await makeFacts(image, [THUMBNAIL.name]);
  const fact = facts.get(THUMBNAIL.name);
  if (fact?.kind === 'none') return { problem: fact.reason };
  const told = fact?.kind === 'json' ? (fact.value as ThumbnailValue) : undefined;
  const [size] = told?.sizes ?? [];
  const [smallest] = pictures;
  if (told === undefined || size === undefined || smallest === undefined)
    throw new Error('no fact');
  const sides = pictures.map(({ side }) => side);
  return {
    ...size,
    bytes: smallest.bytes,
    thumbhash: Buffer.from(told.thumbhash, 'base64'),
    sides,
  };
}

async function thumbnailOf(image: Uint8Array): Promise<Thumbnail> {
  const made = await makeThumbnail(image);
  if ('problem' in made) throw new Error(made.problem);
  return made;
}

/** Colours of a thumbnail at places given as fractions of its sides. */
async function coloursAt(made: Thumbnail, ...places: [x: number, y: number][]): Promise<string[]> {
  const { data, info } = await sharp(made.bytes).ensureAlpha().raw().toBuffer({
    resolveWithObject: true,
  });
  return places.map(([x, y]) => {
    const row = Math.floor(y * (info.height - 1));
    const at = (row * info.width + Math.floor(x * (info.width - 1))) * 4;
    return nameOf(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0, data[at + 3] ?? 0);
  });
}

function nameOf(red: number, green: number, blue: number, opacity: number): string {
  if (opacity < 128) return 'none';
  if (red > 150 && green < 100 && blue < 100) return 'red';
  if (blue > 150 && green < 100 && red < 100) return 'blue';
  if (green > 150 && red < 100 && blue < 100) return 'green';
  if (Math.abs(red - 128) < 12 && Math.abs(green - 128) < 12 && Math.abs(blue - 128) < 12)
    return 'grey';
  return `${red},${green},${blue}`;
}

describe('an image is fitted into a box of 240 pixels', () => {
  it.each([
    ['JPEG', () => halves().jpeg()],
    ['progressive JPEG', () => halves().jpeg({ progressive: true })],
    ['PNG', () => halves().png()],
    ['interlaced PNG with a palette', () => halves().png({ progressive: true, palette: true })],
    ['GIF', () => halves().gif()],
    ['WebP', () => halves().webp()],
    ['lossless WebP', () => halves().webp({ lossless: true })],
    ['AVIF', () => halves().avif({ effort: 0 })],
    ['TIFF', () => halves().tiff({ compression: 'lzw' })],
    ['PNG of 16 bits', () => halves().toColourspace('rgb16').png()],
  ])('of %s', async (_format, make) => {
    const made = await thumbnailOf(await make().toBuffer());
    expect([made.width, made.height]).toEqual([240, 180]);
    expect((await sharp(made.bytes).metadata()).format).toBe('webp');
    expect(await coloursAt(made, [0.1, 0.5], [0.9, 0.5])).toEqual(['red', 'blue']);
    const { r, b } = thumbHashToAverageRGBA(made.thumbhash);
    expect(Math.abs(r - b)).toBeLessThan(0.1);
    expect(thumbHashToApproximateAspectRatio(made.thumbhash)).toBeCloseTo(4 / 3, 0);
  });

  it('of SVG, however large it says it is', async () => {
    const drawing = svg('<rect width="50%" height="100%" fill="red"/>', 12000, 6000);
    const made = await thumbnailOf(drawing);
    expect([made.width, made.height]).toEqual([240, 120]);
    expect(await coloursAt(made, [0.2, 0.5], [0.8, 0.5])).toEqual(['red', 'none']);
  });

  it('of greyscale with opacity', async () => {
    const grey = await sharp({
      create: { width: 80, height: 60, channels: 4, background: { ...RED, alpha: 0.1 } },
    })
      .greyscale()
      .png()
      .toBuffer();
    const made = await thumbnailOf(grey);
    expect(await coloursAt(made, [0.5, 0.5])).toEqual(['none']);
    expect(thumbHashToAverageRGBA(made.thumbhash).a).toBeLessThan(0.2);
  });

  it('of JPEG in CMYK', async () => {
    const made = await thumbnailOf(await halves().toColourspace('cmyk').jpeg().toBuffer());
    expect((await sharp(made.bytes).metadata()).space).toBe('srgb');
    expect(await coloursAt(made, [0.1, 0.5])).toEqual(['red']);
  });

  it('and one of 600 where it is larger than that', async () => {
    const sidesOf = async (width: number) =>
      (await thumbnailOf(await halves(width, 300).jpeg().toBuffer())).sides;
    expect(await sidesOf(1000)).toEqual([240, 600]);
    expect(await sidesOf(600)).toEqual([240, 600]);
    expect(await sidesOf(598)).toEqual([240]);
  });

  it('but never enlarged', async () => {
    const made = await thumbnailOf(await halves(60, 52).png().toBuffer());
    expect([made.width, made.height]).toEqual([60, 52]);
  });

  it('and a strip of one column keeps its column', async () => {
    const strip = await sharp({ create: { width: 1, height: 5000, channels: 3, background: RED } })
      .png()
      .toBuffer();
    const made = await thumbnailOf(strip);
    expect([made.width, made.height]).toEqual([1, 240]);
    expect(made.thumbhash.length).toBeGreaterThanOrEqual(5);
  });

  it('and is a small file without metadata', async () => {
    const photo = await halves(800, 600)
      .withExif({ IFD0: { Copyright: 'somebody' } })
      .jpeg({ quality: 95 })
      .toBuffer();
    const made = await thumbnailOf(photo);
    expect(made.bytes.length).toBeLessThan(2000);
    expect((await sharp(made.bytes).metadata()).exif).toBeUndefined();
  });
});

it('decodes bitmaps and icons too', async () => {
  const red = Buffer.alloc(64 * 60 * 3);
  for (let at = 0; at < red.length; at += 3) red.set([30, 30, 220], at);
  const bitmap = await thumbnailOf(bmp(64, 60, red));
  expect([bitmap.width, bitmap.height]).toEqual([64, 60]);
  const picture = await sharp({ create: { width: 128, height: 128, channels: 3, background: RED } })
    .png()
    .toBuffer();
  const icon = await thumbnailOf(ico({ side: 128, data: picture }));
  expect([icon.width, icon.height]).toEqual([128, 128]);
  for (const made of [bitmap, icon]) expect(await coloursAt(made, [0.5, 0.5])).toEqual(['red']);
  expect(await makeThumbnail(bmp(46_000, 46_000))).toEqual({ problem: 'unsupported' });
});

it('shows the first frame of an animation', async () => {
  const frames = await Promise.all(
    [RED, BLUE].map((background) =>
      sharp({ create: { width: 90, height: 60, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  for (const format of ['gif', 'webp'] as const) {
    const animated = await sharp(frames, { join: { animated: true } })[format]({
      delay: [100, 100],
    });
    const image = await animated.toBuffer();
    expect((await sharp(image).metadata()).pages).toBe(2);
    const made = await thumbnailOf(image);
    expect([made.width, made.height]).toEqual([90, 60]);
    expect(await coloursAt(made, [0.5, 0.5])).toEqual(['red']);
  }
});

it.each([1, 2, 3, 4, 5, 6, 7, 8])('turns a photograph of orientation %i upright', async (turn) => {
  // A red corner where the upright picture has its top left one.
  const corner = { create: { width: 100, height: 100, channels: 3 as const, background: RED } };
  const upright = sharp({ create: { width: 400, height: 300, channels: 3, background: BLUE } });
  const picture = await upright
    .composite([{ input: corner, left: 0, top: 0 }])
    .png()
    .toBuffer();
  const stored = await STORED_AS[turn]?.(sharp(picture)).toBuffer();
  const photo = await sharp(stored).jpeg().withMetadata({ orientation: turn }).toBuffer();
  const made = await thumbnailOf(photo);
  expect([made.width, made.height]).toEqual([240, 180]);
  expect(await coloursAt(made, [0.1, 0.1], [0.9, 0.1], [0.1, 0.9])).toEqual([
    'red',
    'blue',
    'blue',
  ]);
});

/** How a camera stores an upright picture for each orientation; mirroring comes before turning. */
const STORED_AS: Readonly<Record<number, (image: Sharp) => Sharp>> = {
  1: (image) => image,
  2: (image) => image.flop(),
  3: (image) => image.rotate(180),
  4: (image) => image.flip(),
  5: (image) => image.flip().rotate(90),
  6: (image) => image.rotate(270),
  7: (image) => image.flop().rotate(90),
  8: (image) => image.rotate(90),
};

describe('broken files', () => {
  it('that lost their end show what they have', async () => {
    const photo = await sharp({
      create: {
        width: 400,
        height: 300,
        channels: 3,
        background: RED,
        noise: { type: 'gaussian', mean: 60, sigma: 30 },
      },
    })
      .jpeg()
      .toBuffer();
    const made = await thumbnailOf(photo.subarray(0, photo.length / 2));
    expect([made.width, made.height]).toEqual([240, 180]);
    const [top, bottom] = await coloursAt(made, [0.5, 0.1], [0.5, 0.95]);
    expect(top).not.toBe('grey');
    expect(bottom).toBe('grey');
  });

  it.each([
    ['JPEG', () => halves().jpeg(), 0.05],
    ['PNG', () => halves(400, 300).png({ compressionLevel: 0 }), 0.001],
    ['AVIF', () => halves().avif({ effort: 0 }), 0.7],
  ])('with nothing but a header have a problem: %s', async (format, make, part) => {
    const whole = await make().toBuffer();
    const header = format === 'JPEG' ? headOfJpeg(whole) : whole.subarray(0, whole.length * part);
    expect(await makeThumbnail(header)).toEqual({ problem: 'damaged' });
  });

  it('that are no images have a problem', async () => {
    for (const garbage of ['', 'hello '.repeat(100), '<html><body>', '\x89PNG\r\n\x1a\n', 'BM']) {
      const made = await makeThumbnail(Buffer.from(garbage, 'latin1'));
      expect(made).toHaveProperty('problem');
    }
  });

  it('of any bytes whatever never throw', async () => {
    const starts = ['', 'BM', '\0\0\x01\0\x01\0', 'GIF89a', 'RIFF', '\xff\xd8\xff', '<svg '];
    const garbage = fc.tuple(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 200 }));
    await fc.assert(
      fc.asyncProperty(garbage, async ([start, rest]) => {
        const made = await makeThumbnail(bytes(start, rest));
        expect('problem' in made || made.width > 0).toBe(true);
      }),
      { numRuns: 100 },
    );
  });

  it('of a format without a decoder have a problem', async () => {
    const made = await makeThumbnail(heic(400, 300));
    expect(made).toHaveProperty('problem');
  });
});

describe('a file that would take much memory', () => {
  it.each([
    ['PNG of 10 billion pixels', () => png(100_000, 100_000)],
    ['SVG of 10 billion pixels', () => svg('', 100_000, 100_000)],
    ['SVG of many bytes', () => svg(' '.repeat(3_000_000))],
    [
      'GIF of 65,000 x 65,000',
      () => bytes('GIF89a', le16(65_000), le16(65_000), [0, 0, 0], ...GIF),
    ],
    ['interlaced PNG of 10,000 x 10,000', () => interlacedPng(10_000, 10_000)],
  ])('is left out: %s', async (_name, make) => {
    expect(await makeThumbnail(make())).toEqual({ problem: 'too-large' });
  });

  const GIF = [[0x2c], le16(0), le16(0), le16(65_000), le16(65_000), [0], [2, 1, 0x4c, 0, 0x3b]];
  const interlacedPng = (width: number, height: number) =>
    bytes(
      '\x89PNG\r\n\x1a\n',
      chunk('IHDR', u32(width), u32(height), [8, 2, 0, 0, 1]),
      chunk('IDAT', [0]),
      chunk('IEND'),
    );
});

describe('an SVG', () => {
  it('is recognised behind a long prologue with entities, and a byte order mark', async () => {
    const entities = Array.from(
      { length: 40 },
      (_, i) => `<!ENTITY ns_${i} "http://example.org/${i}">`,
    );
    const doctype = `<!DOCTYPE svg [${entities.join('\n')}<!ENTITY colour "red">]>`;
    const drawing = svg('<rect width="100" height="100" fill="&colour;"/>').toString();
    for (const prologue of ['<?xml version="1.0"?>\n', '', '\ufeff']) {
      const made = await thumbnailOf(Buffer.from(prologue + doctype + drawing));
      expect(await coloursAt(made, [0.5, 0.5])).toEqual(['red']);
    }
  });

  it('reaches neither the network nor files', async () => {
    let requests = 0;
    const server = createServer((_request, response) => {
      requests++;
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const file = new URL('../../test/fixtures/', import.meta.url);
    try {
      for (const place of [
        `http://127.0.0.1:${port}/x`,
        `//127.0.0.1:${port}/x`,
        `${file.href}x`,
      ]) {
        for (const attack of attacksOn(place)) await makeThumbnail(Buffer.from(attack));
      }
      expect(requests).toBe(0);
    } finally {
      server.close();
    }
  });

  it('shows nothing of a file that it names', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pinakes-svg-'));
    try {
      const red = sharp({ create: { width: 100, height: 100, channels: 3, background: RED } });
      await red.png().toFile(join(folder, 'red.png'));
      const rectangle = '<rect id="a" width="100" height="100" fill="red"/>';
      await writeFile(join(folder, 'red.svg'), svg(rectangle));
      await writeFile(join(folder, 'red.txt'), rectangle);
      await writeFile(join(folder, 'red.css'), 'rect { fill: red }');
      const names = ['red.png', 'red.svg', 'red.svg#a', 'red.txt', 'red.css'];
      const places = names.map((name) => `file://${folder}/${name}`);
      places.push(join(folder, 'red.png'), 'red.png');
      // What is inside the drawing itself is shown, so that red would be seen.
      const inline = `data:image/png;base64,${(await red.png().toBuffer()).toString('base64')}`;
      const shown = await thumbnailOf(svg(`<image width="100" height="100" href="${inline}"/>`));
      expect(await coloursAt(shown, [0.5, 0.5])).toEqual(['red']);
      for (const place of [...places, 'file:///etc/passwd']) {
        for (const attack of attacksOn(place)) {
          const made = await makeThumbnail(Buffer.from(attack));
          if ('problem' in made) continue; // refused as a whole
          expect(await coloursAt(made, [0.5, 0.5])).toEqual(['green']);
        }
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('with entities that multiply is refused', async () => {
    const entities = Array.from({ length: 10 }, (_, i) =>
      i === 0 ? '<!ENTITY e0 "laugh">' : `<!ENTITY e${i} "${`&e${i - 1};`.repeat(10)}">`,
    );
    const drawing = `<!DOCTYPE svg [${entities.join('')}]>${svg('<text>&e9;</text>')}`;
    expect(await makeThumbnail(Buffer.from(drawing))).toEqual({ problem: 'damaged' });
  });
});

function svg(inside: string, width = 100, height = 100): Buffer {
  const names = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';
  return Buffer.from(`<svg ${names} width="${width}" height="${height}">${inside}</svg>`);
}

/** Green drawings that would be red, or tell a server, if what they refer to were read. */
function attacksOn(place: string): string[] {
  const green = '<rect width="100" height="100" style="fill:#0c0"/>';
  const over = (inside: string) => svg(green + inside).toString();
  const include = 'xmlns:xi="http://www.w3.org/2001/XInclude"';
  return [
    over(`<image width="100" height="100" href="${place}"/>`),
    over(`<image width="100" height="100" xlink:href="${place}"/>`),
    over(`<use href="${place}"/>`),
    over(`<filter id="f"><feImage href="${place}"/></filter><g filter="url(#f)">${green}</g>`),
    over(`<rect width="100" height="100" fill="none" stroke="url(${place})" stroke-width="99"/>`),
    over(`<xi:include ${include} href="${place}" parse="xml"/>`),
    svg(`<style>@import url("${place}");</style>${green}`).toString(),
    `<?xml-stylesheet type="text/css" href="${place}"?>${svg(green)}`,
    `<!DOCTYPE svg SYSTEM "${place}">${svg(green)}`,
    `<!DOCTYPE svg [<!ENTITY e SYSTEM "${place}">]>${over('&e;')}`,
    `<!DOCTYPE svg [<!ENTITY % e SYSTEM "${place}"> %e;]>${svg(green)}`,
    over(`<script href="${place}"/><script>fetch("${place}")</script>`),
  ];
}

/** A JPEG up to its scan. */
function headOfJpeg(whole: Buffer): Buffer {
  return whole.subarray(0, whole.indexOf(Buffer.from([0xff, 0xda])) + 14);
}
