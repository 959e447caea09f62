// What the rows of one SURT have in common: a later crawl mostly says again what an earlier one said.
import { isSameSaid } from '../model/said.ts';
import type { CaptureRow, ReferenceRow, RowContent } from './row-codec.ts';

/** Another row of the same SURT, one that stands by itself, with what a row shares with it. */
export interface RowBase {
  readonly file: number;
  readonly part: number;
  readonly row: RowContent;
  readonly shared: SharedEntries;
}

/** For each capture and reference of a row the place of an equal one in the base, or -1. Times, offsets and pages may differ. */
export interface SharedEntries {
  readonly captures: readonly number[];
  readonly references: readonly number[];
  /** How many there are. */
  readonly count: number;
  /** The base has all of them. */
  readonly isAll: boolean;
}

/** Entries of a base that are looked at: of an image that thousands of pages show the first few are like the others. */
const MAX_COMPARED = 50;

/** Finds what a row shares with another of the same SURT. */
export function compareRows(row: RowContent, base: RowContent): SharedEntries {
  const captures = row.captures.map((one) => findTwin(base.captures, one, isSameCapture));
  const references = row.references.map((one) => findTwin(base.references, one, isSameReference));
  let count = 0;
  for (const place of captures) if (place >= 0) count++;
  for (const place of references) if (place >= 0) count++;
  return { captures, references, count, isAll: count === captures.length + references.length };
}

/**
 * Whether a row should be stored on its base. One that differs stands by itself if the row before it differed too: the
 * next ones will be like it, and find in it all that they say.
 */
export function isWorthSharing(
  { captures, references, count, isAll }: SharedEntries,
  hasDifferedBefore: boolean,
): boolean {
  if (count * 2 < captures.length + references.length) return false;
  return isAll || !hasDifferedBefore;
}

function findTwin<Entry>(
  entries: readonly Entry[],
  wanted: Entry,
  isSame: (entry: Entry, wanted: Entry) => boolean,
): number {
  const end = Math.min(entries.length, MAX_COMPARED);
  for (let at = 0; at < end; at++) {
    const entry = entries[at];
    if (entry !== undefined && isSame(entry, wanted)) return at;
  }
  return -1;
}

/** Whether a capture is of the same bytes at the same URL as one of the base. It may be without a mark, as that of a revisit is. */
function isSameCapture(entry: CaptureRow, wanted: CaptureRow): boolean {
  return (
    entry.digest === wanted.digest &&
    entry.url === wanted.url &&
    ((wanted.mark ?? '') === '' || entry.mark === wanted.mark) &&
    entry.mime === wanted.mime &&
    entry.width === wanted.width &&
    entry.height === wanted.height &&
    entry.frames === wanted.frames &&
    entry.bytes === wanted.bytes &&
    JSON.stringify(entry.metadata) === JSON.stringify(wanted.metadata)
  );
}

function isSameReference(entry: ReferenceRow, wanted: ReferenceRow): boolean {
  return entry.tag === wanted.tag && isSameSaid(entry.said, wanted.said);
}
