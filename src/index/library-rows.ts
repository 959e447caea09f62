// The truth of a library: pages, image captures and references, as rows per ingested file.
import type { Database, Statement } from 'better-sqlite3';
import type { Timestamp } from '../model/capture.ts';
import { toSurt } from '../model/surt.ts';
import { hashKey } from './hash-key.ts';
import type { FileTable } from './library-files.ts';
import {
  type CaptureRow,
  type DecodedRow,
  decodeRow,
  encodeRow,
  type ReferenceRow,
  type RowContext,
  type StoredPage,
} from './row-codec.ts';

/** A page to be stored. */
export interface NewPage {
  readonly url: string;
  readonly surt: string;
  readonly title: string;
  readonly time: Timestamp;
  readonly language: string;
  /** Number of `img` elements. */
  readonly images: number;
}

/** What a file says of one SURT, to be stored. */
export interface NewRow {
  readonly surt: string;
  readonly captures: readonly CaptureRow[];
  readonly references: readonly ReferenceRow[];
}

/** A row of a group, with where it is kept. */
export interface GroupRow extends DecodedRow {
  readonly file: number;
  readonly part: number;
}

interface PageRecord {
  readonly id: number;
  readonly file: number;
  readonly url: string;
  readonly title: string;
  readonly time: number;
  readonly language: string;
  readonly images: number;
}

interface ObservationRecord {
  readonly file: number;
  readonly part: number;
  readonly data: Buffer;
}

/** Rows read at a time: a group of any size passes through bounded memory. */
const ROWS_AT_ONCE = 256;
/** Packed bytes of rows that are read together. */
const BYTES_AT_ONCE = 256 * 1024;
const MAX_CACHED_PAGES = 40_000;

/** The tables of observations and pages. */
export class RowTable {
  readonly #files: FileTable;
  readonly #insertPage: Statement;
  readonly #insertRow: Statement;
  readonly #insertDirty: Statement;
  readonly #selectPage: Statement<[number], PageRecord>;
  readonly #selectFirstRows: Statement<[number], ObservationRecord>;
  readonly #selectRows: Statement<[number, number, number, number], ObservationRecord>;
  readonly #findPage: Statement<[number, number], PageRecord>;
  readonly #pages = new Map<number, StoredPage | undefined>();
  readonly #contexts = new Map<number, RowContext>();
  readonly #database: Database;

