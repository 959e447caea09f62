// Numbers about a library: what merging saved, what is known of the images, and how they spread.
import { type Library, type MetadataCounts, openThumbnails } from '../index/index.ts';
import type { FacetCount, IndexSelection } from '../model/index-query.ts';
import { othersAt } from './address-answers.ts';
import { collectFactStats, type FactStats } from './fact-stats.ts';
import { seenTest } from './hidden-references.ts';

/** Numbers about a library, or about one of its collections. */
export interface LibraryStats {
  /** Name of the collection; absent for the whole library. */
  readonly collection?: string;
  readonly files: number;
  /** Bytes of archives that were read. */
  readonly bytes: number;
  /** Rows of paper 000, table 2. */
  readonly matched: MatchCounts & {
    /** Records of all files. */
    readonly records: number;
    readonly imageCaptures: number;
    /** Images in the whole library. */
    readonly indexed: number;
  };
  /** Rows of paper 000, table 3, over the documents. */
  readonly metadata: MetadataCounts;
  readonly documents: number;
  readonly pages: number;
  readonly references: number;
  readonly rejected: readonly { readonly reason: string; readonly count: number }[];
  readonly years: readonly FacetCount[];
  readonly sites: readonly FacetCount[];
  readonly types: readonly FacetCount[];
  readonly sizes: readonly FacetCount[];
  readonly collections: readonly FacetCount[];
  /** Bytes of the library's database. */
  readonly libraryBytes: number;
  /** What pixels told, over the whole library; absent for a collection. */
  readonly facts?: readonly FactStats[];
  /** Bytes of thumbnails, over the whole library; absent for a collection. */
  readonly thumbnailBytes?: number;
}

/** How many are left after each step of merging. */
export interface MatchCounts {
  /** References to an image that the library holds. */
  readonly pairs: number;
  /** Distinct contents at distinct SURTs. */
  readonly bySurt: number;
  /** Distinct contents. */
  readonly byDigest: number;
}

const MOST_SITES = 20;
const MOST_YEARS = 100;

/** Counts. A collection that is not there gives zeros. */
export async function collectStats(library: Library, collection?: string): Promise<LibraryStats> {
  const { index, files, counts } = library;
  const selection: IndexSelection = {
    filters: collection === undefined ? [] : [{ kind: 'collection', name: collection }],
  };
  const members = files.list(collection);
  const sum = (of: (report: (typeof members)[number]['report']) => number) =>
    members.reduce((total, { report }) => total + of(report), 0);
  const years = await index.facet(selection, 'year', MOST_YEARS);
  const rejected = sumRejected(members.map(({ report }) => report.rejected));
  const stored = counts.stored(collection);
  return {
    ...(collection !== undefined && { collection }),
    files: members.length,
    bytes: sum(({ bytes }) => bytes),
    matched: {
      records: sum(({ records }) => records),
      imageCaptures: rejected.reduce((total, { count }) => total + count, stored.captures),
      ...countMatches(library, collection),
      indexed: await index.documentCount(),
    },
    metadata: counts.metadata(collection),
    documents: await index.count(selection),
    pages: stored.pages,
    references: stored.references,
    rejected,
    years: [...years].sort((a, b) => (a.value < b.value ? -1 : 1)),
    sites: await index.facet(selection, 'site', MOST_SITES),
    types: await index.facet(selection, 'type', MOST_SITES),
    sizes: await index.facet(selection, 'size', MOST_SITES),
    collections: await index.facet(selection, 'collection', MOST_YEARS),
    libraryBytes: library.counts.bytes(),
    ...(collection === undefined && {
      facts: collectFactStats(library),
      thumbnailBytes: countThumbnailBytes(library),
    }),
  };
}

/** Counts what merging by SURT and by content leaves, over the files of a collection or all of them. */
export function countMatches(library: Library, collection?: string): MatchCounts {
  const { counts, settings } = library;
  const seen = countSeen(library, collection);
  const keys = counts
    .capturedKeys(collection)
    .filter(({ key, isReferred }) => !settings.referencedOnly || isReferred || seen.keys.has(key))
    .map(({ key }) => key);
  const names = collection === undefined ? undefined : new Set([collection]);
  const digests = new Set<number>();
  let bySurt = 0;
  for (const key of keys) {
    const here = new Set<string>();
    for (const { surt, captures } of library.rows.group(key)) {
      for (const { digest, collections } of captures) {
        if (names !== undefined && !collections.some((name) => names.has(name))) continue;
        here.add(`${surt} ${digest}`);
        // 52 bits are enough to count: of 100 million contents one would be missed.
        digests.add(Number.parseInt(digest.slice(0, 13), 16));
      }
    }
    bySurt += here.size;
  }
  const pairs = counts.matchedReferences(collection) + seen.pairs;
  return { pairs, bySurt, byDigest: digests.size };
}

/** References through style sheets: how many there are in a collection, and the keys that any page of the library sees. */
function countSeen(
  library: Library,
  collection: string | undefined,
): { readonly pairs: number; readonly keys: ReadonlySet<number> } {
  const members = new Set(library.files.list(collection).map(({ id }) => id));
  const times: Parameters<Library['sheetReferences']['count']>[2]['times'] = new Map();
  const keys = new Set<number>();
  let pairs = 0;
  for (const key of library.counts.keysInSheets()) {
    const rows = [...library.rows.group(key)];
    const captures = rows.flatMap((row) => row.captures);
    const surts = new Set(captures.map(({ surt }) => surt));
    const isSeen = seenTest(library, key, { captures, others: othersAt(library, key, rows) });
    const count = (isCounted: (file: number) => boolean) =>
      library.sheetReferences.count(key, surts, { isCounted, isSeen, times });
    const own = count((file) => members.has(file));
    pairs += own;
    if (own > 0 || (collection !== undefined && count(() => true) > 0)) keys.add(key);
  }
  return { pairs, keys };
}

/** Bytes of the thumbnails; 0 when they cannot be read, since they can be made again. */
function countThumbnailBytes({ folder }: Library): number {
  try {
    const thumbnails = openThumbnails(folder);
    try {
      return thumbnails.bytes;
    } finally {
      thumbnails.close();
    }
  } catch {
    return 0; // `pinakes doctor` tells more
  }
}

function sumRejected(
  reports: readonly Readonly<Record<string, number>>[],
): { reason: string; count: number }[] {
  const sums = new Map<string, number>();
  for (const report of reports) {
    for (const [reason, count] of Object.entries(report)) {
      sums.set(reason, (sums.get(reason) ?? 0) + count);
    }
  }
  return [...sums]
    .map(([reason, count]) => ({ reason, count }))
    .sort((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1));
}
