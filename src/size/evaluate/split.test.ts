import { expect, it } from 'vitest';
import { toFolds } from './split.ts';

const rows = Int32Array.from({ length: 60 }, (_, row) => row);
const sites = {
  page: Array.from(rows, (row) => `p${row % 12}`),
  image: Array.from(rows, (row) => `i${row % 9}`),
};

it('lets no site of a test be seen before, neither of pages nor of images', () => {
  const folds = toFolds(rows, sites, { kind: 'host', folds: 3, seed: 1 });
  for (const { train, test } of folds) {
    const pages = new Set(Array.from(train, (row) => sites.page[row]));
    const images = new Set(Array.from(train, (row) => sites.image[row]));
    for (const row of test) {
      expect(pages.has(sites.page[row])).toBe(false);
      expect(images.has(sites.image[row])).toBe(false);
    }
  }
});

it('tells each row once at random', () => {
  const folds = toFolds(rows, sites, { kind: 'random', folds: 4, seed: 1 });
  const told = folds.flatMap(({ test }) => [...test]).sort((a, b) => a - b);
  expect(told).toEqual([...rows]);
  for (const { train, test } of folds) expect(train.length + test.length).toBe(60);
});
