// Whether the tables of a library fit together, as far as SQLite and its statements can tell.
import { type Database, isSqliteError, openDatabase, type Statement } from '../sqlite/sqlite.ts';
import { openColumns } from './columns.ts';
import { decodeShares, type MatchTotal } from './match-totals.ts';
import { SUMMED_TABLES, wrongRows } from './row-sum.ts';

/** Questions about the state of the tables. Nothing is changed. */
export class LibraryIntegrity {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** What SQLite finds wrong with the file, at most so many things. */
  problems(limit: number): string[] {
    const lines = this.#database.pragma(`integrity_check(${limit})`) as {
      readonly integrity_check: string;
    }[]; // the one column of this pragma
    return lines.map((line) => line.integrity_check).filter((line) => line !== 'ok');
  }

  /** How many rows of each table have changed since they were stored; only tables with such rows. */
  wrongRows(): Map<string, number> {
    const wrong = new Map<string, number>();
    for (const table of Object.keys(SUMMED_TABLES)) {
      let count = 0;
      for (const _ of wrongRows(this.#database, table)) count++;
      if (count > 0) wrong.set(table, count);
    }
    return wrong;
  }

  /** Reads the whole text index and gives the number of distinct words; throws when it is damaged. */
  checkText(): number {
    const words = this.#database
      .prepare<[], number>('SELECT count(*) FROM (SELECT DISTINCT term FROM vocabulary)')
      .pluck()
      .get();
    const check = "INSERT INTO text(text, rank) VALUES('integrity-check', 0)";
    if (!this.#database.isReadOnly) this.#database.exec(check);
    else this.#checkBeside(check);
    return words ?? 0;
  }

  /** A check is a write for SQLite, which changes nothing: another connection does it, where nobody else writes. */
  #checkBeside(check: string): void {
    const list = this.#database.pragma('database_list') as readonly { readonly file: string }[];
    const path = list[0]?.file ?? ''; // that of the main database comes first
    let other: Database | undefined;
    try {
      other = openDatabase(path, { timeoutMs: 0 });
      other.exec(`BEGIN; ${check}; ROLLBACK`);
    } catch (thrown) {
      // Somebody is writing, or nobody may: all words were read at least.
      if (!isSqliteError(thrown) || !/^SQLITE_(?:BUSY|READONLY|CANTOPEN)/.test(thrown.code)) {
        throw thrown;
      }
    } finally {
      other?.close();
    }
  }

  /** Rows that have attributes. */
  rowsWithAttributes(): Set<number> {
    const rows = new Set<number>();
    for (const [row, mime] of openColumns(this.#database).values('mime').entries()) {
      if (mime !== 0) rows.add(row);
    }
    return rows;
  }

  /** Rows that have words in the text index. */
  rowsWithText(): Set<number> {
    return new Set(this.#database.prepare<[], number>('SELECT id FROM text_docsize').pluck().all());
  }

  /** How many places of documents on pages are entered. */
  countPageImages(): number {
    return Number(this.#database.prepare('SELECT count(*) FROM page_image').pluck().get());
  }

  /** The number of observation rows. */
  countRows(): number {
    return Number(this.#database.prepare('SELECT count(*) FROM observation').pluck().get());
  }

  /** Tells of places whether an observation row is there. */
  rowTest(): (place: {
    readonly key: number;
    readonly file: number;
    readonly part: number;
  }) => boolean {
    const select: Statement<[number, number, number]> = this.#database.prepare(
      'SELECT 1 FROM observation WHERE key = ? AND file = ? AND part = ?',
    );
    return ({ key, file, part }) => select.get(key, file, part) !== undefined;
  }

  /** Which of the numbers that are kept are not those that rows tell. */
  wrongCounts(): string[] {
    const wrongFiles = this.#database
      .prepare<[], number>(
        `SELECT count(*) FROM (
           SELECT file, sum(captures), sum(refs), sum(pages) FROM (
             SELECT file, captures, refs, 0 AS pages FROM observation
             UNION ALL SELECT file, 0, 0, 1 FROM page
           ) GROUP BY file HAVING sum(captures) + sum(refs) + sum(pages) > 0
           EXCEPT SELECT file, captures, refs,
             pages + refs - (SELECT coalesce(sum(refs), 0) FROM tag_count WHERE tag_count.file = file_count.file)
           FROM file_count
         )`,
      )
      .pluck()
      .get();
    const problems: string[] = [];
    if ((wrongFiles ?? 0) > 0) problems.push(`the counts of ${wrongFiles} files are wrong`);
    const wrongLists = this.#database
      .prepare<[], number>(
        `SELECT count(*) FROM file_count
         WHERE listed <> (SELECT count(*) FROM capture WHERE capture.file = file_count.file)`,
      )
      .pluck()
      .get();
    if ((wrongLists ?? 0) > 0) problems.push(`captures of ${wrongLists} files are missing`);
    const kept = this.#database
      .prepare<[], MatchTotal & { readonly collection: number }>(
        'SELECT collection, pairs, addresses, contents FROM match_total',
      )
      .all();
    const told = this.#countPlaces();
    for (const { collection, ...total } of kept) {
      const own = told.get(collection);
      told.delete(collection);
      if (own !== undefined && JSON.stringify(own) === JSON.stringify(total)) continue;
      problems.push(`the counts of collection ${collection} are wrong`);
    }
    for (const collection of told.keys()) {
      problems.push(`the counts of collection ${collection} are missing`);
    }
    return problems;
  }

  /** Totals by collection, from all places of contents. */
  #countPlaces(): Map<number, MatchTotal> {
    const totals = new Map<number, { pairs: number; addresses: number; contents: number }>();
    const places = this.#database.prepare<[], { hash: number; counts: unknown }>(
      'SELECT hash, counts FROM placement ORDER BY hash',
    );
    let last = -1;
    let seen = new Set<number>();
    for (const { hash, counts } of places.iterate()) {
      if (hash !== last) seen = new Set();
      last = hash;
      for (const { collection, pairs, addresses } of decodeShares(counts)) {
        const total = totals.get(collection) ?? { pairs: 0, addresses: 0, contents: 0 };
        totals.set(collection, total);
        total.pairs += pairs;
        total.addresses += addresses;
        if (addresses > 0 && !seen.has(collection)) total.contents++;
        if (addresses > 0) seen.add(collection);
      }
    }
    return totals;
  }

  /** Keys with captures of which no content is noted. */
  countStrays(): number {
    return Number(
      this.#database
        .prepare(
          `SELECT count(DISTINCT key) FROM observation WHERE captures > 0
           AND NOT EXISTS (SELECT 1 FROM placement WHERE placement.key = observation.key)`,
        )
        .pluck()
        .get(),
    );
  }

  /** Hashes of all contents that have documents or were captured, in order. */
  *hashes(): Generator<number> {
    const next = this.#database
      .prepare<[{ last: number }], number | null>(
        `SELECT min(hash) FROM (SELECT min(hash) AS hash FROM placement WHERE hash > @last
         UNION ALL SELECT min(hash) FROM document WHERE hash > @last)`,
      )
      .pluck();
    for (let last = -1; ; ) {
      const hash = next.get({ last });
      if (hash == null) return;
      yield hash;
      last = hash;
    }
  }
}
