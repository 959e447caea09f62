// What may be shown under an embargo: an image as it would be known had nothing been captured since.
import { ImageAccumulator, mergeGroup } from '../../dedupe/dedupe.ts';
import { keyOfDigest, type Library } from '../../index/index.ts';
import type { Timestamp } from '../../model/capture.ts';
import { withFacts } from '../../model/document-facts.ts';
import type { ImageDocument, ImagePage } from '../../model/image.ts';
import { toMillis, toTimestamp } from '../../model/timestamp.ts';
import { iterateRedirected, othersAt } from '../../pipeline/address-answers.ts';
import type { CollectionScope } from '../access/collection-scope.ts';

/** A library and how young things must not be. */
export interface Embargoed {
  readonly library: Library;
  /** Milliseconds; 0 hides nothing. */
  readonly embargoMs: number;
  /** The collections that may be seen, where these are not all. */
  readonly scope?: CollectionScope | undefined;
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
 * `undefined` where there is nothing to show. The document itself where all of it may be shown.
 */
export function toShownDocument(
  document: ImageDocument,
  embargoed: Embargoed,
): ImageDocument | undefined {
  const { library } = embargoed;
  if (isWhole(document, embargoed)) return document;
  const shown = accumulateShown(document.digest, embargoed)?.toDocuments() ?? [];
  const own = shown.find(({ id }) => id === document.id);
  if (own === undefined || (library.settings.referencedOnly && own.page === undefined)) {
    return undefined;
  }
  // What pixels tell is of the bytes, which are shown.
  return withShownNames(withFacts(own, library.facts.of(own.digest)), embargoed);
}

/** Whether all that is known of an image may be shown. */
export function isWhole(
  { collections }: ImageDocument,
  { embargoMs, scope }: Pick<Embargoed, 'embargoMs' | 'scope'>,
): boolean {
  return embargoMs <= 0 && (scope === undefined || scope.isWhole(collections));
}

/** A file may be in collections of both kinds. */
function withShownNames(own: ImageDocument, { scope }: Embargoed): ImageDocument {
  if (scope === undefined) return own;
  return { ...own, collections: own.collections.filter((name) => scope.shows(name)) };
}

/** The last moment that may be shown of a file; `undefined`: nothing. */
export function lastOf(
  file: number,
  { embargoMs, scope }: Pick<Embargoed, 'embargoMs' | 'scope'>,
): Timestamp | undefined {
  const all = embargoMs > 0 ? lastShown(embargoMs) : END;
  if (scope === undefined) return all;
  const own = scope.lastOf(file);
  return own === undefined || own < all ? own : all;
}

const END = '99999999999999' as Timestamp; // later than any capture

/** The pages that may be shown, the oldest first. */
export function shownPages(digest: string, embargoed: Embargoed): readonly ImagePage[] {
  return accumulateShown(digest, embargoed)?.pages() ?? [];
}

/** All that is known of a content from what may be shown. */
function accumulateShown(digest: string, embargoed: Embargoed): ImageAccumulator | undefined {
  const { library } = embargoed;
  const isSeen = (file: number, time: Timestamp) => time <= (lastOf(file, embargoed) ?? '');
  const { mode } = library.settings;
  let whole: ImageAccumulator | undefined;
  for (const key of library.documents.keysOf(keyOfDigest(digest))) {
    const rows = [...library.rows.group(key)].filter(
      ({ file }) => lastOf(file, embargoed) !== undefined,
    );
    const captures = rows.flatMap((row) =>
      row.captures.filter(({ time }) => isSeen(row.file, time)),
    );
    const references = rows.flatMap((row) =>
      row.references.filter(({ page }) => isSeen(row.file, page.time)),
    );
    const last = lastShown(embargoed.embargoMs);
    const others = othersAt(library, key, rows).filter(({ time }) => time <= last);
    for (const { row, reference, surt } of iterateRedirected(library, key)) {
      if (isSeen(row.file, reference.page.time)) references.push({ ...reference, surt });
    }
    const part = mergeGroup({ captures, references, others }, mode).get(digest);
    if (part === undefined) continue;
    whole ??= new ImageAccumulator(mode);
    whole.merge(part);
  }
  return whole;
}
