// Holds methods against labelled images: table V of paper 004, with unseen sites besides random rows.

import { createRandom, shuffle } from '../../support/random.ts';
import { contextsOf } from '../feature-table.ts';
import type { SizeBounds } from '../label.ts';
import { sigmoid } from '../learn/linear.ts';
import { createPredictor } from '../model.ts';
import { type PaperMethod, PaperMethods, TABLE_V } from '../paper/methods.ts';
import type { LabelledImage } from '../read-clues.ts';
import { trainModel } from '../train.ts';
import { type DataTables, describeData } from './data-tables.ts';
import { BITS, type LabelledSet, toLabelledSet } from './labelled-set.ts';
import { calibrationError, type Figures, measure } from './metrics.ts';
import { type OnlineGain, onlineGain } from './online-gain.ts';
import { type Fold, type SplitKind, toFolds } from './split.ts';

/** What is evaluated: all rows of table V, the hybrid alone, our model, or both in one run. */
export type MethodChoice = 'all' | 'paper' | 'hybrid' | 'joint' | PaperMethod['name'];

/** How an evaluation is made. */
export interface EvaluateOptions {
  readonly methods: readonly MethodChoice[];
  readonly splits: readonly SplitKind[];
  readonly folds: number;
  readonly seed: number;
  readonly bounds: SizeBounds;
  /** Share of BIG images that have to be kept. */
  readonly keep: number;
  /** Learns from labels that were put into random order: all figures must then be near 0.5. */
  readonly isShuffled?: boolean;
  readonly onMethod?: (name: string, split: SplitKind) => void;
  readonly signal?: AbortSignal | undefined;
}

/** The figures of one method on one split. */
export interface MethodResult extends Figures {
  readonly method: string;
  readonly split: SplitKind;
  readonly trees?: number;
  readonly features?: number;
  readonly adv?: number;
  /** Images that were told. */
  readonly images: number;
  /** Mean error of the probability; for our model only, the paper's forests promise none. */
  readonly calibrationError?: number;
  /** CPU microseconds for one image, features included; for our model only. */
  readonly microseconds?: number;
  readonly online?: OnlineGain;
}

/** What came of an evaluation. */
export interface SizeEvaluation {
  readonly data: DataTables;
  readonly results: readonly MethodResult[];
}

const AFTER = 200;

/** Evaluates methods on labelled images. */
export function evaluateSizes(
  images: readonly LabelledImage[],
  options: EvaluateOptions,
): SizeEvaluation {
  const set = toLabelledSet(images, options.bounds);
  const results: MethodResult[] = [];
  for (const kind of options.splits) {
    const folds = toFolds(set.rows, set.sites, { kind, folds: options.folds, seed: options.seed });
    results.push(...evaluatePaper(set, folds, kind, options));
    if (options.signal?.aborted === true) break;
    if (options.methods.includes('all') || options.methods.includes('joint')) {
      options.onMethod?.('joint', kind);
      results.push(evaluateJoint(set, folds, kind, options));
    }
  }
  return { data: describeData(images, set), results };
}

function paperMethods(methods: readonly MethodChoice[]): readonly PaperMethod[] {
  if (methods.includes('all') || methods.includes('paper')) return TABLE_V;
  return TABLE_V.filter(({ name }) => methods.includes(name));
}

function evaluatePaper(
  set: LabelledSet,
  folds: readonly Fold[],
  split: SplitKind,
  options: EvaluateOptions,
): MethodResult[] {
  const { images } = set;
  const tasks = folds.map(
    ({ train, test }) =>
      new PaperMethods({
        ...{ images, train, test, seed: options.seed },
        labels: trainingLabels(set, train, options),
      }),
  );
  const tests = folds.flatMap(({ test }) => [...test]);
  return paperMethods(options.methods).flatMap((method) => {
    if (options.signal?.aborted === true) return [];
    options.onMethod?.(method.name, split);
    const scores = tasks.flatMap((task) => [...task.predict(method)].map((chance) => chance - 0.5));
    const figures = measure(toScored(set, tests, scores), options);
    const { name, ...settings } = method;
    return [{ method: name, split, images: tests.length, ...settings, ...figures }];
  });
}

function evaluateJoint(
  set: LabelledSet,
  folds: readonly Fold[],
  split: SplitKind,
  options: EvaluateOptions,
): MethodResult {
  const contexts = contextsOf(set.images);
  const scores = new Map<number, number>();
  const chances: number[] = [];
  let spent = 0;
  for (const { train, test } of folds) {
    const labels = trainingLabels(set, train, options);
    const { table, bounds, declared } = set;
    const sites = set.sites.page;
    const model = trainModel({ table, bits: BITS, labels, rows: train, sites, bounds, declared });
    const predictor = createPredictor(model);
    const scoreOf = (row: number) => {
      const clues = set.images[row];
      return clues === undefined ? 0 : predictor.score(clues, contexts[row]);
    };
    for (const row of test) scores.set(row, scoreOf(row));
    // Timed a second time: a crawl tells more images than it takes the engine to compile the way.
    const before = process.cpuUsage();
    for (const row of test) scoreOf(row);
    const { user, system } = process.cpuUsage(before);
    spent += user + system;
    for (const row of test) chances.push(sigmoid((scores.get(row) ?? 0) + model.prior));
  }
  const tests = [...scores.keys()];
  const scored = toScored(set, tests, [...scores.values()]);
  const { keep, seed } = options;
  const online = onlineGain(set, scores, { after: AFTER, keep, seed });
  return {
    ...{ method: 'joint', split, images: tests.length, ...measure(scored, options) },
    calibrationError: calibrationError(chances, scored.labels),
    microseconds: spent / Math.max(1, tests.length),
    ...(split === 'host' && online !== undefined && { online }),
  };
}

function toScored(set: LabelledSet, rows: readonly number[], scores: readonly number[]) {
  return {
    scores,
    labels: rows.map((row) => set.labels[row] ?? 0),
    sites: rows.map((row) => set.sites.page[row] ?? ''),
  };
}

function trainingLabels(set: LabelledSet, train: Int32Array, options: EvaluateOptions): Uint8Array {
  if (options.isShuffled !== true) return set.labels;
  const labels = set.labels.slice();
  const drawn = shuffle(train.slice(), createRandom(options.seed));
  for (const [at, row] of train.entries()) labels[row] = set.labels[drawn[at] ?? 0] ?? 0;
  return labels;
}
