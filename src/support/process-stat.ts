// What Linux reports of processes: when one started, the processor time it has used, how many files may be open.
import { readFileSync } from 'node:fs';

/** Linux counts in hundredths of a second on every platform that Node runs on. */
const MS_PER_TICK = 10;

/** When a process started, in ticks since the machine did; empty where the system does not tell, or the process has gone. */
export function startOfProcess(pid: number): string {
  return statOf(pid)?.[19] ?? '';
}

/** Processor time of all threads of a process, milliseconds; undefined where the system does not tell, or the process has gone. */
export function cpuTimeOfProcess(pid: number): number | undefined {
  const stat = statOf(pid);
  if (stat === undefined) return undefined;
  const ticks = Number(stat[11]) + Number(stat[12]);
  return Number.isFinite(ticks) ? ticks * MS_PER_TICK : undefined;
}

/** The fields of `/proc/PID/stat` from the third one on. */
function statOf(pid: number): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name of the program stands in parentheses and may hold anything.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined; // another system, or the process has gone
  }
}

/** How many files this process may have open at once; infinite where the system does not say. */
export function openFilesLimit(): number {
  try {
    const [, soft] =
      /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return soft === undefined ? Number.POSITIVE_INFINITY : Number(soft);
  } catch {
    return Number.POSITIVE_INFINITY; // not Linux
  }
}
