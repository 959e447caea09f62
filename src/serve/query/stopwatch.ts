// Measures the steps of an answer, for metrics.
import type { Stages } from './query-requests.ts';

/** Measures steps by name. */
export interface Stopwatch {
  /** Runs a step and adds its time, up to its end when it is a promise. */
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
      const stop = () => {
        stages[stage] = (stages[stage] ?? 0) + performance.now() - started;
      };
      try {
        const result = work();
        if (!(result instanceof Promise)) stop();
        // Whoever waits for the result is told of a failure; here it only ends the time.
        else result.then(stop, stop);
        return result;
      } catch (thrown) {
        stop();
        throw thrown;
      }
    },
  };
}
