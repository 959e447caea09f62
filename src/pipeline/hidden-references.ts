// References to images that were taken down: they are not kept, and those through style sheets are not seen.
import {
  createSplit,
  type GroupCapture,
  type GroupReference,
  type Split,
} from '../dedupe/dedupe.ts';
import type { GroupRow, Library, StoredReference } from '../index/index.ts';
import type { Timestamp } from '../model/capture.ts';

/** References through style sheets to the images captured at a key, but for those to images that were taken down. */
export function* iterateSheetReferences(
  library: Library,
  key: number,
  captures: readonly GroupCapture[],
): Generator<GroupReference> {
  if (captures.length === 0) return;
  const surts = new Set(captures.map(({ surt }) => surt));
  let isSeen: SeenTest | undefined;
  for (const reference of library.sheetReferences.to(key, surts)) {
    isSeen ??= seenTest(library, key, captures);
    if (isSeen(reference.surt, reference.page.time)) yield reference;
  }
}

/** Whether a page of a time sees an image at a SURT. */
export type SeenTest = (surt: string, time: Timestamp) => boolean;

/** Tells whether the capture nearest to a page is not of an image that was taken down; `captures` are those of the key. */
export function seenTest(
  library: Library,
  key: number,
  captures: readonly GroupCapture[],
): SeenTest {
  const hidden = library.hidden.at(key);
  if (hidden.length === 0) return () => true;
  const digests = new Set(hidden.map(({ digest }) => digest));
  const splits = new Map<string, Split>();
  return (surt, time) => {
    const known = splits.get(surt);
    const split = known ?? createSplit([...captures.filter((one) => one.surt === surt), ...hidden]);
    if (known === undefined) splits.set(surt, split);
    return !digests.has(split.digestFor(time) ?? '');
  };
}

/**
 * Takes out the stored references to images that were taken down, at all keys that wait to be derived; within the
 * transaction that stored them. Gives how many there were.
 */
export function dropHiddenReferences(library: Library): number {
  let dropped = 0;
  for (const key of library.hidden.waitingKeys()) {
    const rows = [...library.rows.group(key)];
    const captures = rows.flatMap((row) => row.captures);
    const isSeen = seenTest(library, key, captures);
    for (const row of rows) {
      const references = row.references.filter(({ surt, page }) => isSeen(surt, page.time));
      const lost = row.references.length - references.length;
      if (lost === 0) continue;
      dropped += lost;
      replaceReferences(library, { ...row, key }, references);
    }
  }
  return dropped;
}

/** Stores a row with other references, or without the captures that are left out. */
export function replaceReferences(
  library: Library,
  row: Pick<GroupRow, 'surt' | 'file' | 'part' | 'captures'> & { readonly key: number },
  references: readonly StoredReference[],
): void {
  const { key, surt, file, part, captures } = row;
  const left = references.map(({ pageRow, tag, alt, title, caption, captionSource }) => {
    return { page: pageRow, tag, alt, title, caption, captionSource };
  });
  library.rows.replaceRow({ key, file, part }, { surt, captures, references: left });
}
