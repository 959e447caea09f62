// What a WACZ says about its archives (index, list of pages) compared with what they hold.

import type { INDEX_DIFFERENCES } from '../../model/index-difference.ts';
import { toSurt } from '../../model/surt.ts';
import type { CdxEntry } from '../cdx/cdx-entry.ts';
import { isIndexed } from '../cdx/cdx-record.ts';
import type { ArchiveRecord } from '../read/record.ts';
import { splitMemberName, type Wacz } from '../source/wacz.ts';
import { agrees } from './line-check.ts';
import { readStoredIndex, type StoredIndex } from './stored-index.ts';

/** How the index and the pages of a WACZ compare with its archives. */
export interface WaczComparison {
  /** Title of the whole; `''` when it has none. */
  readonly title: string;
  /** `undefined` when the WACZ has no index. */
  readonly index: IndexComparison | undefined;
  /** `undefined` when the WACZ lists no pages. */
  readonly pages: PageComparison | undefined;
}

/** How the lines of the index compare with the records. */
export interface IndexComparison {
  readonly lines: number;
  /** Whether the lines were compared: very long indexes are not. */
  readonly isCompared: boolean;
  /** Number of differences by kind. */
  readonly counts: Readonly<Record<keyof typeof INDEX_DIFFERENCES, number>>;
  /** The first ones. */
  readonly differences: readonly IndexDifference[];
  /** What is wrong with the index by itself. */
  readonly problems: readonly string[];
}

/** One difference between index and archive. */
export interface IndexDifference {
  readonly kind: keyof typeof INDEX_DIFFERENCES;
  /** Path of the archive in the WACZ. */
  readonly path: string;
  readonly offset: number;
  /** URL of the record, or of the line where there is no record. */
  readonly url: string;
}

/** How the listed pages compare with the captures. */
export interface PageComparison {
  readonly listed: number;
  /** Lines that are no page. */
  readonly rejected: number;
  /** Number of listed pages whose URL was not captured. */
  readonly notCaptured: number;
  /** The first of them. */
  readonly missing: readonly ListedPage[];
  /** The first pages of the list. */
  readonly first: readonly ListedPage[];
}

/** A page as the list has it. */
export interface ListedPage {
  readonly url: string;
  readonly title: string;
}

/** A comparison under way: every record of every archive is to be shown to it. */
export interface Comparing {
  see(record: ArchiveRecord): void;
  /** What came of it, once all records were seen. */
  finish(): WaczComparison;
}

/** Starts to compare a WACZ with its archives. Holds its index and the keys of its pages in memory. */
export async function startComparison(
  wacz: Wacz,
  options: { readonly maxDifferences?: number; readonly signal?: AbortSignal } = {},
): Promise<Comparing> {
  const { maxDifferences = 100 } = options;
  const stored = await readStoredIndex(wacz, options);
  const index = stored && compareIndex(stored, maxDifferences);
  const pages = await comparePages(wacz, maxDifferences);
  // A description that cannot be read is told by `verify`.
  const described = await wacz.datapackage().catch(() => undefined);
  return {
    see(record) {
      if (!isIndexed(record)) return;
      index?.see(record);
      pages.see(record);
    },
    finish: () => ({
      title: described?.title ?? '',
      index: index?.finish(),
      pages: pages.finish(),
    }),
  };
}

function compareIndex(stored: StoredIndex, maxDifferences: number) {
  const counts = { 'no-line': 0, 'no-record': 0, 'other-record': 0, 'other-length': 0 };
  const differences: IndexDifference[] = [];
  const note = (kind: IndexDifference['kind'], path: string, offset: number, url: string): void => {
    counts[kind]++;
    if (differences.length < maxDifferences) differences.push({ kind, path, offset, url });
  };
  const unseen = new Map<string, Map<number, CdxEntry>>();
  for (const [path, entries] of stored.byArchive) {
    unseen.set(path, new Map(entries.map((entry) => [entry.offset, entry])));
  }
  return {
    see(record: ArchiveRecord): void {
      // No index can point at a record that shares its member.
      if (stored.isTooLong || !record.isAddressable) return;
      const path = splitMemberName(record.file)?.path ?? '';
      const { offset, url } = record;
      const entry = unseen.get(path)?.get(offset);
      unseen.get(path)?.delete(offset);
      if (record.damage !== undefined) return; // indexers leave out such records, or not
      if (entry === undefined) note('no-line', path, offset, url);
      else if (!agrees(record.header, entry)) note('other-record', path, offset, url);
      else if (!isRightLength(record, entry)) note('other-length', path, offset, url);
    },
    finish(): IndexComparison {
      for (const [path, entries] of unseen) {
        for (const { offset, url } of entries.values()) note('no-record', path, offset, url);
      }
      const { lines, problems } = stored;
      return { lines, isCompared: !stored.isTooLong, counts, differences, problems };
    },
  };
}

/** Of a streamed record the length is not known yet; some indexers count the line ends of plain ones. */
function isRightLength({ isStreamed, storedLength }: ArchiveRecord, { length }: CdxEntry): boolean {
  return isStreamed || storedLength === length || storedLength === length - 4;
}

/** More pages than these are not compared. */
const MAX_PAGES = 100_000;
const FIRST_PAGES = 10;

async function comparePages(wacz: Wacz, maxMissing: number) {
  const unseen = new Map<string, ListedPage>();
  const first: ListedPage[] = [];
  let listed = 0;
  let rejected = 0;
  for await (const page of wacz.pages()) {
    if (page.kind === 'rejected') {
      rejected++;
      continue;
    }
    listed++;
    const { url, title } = page;
    if (first.length < FIRST_PAGES) first.push({ url, title });
    if (unseen.size < MAX_PAGES) unseen.set(toSurt(url), { url, title });
  }
  return {
    see(record: ArchiveRecord): void {
      if (unseen.size > 0) unseen.delete(toSurt(record.url));
    },
    finish(): PageComparison | undefined {
      if (listed + rejected === 0) return undefined;
      const missing = [...unseen.values()].slice(0, maxMissing);
      return { listed, rejected, notCaptured: unseen.size, missing, first };
    },
  };
}
