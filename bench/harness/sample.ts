// Measurements repeated in turns, and what is made of them.

/** What one process used. */
export interface Sample<Result = unknown> {
  /** Processor time of the measured work, user and system, of all threads. Seconds. */
  readonly cpuSeconds: number;
  /** Largest amount of memory the whole process ever held (resident set). Bytes. */
  readonly peakBytes: number;
  readonly result: Result;
}

/**
 * Runs each of `runs` once a round, in turns, so that what else the machine does meets all of them
 * alike; every second round goes backwards.
 */
export async function interleave<Runs extends Readonly<Record<string, () => Promise<Sample>>>>(
  rounds: number,
  runs: Runs,
): Promise<Samples<Runs>> {
  const samples = new Map<string, Sample[]>(Object.keys(runs).map((name) => [name, []]));
  const turns = Object.entries(runs);
  for (let round = 0; round < rounds; round++) {
    for (const [name, run] of round % 2 === 0 ? turns : turns.toReversed()) {
      samples.get(name)!.push(await run());
    }
  }
  // Each list holds what the run of its name gave.
  return Object.fromEntries(samples) as unknown as Samples<Runs>;
}

/** The samples of each run, round by round. */
export type Samples<Runs extends Readonly<Record<string, () => Promise<Sample>>>> = {
  readonly [Name in keyof Runs]: readonly Awaited<ReturnType<Runs[Name]>>[];
};

/** The middle value, or the mean of the two middle ones. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return (sorted[Math.ceil(middle) - 1]! + sorted[Math.floor(middle)]!) / 2;
}

/** The value that this share of all values does not exceed. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)]!;
}

/** Median processor time. Seconds. */
export function cpuSecondsOf(samples: readonly Sample[]): number {
  return median(samples.map(({ cpuSeconds }) => cpuSeconds));
}

/** How many times dearer the first is: the median over the rounds, since what slows one slows both. */
export function cpuRatio(dear: readonly Sample[], cheap: readonly Sample[]): number {
  return median(dear.map(({ cpuSeconds }, round) => cpuSeconds / cheap[round]!.cpuSeconds));
}
