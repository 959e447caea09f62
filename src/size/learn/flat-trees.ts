// Boosted trees in a few arrays: fast to walk and small on disk.
import { binOf } from './bins.ts';
import type { Tree } from './tree.ts';

/**
 * Nodes of all trees, one tree after the other, each node before its left child. A node with feature 255 is a leaf,
 * whose value stands in `next` in units of `unit`; else `next` is how far its right child is away.
 */
export interface FlatTrees {
  readonly roots: Int32Array;
  readonly feature: Uint8Array;
  readonly bin: Uint8Array;
  readonly next: Int16Array;
  /** The three together, as they are walked: see `packNodes`. */
  readonly nodes: Int32Array;
  readonly unit: number;
  /** Borders of the bins of each feature. */
  readonly borders: readonly Float32Array[];
}

/** The feature of a leaf. */
const LEAF = 255;
const MAX_VALUE = 32_767;

/** Puts trees into arrays; their values are rounded to 1 in 32,767 of the largest. */
export function flatten(trees: readonly Tree[], borders: readonly Float32Array[]): FlatTrees {
  const values = trees.flatMap(({ feature, value }) =>
    [...value].filter((_, node) => feature[node] === -1),
  );
  const unit = Math.max(1e-9, ...values.map(Math.abs)) / MAX_VALUE;
  const roots: number[] = [];
  const feature: number[] = [];
  const bin: number[] = [];
  const next: number[] = [];
  for (const tree of trees) {
    roots.push(feature.length);
    for (const [node, own] of tree.feature.entries()) {
      feature.push(own === -1 ? LEAF : own);
      bin.push(tree.bin[node] ?? 0);
      // Trees are grown with each left child right behind its parent.
      const distance = (tree.right[node] ?? 0) - node;
      next.push(own === -1 ? Math.round((tree.value[node] ?? 0) / unit) : distance);
    }
  }
  const arrays = {
    feature: Uint8Array.from(feature),
    bin: Uint8Array.from(bin),
    next: Int16Array.from(next),
  };
  return { ...arrays, roots: Int32Array.from(roots), nodes: packNodes(arrays), unit, borders };
}

/** A number for each node: feature, bin and `next` from the lowest byte on, so that a step is one look at memory. */
export function packNodes({
  feature,
  bin,
  next,
}: Pick<FlatTrees, 'feature' | 'bin' | 'next'>): Int32Array {
  return Int32Array.from(
    feature,
    (own, node) => own | ((bin[node] ?? 0) << 8) | ((next[node] ?? 0) << 16),
  );
}

/** The sum of the trees for numbers that begin at `from`. `bins` is room for one number of each feature. */
export function scoreFlat(
  trees: FlatTrees,
  numbers: Float32Array,
  from: number,
  bins: Uint8Array,
): number {
  const { roots, nodes, borders } = trees;
  for (let index = 0; index < borders.length; index += 1)
    bins[index] = binOf(borders[index] as Float32Array, numbers[from + index] as number); // within bounds
  let sum = 0;
  for (let tree = 0; tree < roots.length; tree += 1) {
    let at = roots[tree] as number;
    let node = nodes[at] as number;
    while ((node & 255) !== LEAF) {
      // -1 where the bin is larger, else 0: a condition would be guessed wrongly every other time.
      const isRight = (((node >> 8) & 255) - (bins[node & 255] as number)) >> 31;
      at += 1 + (isRight & ((node >> 16) - 1));
      node = nodes[at] as number;
    }
    sum += node >> 16;
  }
  return sum * trees.unit;
}
