// Grows one decision tree on binned numbers; forests and boosted trees are made of these.
import type { BinnedRows } from './bins.ts';

/** A tree in arrays. A node with feature -1 is a leaf and has a value; else rows with a bin up to `bin` go to `left`. */
export interface Tree {
  readonly feature: Int16Array;
  readonly bin: Uint8Array;
  readonly left: Int32Array;
  readonly right: Int32Array;
  readonly value: Float32Array;
}

/** How a tree is grown. */
export interface TreeOptions {
  readonly data: BinnedRows;
  /** Rows to learn from; put into another order. */
  readonly rows: Int32Array;
  /** First and second derivatives of the loss for each row. With `-label` and 1 the tree is one of squared errors. */
  readonly gradients: Float32Array;
  readonly hessians: Float32Array;
  readonly maxDepth: number;
  /** Least sum of second derivatives of a leaf. */
  readonly minWeight: number;
  /** Added to the weight of each leaf. */
  readonly smoothing: number;
  /** Features tried at each node, at random; all by default. */
  readonly tried?: number;
  readonly random: () => number;
}

interface Split {
  readonly feature: number;
  readonly bin: number;
}

const MAX_BINS = 256;
const MAX_NODES = 1 << 20;

/** Grows a tree. */
export function growTree(options: TreeOptions): Tree {
  const { data, rows, gradients, hessians, maxDepth } = options;
  const feature: number[] = [];
  const bin: number[] = [];
  const left: number[] = [];
  const right: number[] = [];
  const value: number[] = [];
  const finder = createSplitFinder(options);
  const waiting = [{ from: 0, to: rows.length, depth: 0, parent: -1, isLeft: true }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { from, to, depth } = next;
    const node = feature.length;
    if (next.parent >= 0) (next.isLeft ? left : right)[next.parent] = node;
    let gradient = 0;
    let hessian = 0;
    for (let at = from; at < to; at += 1) {
      gradient += gradients[rows[at] as number] as number;
      hessian += hessians[rows[at] as number] as number;
    }
    value.push(-gradient / (hessian + options.smoothing));
    const isEnd = depth >= maxDepth || to - from < 2 || feature.length >= MAX_NODES;
    const split = isEnd ? undefined : finder(from, to, gradient, hessian);
    feature.push(split?.feature ?? -1);
    bin.push(split?.bin ?? 0);
    left.push(0);
    right.push(0);
    if (split === undefined) continue;
    const middle = partition(data, rows, from, to, split);
    waiting.push({ from: middle, to, depth: depth + 1, parent: node, isLeft: false });
    waiting.push({ from, to: middle, depth: depth + 1, parent: node, isLeft: true });
  }
  return {
    feature: Int16Array.from(feature),
    bin: Uint8Array.from(bin),
    left: Int32Array.from(left),
    right: Int32Array.from(right),
    value: Float32Array.from(value),
  };
}

/** The value of the leaf that a row falls into. `binOf` gives the bin of a feature. */
export function descend(tree: Tree, binOf: (feature: number) => number): number {
  let node = 0;
  for (;;) {
    const feature = tree.feature[node] as number; // typed arrays within their bounds
    if (feature < 0) return tree.value[node] as number;
    node = (
      binOf(feature) <= (tree.bin[node] as number) ? tree.left[node] : tree.right[node]
    ) as number;
  }
}

function createSplitFinder(options: TreeOptions) {
  const { data, rows, gradients, hessians, minWeight, smoothing, random } = options;
  const sums = new Float64Array(MAX_BINS);
  const weights = new Float64Array(MAX_BINS);
  const order = Int32Array.from({ length: data.features }, (_, at) => at);
  const tried = Math.min(options.tried ?? data.features, data.features);
  return (from: number, to: number, gradient: number, hessian: number): Split | undefined => {
    const before = (gradient * gradient) / (hessian + smoothing);
    let best: Split | undefined;
    let bestGain = before + 1e-7;
    let useful = 0;
    // Features that are the same for all rows of the node do not count as tried.
    for (let place = 0; place < data.features && useful < tried; place += 1) {
      const other = place + Math.floor(random() * (data.features - place));
      const feature = order[other] as number;
      order[other] = order[place] as number;
      order[place] = feature;
      const size = (data.borders[feature]?.length ?? 0) + 1;
      if (size === 1) continue;
      sums.fill(0, 0, size);
      weights.fill(0, 0, size);
      const column = feature * data.rows;
      for (let at = from; at < to; at += 1) {
        const row = rows[at] as number;
        const bin = data.bins[column + row] as number;
        sums[bin] = (sums[bin] as number) + (gradients[row] as number);
        weights[bin] = (weights[bin] as number) + (hessians[row] as number);
      }
      let sum = 0;
      let weight = 0;
      let isSplit = false;
      for (let bin = 0; bin < size - 1; bin += 1) {
        if (weights[bin] === 0) continue;
        sum += sums[bin] as number;
        weight += weights[bin] as number;
        const rest = hessian - weight;
        if (rest <= 1e-9) break;
        isSplit = true;
        if (weight < minWeight || rest < minWeight) continue;
        const gain =
          (sum * sum) / (weight + smoothing) + (gradient - sum) ** 2 / (rest + smoothing);
        if (gain > bestGain) {
          bestGain = gain;
          best = { feature, bin };
        }
      }
      if (isSplit) useful += 1;
    }
    return best;
  };
}

/** Brings the rows of the left side to the front; gives where the right side begins. */
function partition(
  data: BinnedRows,
  rows: Int32Array,
  from: number,
  to: number,
  { feature, bin }: Split,
): number {
  const column = feature * data.rows;
  let middle = from;
  for (let at = from; at < to; at += 1) {
    const row = rows[at] as number;
    if ((data.bins[column + row] as number) > bin) continue;
    rows[at] = rows[middle] as number;
    rows[middle] = row;
    middle += 1;
  }
  return middle;
}
