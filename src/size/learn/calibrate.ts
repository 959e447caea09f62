// Joins a few scores into log odds that are true on average: logistic regression by Newton's method.
import { sigmoid } from './linear.ts';

const ROUNDS = 25;
/** Holds the weights back where there is next to nothing to learn from. */
const RIDGE = 1e-2;

/** Weights of the scores, and last what is added. */
export function fitLogistic(
  scores: readonly Float32Array[],
  rows: Int32Array,
  { labels, weights }: { readonly labels: Uint8Array; readonly weights: Float32Array },
): number[] {
  const size = scores.length + 1;
  const prior = (at: number) => (at < scores.length ? 1 / scores.length : 0);
  let found = Array.from({ length: size }, (_, at) => prior(at));
  const values = new Float64Array(size).fill(1);
  for (let round = 0; round < ROUNDS; round += 1) {
    const equations = Array.from({ length: size }, (_, at) => {
      const equation = new Float64Array(size + 1);
      equation[at] = RIDGE;
      equation[size] = RIDGE * ((found[at] ?? 0) - prior(at));
      return equation;
    });
    for (const row of rows) {
      for (const [at, own] of scores.entries()) values[at] = own[row] ?? 0;
      const chance = sigmoid(
        found.reduce((sum, weight, at) => sum + weight * (values[at] ?? 0), 0),
      );
      const weight = weights[row] ?? 1;
      const slope = weight * (chance - (labels[row] ?? 0));
      const curve = weight * chance * (1 - chance);
      for (const [at, equation] of equations.entries()) {
        const own = values[at] ?? 0;
        for (let other = 0; other < size; other += 1)
          equation[other] = (equation[other] ?? 0) + curve * own * (values[other] ?? 0);
        equation[size] = (equation[size] ?? 0) + slope * own;
      }
    }
    const step = solve(equations);
    found = found.map((weight, at) => weight - (step[at] ?? 0));
    if (step.every((change) => Math.abs(change) < 1e-7)) break;
  }
  return found;
}

/** Solves linear equations; each has its right side at the end. The matrix is positive definite: no pivots are needed. */
function solve(equations: readonly Float64Array[]): number[] {
  const size = equations.length;
  for (const [pivot, equation] of equations.entries()) {
    for (const [other, row] of equations.entries()) {
      if (other === pivot) continue;
      const factor = (row[pivot] ?? 0) / (equation[pivot] ?? 1);
      for (let at = pivot; at <= size; at += 1)
        row[at] = (row[at] ?? 0) - factor * (equation[at] ?? 0);
    }
  }
  return equations.map((equation, at) => (equation[size] ?? 0) / (equation[at] ?? 1));
}
