// Where and when payloads were captured: revisits find by it what they stand for, and are noted when something of it comes or goes.
import type { Database, Statement } from '../sqlite/sqlite.ts';
import { ManyRows } from './many-rows.ts';
import { fromMarkBytes, type PayloadMark, toMarkKey } from './payload-digest.ts';

/** A record that revisits may stand for. */
export interface OriginalRecord {
  readonly mark: PayloadMark;
  readonly key: number;
  readonly time: number;
  readonly file: number;
}

/** Who keeps records that revisits may stand for: pages, images, style sheets, hidden captures. */
export interface OriginalHolder {
  /** Those of a file at a key and a time. */
  originalsAt(
    key: number,
    time: number,
    file: number,
  ): readonly { readonly mark: PayloadMark; readonly offset: number }[];
}

/** Stands in `revisit` for the mark of one that names no digest. */
export const NO_MARK_KEY = -1;

/** Times, or addresses, that are tried: more than one only where two payloads share the start of their marks. */
const MAX_TRIED = 20;

/** Captures at other addresses that are weighed, those of the first keys: more would only be further copies. */
const MAX_WEIGHED = 1000;

/** Originals that wait in memory to be stored together. */
const MAX_WAITING = 2 ** 15;

/** A moment at a key. */
export interface CaptureMoment {
  readonly key: number;
  readonly time: number;
}

/** The table of originals. Holders keep it up to date; writers work inside a transaction of the caller. */
export class OriginalTable {
  readonly #database: Database;
  readonly #rows: ManyRows;
  readonly #delete: Statement;
  readonly #noteByMark: Statement;
  readonly #noteByMoment: Statement;
  #hasRevisits: boolean;
  /** What waits, in numbers: so many objects would keep the garbage collector busy. `order` has marks and places in the others. */
  readonly #order = new Float64Array(MAX_WAITING);
  readonly #keys = new Float64Array(MAX_WAITING);
  readonly #times = new Float64Array(MAX_WAITING);
  readonly #files = new Float64Array(MAX_WAITING);
  #count = 0;

  constructor(database: Database) {
    this.#database = database;
    this.#rows = new ManyRows(database, 'INSERT OR IGNORE INTO original', 4);
    this.#delete = database.prepare(
      'DELETE FROM original WHERE mark = ? AND key = ? AND time = ? AND file = ?',
    );
    this.#noteByMark = database.prepare(
      'INSERT OR IGNORE INTO dirty_revisit SELECT id FROM revisit WHERE mark = ?',
    );
    this.#noteByMoment = database.prepare(
      `INSERT OR IGNORE INTO dirty_revisit SELECT id FROM revisit
       WHERE mark = ${NO_MARK_KEY} AND target_key = ? AND target_time = ?`,
    );
    this.#hasRevisits =
      database.prepare('SELECT 1 FROM revisit LIMIT 1').pluck().get() !== undefined;
  }

  /** To be called with the first revisit: from then on those that a change concerns are noted. */
  expectRevisits(): void {
    this.#hasRevisits = true;
  }

  /** To be called for each record that a holder has from now on; `flush` stores it. */
  add(original: OriginalRecord): void {
    if (original.mark === '') return;
    const at = this.#count++;
    this.#order[at] = toMarkKey(original.mark) * MAX_WAITING + at;
    this.#keys[at] = original.key;
    this.#times[at] = original.time;
    this.#files[at] = original.file;
    if (this.#count === MAX_WAITING) this.flush();
  }

  /** To be called when a holder has no more such record. */
  remove({ mark, key, time, file }: OriginalRecord): void {
    if (mark === '') return;
    this.flush();
    const markKey = toMarkKey(mark);
    this.#delete.run(markKey, key, time, file);
    this.#note(markKey, key, time);
  }

  /** Stores what waits; to be called at the end of each transaction. */
  flush(): void {
    if (this.#count === 0) return;
    // In the order of the table: neighbours share pages.
    for (const place of this.#order.subarray(0, this.#count).sort()) {
      const at = place % MAX_WAITING;
      const markKey = Math.floor(place / MAX_WAITING);
      const key = this.#keys[at] ?? 0;
      const time = this.#times[at] ?? 0;
      this.#rows.add(markKey, key, time, this.#files[at] ?? 0);
      this.#note(markKey, key, time);
    }
    this.#rows.flush();
    this.#count = 0;
  }

  /** Forgets what waits for a transaction that failed. */
  discard(): void {
    this.#rows.discard();
    this.#count = 0;
  }

  /** Files that have a payload at a moment, by name: their numbers depend on the order in which they came. */
  filesAt(mark: PayloadMark, { key, time }: CaptureMoment): number[] {
    this.flush();
    return this.#database
      .prepare<[number, number, number], number>(
        `SELECT original.file FROM original JOIN file ON file.id = original.file
         WHERE mark = ? AND key = ? AND time = ? ORDER BY file.name`,
      )
      .pluck()
      .all(toMarkKey(mark), key, time);
  }

  /** Moments at which a payload was captured at a key: the latest that is not later comes first, else the earliest. */
  momentsAt(mark: PayloadMark, key: number, time: number): CaptureMoment[] {
    this.flush();
    const select = (where: string) =>
      this.#database.prepare<[number, number, number], CaptureMoment>(
        `SELECT DISTINCT key, time FROM original WHERE mark = ? AND key = ? AND ${where} LIMIT ${MAX_TRIED}`,
      );
    const values = [toMarkKey(mark), key, time] as const;
    return [
      ...select('time <= ? ORDER BY time DESC').all(...values),
      ...select('time > ? ORDER BY time').all(...values),
    ];
  }

  /** The same at any key; of equal times the smallest key comes first. */
  moments(mark: PayloadMark, time: number): CaptureMoment[] {
    this.flush();
    const found = this.#database
      .prepare<[number], CaptureMoment>(
        `SELECT DISTINCT key, time FROM original WHERE mark = ? ORDER BY key, time LIMIT ${MAX_WEIGHED}`,
      )
      .all(toMarkKey(mark));
    const isLater = (moment: CaptureMoment) => moment.time > time;
    const before = found.filter((moment) => !isLater(moment)).sort((a, b) => b.time - a.time);
    const after = found.filter(isLater).sort((a, b) => a.time - b.time);
    return [...before, ...after].slice(0, MAX_TRIED);
  }

  /** Notes the revisits that may stand for a record. */
  #note(markKey: number, key: number, time: number): void {
    if (!this.#hasRevisits) return;
    this.#noteByMark.run(markKey);
    this.#noteByMoment.run(key, time);
  }
}

/** The originals of a table that has a column for marks, and a row for each record. */
export class MarkedTable implements OriginalHolder {
  readonly #at: Statement<[number, number, number], { offset: number; mark: unknown }>;
  readonly #all: Statement<[], Omit<OriginalRecord, 'mark'> & { readonly mark: unknown }>;

  constructor(database: Database, table: 'sheet' | 'hidden_capture') {
    this.#at = database.prepare(
      `SELECT offset, mark FROM ${table} WHERE key = ? AND time = ? AND file = ? AND mark <> x''`,
    );
    this.#all = database.prepare(`SELECT key, time, file, mark FROM ${table} WHERE mark <> x''`);
  }

  originalsAt(key: number, time: number, file: number) {
    return this.#at
      .all(key, time, file)
      .map(({ offset, mark }) => ({ offset, mark: fromMarkBytes(mark) }));
  }

  /** All of them. */
  all(): OriginalRecord[] {
    return this.#all.all().map((record) => ({ ...record, mark: fromMarkBytes(record.mark) }));
  }
}
