// What may be shown under an embargo: an image as it would be known had nothing been captured since.
import { ImageAccumulator, mergeGroup } from '../../dedupe/dedupe.ts';
import { keyOfDigest, type Library } from '../../index/index.ts';
import type { Timestamp } from '../../model/capture.ts';
import type { ImageDocument, ImagePage } from '../../model/image.ts';
import { toMillis, toTimestamp } from '../../model/timestamp.ts';
import { iterateRedirected, othersAt } from '../../pipeline/address-answers.ts';

/** A library and how young things must not be. */
export interface Embargoed {
  readonly library: Library;
  /** Milliseconds; 0 hides nothing. */
  readonly embargoMs: number;
}

/** Whether something captured at a time may be shown. */
export function isShown(time: Timestamp, embargoMs: number): boolean {
  return embargoMs <= 0 || toMillis(time) <= Date.now() - embargoMs;
}

/** The last moment that may be shown. */
export function lastShown(embargoMs: number): Timestamp {
  return toTimestamp(new Date(Date.now() - embargoMs));
}

/**
 * The document with only what captures and pages that may be shown say of it: texts, page, counts and times.
 * `undefined` where there is nothing to show. Without an embargo the document itself.
 */
export function toShownDocument(
  document: ImageDocument,
  embargoed: Embargoed,
): ImageDocument | undefined {
  const { library, embargoMs } = embargoed;
  if (embargoMs <= 0) return document;
  const shown = accumulateShown(document.digest, embargoed)?.toDocuments() ?? [];
  const own = shown.find(({ id }) => id === document.id);
  return library.settings.referencedOnly && own?.page === undefined ? undefined : own;
}

/** The pages that may be shown, the oldest first. */
export function shownPages(digest: string, embargoed: Embargoed): readonly ImagePage[] {
  return accumulateShown(digest, embargoed)?.pages() ?? [];
}

/** All that is known of a content from what may be shown. */
function accumulateShown(
  digest: string,
  { library, embargoMs }: Embargoed,
): ImageAccumulator | undefined {
  const last = lastShown(embargoMs);
  const { mode } = library.settings;
  let whole: ImageAccumulator | undefined;
  for (const key of library.documents.keysOf(keyOfDigest(digest))) {
    const rows = [...library.rows.group(key)];
    const captures = rows.flatMap((row) => row.captures.filter(({ time }) => time <= last));
    const references = rows.flatMap((row) =>
      row.references.filter(({ page }) => page.time <= last),
    );
    const others = othersAt(library, key, rows).filter(({ time }) => time <= last);
    for (const { reference, surt } of iterateRedirected(library, key)) {
      if (reference.page.time <= last) references.push({ ...reference, surt });
    }
    const part = mergeGroup({ captures, references, others }, mode).get(digest);
    if (part === undefined) continue;
    whole ??= new ImageAccumulator(mode);
    whole.merge(part);
  }
  return whole;
}
