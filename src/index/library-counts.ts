// Numbers about a library that its tables tell: rows, matches, texts, bytes.
import type { Database } from '../sqlite/sqlite.ts';
import { type Columns, openColumns } from './columns.ts';
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
  readonly title: number;
  readonly alt: number;
  readonly altOrTitle: number;
  readonly caption: number;
  readonly any: number;
}

/** How often references have a tag. */
export interface TagCount {
  readonly value: string;
  readonly count: number;
}

/** Documents on nearly as many pages as the last that is wanted: their exact numbers are looked up. */
const MAX_CANDIDATES = 2000;

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

  /** Stored references by tag, the most frequent first. */
  tags(collection?: string): TagCount[] {
    const scope = scopeOf(collection);
    return this.#database
      .prepare<[object], TagCount>(
        `SELECT tag AS value, sum(refs) AS count FROM tag_count WHERE true ${scope.sql}
         GROUP BY tag ORDER BY 2 DESC, tag`,
      )
      .all(scope.values);
  }

  /** Documents by the texts they have. */
  metadata(collection?: string): MetadataCounts {
    const columns = openColumns(this.#database);
    const [titles, alts, captions] = [
      columns.values('length.imgTitle'),
      columns.values('length.imgAlt'),
      columns.values('length.imgCaption'),
    ];
    const counts = { title: 0, alt: 0, altOrTitle: 0, caption: 0, any: 0 };
    for (const row of this.#rowsOf(columns, collection)) {
      const hasTitle = (titles[row] ?? 0) > 0;
      const hasAlt = (alts[row] ?? 0) > 0;
      const hasCaption = (captions[row] ?? 0) > 0;
      if (hasTitle) counts.title++;
      if (hasAlt) counts.alt++;
      if (hasTitle || hasAlt) counts.altOrTitle++;
      if (hasCaption) counts.caption++;
      if (hasTitle || hasAlt || hasCaption) counts.any++;
    }
    return counts;
  }

  /** Mean width and height of documents in pixels; 0 where there are none. */
  meanSize(collection?: string): { readonly width: number; readonly height: number } {
    const columns = openColumns(this.#database);
    const [widths, heights] = [columns.values('width'), columns.values('height')];
    let [count, width, height] = [0, 0, 0];
    for (const row of this.#rowsOf(columns, collection)) {
      count++;
      width += widths[row] ?? 0;
      height += heights[row] ?? 0;
    }
    const mean = (sum: number) => (count === 0 ? 0 : Math.round((sum / count) * 10) / 10);
    return { width: mean(width), height: mean(height) };
  }

  /** Rows of all documents by the number of pages that show them, in steps as packed attributes tell them, the largest first. */
  *rowsByPages(collection?: string): Generator<number[]> {
    const byPages = this.#groupByPages(collection, Number.POSITIVE_INFINITY);
    for (let code = byPages.length - 1; code >= 0; code--) {
      const rows = byPages[code];
      if (rows !== undefined) yield rows;
    }
  }

  /**
   * Rows of the documents on most pages, as far as packed attributes tell: at least `wanted` where there are so many, and at most
   * `MAX_CANDIDATES`.
   */
  rowsOnMostPages(wanted: number, collection?: string): number[] {
    const byPages = this.#groupByPages(collection, MAX_CANDIDATES);
    const found: number[] = [];
    for (let code = byPages.length - 1; code > 0 && found.length < wanted; code--) {
      found.push(...(byPages[code] ?? []));
    }
    return found.slice(0, MAX_CANDIDATES);
  }

  /** At most so many rows of each step of the number of pages. */
  #groupByPages(collection: string | undefined, most: number): readonly number[][] {
    const columns = openColumns(this.#database);
    const pages = columns.values('pages');
    const byCode: number[][] = [];
    for (const row of this.#rowsOf(columns, collection)) {
      const code = pages[row] ?? 0;
      const known = byCode[code];
      if (known === undefined) byCode[code] = [row];
      else if (known.length < most) known.push(row);
    }
    return byCode;
  }

  /** Rows of all documents, or of those of a collection. */
  *#rowsOf(columns: Columns, collection: string | undefined): Generator<number> {
    const alive = columns.values('mime');
    const memberships = columns.values('collections');
    const sets = collection === undefined ? undefined : this.#setsWith(collection);
    for (let row = 1; row < alive.length; row++) {
      if (alive[row] === 0 || (sets !== undefined && !sets.has(memberships[row] ?? 0))) continue;
      yield row;
    }
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
