// Random forests, as paper 004 uses them: unpruned trees, each on a sample of the rows, a few features tried at each node.
import { createRandom } from '../../support/random.ts';
import type { BinnedRows } from './bins.ts';
import { descend, growTree, type Tree } from './tree.ts';

/** A forest: the mean of its trees is the probability of the class. */
export type Forest = readonly Tree[];

/** Trains a forest. Rows are drawn with replacement; log2 of the features plus one are tried, as Weka does. */
export function trainForest(
  data: BinnedRows,
  rows: Int32Array,
  labels: Uint8Array,
  { trees, seed = 1 }: { readonly trees: number; readonly seed?: number },
): Forest {
  const random = createRandom(seed);
  const gradients = Float32Array.from(labels, (label) => -label);
  const hessians = new Float32Array(labels.length).fill(1);
  const tried = Math.floor(Math.log2(data.features)) + 1;
  return Array.from({ length: trees }, () => {
    const sample = rows.map(() => rows[Math.floor(random() * rows.length)] ?? 0);
    return growTree({
      ...{ data, rows: sample, gradients, hessians, random, tried },
      ...{ maxDepth: 200, minWeight: 1, smoothing: 0 },
    });
  });
}

/** The probability of a row of binned data. */
export function forestOf(trees: Forest, data: BinnedRows, row: number): number {
  let sum = 0;
  for (const tree of trees)
    sum += descend(tree, (feature) => data.bins[feature * data.rows + row] ?? 0);
  return sum / trees.length;
}
