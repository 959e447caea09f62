// Tells which archives of a folder have arrived: whole ones, each once for each state it has.
import { stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { expandInputs } from '../archive/archive.ts';
import { messageOf, PinakesError } from '../support/errors.ts';

/** How a folder is watched. */
export interface WatchOptions {
  /** Folder, with those below it. */
  readonly folder: string;
  /** Time between two looks. Milliseconds. */
  readonly intervalMs: number;
  /** A file that has changed since may still be written. Milliseconds. */
  readonly settleMs: number;
  readonly signal: AbortSignal;
  /**
   * Takes archives that have arrived, and says whether it did: those of a round that answers `false` come again with the next. Called
   * for one round after the other.
   */
  readonly onArrival: (paths: readonly string[]) => Promise<boolean>;
  /** The folder cannot be read now; told once until it can. */
  readonly onProblem: (detail: string) => void;
  /** The present; for tests. */
  readonly now?: () => number;
}

/**
 * Watches until the signal is aborted. It looks again and again instead of asking the system to tell, which does not work over
 * networks. What is there at the start has arrived, too: whoever takes it knows which files are new.
 */
export async function watchFolder(options: WatchOptions): Promise<void> {
  const { folder, intervalMs, signal, onArrival, onProblem } = options;
  const taken = new Map<string, string>();
  let hasProblem = false;
  while (!signal.aborted) {
    try {
      const arrived = await findArrived(options, taken);
      hasProblem = false;
      const paths = [...arrived.keys()];
      if (paths.length > 0 && (await onArrival(paths))) {
        for (const [path, stamp] of arrived) taken.set(path, stamp);
      }
    } catch (thrown) {
      if (!isAboutFolder(thrown)) throw thrown;
      if (!hasProblem) onProblem(`${folder}: ${messageOf(thrown)}`);
      hasProblem = true;
    }
    // Aborted, the sleep ends at once.
    await sleep(intervalMs, undefined, { signal }).catch(() => undefined);
  }
}

/** Archives that nobody writes to any more, and that were not taken in this state. */
async function findArrived(
  { folder, settleMs, now = Date.now }: WatchOptions,
  taken: Map<string, string>,
): Promise<Map<string, string>> {
  const arrived = new Map<string, string>();
  const present = new Set<string>();
  for (const { location } of await listArchives(folder)) {
    const found = await stat(location).catch(() => undefined);
    if (found === undefined) continue; // it went meanwhile
    present.add(location);
    const stamp = `${found.size} ${found.mtimeMs}`;
    const isSettled = found.size > 0 && now() - found.mtimeMs >= settleMs;
    if (isSettled && taken.get(location) !== stamp) arrived.set(location, stamp);
  }
  for (const path of taken.keys()) if (!present.has(path)) taken.delete(path);
  return arrived;
}

/** An empty folder is one that nothing has come to yet. */
async function listArchives(folder: string): Promise<readonly { readonly location: string }[]> {
  await stat(folder);
  try {
    return (await expandInputs([folder])).inputs;
  } catch (thrown) {
    if (thrown instanceof PinakesError && thrown.code === 'INPUT_NOT_FOUND') return [];
    throw thrown;
  }
}

/** A disk that is not mounted now may be so later. */
function isAboutFolder(thrown: unknown): boolean {
  if (thrown instanceof PinakesError) return thrown.code.startsWith('INPUT_');
  return thrown instanceof Error && 'syscall' in thrown;
}
