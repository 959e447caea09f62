// How many edited copies of photographs are found by look and vector, by edit, and how often strangers are taken for copies.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, it } from 'vitest';
import { COPY_BITS, compareWith, type PictureLook } from '../../src/model/alike.ts';
import { NEAR_BITS } from '../../src/model/look.ts';
import {
  EDITS,
  type EditedCopy,
  type EditName,
  editPicture,
  METHODS,
  measureMethod,
  readPicture,
} from './look-edits.ts';

const FOLDER = fileURLToPath(new URL('../../demo/photographs/', import.meta.url));

/**
 * The fewest copies, of 100, that must be near duplicates and that must be recognised as copies: at most one photograph below what was measured
 * in November 2026 (docs/library.md).
 */
const LEAST: Readonly<Record<EditName, readonly [near: number, copy: number]>> = {
  'resize to 50 %': [100, 100],
  'resize to 150 pixels': [92, 96],
  'JPEG quality 20': [100, 100],
  'WebP quality 40': [92, 96],
  greyscale: [96, 96],
  'crop 5 %': [8, 96],
  'crop 10 %': [0, 96],
  'crop 25 %': [0, 77],
  mirror: [80, 96],
  'border of 6 %': [0, 31],
  'caption bar of 12 % below': [0, 96],
  'rotate 3 degrees': [0, 96],
};

const originals: PictureLook[] = [];
const copies: EditedCopy[] = [];

beforeAll(async () => {
  for (const name of readdirSync(FOLDER).filter((file) => file.endsWith('.jpg'))) {
    const bytes = readFileSync(FOLDER + name);
    const picture = await readPicture(bytes);
    if (picture === undefined) continue;
    const original = originals.push(picture) - 1;
    for (const edit of Object.keys(EDITS) as EditName[]) {
      const copy = (await readPicture(await editPicture(bytes, edit))) ?? {};
      copies.push({ edit, original, picture: copy });
    }
  }
}, 240_000);

const percent = (edit: EditName, most: number): number => {
  const own = copies.filter((copy) => copy.edit === edit);
  const found = own.filter(({ original, picture }) => {
    return compareWith(originals[original]!)(picture) <= most;
  });
  return Math.round((found.length * 100) / own.length);
};

it('finds copies by edit', () => {
  expect(originals).toHaveLength(26);
  const found = Object.fromEntries(
    Object.keys(EDITS).map((edit) => {
      const name = edit as EditName; // a key of the table
      return [edit, [percent(name, NEAR_BITS), percent(name, COPY_BITS)]];
    }),
  );
  for (const [edit, [near, copy]] of Object.entries(LEAST)) {
    expect(found[edit]?.[0], edit).toBeGreaterThanOrEqual(near);
    expect(found[edit]?.[1], edit).toBeGreaterThanOrEqual(copy);
  }
});

it('loses nothing by taking look and vector together, at equal false alarms', () => {
  const [look, vector, both] = (['look', 'vector', 'both'] as const).map((method) =>
    measureMethod(method, originals, copies, { rate: 0 }),
  );
  for (const edit of Object.keys(EDITS)) {
    const better = Math.max(look!.found[edit]!, vector!.found[edit]!);
    expect(both!.found[edit], edit).toBeGreaterThanOrEqual(better - 0.04); // one photograph
  }
});

it('takes no two photographs for copies of each other', () => {
  const distances = originals.flatMap((one, at) =>
    originals.slice(0, at).map((other) => METHODS.both(one, other)),
  );
  expect(Math.min(...distances)).toBeGreaterThan(COPY_BITS);
});
