// What this process uses of the machine.
import { readFileSync } from 'node:fs';
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

/** Memory that is this process's own, without mapped files; 0 where the system does not tell. Bytes. */
export function ownMemory(): number {
  try {
    const kilobytes = /^RssAnon:\s+(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
    return Number(kilobytes ?? 0) * 1024;
  } catch {
    return 0; // not Linux
  }
}
