// Trains the joint model: a linear part over hashed features and boosted trees over numbers, joined and calibrated.
import { createRandom, shuffle } from '../support/random.ts';
import type { FeatureTable } from './feature-table.ts';
import { DENSE_COUNT } from './features/dense.ts';
import { toBins } from './learn/bins.ts';
import { trainBoosted } from './learn/boosted.ts';
import { fitLogistic } from './learn/calibrate.ts';
import { flatten, scoreFlat } from './learn/flat-trees.ts';
import { type LinearModel, scoreLinear, trainLinear } from './learn/linear.ts';
import type { ModelAbout, SizeModel } from './model.ts';

/** What is learnt from. */
export interface TrainingSet {
  readonly table: FeatureTable;
  /** Size of the tables that the sparse features were hashed for: `2 ** bits`. */
  readonly bits: number;
  /** 1 for BIG, 0 for SMALL. */
  readonly labels: Uint8Array;
  /** Rows to learn from: only SMALL and BIG ones. */
  readonly rows: Int32Array;
  /** The site of each row's page: one site is never on both sides of an inner split. */
  readonly sites: readonly string[];
  readonly bounds: ModelAbout['bounds'];
  /** Rows whose declared size is a clue. */
  readonly declared: number;
}

/** Settings of trees: usual ones, not searched for. */
const BOOST = { trees: 250, maxDepth: 5, rate: 0.06 } as const;
/** The parts are joined by what they say of sites they have not seen. */
const INNER_FOLDS = 4;
const SEED = 1;
const MAX_WEIGHT = 127;

/** Trains a model. The same rows in the same order give the same model. */
export function trainModel(set: TrainingSet): SizeModel {
  const { table, labels, rows, bits, sites } = set;
  const target = { labels, weights: balancedWeights(labels, rows) };
  const data = toBins(table.dense, DENSE_COUNT);
  const trainParts = (some: Int32Array) => ({
    linear: trainLinear(table.sparse, some, target, { bits, seed: SEED }),
    trees: flatten(trainBoosted(data, some, target, { ...BOOST, seed: SEED }), data.borders),
  });
  const scores = {
    linear: new Float32Array(labels.length),
    trees: new Float32Array(labels.length),
  };
  const bins = new Uint8Array(DENSE_COUNT);
  const folds = foldsOf(sites, rows);
  for (let fold = 0; fold < INNER_FOLDS; fold += 1) {
    const inner = trainParts(rows.filter((row) => folds[row] !== fold));
    for (const row of rows) {
      if (folds[row] !== fold) continue;
      scores.linear[row] = linearScore(inner.linear, table, row);
      scores.trees[row] = scoreFlat(inner.trees, table.dense, row * DENSE_COUNT, bins);
    }
  }
  const [linearShare = 0.5, treesShare = 0.5, added = 0] = fitLogistic(
    [scores.linear, scores.trees],
    rows,
    target,
  );
  const blend = { linear: linearShare, trees: treesShare, bias: added };
  const { linear, trees } = trainParts(rows);
  const { weights, unit } = toBytes(linear);
  const big = rows.filter((row) => labels[row] === 1);
  const small = rows.length - big.length;
  const joined = Float32Array.from(
    big,
    (row) =>
      linearShare * (scores.linear[row] ?? 0) + treesShare * (scores.trees[row] ?? 0) + added,
  );
  return {
    ...{ bits, weights, unit, bias: linear.bias, trees, blend },
    prior: Math.log((big.length + 1) / (small + 1)),
    bigScores: permilles(joined),
    about: {
      ...{ images: rows.length, small, big: big.length, bounds: set.bounds },
      sites: new Set(Array.from(rows, (row) => sites[row])).size,
      declared: set.declared,
    },
  };
}

function linearScore(model: LinearModel, { sparse }: FeatureTable, row: number): number {
  const { starts, middles, places } = sparse;
  return scoreLinear(model, places, starts[row] ?? 0, middles[row] ?? 0, starts[row + 1] ?? 0);
}

/** Weights that make both classes count the same. */
function balancedWeights(labels: Uint8Array, rows: Int32Array): Float32Array {
  const big = rows.reduce((sum, row) => sum + (labels[row] ?? 0), 0);
  const half = rows.length / 2;
  const both = [half / Math.max(1, rows.length - big), half / Math.max(1, big)];
  return Float32Array.from(labels, (label) => both[label] ?? 1);
}

/** Spreads sites over the inner folds. */
function foldsOf(sites: readonly string[], rows: Int32Array): Uint8Array {
  const names = [...new Set(Array.from(rows, (row) => sites[row] ?? ''))];
  const order = shuffle(names, createRandom(SEED));
  const numbers = new Map(order.map((name, at) => [name, at % INNER_FOLDS]));
  return Uint8Array.from(sites, (site) => numbers.get(site) ?? 0);
}

/** Weights in one byte each. */
function toBytes({ weights }: LinearModel): { readonly weights: Int8Array; readonly unit: number } {
  const largest = weights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 1e-9);
  const unit = largest / MAX_WEIGHT;
  return { weights: Int8Array.from(weights, (weight) => Math.round(weight / unit)), unit };
}

function permilles(scores: Float32Array): Float32Array {
  const sorted = scores.toSorted();
  const at = (share: number) => sorted[Math.floor(share * sorted.length)] ?? 0;
  return Float32Array.from({ length: 999 }, (_, place) => at((place + 1) / 1000));
}
