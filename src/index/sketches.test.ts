// The nearest vectors of a library, compared with those that a plain comparison of all finds.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createImageDocument, createMemoryIndex } from '../../test/fixtures/memory-index.ts';
import { createSearchLibrary, type SearchLibrary } from '../../test/fixtures/search-library.ts';
import { ALIKE_BITS } from '../model/alike.ts';
import { packVector, printVector } from '../model/vector.ts';

const LENGTH = 256;
const RANGE = { maxDistance: ALIKE_BITS, limit: 100 };

let state = 1;
/** Numbers from -1 to 1, the same in each run. */
function random(): number {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state / 2 ** 31 - 1;
}

/** A vector near another, or anywhere. */
function numbers(near?: readonly number[], share = 0): number[] {
  return Array.from({ length: LENGTH }, (_, at) => (near?.[at] ?? 0) + share * random());
}

const middle = numbers(undefined, 1);
const vectors = [
  ...Array.from({ length: 40 }, (_, at) => numbers(middle, at / 50)),
  ...Array.from({ length: 500 }, () => numbers(undefined, 1)),
].map((one) => printVector(packVector(one, 'test')!));
const documents = vectors.map((vector, at) => ({
  ...createImageDocument({ name: `picture${at}` }),
  ...(at % 10 !== 9 && { vector }),
}));
const wanted = printVector(packVector(middle, 'test')!);

let library: SearchLibrary;
beforeAll(() => {
  library = createSearchLibrary();
  const rows = library.add(documents.map((document) => ({ document })));
  library.remove(rows.slice(0, 3));
});
afterAll(() => library.close());

it('finds the same as comparing all of them, the nearest first', async () => {
  const index = library.open();
  const plain = createMemoryIndex(documents.slice(3));
  const found = await index.lookAlikes({ vector: wanted }, RANGE);
  expect(found.length).toBeGreaterThan(20);
  expect(found).toEqual(await plain.lookAlikes({ vector: wanted }, RANGE));
});

it('finds nothing by the vector of another model, and nothing without one', async () => {
  const index = library.open();
  const other = printVector(packVector(middle, 'other')!);
  expect(await index.lookAlikes({ vector: other }, RANGE)).toEqual([]);
  expect(await index.lookAlikes({}, RANGE)).toEqual([]);
  expect(await index.lookAlikes({ vector: 'none' }, RANGE)).toEqual([]);
});
