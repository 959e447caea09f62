// Numbers about a library: what merging saved, what is known of the images, and how they spread.
import {
  type Library,
  type MetadataCounts,
  openThumbnails,
  WHOLE_LIBRARY,
} from '../index/index.ts';
import type { FacetCount, IndexSelection } from '../model/index-query.ts';
import { collectFactStats, type FactStats } from './fact-stats.ts';

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
  /** When the oldest and the newest image were captured first, RFC 3339; absent where there is none. */
  readonly span?: { readonly oldest: string; readonly newest: string };
  /** Pixels, to a tenth. */
  readonly meanSize: { readonly width: number; readonly height: number };
  /** Images whose place is known. */
  readonly placed: number;
  /** Images on most pages, the first ten. */
  readonly mostPages: readonly {
    readonly id: string;
    readonly url: string;
    readonly pages: number;
  }[];
  readonly pages: number;
  readonly references: number;
  /** References by the tag that they stand in. */
  readonly tags: readonly FacetCount[];
  readonly rejected: readonly { readonly reason: string; readonly count: number }[];
  /** Captures whose file has coordinates that cannot be right, by reason (`docs/images.md`). */
  readonly placesRejected: readonly { readonly reason: string; readonly count: number }[];
  /** Pages of which something was cut. */
  readonly truncatedPages: number;
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
  /** References to an image that the library holds: those whose nearest capture is one. */
  readonly pairs: number;
  /** Distinct contents at distinct SURTs. */
  readonly bySurt: number;
  /** Distinct contents. */
  readonly byDigest: number;
}

const MOST_SITES = 20;
const MOST_PAGES = 10;
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
  const span = await index.timeSpan(selection);
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
    ...(span !== undefined && {
      span: { oldest: toIso(span.first), newest: toIso(span.last) },
    }),
    meanSize: counts.meanSize(collection),
    placed: await index.count({
      filters: [...selection.filters, { kind: 'place', isKnown: true }],
    }),
    mostPages: listOnMostPages(library, collection),
    pages: stored.pages,
    references: stored.references,
    tags: counts.tags(collection),
    rejected,
    placesRejected: sumRejected(members.map(({ report }) => report.placesRejected ?? {})),
    truncatedPages: sum(({ truncatedPages = 0 }) => truncatedPages),
    years: [...years].sort((a, b) => (a.value < b.value ? -1 : 1)),
    sites: await index.facet(selection, 'site', MOST_SITES),
    types: await index.facet(selection, 'type', MOST_SITES),
    sizes: await index.facet(selection, 'size', MOST_SITES),
    collections: await index.facet(selection, 'collection', MOST_YEARS),
    libraryBytes: library.counts.bytes(),
    ...(collection === undefined && {
      facts: await collectFactStats(library),
      thumbnailBytes: countThumbnailBytes(library),
    }),
  };
}

/** An image with the number of pages that show it. */
export type ImageOnPages = LibraryStats['mostPages'][number];

/** All images, those on most pages first; of equals the smaller id comes first. */
export function* listByPages(
  { counts, documents }: Library,
  collection?: string,
): Generator<ImageOnPages> {
  for (const rows of counts.rowsByPages(collection)) {
    // Numbers of pages are kept in steps: within one it is looked up, some at a time.
    const found: { readonly row: number; readonly id: string; readonly pages: number }[] = [];
    for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
      const some = rows.slice(at, at + ROWS_AT_ONCE);
      for (const [place, document] of documents.load(some).entries()) {
        if (document === undefined) continue;
        // Half of a digest tells any two apart; whole ones would take twice the memory.
        const { id, matchingPages } = document;
        found.push({
          row: some[place] ?? 0,
          id: id.length > DIGEST_LENGTH ? id : id.slice(0, DIGEST_LENGTH / 2),
          pages: matchingPages,
        });
      }
    }
    found.sort((a, b) => b.pages - a.pages || (a.id < b.id ? -1 : 1));
    for (let at = 0; at < found.length; at += ROWS_AT_ONCE) {
      for (const document of documents.load(
        found.slice(at, at + ROWS_AT_ONCE).map(({ row }) => row),
      )) {
        if (document === undefined) continue;
        const { id, oldest, matchingPages } = document;
        yield { id, url: oldest.url, pages: matchingPages };
      }
    }
  }
}

const ROWS_AT_ONCE = 1000;
const DIGEST_LENGTH = 64;

/** The images on most pages; of equals the smaller id comes first. */
function listOnMostPages(
  { counts, documents }: Library,
  collection: string | undefined,
): LibraryStats['mostPages'] {
  return documents
    .load(counts.rowsOnMostPages(MOST_PAGES, collection))
    .flatMap((document) => (document === undefined ? [] : [document]))
    .map(({ id, oldest, matchingPages }) => ({ id, url: oldest.url, pages: matchingPages }))
    .sort((a, b) => b.pages - a.pages || (a.id < b.id ? -1 : 1))
    .slice(0, MOST_PAGES);
}

function toIso(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');
}

/** What merging by SURT and by content leaves, over the files of a collection or all of them. */
export function countMatches({ counts, files }: Library, collection?: string): MatchCounts {
  const id = collection === undefined ? WHOLE_LIBRARY : files.collectionId(collection);
  // A collection that is not there has no row.
  if (collection !== undefined && id === 0) return { pairs: 0, bySurt: 0, byDigest: 0 };
  const { pairs, addresses, contents } = counts.matches(id);
  return { pairs, bySurt: addresses, byDigest: contents };
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
