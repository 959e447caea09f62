// What was taken down, listed, and allowed again.
import type { Library, TakedownEntry } from '../index/index.ts';
import { deriveDocuments } from './derive.ts';
import { hasExpired, toSurtPrefix } from './takedown.ts';

/** What was allowed again. */
export interface LiftOutcome {
  readonly lifted: readonly TakedownEntry[];
  /** Values that are not on the list. */
  readonly unknown: readonly string[];
  /** Files that may hold some of it: the next ingest reads them again. */
  readonly files: number;
}

/** Why such a file is read again. */
const READ_AGAIN = 'something in it was taken down, and is allowed again';

/**
 * Allows again what was taken down. Each value is one of the list, or a URL prefix as it was given. What was removed is
 * no longer in the library, so the files that may hold it are noted, and the next `ingest` of them brings it back.
 */
export async function liftTakedown(
  library: Library,
  values: readonly string[],
): Promise<LiftOutcome> {
  const all = library.takedowns.list();
  const lifted = new Set<TakedownEntry>();
  const unknown: string[] = [];
  for (const value of values) {
    const found = all.filter((entry) => isMeant(entry, value));
    for (const entry of found) lifted.add(entry);
    // What went because it looked like one of these comes back with it.
    const digests = new Set(found.map((entry) => entry.value));
    for (const entry of all) if (digests.has(entry.details?.nearOf ?? '')) lifted.add(entry);
    if (found.length === 0) unknown.push(value);
  }
  const files = library.transaction(() => {
    const again = new Set<number>();
    for (const entry of lifted) for (const file of lift(library, entry)) again.add(file);
    for (const { id, report } of library.files.list()) {
      if (again.has(id)) library.files.update(id, { report: { ...report, failure: READ_AGAIN } });
    }
    return again.size;
  });
  await deriveDocuments(library);
  return { lifted: [...lifted], unknown, files };
}

/** Lifts what was taken down until a day that has come. */
export async function liftExpired(library: Library): Promise<readonly TakedownEntry[]> {
  const values = library.takedowns
    .list()
    .filter((entry) => hasExpired(entry))
    .map(({ value }) => value);
  return values.length === 0 ? [] : (await liftTakedown(library, values)).lifted;
}

function isMeant({ kind, value }: TakedownEntry, wanted: string): boolean {
  if (value === wanted || value === wanted.toLowerCase()) return true;
  return kind === 'url-prefix' && value === toSurtPrefix(wanted);
}

/** Takes one entry off the list and gives the files that may hold something of it. */
function lift(library: Library, { kind, value }: TakedownEntry): number[] {
  library.takedowns.remove({ kind, value });
  if (kind === 'image') return library.hidden.removeImage(value);
  // A file that was taken down is not in the library; of an address nobody noted which files have it.
  return kind === 'file' ? [] : library.files.list().map(({ id }) => id);
}
