// Gradient-boosted trees for the log odds of a class.
import { createRandom } from '../../support/random.ts';
import type { BinnedRows } from './bins.ts';
import { sigmoid } from './linear.ts';
import { descend, growTree, type Tree } from './tree.ts';

/** How trees are boosted. */
export interface BoostOptions {
  readonly trees: number;
  readonly maxDepth: number;
  readonly rate: number;
  readonly seed?: number;
  /** Share of the rows, and of the features, that each tree sees. */
  readonly rowShare?: number;
  readonly featureShare?: number;
  readonly minWeight?: number;
}

/** Trains on the given rows; the values of the trees add up to a score. */
export function trainBoosted(
  data: BinnedRows,
  rows: Int32Array,
  { labels, weights }: { readonly labels: Uint8Array; readonly weights: Float32Array },
  options: BoostOptions,
): Tree[] {
  const { seed = 1, rowShare = 0.7, featureShare = 0.4, minWeight = 4 } = options;
  const random = createRandom(seed);
  const scores = new Float32Array(data.rows);
  const gradients = new Float32Array(data.rows);
  const hessians = new Float32Array(data.rows);
  const trees: Tree[] = [];
  for (let number = 0; number < options.trees; number += 1) {
    for (const row of rows) {
      const chance = sigmoid(scores[row] as number);
      const weight = weights[row] as number;
      gradients[row] = (chance - (labels[row] as number)) * weight;
      hessians[row] = Math.max(1e-6, chance * (1 - chance) * weight);
    }
    const tree = growTree({
      ...{ data, gradients, hessians, random, minWeight, maxDepth: options.maxDepth },
      rows: rows.filter(() => random() < rowShare),
      smoothing: 1,
      tried: Math.max(1, Math.round(data.features * featureShare)),
    });
    for (let node = 0; node < tree.value.length; node += 1)
      tree.value[node] = (tree.value[node] as number) * options.rate;
    trees.push(tree);
    for (const row of rows) {
      const value = descend(tree, (feature) => data.bins[feature * data.rows + row] as number);
      scores[row] = (scores[row] as number) + value;
    }
  }
  return trees;
}
