// What files say of SURTs: image captures, references and other answers, a row for each SURT of a file. The truth of a library.
import type { Database, Statement } from '../sqlite/sqlite.ts';
import { hashKey } from '../support/hash-key.ts';
import type { FileCounts } from './file-counts.ts';
import type { FileTable } from './library-files.ts';
import type { OriginalHolder, OriginalTable } from './library-originals.ts';
import type { PageTable } from './library-pages.ts';
import { FIRST_SETTLED_PART, PartTable } from './library-parts.ts';
import type { RedirectTable } from './library-redirects.ts';
import { ManyRows } from './many-rows.ts';
import { compareRows, isWorthSharing, type RowBase } from './row-base.ts';
import {
  type BasePlace,
  type BaseSource,
  baseOf,
  type CaptureRow,
  completeRow,
  type DecodedRow,
  decodeRow,
  encodeRow,
  type ReferenceRow,
  type RowContent,
  type RowContext,
} from './row-codec.ts';
import { sumOf } from './row-sum.ts';

/** A row of a group, with where it is kept. */
export interface GroupRow extends DecodedRow {
  readonly file: number;
  readonly part: number;
}

/** Where a row is kept. */
export interface RowPlace {
  readonly key: number;
  readonly file: number;
  readonly part: number;
}

interface ObservationRecord {
  readonly file: number;
  readonly part: number;
  readonly data: unknown;
}

/** Rows read at a time: a group of any size passes through bounded memory. */
const ROWS_AT_ONCE = 256;
/** Packed bytes of rows that are read together. */
const BYTES_AT_ONCE = 256 * 1024;
/** Keys of one statement. */
const KEYS_AT_ONCE = 1000;

/** The tables that rows point into. */
export interface RowSurroundings {
  readonly files: FileTable;
  readonly pages: PageTable;
  readonly originals: OriginalTable;
  readonly redirects: RedirectTable;
  readonly fileCounts: FileCounts;
}

/** The table of observations. Writers work inside a transaction of the caller. */
export class RowTable implements OriginalHolder {
  readonly #database: Database;
  readonly #files: FileTable;
  readonly #pages: PageTable;
  readonly #originals: OriginalTable;
  readonly #redirects: RedirectTable;
  readonly #fileCounts: FileCounts;
  readonly #parts: PartTable;
  readonly #insert: Statement;
  readonly #newRows: ManyRows;
  readonly #update: Statement;
  readonly #delete: Statement;
  readonly #insertDirty: Statement;
  readonly #insertAllDirty: Statement;
  readonly #select: Statement<[number, number, number], unknown>;
  readonly #selectFirst: Statement<[number], ObservationRecord>;
  readonly #selectNext: Statement<[number, number, number], ObservationRecord>;
  readonly #selectLast: Statement<[number], ObservationRecord>;
  readonly #selectKnown: Statement<[string], number>;
  readonly #selectRead: Statement<[number, number], ObservationRecord>;
  readonly #contexts = new Map<number, RowContext>();

