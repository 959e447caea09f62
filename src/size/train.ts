// Trains the joint model: a linear part over hashed features and boosted trees over numbers, joined and calibrated.
import { createRandom, shuffle } from '../support/random.ts';
import type { FeatureTable } from './feature-table.ts';
import { DENSE_COUNT } from './features/dense.ts';
import { toBins } from './learn/bins.ts';
import { trainBoosted } from './learn/boosted.ts';
import { fitLogistic } from './learn/calibrate.ts';
import { flatten, scoreFlat } from './learn/flat-trees.ts';
import { type LinearModel, scoreLinear, sigmoid, trainLinear } from './learn/linear.ts';
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
/** How much the pieces of an address may count: there are many, and they know sites rather than sizes. */
const PIECES = [0.05, 0.1, 0.2, 0.4, 1] as const;
const SEED = 1;
const MAX_WEIGHT = 127;

/** Trains a model. The same rows in the same order give the same model. */
export function trainModel(set: TrainingSet): SizeModel {
  const { table, labels, rows, bits, sites } = set;
  const target = { labels, weights: balancedWeights(labels, rows) };
  const data = toBins(table.dense, DENSE_COUNT);
  const folds = foldsOf(sites, rows);
  const halves = Array.from({ length: INNER_FOLDS }, (_, fold) => ({
    seen: rows.filter((row) => folds[row] !== fold),
    unseen: rows.filter((row) => folds[row] === fold),
  }));
  const linearOf = (some: Int32Array, pieces: number) =>
    trainLinear(table.sparse, some, target, { bits, pieces, seed: SEED });
  const treesOf = (some: Int32Array) =>
    flatten(trainBoosted(data, some, target, { ...BOOST, seed: SEED }), data.borders);
  // What the parts say of sites they have not seen; how much pieces of addresses count is chosen by it as well.
  const tried = PIECES.map((pieces) => {
    const own = new Float32Array(labels.length);
    for (const { seen, unseen } of halves) {
      const inner = linearOf(seen, pieces);
      for (const row of unseen) own[row] = linearScore(inner, table, row);
    }
    return { pieces, own, loss: lossOf(own, rows, target) };
  });
  const { pieces, own } = tried.reduce((best, next) => (next.loss < best.loss ? next : best));
  const scores = { linear: own, trees: new Float32Array(labels.length) };
  const bins = new Uint8Array(DENSE_COUNT);
  for (const { seen, unseen } of halves) {
    const inner = treesOf(seen);
    for (const row of unseen)
      scores.trees[row] = scoreFlat(inner, table.dense, row * DENSE_COUNT, bins);
  }
  const [linearShare = 0.5, treesShare = 0.5, added = 0] = fitLogistic(
    [scores.linear, scores.trees],
    rows,
    target,
  );
  const blend = { linear: linearShare, trees: treesShare, bias: added };
  const linear = linearOf(rows, pieces);
  const trees = treesOf(rows);
  const { weights, unit } = toBytes(linear);
  const big = rows.filter((row) => labels[row] === 1);
  const small = rows.length - big.length;
  const joined = Float32Array.from(
    big,
    (row) =>
      linearShare * (scores.linear[row] ?? 0) + treesShare * (scores.trees[row] ?? 0) + added,
  );
  return {
    ...{ bits, weights, unit, bias: linear.bias, pieces, trees, blend },
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

/** How badly log odds tell the labels, best scaled: odds of unseen sites are too sure of themselves. */
function lossOf(
  odds: Float32Array,
  rows: Int32Array,
  target: { readonly labels: Uint8Array; readonly weights: Float32Array },
): number {
  const [scale = 1, added = 0] = fitLogistic([odds], rows, target);
  let loss = 0;
  for (const row of rows) {
    const chance = sigmoid(scale * (odds[row] ?? 0) + added);
    const right = target.labels[row] === 1 ? chance : 1 - chance;
    loss -= (target.weights[row] ?? 1) * Math.log(Math.max(1e-9, right));
  }
  return loss;
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
