// What was taken down elsewhere is taken down here.
import type { Library, TakedownEntry } from '../index/index.ts';
import { deriveDocuments } from './derive.ts';
import { removeNearTakedowns } from './near-takedowns.ts';
import { removeFromLibrary } from './remove.ts';
import { hasExpired } from './takedown.ts';

/** Takes down all that a list names and the library does not know yet. Gives how many entries were new. */
export async function importTakedowns(
  target: Library,
  list: readonly TakedownEntry[],
  signal?: AbortSignal,
): Promise<number> {
  const known = new Set(target.takedowns.list().map(({ kind, value }) => `${kind} ${value}`));
  const entries = list.filter(
    (entry) => !known.has(`${entry.kind} ${entry.value}`) && !hasExpired(entry),
  );
  if (entries.length === 0) return 0;
  const valuesOf = (wanted: string) =>
    entries.filter(({ kind }) => kind === wanted).map(({ value }) => value);
  // First: should it stop half-way, the list does not have them all yet, and the same call begins again.
  if (target.files.count() > 0) {
    const request = { images: valuesOf('image'), surtPrefixes: valuesOf('url-prefix') };
    await removeFromLibrary(target, request, { signal });
    signal?.throwIfAborted();
  }
  target.transaction(() => {
    for (const entry of entries) {
      // With the time and the details that it came with, not those of its removal just now.
      target.takedowns.remove(entry);
      target.takedowns.add(entry);
    }
    for (const fingerprint of valuesOf('file')) {
      const file = target.files.findByFingerprint(fingerprint);
      if (file === undefined) continue;
      target.takeBack(file.id);
      target.files.remove(file.id);
    }
  });
  await deriveDocuments(target, { signal });
  await removeNearTakedowns(target, { signal });
  return entries.length;
}
