// Numbers about a library: what merging saved, what is known of the images, and how they spread.
import { type Library, openColumns, toMembers } from '../index/index.ts';
import type { FacetCount, IndexSelection } from '../model/index-query.ts';
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

/** How many documents have texts. */
export interface MetadataCounts {
  readonly altOrTitle: number;
  readonly caption: number;
  readonly any: number;
}

const MOST_SITES = 20;
const MOST_YEARS = 100;

/** Counts. A collection that is not there gives zeros. */
export function collectStats(library: Library, collection?: string): LibraryStats {
  const { index, files, database } = library;
  const selection: IndexSelection = {
    filters: collection === undefined ? [] : [{ kind: 'collection', name: collection }],
  };
  const members = files.list(collection);
  const sum = (of: (report: (typeof members)[number]['report']) => number) =>
    members.reduce((total, { report }) => total + of(report), 0);
  const years = index.facet(selection, 'year', MOST_YEARS);
  const rejected = sumRejected(members.map(({ report }) => report.rejected));
  const stored = countStored(library, collection);
  return {
    ...(collection !== undefined && { collection }),
    files: members.length,
    bytes: sum(({ bytes }) => bytes),
    matched: {
      records: sum(({ records }) => records),
      imageCaptures: rejected.reduce((total, { count }) => total + count, stored.captures),
      ...countMatches(library, collection),
      indexed: index.documentCount,
    },
    metadata: countMetadata(library, collection),
    documents: index.count(selection),
    pages: stored.pages,
    references: stored.references,
    rejected,
    years: [...years].sort((a, b) => (a.value < b.value ? -1 : 1)),
    sites: index.facet(selection, 'site', MOST_SITES),
    types: index.facet(selection, 'type', MOST_SITES),
    sizes: index.facet(selection, 'size', MOST_SITES),
    collections: index.facet(selection, 'collection', MOST_YEARS),
    libraryBytes: Number(
      database
        .prepare('SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()')
        .pluck()
        .get(),
    ),
  };
}

/** What is stored now: settled later than read, and without what was taken down. */
function countStored(
  { database }: Library,
  collection?: string,
): { readonly captures: number; readonly references: number; readonly pages: number } {
  const parameters = collection === undefined ? {} : { collection };
  const [rows] = database
    .prepare<[object], { captures: number; references: number }>(
      `SELECT coalesce(sum(captures), 0) AS captures, coalesce(sum(refs), 0) AS "references"
       FROM observation WHERE true ${scopeOf(collection)}`,
    )
    .all(parameters);
  const pages = database
    .prepare<[object], number>(`SELECT count(*) FROM page WHERE true ${scopeOf(collection)}`)
    .pluck()
    .get(parameters);
  return { captures: rows?.captures ?? 0, references: rows?.references ?? 0, pages: pages ?? 0 };
}

/** Restricts rows to the files of a collection. */
function scopeOf(collection: string | undefined): string {
  return collection === undefined
    ? ''
    : `AND file IN (SELECT file FROM file_collection JOIN collection ON collection.id = collection
                    WHERE name = @collection)`;
}

/** Counts what merging by SURT and by content leaves, over the files of a collection or all of them. */
export function countMatches(library: Library, collection?: string): MatchCounts {
  const { database, settings } = library;
  const scope = scopeOf(collection);
  const parameters = collection === undefined ? {} : { collection };
  const pairs = database
    .prepare(
      `SELECT coalesce(sum(refs), 0) FROM observation AS own WHERE refs > 0 ${scope}
       AND EXISTS (SELECT 1 FROM observation WHERE key = own.key AND captures > 0)`,
    )
    .pluck()
    .get(parameters);
  const seen = countSeen(library, collection);
  const keys = database
    .prepare<[object], { key: number; isReferred: number }>(
      `SELECT DISTINCT key, EXISTS (SELECT 1 FROM observation WHERE key = own.key AND refs > 0) AS isReferred
       FROM observation AS own WHERE captures > 0 ${scope} ORDER BY key`,
    )
    .all(parameters)
    .filter(
      ({ key, isReferred }) => !settings.referencedOnly || isReferred === 1 || seen.keys.has(key),
    )
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
  return { pairs: Number(pairs) + seen.pairs, bySurt, byDigest: digests.size };
}

/** References through style sheets: how many there are in a collection, and the keys that any page of the library sees. */
function countSeen(
  library: Library,
  collection: string | undefined,
): { readonly pairs: number; readonly keys: ReadonlySet<number> } {
  const members = new Set(library.files.list(collection).map(({ id }) => id));
  const named = library.database
    .prepare<[], number>(
      `SELECT DISTINCT key FROM sheet_image
       WHERE EXISTS (SELECT 1 FROM observation WHERE observation.key = sheet_image.key AND captures > 0)`,
    )
    .pluck()
    .all();
  const times: Parameters<Library['sheetReferences']['count']>[2]['times'] = new Map();
  const keys = new Set<number>();
  let pairs = 0;
  for (const key of named) {
    const captures = [...library.rows.group(key)].flatMap((row) => row.captures);
    const surts = new Set(captures.map(({ surt }) => surt));
    const isSeen = seenTest(library, key, captures);
    const count = (isCounted: (file: number) => boolean) =>
      library.sheetReferences.count(key, surts, { isCounted, isSeen, times });
    const own = count((file) => members.has(file));
    pairs += own;
    if (own > 0 || (collection !== undefined && count(() => true) > 0)) keys.add(key);
  }
  return { pairs, keys };
}

/** Counts documents by the texts they have. */
export function countMetadata(library: Library, collection?: string): MetadataCounts {
  const columns = openColumns(library.database);
  const alive = columns.values('mime');
  const [titles, alts, captions] = [
    columns.values('length0'),
    columns.values('length1'),
    columns.values('length2'),
  ];
  const sets = collection === undefined ? undefined : setsWith(library, collection);
  const memberships = columns.values('collections');
  const counts = { altOrTitle: 0, caption: 0, any: 0 };
  for (let row = 1; row < alive.length; row++) {
    if (alive[row] === 0 || (sets !== undefined && !sets.has(memberships[row] ?? 0))) continue;
    const hasAltOrTitle = (titles[row] ?? 0) + (alts[row] ?? 0) > 0;
    const hasCaption = (captions[row] ?? 0) > 0;
    if (hasAltOrTitle) counts.altOrTitle++;
    if (hasCaption) counts.caption++;
    if (hasAltOrTitle || hasCaption) counts.any++;
  }
  return counts;
}

/** Sets of collections that a collection is part of. */
function setsWith({ database, files }: Library, collection: string): Set<number> {
  const id = files.collectionId(collection);
  const sets = database.prepare('SELECT id, members FROM collection_set').all() as {
    readonly id: number;
    readonly members: unknown;
  }[]; // its two columns
  return new Set(
    sets.filter(({ members }) => toMembers(members).includes(id)).map((set) => set.id),
  );
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
