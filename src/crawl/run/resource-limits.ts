// What a crawl may take of the machine: memory, and room on the disk.
import { statfsSync } from 'node:fs';

/** Limits of a run. */
export interface ResourceLimits {
  /** Memory of the process in bytes. */
  readonly maxMemoryBytes?: number | undefined;
  /** Bytes that have to stay free on the disk that the archive is written to. */
  readonly minFreeBytes?: number | undefined;
}

/** The limit that is passed at this moment. */
export function findPassedLimit(
  { maxMemoryBytes, minFreeBytes }: ResourceLimits,
  folder: string,
): 'memory' | 'disk' | undefined {
  if (maxMemoryBytes !== undefined && process.memoryUsage.rss() > maxMemoryBytes) return 'memory';
  return minFreeBytes !== undefined && freeBytesOf(folder) < minFreeBytes ? 'disk' : undefined;
}

/** Bytes that this user may still write there; without an answer of the system the disk counts as free. */
function freeBytesOf(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return Number.POSITIVE_INFINITY; // some network file systems do not tell; writing will
  }
}
