// What this process uses of the machine.
import type { Sample } from '../harness/sample.ts';

/** Starts to count; the function it returns gives what was used since. */
export function startUsage(): () => Omit<Sample, 'result'> {
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    const { maxRSS } = process.resourceUsage();
    return { cpuSeconds: (user + system) / 1e6, peakBytes: maxRSS * 1024 };
  };
}