  constructor(database: Database, surroundings: RowSurroundings) {
    const { files, pages, originals, redirects, fileCounts } = surroundings;
    this.#database = database;
    this.#fileCounts = fileCounts;
    this.#files = files;
    this.#pages = pages;
    this.#originals = originals;
    this.#redirects = redirects;
    this.#parts = new PartTable(database);
    const where = 'WHERE key = ? AND file = ? AND part = ?';
    this.#insert = database.prepare(
      'INSERT OR IGNORE INTO observation VALUES(?, ?, ?, ?, ?, ?, ?)',
    );
    this.#newRows = new ManyRows(database, 'INSERT INTO observation', 6, 'observation');
    this.#update = database.prepare(`UPDATE observation SET data = ?, sum = ? ${where}`);
    this.#delete = database.prepare(`DELETE FROM observation ${where}`);
    this.#insertDirty = database.prepare('INSERT OR IGNORE INTO dirty_key VALUES(?)');
    this.#insertAllDirty = database.prepare(
      'INSERT OR IGNORE INTO dirty_key SELECT value FROM json_each(?)',
    );
    this.#select = database
      .prepare<[number, number, number], unknown>(`SELECT data FROM observation ${where}`)
      .pluck();
    const columns = 'SELECT file, part, data FROM observation';
    // Nearly all groups are small, and this takes less than half the time of the next one. A limit that is bound
    // would have SQLite compile the statement anew for each call.
    this.#selectFirst = database.prepare(
      `${columns} WHERE key = ? ORDER BY file, part LIMIT ${ROWS_AT_ONCE}`,
    );
    this.#selectNext = database.prepare(
      `${columns} WHERE key = ? AND (file, part) > (?, ?) ORDER BY file, part LIMIT ${ROWS_AT_ONCE}`,
    );
    this.#selectLast = database.prepare(
      `${columns} WHERE key = ? ORDER BY file DESC, part DESC LIMIT 1`,
    );
    this.#selectKnown = database
      .prepare<[string], number>(
        `SELECT value FROM json_each(?)
         WHERE EXISTS (SELECT 1 FROM observation WHERE key = json_each.value)`,
      )
      .pluck();
    this.#selectRead = database.prepare(
      `${columns} WHERE key = ? AND file = ? AND part < ${FIRST_SETTLED_PART} ORDER BY part`,
    );
  }

  /** Forgets what it remembers of files, after somebody else may have changed them. */
  refresh(): void {
    this.#contexts.clear();
  }

  /** Completes what was stored; to be called at the end of each transaction. */
  flush(): void {
    this.#parts.flush();
  }

  /** Forgets what was prepared for a transaction that failed. */
  discard(): void {
    this.#newRows.discard();
    this.#parts.discard();
    this.refresh();
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
  addRows<Row extends RowContent>(
    { file, part }: { readonly file: number; readonly part: number },
    rows: Iterable<Row>,
  ): Row[] {
    const keyed = Array.from(rows, (row) => ({ key: hashKey(row.surt), row }));
    // In the order of the tables: neighbours share pages.
    keyed.sort((a, b) => a.key - b.key);
    const known = this.#knownOf(keyed.map(({ key }) => key));
    const stored: typeof keyed = [];
    const left: Row[] = [];
    for (const entry of keyed) {
      const { key, row } = entry;
      const counts = [row.captures.length, row.references.length] as const;
      if (!known.has(key)) {
        this.#newRows.add(key, file, part, ...counts, encodeRow(row));
        known.add(key);
        stored.push(entry);
        continue;
      }
      // One of the same key may have come just before.
      this.#newRows.flush();
      const values = [key, file, part, ...counts, encodeRow(row, this.#baseFor(key, row))];
      if (this.#insert.run(...values, sumOf('observation', values)).changes > 0) stored.push(entry);
      else left.push(row);
    }
    this.#newRows.flush();
    const keys = stored.map(({ key }) => key);
    this.#markKeys(keys);
    this.#parts.add(file, part, keys);
    for (const { key, row } of stored) this.#note({ key, file, part }, row);
    return left;
  }

  /** Counts a row, and notes what revisits may stand for in it, and where it redirects to. */
  #note(place: RowPlace, row: RowContent): void {
    const { key, file } = place;
    const { captures, references } = row;
    this.#fileCounts.add(file, { captures: captures.length });
    this.#fileCounts.addReferences(file, references, 1);
    for (const { mark = '', time } of row.captures) {
      if (mark !== '') this.#originals.add({ mark, key, time: Number(time), file });
    }
    this.#redirects.add(place, row);
  }

  /** All rows of a key, some at a time; they may be of several SURTs that share the key. */
  *group(key: number): Generator<GroupRow> {
    const bases = new BaseReader(key, this.#select);
    for (const record of this.#records(key)) yield this.#complete(record, bases);
  }

  /**
   * All rows of each of the first keys: of as many as fit into memory together, and at least of one. Cheaper than
   * one by one.
   */
  groups(keys: readonly number[]): { readonly key: number; readonly rows: Iterable<GroupRow> }[] {
    const found: { readonly key: number; readonly records: ObservationRecord[] }[] = [];
    let bytes = 0;
    for (const key of keys) {
      const records = this.#selectFirst.all(key);
      found.push({ key, records });
      // A damaged database gives other things than bytes; decoding tells.
      for (const { data } of records) bytes += Buffer.isBuffer(data) ? data.length : 0;
      if (bytes > BYTES_AT_ONCE || records.length === ROWS_AT_ONCE) break;
    }
    return found.map(({ key, records }) => {
      if (records.length === ROWS_AT_ONCE) return { key, rows: this.group(key) };
      const bases = new BaseReader(key, this.#select);
      return { key, rows: records.map((record) => this.#complete(record, bases)) };
    });
  }

  /** What reading a file gave at a key: not what its revisits show, which may be thousands at one address. */
  groupRead(key: number, file: number): GroupRow[] {
    const bases = new BaseReader(key, this.#select);
    return this.#selectRead.all(key, file).map((record) => this.#complete(record, bases));
  }

  /** All rows of a file. Each may be removed or replaced meanwhile. */
  *rowsOf(file: number): Generator<GroupRow & RowPlace> {
    for (const { key, part } of this.placesOf(file)) {
      const data = this.#select.get(key, file, part);
      const bases = new BaseReader(key, this.#select);
      yield { key, ...this.#complete({ file, part, data }, bases) };
    }
  }

  /** What a file says, part by part, as it is stored: references name their pages by row. */
  *contentsOf(file: number): Generator<RowContent & { readonly part: number }> {
    for (const { key, part } of this.placesOf(file)) {
      const data = this.#select.get(key, file, part);
      yield { part, ...decodeRow(data, new BaseReader(key, this.#select)) };
    }
  }

  /** Where the rows of a file are, of all its parts or from one to another; parts in order, and in each the keys. */
  *placesOf(file: number, first?: number, last?: number): Generator<RowPlace> {
    for (const { part, keys } of this.#parts.of(file, first, last)) {
      for (const key of keys) yield { key, file, part };
    }
  }

  originalsAt(key: number, time: number, file: number) {
    return this.groupRead(key, file)
      .flatMap(({ captures }) => captures)
      .filter((capture) => Number(capture.time) === time)
      .map(({ mark = '', offset }) => ({ mark, offset }))
      .filter(({ mark }) => mark !== '');
  }

  /** Takes back the rows of a file, and notes what has to be derived again. */
  removeFile(file: number): void {
    // Rows that are stored on others go first: nothing of the file is stored anew just to go next.
    for (const place of this.placesOf(file)) {
      const data = this.#select.get(place.key, file, place.part);
      if (data !== undefined && baseOf(data) !== undefined) this.remove(place);
    }
    for (const place of this.placesOf(file)) this.remove(place);
    this.#contexts.delete(file);
  }

  /** Takes back a row, and notes that its key must be derived again. */
  remove(place: RowPlace): void {
    const { key, file, part } = place;
    const data = this.#select.get(key, file, part);
    if (data === undefined) return;
    const row = decodeRow(data, new BaseReader(key, this.#select));
    if (baseOf(data) === undefined) this.#release(place, row);
    this.#delete.run(key, file, part);
    const { captures, references } = row;
    this.#fileCounts.add(file, { captures: -captures.length });
    this.#fileCounts.addReferences(file, references, -1);
    this.#parts.thin(file, part, key);
    for (const { mark = '', time } of row.captures) {
      this.#originals.remove({ mark, key, time: Number(time), file });
    }
    this.#redirects.remove(place, row);
    this.markKey(key);
  }

  /** Replaces a row by what is left of it; an empty one goes. */
  replaceRow(place: RowPlace, row: RowContent): void {
    this.remove(place);
    const { captures, references, others = [] } = row;
    if (captures.length + references.length + others.length > 0) this.addRows(place, [row]);
  }

  /**
   * Notes all parts, originals and redirects anew, of a table that was copied. Drops rows that cannot be read, alone or because what they are
   * stored on is not there, and gives their number.
   */
  restore(): number {
    let dropped = 0;
    const next = this.#database.prepare<[number, number, number], ObservationRecord & RowPlace>(
      `SELECT key, file, part, data FROM observation WHERE (key, file, part) > (?, ?, ?)
       ORDER BY key, file, part LIMIT ${ROWS_AT_ONCE}`,
    );
    let place: readonly [number, number, number] = [-1, -1, -1];
    for (;;) {
      const records = next.all(...place);
      for (const { key, file, part, data } of records) {
        place = [key, file, part];
        try {
          const row = decodeRow(data, new BaseReader(key, this.#select));
          this.#note({ key, file, part }, row);
          this.#parts.add(file, part, [key]);
        } catch {
          this.#delete.run(key, file, part);
          dropped++;
        }
      }
      if (records.length === 0) return dropped;
    }
  }

  /** Notes that everything this file has a part in must be derived again. */
  markFile(file: number): void {
    for (const { keys } of this.#parts.of(file)) this.#markKeys(keys);
    this.#contexts.delete(file);
  }

  /** The same for those keys of the file at which other files have captures. */
  markShared(file: number): void {
    const select = this.#database.prepare<[number, number], number>(
      'SELECT 1 FROM observation WHERE key = ? AND file <> ? AND captures > 0 LIMIT 1',
    );
    for (const { key } of this.placesOf(file)) {
      if (select.get(key, file) !== undefined) this.markKey(key);
    }
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

  #markKeys(keys: readonly number[]): void {
    for (const some of inPieces(keys)) this.#insertAllDirty.run(some);
  }

  /** Those of some keys that have rows. Most have none, and to ask for each by itself would take longer than all else. */
  #knownOf(keys: readonly number[]): Set<number> {
    const known = new Set<number>();
    for (const some of inPieces(keys)) {
      for (const key of this.#selectKnown.all(some)) known.add(key);
    }
    return known;
  }

  /** A row of the same SURT that a new one can be stored on, if that is worth it: the last, or what that is stored on. */
  #baseFor(key: number, row: RowContent): RowBase | undefined {
    const last = this.#selectLast.get(key);
    if (last === undefined) return undefined;
    const place = baseOf(last.data);
    const bases = new BaseReader(key, this.#select);
    const base = place === undefined ? decodeRow(last.data, bases) : bases.at(place);
    if (base.surt !== row.surt) return undefined;
    const shared = compareRows(row, base);
    if (!isWorthSharing(shared, place?.saysMore ?? false)) return undefined;
    const { file, part } = place ?? last;
    return { file, part, row: base, shared };
  }

  /** Lets no other row be stored on this one: the first that is stands by itself from now on, the others on that. */
  #release({ key, file, part }: RowPlace, row: RowContent): void {
    let heir: Omit<RowBase, 'shared'> | undefined;
    for (const record of this.#records(key)) {
      const place = baseOf(record.data);
      if (place?.file !== file || place.part !== part) continue;
      const own = decodeRow(record.data, { at: () => row });
      const shared = heir && compareRows(own, heir.row);
      const base =
        heir && shared && isWorthSharing(shared, false) ? { ...heir, shared } : undefined;
      const data = encodeRow(own, base);
      const counts = [own.captures.length, own.references.length];
      const sum = sumOf('observation', [key, record.file, record.part, ...counts, data]);
      this.#update.run(data, sum, key, record.file, record.part);
      heir ??= { file: record.file, part: record.part, row: own };
    }
  }

  /** The stored rows of a key, some at a time. */
  *#records(key: number): Generator<ObservationRecord> {
    let records = this.#selectFirst.all(key);
    for (;;) {
      yield* records;
      const last = records.at(-1);
      if (last === undefined || records.length < ROWS_AT_ONCE) return;
      records = this.#selectNext.all(key, last.file, last.part);
    }
  }

  #complete({ file, part, data }: ObservationRecord, bases: BaseReader): GroupRow {
    const row = decodeRow(data, bases);
    bases.keep(file, part, row);
    const { surt, captures, references, others } = completeRow(row, this.#contextOf(file));
    return { surt, captures, references, others, file, part };
  }

  #contextOf(file: number): RowContext {
    const known = this.#contexts.get(file);
    if (known !== undefined) return known;
    const context = {
      file: this.#files.nameOf(file),
      collections: this.#files.collectionsOf(file),
      page: (id: number) => this.#pages.at(id),
    };
    this.#contexts.set(file, context);
    return context;
  }
}

/** Keys as JSON, some at a time: one statement for many takes a third of the time that one for each would. */
function* inPieces(keys: readonly number[]): Generator<string> {
  for (let start = 0; start < keys.length; start += KEYS_AT_ONCE) {
    yield JSON.stringify(keys.slice(start, start + KEYS_AT_ONCE));
  }
}

/** Rows of a key that others are stored on. Those come one after another, and their base mostly just before them. */
class BaseReader implements BaseSource {
  readonly #key: number;
  readonly #select: Statement<[number, number, number], unknown>;
  #file = -1;
  #part = -1;
  #row: RowContent | undefined;

  constructor(key: number, select: Statement<[number, number, number], unknown>) {
    this.#key = key;
    this.#select = select;
  }

  at({ file, part }: BasePlace): RowContent {
    if (this.#row !== undefined && this.#file === file && this.#part === part) return this.#row;
    const row = decodeRow(this.#select.get(this.#key, file, part), NO_BASES);
    this.#remember(file, part, row);
    return row;
  }

  /** Remembers the first row of a key, which others are mostly stored on. */
  keep(file: number, part: number, row: RowContent): void {
    if (this.#row === undefined) this.#remember(file, part, row);
  }

  #remember(file: number, part: number, row: RowContent): void {
    this.#file = file;
    this.#part = part;
    this.#row = row;
  }
}

const NO_BASES: BaseSource = {
  at: () => {
    throw new RangeError('the base of a row has a base itself');
  },
};