  constructor(database: Database, files: FileTable) {
    this.#database = database;
    this.#files = files;
    this.#insertPage = database.prepare(
      'INSERT INTO page(file, key, time, images, language, url, title) VALUES(?, ?, ?, ?, ?, ?, ?)',
    );
    this.#insertRow = database.prepare(
      'INSERT OR IGNORE INTO observation VALUES(?, ?, ?, ?, ?, ?)',
    );
    this.#insertDirty = database.prepare('INSERT OR IGNORE INTO dirty_key VALUES(?)');
    this.#selectPage = database.prepare('SELECT * FROM page WHERE id = ?');
    // Nearly all groups are small, and this takes less than half the time of the next one. A limit that is bound
    // would have SQLite compile the statement anew for each call.
    this.#selectFirstRows = database.prepare(
      `SELECT file, part, data FROM observation WHERE key = ? ORDER BY file, part LIMIT ${ROWS_AT_ONCE}`,
    );
    this.#selectRows = database.prepare(
      `SELECT file, part, data FROM observation
       WHERE key = ? AND (file, part) > (?, ?) ORDER BY file, part LIMIT ?`,
    );
    this.#findPage = database.prepare(
      'SELECT * FROM page WHERE key = ? AND time = ? ORDER BY file, id',
    );
  }

  /** Forgets what it remembers of the tables, after somebody else may have changed them. */
  refresh(): void {
    this.#pages.clear();
    this.#contexts.clear();
  }

  /** Stores a page and gives its row. */
  addPage(file: number, page: NewPage): number {
    const { url, surt, title, time, language, images } = page;
    const key = hashKey(surt);
    const { lastInsertRowid } = this.#insertPage.run(
      file,
      key,
      Number(time),
      images,
      language,
      url,
      title,
    );
    return Number(lastInsertRowid);
  }

  /** The row and file of a page capture that is stored already; those of `preferredFile` first. */
  findPage(
    surt: string,
    time: Timestamp,
    preferredFile?: number,
  ): { readonly id: number; readonly file: number } | undefined {
    const rows = this.#findPage
      .all(hashKey(surt), Number(time))
      .filter((row) => toSurt(row.url) === surt);
    return rows.find(({ file }) => file === preferredFile) ?? rows[0];
  }

  /**
   * Stores what a file says of one SURT. `part` must be new for this SURT and file. Gives false, and stores
   * nothing, where another SURT with the same key has that part.
   */
  addRow(
    place: { readonly file: number; readonly part: number },
    surt: string,
    captures: readonly CaptureRow[],
    references: readonly ReferenceRow[],
  ): boolean {
    return this.addRows(place, [{ surt, captures, references }]).length === 0;
  }

  /** Stores what a file says of some SURTs; gives those that another SURT with the same key keeps out, the later ones. */
  addRows<Row extends NewRow>(
    place: { readonly file: number; readonly part: number },
    rows: Iterable<Row>,
  ): Row[] {
    const keyed = Array.from(rows, (row) => {
      const data = encodeRow(row.surt, row.captures, row.references);
      return { key: hashKey(row.surt), row, data };
    });
    // In the order of the tables: neighbours share pages.
    keyed.sort((a, b) => a.key - b.key);
    const stored: number[] = [];
    const left: Row[] = [];
    for (const { key, row, data } of keyed) {
      const counts = [row.captures.length, row.references.length];
      const { changes } = this.#insertRow.run(key, place.file, place.part, ...counts, data);
      if (changes > 0) stored.push(key);
      else left.push(row);
    }
    for (const key of stored) this.#insertDirty.run(key);
    return left;
  }

  /** All rows of a key, some at a time; they may be of several SURTs that share the key. */
  *group(key: number): Generator<GroupRow> {
    let rows = this.#selectFirstRows.all(key);
    for (;;) {
      for (const row of rows) yield this.#decode(row);
      const last = rows.at(-1);
      if (last === undefined || rows.length < ROWS_AT_ONCE) return;
      rows = this.#selectRows.all(key, last.file, last.part, ROWS_AT_ONCE);
    }
  }

  /**
   * All rows of each of the first keys: of as many as fit into memory together, and at least of one. Cheaper than
   * one by one.
   */
  groups(keys: readonly number[]): { readonly key: number; readonly rows: Iterable<GroupRow> }[] {
    const found: { readonly key: number; readonly rows: ObservationRecord[] }[] = [];
    let bytes = 0;
    for (const key of keys) {
      const rows = this.#selectFirstRows.all(key);
      found.push({ key, rows });
      // A damaged database gives other things than bytes; decoding tells.
      for (const { data } of rows) bytes += Buffer.isBuffer(data) ? data.length : 0;
      if (bytes > BYTES_AT_ONCE || rows.length === ROWS_AT_ONCE) break;
    }
    return found.map(({ key, rows }) => {
      const isWhole = rows.length < ROWS_AT_ONCE;
      return { key, rows: isWhole ? rows.map((row) => this.#decode(row)) : this.group(key) };
    });
  }

  /** What one file says at a key. */
  *groupOf(key: number, file: number): Generator<GroupRow> {
    const rows = this.#database.prepare<[number, number], ObservationRecord>(
      'SELECT file, part, data FROM observation WHERE key = ? AND file = ? ORDER BY part',
    );
    for (const row of rows.all(key, file)) yield this.#decode(row);
  }

  /** All rows of a file, in order of their keys. */
  *rowsOf(file: number): Generator<GroupRow & { readonly key: number }> {
    const next = this.#database.prepare<
      [number, number, number, number],
      ObservationRecord & { readonly key: number }
    >(
      `SELECT key, file, part, data FROM observation
       WHERE file = ? AND (key, part) > (?, ?) ORDER BY key, part LIMIT ?`,
    );
    let key = -1;
    let part = -1;
    for (;;) {
      const rows = next.all(file, key, part, ROWS_AT_ONCE);
      for (const row of rows) {
        const decoded = decodeRow(row.data, this.#contextOf(file));
        yield { ...decoded, key: row.key, file, part: row.part };
      }
      const last = rows.at(-1);
      if (last === undefined || rows.length < ROWS_AT_ONCE) return;
      ({ key, part } = last);
    }
  }

  /** Takes back the rows and pages of a file, and notes what has to be derived again. */
  removeFile(file: number): void {
    this.markFile(file);
    for (const table of ['observation', 'page']) {
      this.#database.prepare(`DELETE FROM ${table} WHERE file = ?`).run(file);
    }
    this.refresh();
  }

  /** Notes that everything this file has a part in must be derived again. */
  markFile(file: number): void {
    this.#database
      .prepare('INSERT OR IGNORE INTO dirty_key SELECT key FROM observation WHERE file = ?')
      .run(file);
    this.#contexts.delete(file);
  }

  /** Notes that everything must be derived again. */
  markAll(): void {
    this.#database.exec(
      `INSERT OR IGNORE INTO dirty_key SELECT key FROM observation;
       INSERT OR IGNORE INTO dirty_key SELECT key FROM placement;`,
    );
  }

  markKey(key: number): void {
    this.#insertDirty.run(key);
  }

  /** Replaces a row by what is left of it; an empty one goes. */
  replaceRow(
    place: { readonly key: number; readonly file: number; readonly part: number },
    row: {
      readonly surt: string;
      readonly captures: readonly CaptureRow[];
      readonly references: readonly ReferenceRow[];
    },
  ): void {
    const { key, file, part } = place;
    this.#database
      .prepare('DELETE FROM observation WHERE key = ? AND file = ? AND part = ?')
      .run(key, file, part);
    if (row.captures.length + row.references.length > 0) {
      this.addRow(place, row.surt, row.captures, row.references);
    }
    this.markKey(key);
  }

  #decode({ file, part, data }: ObservationRecord): GroupRow {
    const { surt, captures, references } = decodeRow(data, this.#contextOf(file));
    return { surt, captures, references, file, part };
  }

  #contextOf(file: number): RowContext {
    const known = this.#contexts.get(file);
    if (known !== undefined) return known;
    const context = {
      file: this.#files.nameOf(file),
      collections: this.#files.collectionsOf(file),
      page: (id: number) => this.page(id),
    };
    this.#contexts.set(file, context);
    return context;
  }

  /** The page of a row. */
  page(id: number): StoredPage | undefined {
    if (this.#pages.has(id)) return this.#pages.get(id);
    const row = this.#selectPage.get(id);
    const page = row && toStoredPage(row);
    // Neighbouring keys rarely share pages: a plain bound is as good as an order of use.
    if (this.#pages.size >= MAX_CACHED_PAGES) this.#pages.clear();
    this.#pages.set(id, page);
    return page;
  }
}

function toStoredPage({ url, title, time, language, images }: PageRecord): StoredPage {
  // Stored from a timestamp of 14 digits.
  const timestamp = String(time) as Timestamp;
  return { page: { url, surt: toSurt(url), title, time: timestamp, language }, images };
}
