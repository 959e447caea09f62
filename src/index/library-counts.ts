// Numbers about a library that its tables tell: rows, matches, texts, bytes.
import type { Database } from '../sqlite/sqlite.ts';
import { openColumns } from './columns.ts';
import type { MatchTotal, MatchTotals } from './match-totals.ts';
import { toMembers } from './search-names.ts';

/** What is stored now: settled later than read, and without what was taken down. */
export interface StoredCounts {
  readonly captures: number;
  readonly references: number;
  readonly pages: number;
}

/** How many documents have texts. */
export interface MetadataCounts {
  readonly altOrTitle: number;
  readonly caption: number;
  readonly any: number;
}

/** Counts over all files, or over those of one collection; of a collection that is not there all are zero. */
export class LibraryCounts {
  readonly #database: Database;
  readonly #totals: MatchTotals;

  constructor(database: Database, totals: MatchTotals) {
    this.#database = database;
    this.#totals = totals;
  }

  /** Bytes of the database. */
  bytes(): number {
    return Number(
      this.#database
        .prepare('SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()')
        .pluck()
        .get(),
    );
  }

  /** What the files gave that is still there. A page that several files hold counts once. */
  stored(collection?: string): StoredCounts {
    const scope = scopeOf(collection);
    const rows = this.#database
      .prepare<[object], { captures: number; references: number }>(
        `SELECT coalesce(sum(captures), 0) AS captures, coalesce(sum(refs), 0) AS "references"
         FROM file_count WHERE true ${scope.sql}`,
      )
      .get(scope.values);
    // The index alone tells, in its order.
    const pages = this.#database
      .prepare<[object], number>(
        `SELECT count(*) FROM (SELECT DISTINCT key, time FROM page WHERE true ${scope.sql})`,
      )
      .pluck()
      .get(scope.values);
    return { captures: rows?.captures ?? 0, references: rows?.references ?? 0, pages: pages ?? 0 };
  }

  /** Mentions, addresses and contents of a collection by its row, or of the whole library. */
  matches(collection: number): MatchTotal {
    return this.#totals.read(collection);
  }

  /** Documents by the texts they have. */
  metadata(collection?: string): MetadataCounts {
    const columns = openColumns(this.#database);
    const alive = columns.values('mime');
    const [titles, alts, captions] = [
      columns.values('length.imgTitle'),
      columns.values('length.imgAlt'),
      columns.values('length.imgCaption'),
    ];
    const sets = collection === undefined ? undefined : this.#setsWith(collection);
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
  #setsWith(collection: string): Set<number> {
    const id = this.#database
      .prepare<[string], number>('SELECT id FROM collection WHERE name = ?')
      .pluck()
      .get(collection);
    const sets = this.#database
      .prepare<[], { readonly id: number; readonly members: unknown }>(
        'SELECT id, members FROM collection_set',
      )
      .all();
    return new Set(
      sets.filter(({ members }) => toMembers(members).includes(id ?? 0)).map((set) => set.id),
    );
  }
}

/** Restricts rows to the files of a collection. */
function scopeOf(collection: string | undefined): {
  readonly sql: string;
  readonly values: object;
} {
  if (collection === undefined) return { sql: '', values: {} };
  const sql = `AND file IN (SELECT file FROM file_collection JOIN collection ON collection.id = collection
               WHERE name = @collection)`;
  return { sql, values: { collection } };
}
