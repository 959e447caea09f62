// A pool of pictures in four formats, made once and kept in `bench/data`.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import sharp from 'sharp';
import { createRandom, type Random } from './random.ts';

/** A picture of the pool. */
export interface PooledImage {
  readonly mime: string;
  /** Ending of its file name, without a dot. */
  readonly extension: string;
  readonly bytes: Buffer;
}

const POOL_SIZE = 260;

/** Pictures outside these bounds are made again, so that the mean stays where real pages have it. */
const MIN_BYTES = 2_500;
const MAX_BYTES = 260_000;

/** From thumbnails up: most are small, as on real pages. */
const MIN_WIDTH = 110;

const MIMES = new Map([
  ['jpg', 'image/jpeg'],
  ['png', 'image/png'],
  ['gif', 'image/gif'],
  ['webp', 'image/webp'],
]);

/** The pool of a seed: read from `folder`, or made and written there. */
export async function loadImagePool(folder: string, seed: number): Promise<readonly PooledImage[]> {
  const cache = join(folder, `images-${seed}`);
  await mkdir(cache, { recursive: true });
  const names = (await readdir(cache)).sort();
  if (names.length === POOL_SIZE) {
    return Promise.all(
      names.map(async (name) => pooled(extname(name).slice(1), await readFile(join(cache, name)))),
    );
  }
  const random = createRandom(seed);
  const pool: PooledImage[] = [];
  while (pool.length < POOL_SIZE) {
    const image = await makeImage(random);
    if (image.bytes.length < MIN_BYTES || image.bytes.length > MAX_BYTES) continue;
    const name = `${String(pool.length).padStart(3, '0')}.${image.extension}`;
    await writeFile(join(cache, name), image.bytes);
    pool.push(image);
  }
  return pool;
}

function pooled(extension: string, bytes: Buffer): PooledImage {
  return { extension, bytes, mime: MIMES.get(extension)! };
}

async function makeImage(random: Random): Promise<PooledImage> {
  const draw = random.next();
  const widest = draw < 0.55 || draw >= 0.92 ? 1300 : 380; // the web's PNG and GIF are small
  const width = Math.round(MIN_WIDTH * (widest / MIN_WIDTH) ** random.next());
  const height = Math.max(60, Math.round(width * (0.55 + random.next() * 0.7)));
  const raw = { width, height, channels: 3 as const };
  const image = sharp(paint(random, width, height), { raw });
  const quality = random.int(60, 88);
  if (draw < 0.55) {
    const progressive = random.chance(0.35);
    const photo = random.chance(0.25) ? image.withExif(exif(random)) : image;
    return pooled('jpg', await photo.jpeg({ quality, progressive }).toBuffer());
  }
  if (draw < 0.8) {
    return pooled('png', await image.png({ palette: random.chance(0.6), effort: 2 }).toBuffer());
  }
  if (draw < 0.92) return pooled('gif', await image.gif({ colours: 64, effort: 2 }).toBuffer());
  return pooled('webp', await image.webp({ quality }).toBuffer());
}

/** Soft waves of colour, discs with hard edges, and grain: what makes photographs hard to compress. */
function paint(random: Random, width: number, height: number): Buffer {
  const pixels = Buffer.alloc(width * height * 3);
  paintWaves(random, pixels, width);
  for (let discs = random.int(3, 14); discs > 0; discs--) paintDisc(random, pixels, width, height);
  addGrain(random, pixels);
  return pixels;
}

function paintWaves(random: Random, pixels: Buffer, width: number): void {
  const channels = [0, 1, 2].map(() => ({
    across: (random.next() * 20) / width,
    down: (random.next() * 20) / width,
    phase: random.next() * 6.3,
  }));
  for (const [channel, { across, down, phase }] of channels.entries()) {
    for (let at = channel, pixel = 0; at < pixels.length; at += 3, pixel++) {
      const y = Math.floor(pixel / width);
      const x = pixel - y * width;
      pixels[at] = 128 + 90 * Math.sin(x * across + y * down + phase);
    }
  }
}

function paintDisc(random: Random, pixels: Buffer, width: number, height: number): void {
  const centre = { x: random.int(0, width), y: random.int(0, height) };
  const radius = random.int(4, Math.max(5, width >> 3));
  const colour = Buffer.from([random.int(0, 255), random.int(0, 255), random.int(0, 255)]);
  for (let y = Math.max(0, centre.y - radius); y < Math.min(height, centre.y + radius); y++) {
    const half = Math.floor(Math.sqrt(radius ** 2 - (y - centre.y) ** 2));
    const from = Math.max(0, centre.x - half);
    const to = Math.min(width, centre.x + half);
    if (from < to) pixels.fill(colour, (y * width + from) * 3, (y * width + to) * 3);
  }
}

function addGrain(random: Random, pixels: Buffer): void {
  const strength = random.int(8, 52);
  let bits = random.int(1, 0x7fffffff);
  for (let at = 0; at < pixels.length; at++) {
    // xorshift: the seeded generator proper would take most of the time here
    bits ^= bits << 13;
    bits ^= bits >>> 17;
    bits ^= bits << 5;
    const value = pixels[at]! + ((bits & 255) / 255 - 0.5) * strength;
    pixels[at] = Math.max(0, Math.min(255, value));
  }
}

function exif(random: Random) {
  return {
    IFD0: {
      Make: 'Imaginary',
      Model: 'Bench 1',
      ImageDescription: 'x'.repeat(random.int(0, 2000)),
    },
    IFD3: {
      GPSLatitudeRef: 'N',
      GPSLatitude: `${random.int(35, 60)}/1 ${random.int(0, 59)}/1 0/1`,
      GPSLongitudeRef: 'W',
      GPSLongitude: `${random.int(0, 20)}/1 ${random.int(0, 59)}/1 0/1`,
    },
  };
}
