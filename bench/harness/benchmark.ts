// What a benchmark is: a name, an explanation, and figures with their goals.
import type { Inputs } from './inputs.ts';

/** A benchmark. `bench/README.md` shows how to add one. */
export interface Benchmark {
  /** Word for the command line and heading on the page. */
  readonly name: string;
  /** What is measured and how, in Markdown, for readers of the page. */
  readonly about: string;
  /** For what takes long: at most so many rounds. */
  readonly mostRounds?: number;
  run(context: BenchContext): Promise<readonly Figure[]>;
}

/** What a benchmark may use. */
export interface BenchContext {
  readonly inputs: Inputs;
  /** Times that each measurement is repeated. */
  readonly rounds: number;
  /** Images in the generated library; a multiple of 1,000. */
  readonly images: number;
  /** Whether this is a run on small inputs, which only shows that nothing is badly wrong. */
  readonly isQuick: boolean;
}

/** One measured number. */
export interface Figure {
  /** What it is, for people. */
  readonly name: string;
  readonly value: number;
  readonly unit: Unit;
  /** What was aimed at; without it the figure is only shown. */
  readonly goal?: Goal;
}

/** Units of figures; `times` is a ratio and `percent` a difference from one. */
export type Unit =
  | 'MB/CPU-s'
  | 'records/CPU-s'
  | 'URLs/CPU-s'
  | 'images/CPU-s'
  | 'requests/s'
  | 'pages/s'
  | 'lines/s'
  | 'lines/CPU-s'
  | 'files/CPU-s'
  | 'CPU-s'
  | 'CPU-s/GB'
  | 'CPU-ms'
  | 'ms'
  | 'hits'
  | 'images'
  | 'bytes'
  | 'MB'
  | 'times'
  | 'percent';

/** A bound for a figure. */
export interface Goal {
  readonly bound: 'at least' | 'at most';
  readonly value: number;
  /** What would be better still. */
  readonly stretch?: number;
}

/** Whether a value keeps to a bound. */
export function isMet(value: number, bound: Goal['bound'], limit: number): boolean {
  return bound === 'at least' ? value >= limit : value <= limit;
}
