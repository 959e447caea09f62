// How sure a mean is.
import { createRandom } from '../support/random.ts';

/** A mean and the interval that holds it with 95 % confidence. */
export interface Interval {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

const ROUNDS = 1000;

/** The mean of values and its bootstrap interval: the means of samples drawn from the values themselves. */
export function resampleMean(values: readonly number[], seed: number): Interval {
  const { length } = values;
  if (length === 0) return { mean: 0, low: 0, high: 0 };
  const random = createRandom(seed);
  const means = Array.from({ length: ROUNDS }, () => {
    let sum = 0;
    for (let draw = 0; draw < length; draw++) sum += values[Math.floor(random() * length)] ?? 0;
    return sum / length;
  }).sort((a, b) => a - b);
  return {
    mean: values.reduce((sum, value) => sum + value, 0) / length,
    low: means[Math.floor(ROUNDS * 0.025)] ?? 0,
    high: means[Math.ceil(ROUNDS * 0.975) - 1] ?? 0,
  };
}
