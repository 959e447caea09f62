// Measures the steps of an answer, for metrics.
import type { Stages } from './query-requests.ts';

/** Measures steps by name. */
export interface Stopwatch {
  /** Runs a step and adds its time. */
  time<T>(stage: string, work: () => T): T;
  readonly stages: Stages;
}

/** A stopwatch for one answer. */
export function createStopwatch(): Stopwatch {
  const stages: Record<string, number> = {};
  return {
    stages,
    time(stage, work) {
      const started = performance.now();
      try {
        return work();
      } finally {
        stages[stage] = (stages[stage] ?? 0) + performance.now() - started;
      }
    },
  };
}
