// How good scores are: F-measures, what may be skipped, calibration, with intervals.
import { createRandom } from '../../support/random.ts';

/** Scores of rows whose class is known. A score above 0 says BIG. */
export interface Scored {
  readonly scores: ArrayLike<number>;
  /** 1 for BIG, 0 for SMALL. */
  readonly labels: ArrayLike<number>;
  /** What is drawn together for intervals: images of a site are no independent witnesses. */
  readonly sites: readonly string[];
}

/** A value and the interval that holds it with 95 % confidence. */
export interface Bounded {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** The figures of one method on one split. */
export interface Figures {
  /** F-measures where both classes are equally frequent, as paper 004 has them. */
  readonly f1Small: Bounded;
  readonly f1Big: Bounded;
  readonly f1: Bounded;
  /** Share of SMALL that may be skipped while this share of BIG is kept. */
  readonly skipped: Bounded;
  /** Precision of BIG and of SMALL at the shares that the classes really have. */
  readonly precisionBig: Bounded;
  readonly precisionSmall: Bounded;
  /** Probability that a BIG image has a higher score than a SMALL one. */
  readonly auc: Bounded;
}

const ROUNDS = 200;

/** Computes the figures. Intervals come from drawing sites anew, 200 times. */
export function measure(
  scored: Scored,
  { keep, seed }: { readonly keep: number; readonly seed: number },
): Figures {
  const bySite = new Map<string, number[]>();
  for (const [row, site] of scored.sites.entries()) {
    const rows = bySite.get(site);
    if (rows === undefined) bySite.set(site, [row]);
    else rows.push(row);
  }
  const groups = [...bySite.values()];
  const random = createRandom(seed);
  const all = pointsOf(scored, groups.flat(), keep);
  const drawn = Array.from({ length: ROUNDS }, () => {
    const rows = groups.flatMap(() => groups[Math.floor(random() * groups.length)] ?? []);
    return pointsOf(scored, rows, keep);
  });
  const bound = (name: keyof Figures): Bounded => {
    const values = drawn
      .map((points) => points[name])
      .filter(Number.isFinite)
      .sort((a, b) => a - b);
    return {
      value: all[name],
      low: values[Math.floor(values.length * 0.025)] ?? Number.NaN,
      high: values[Math.ceil(values.length * 0.975) - 1] ?? Number.NaN,
    };
  };
  return {
    ...{ f1Small: bound('f1Small'), f1Big: bound('f1Big'), f1: bound('f1') },
    ...{ skipped: bound('skipped'), auc: bound('auc') },
    ...{ precisionBig: bound('precisionBig'), precisionSmall: bound('precisionSmall') },
  };
}

function pointsOf(
  { scores, labels }: Scored,
  rows: readonly number[],
  keep: number,
): Record<keyof Figures, number> {
  const small: number[] = [];
  const big: number[] = [];
  for (const row of rows) (labels[row] === 1 ? big : small).push(scores[row] ?? 0);
  small.sort((a, b) => a - b);
  big.sort((a, b) => a - b);
  const truePositive = big.length - countUpTo(big, 0);
  const trueNegative = countUpTo(small, 0);
  const falseNegative = big.length - truePositive;
  const falsePositive = small.length - trueNegative;
  // SMALL counts as much as BIG.
  const weight = big.length / small.length;
  const wrong = falseNegative + weight * falsePositive;
  const f1Big = (2 * truePositive) / (2 * truePositive + wrong);
  const f1Small = (2 * weight * trueNegative) / (2 * weight * trueNegative + wrong);
  const threshold = big[Math.floor(big.length * (1 - keep) + 1e-9)] ?? Number.NaN;
  let below = 0;
  let order = 0;
  for (const score of big) {
    while (order < small.length && (small[order] as number) < score) order += 1;
    let end = order;
    while (end < small.length && small[end] === score) end += 1;
    below += (order + end) / 2;
  }
  return {
    ...{ f1Big, f1Small, f1: (f1Big + f1Small) / 2 },
    skipped: countBelow(small, threshold) / small.length,
    precisionBig: truePositive / (truePositive + falsePositive),
    precisionSmall: trueNegative / (trueNegative + falseNegative),
    auc: below / (big.length * small.length),
  };
}

function countUpTo(sorted: readonly number[], limit: number): number {
  let count = 0;
  while (count < sorted.length && (sorted[count] as number) <= limit) count += 1;
  return count;
}

function countBelow(sorted: readonly number[], limit: number): number {
  let count = 0;
  while (count < sorted.length && (sorted[count] as number) < limit) count += 1;
  return count;
}

/** Mean distance between probabilities and how often they came true, in ten equal ranges. */
export function calibrationError(chances: ArrayLike<number>, labels: ArrayLike<number>): number {
  const sums = Array.from({ length: 10 }, () => ({ chance: 0, true: 0, count: 0 }));
  for (let row = 0; row < chances.length; row += 1) {
    const chance = chances[row] ?? 0;
    const range = sums[Math.min(9, Math.floor(chance * 10))];
    if (range === undefined) continue;
    range.chance += chance;
    range.true += labels[row] ?? 0;
    range.count += 1;
  }
  const off = sums.reduce((sum, range) => sum + Math.abs(range.chance - range.true), 0);
  return off / Math.max(1, chances.length);
}
