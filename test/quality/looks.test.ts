// How many edited copies of photographs are found by their look, by edit, and how often strangers are taken for copies.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp, { type Sharp } from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { makeFacts } from '../../src/enrich/make-facts.ts';
import { LOOK } from '../../src/enrich/pixel-producers.ts';
import { memberOf } from '../../src/model/document-facts.ts';
import { NEAR_BITS, parseLook, pictureDistance } from '../../src/model/look.ts';
import { ALIKE_BITS } from '../../src/search/plan-filters.ts';

const FOLDER = fileURLToPath(new URL('../../demo/photographs/', import.meta.url));

type Edit = (image: Sharp, width: number, height: number) => Sharp;

const crop =
  (share: number): Edit =>
  (image, width, height) =>
    image.extract({
      left: Math.round((width * share) / 2),
      top: Math.round((height * share) / 2),
      width: Math.round(width * (1 - share)),
      height: Math.round(height * (1 - share)),
    });

/**
 * Edits with the fewest copies, of 100, that must be near duplicates and that must look alike: at most one photograph below what was measured
 * in November 2026 (docs/library.md).
 */
const EDITS: Readonly<Record<string, readonly [edit: Edit, near: number, alike: number]>> = {
  'resize 50 %': [(image, width) => image.resize(Math.round(width / 2)), 100, 100],
  'resize to 150 px': [(image) => image.resize(150), 92, 92],
  'JPEG quality 20': [(image) => image.jpeg({ quality: 20 }), 100, 100],
  'WebP quality 40': [(image) => image.webp({ quality: 40 }), 100, 100],
  greyscale: [(image) => image.greyscale(), 96, 96],
  'crop 5 %': [crop(0.05), 8, 88],
  'crop 10 %': [crop(0.1), 0, 38],
  'crop 25 %': [crop(0.25), 0, 4],
  mirror: [(image) => image.flop(), 80, 92],
  'border 6 %': [
    (image, width) => {
      const side = Math.round(width * 0.06);
      return image.extend({ top: side, bottom: side, left: side, right: side, background: '#fff' });
    },
    0,
    4,
  ],
  'caption bar 12 %': [
    (image, _, height) => image.extend({ bottom: Math.round(height * 0.12), background: '#111' }),
    0,
    30,
  ],
  'rotate 3 degrees': [(image) => image.rotate(3, { background: '#fff' }), 0, 50],
};

const originals: { readonly name: string; readonly look: Uint8Array }[] = [];
const found = new Map<string, { near: number; alike: number }>();

async function lookOf(bytes: Uint8Array): Promise<Uint8Array | undefined> {
  const fact = (await makeFacts(bytes, [LOOK.name])).facts.get(LOOK.name);
  return fact?.kind === 'json' ? parseLook(memberOf(fact.value, 'hash')) : undefined;
}

beforeAll(async () => {
  for (const name of readdirSync(FOLDER).filter((file) => file.endsWith('.jpg'))) {
    const look = await lookOf(readFileSync(FOLDER + name));
    if (look !== undefined) originals.push({ name, look });
  }
  for (const [edit, [change]] of Object.entries(EDITS)) {
    const counts = { near: 0, alike: 0 };
    for (const { name, look } of originals) {
      const image = sharp(FOLDER + name);
      const { width, height } = await image.metadata();
      const copy = await lookOf(await change(image, width, height).toBuffer());
      const distance = copy === undefined ? 256 : pictureDistance(look, copy);
      if (distance <= NEAR_BITS) counts.near++;
      if (distance <= ALIKE_BITS) counts.alike++;
    }
    found.set(edit, counts);
  }
}, 120_000);

const percent = (count: number) => Math.round((count * 100) / originals.length);

it('finds copies by edit', () => {
  expect(originals).toHaveLength(26);
  for (const [edit, [, near, alike]] of Object.entries(EDITS)) {
    const counts = found.get(edit) ?? { near: 0, alike: 0 };
    expect(percent(counts.near), edit).toBeGreaterThanOrEqual(near);
    expect(percent(counts.alike), edit).toBeGreaterThanOrEqual(alike);
  }
});

it('takes no two photographs for copies of each other', () => {
  const distances = originals.flatMap(({ look }, at) =>
    originals.slice(0, at).map((other) => pictureDistance(look, other.look)),
  );
  expect(Math.min(...distances)).toBeGreaterThan(ALIKE_BITS);
});
