// Statements that read the capture index: pieces of its order, and originals of revisits.
import type { Database, Statement } from 'better-sqlite3';
import type { Capture } from '../model/capture.ts';
import type { CaptureKey, KeyRange } from './captures-range.ts';
import {
  type CaptureRow,
  type OriginalPlace,
  REVISIT_MIME,
  type RevisitSeen,
  toCapture,
  toTime,
} from './captures-table.ts';
import { hashKey } from './hash-key.ts';

type Values = [...(string | number)[]];

/** Reads pieces of the index. */
export class CaptureReader {
  readonly #database: Database;
  readonly #statements: Readonly<Record<string, Statement<Values, CaptureRow>>>;
  readonly #skip: Readonly<Record<'one' | 'many', Statement<Values, CaptureKey>>>;
  readonly #names = new Map<number, string>();
  readonly #ids = new Map<string, number>();
  #version: unknown;

  constructor(database: Database) {
    this.#database = database;
    const key = '(surt, time, file, offset)';
    const down = 'surt DESC, time DESC, file DESC, offset DESC';
    const select = (where: string, order: string) =>
      database.prepare<Values, CaptureRow>(
        `SELECT * FROM capture WHERE ${where} ORDER BY ${order} LIMIT ?`,
      );
    // The end of a range of many keys is not in it, that of one key is.
    this.#statements = {
      oneUp: select(`${key} > (?, ?, ?, ?) AND surt <= ?`, 'surt, time, file, offset'),
      manyUp: select(`${key} > (?, ?, ?, ?) AND surt < ?`, 'surt, time, file, offset'),
      down: select(`${key} < (?, ?, ?, ?) AND surt >= ?`, down),
    };
    const skip = (end: string) =>
      database.prepare<Values, CaptureKey>(
        `SELECT surt, time, file, offset FROM capture WHERE ${key} > (?, ?, ?, ?) AND ${end}
         ORDER BY surt, time, file, offset LIMIT 1 OFFSET ?`,
      );
    this.#skip = { one: skip('surt <= ?'), many: skip('surt < ?') };
  }

  /** Captures of a range behind (or before) a place of the order. */
  read(
    { start, end }: KeyRange,
    {
      after,
      isReverse,
      limit,
    }: { readonly after: CaptureKey; readonly isReverse: boolean; readonly limit: number },
  ): Capture[] {
    this.#refresh();
    const name = isReverse ? 'down' : start === end ? 'oneUp' : 'manyUp';
    const { surt, time, file, offset } = after;
    const bound = isReverse ? start : end;
    const rows = this.#statements[name]?.all(surt, time, file, offset, bound, limit) ?? [];
    return rows.map((row) => toCapture(row, this.#nameOf(row.file)));
  }

  /** The key `rows` places further on, or the last one where there are fewer; `undefined` at the end. */
  keyAfter({ start, end }: KeyRange, after: CaptureKey, rows: number): CaptureKey | undefined {
    const { surt, time, file, offset } = after;
    const statement = this.#skip[start === end ? 'one' : 'many'];
    const full = statement.get(surt, time, file, offset, end, rows - 1);
    if (full !== undefined) return full;
    const left = this.read({ start, end }, { after, isReverse: false, limit: rows }).at(-1);
    if (left === undefined) return undefined;
    return { ...left, time: Number(left.time), file: this.fileId(left.file) };
  }

  count(): number {
    return Number(this.#database.prepare('SELECT count(*) FROM capture').pluck().get());
  }

  /** The record that a revisit repeats; see `Captures.findOriginal`. */
  original({ surt, time, digest, revisitTime }: RevisitSeen): OriginalPlace | undefined {
    this.#refresh();
    const agrees = (row: CaptureRow): boolean =>
      row.mime !== REVISIT_MIME && (digest === '' || row.digest === '' || row.digest === digest);
    if (time !== '') {
      const at = 'SELECT * FROM capture WHERE surt = ? AND time = ?';
      const named = this.#database.prepare<Values, CaptureRow>(at).all(surt, Number(time));
      const found = named.find(agrees);
      if (found !== undefined) return toCapture(found, this.#nameOf(found.file));
    }
    if (digest === '') return undefined;
    const latest = Number(revisitTime || '99999999999999');
    const same = this.#database
      .prepare<Values, CaptureRow>(
        `SELECT * FROM capture WHERE surt = ? AND digest = ? AND mime <> ?
         ORDER BY time > ?, abs(time - ?) LIMIT 1`,
      )
      .get(surt, digest, REVISIT_MIME, latest, latest);
    if (same !== undefined) return toCapture(same, this.#nameOf(same.file));
    return this.#anyOriginal(digest, latest);
  }

  /** The number of a file, 0 when it has none. */
  fileId(name: string): number {
    this.#refresh();
    const known = this.#ids.get(name);
    if (known !== undefined) return known;
    const id = this.#database.prepare('SELECT id FROM file WHERE name = ?').pluck().get(name);
    if (typeof id !== 'number') return 0;
    this.#ids.set(name, id);
    return id;
  }

  #anyOriginal(digest: string, latest: number): OriginalPlace | undefined {
    const row = this.#database
      .prepare<Values, Omit<CaptureRow, 'surt' | 'url' | 'digest'>>(
        `SELECT time, file, offset, length, mime, status FROM original WHERE digest = ?
         ORDER BY time > ?, abs(time - ?) LIMIT 1`,
      )
      .get(hashKey(digest), latest, latest);
    if (row === undefined) return undefined;
    const { offset, length, mime, status } = row;
    return { time: toTime(row.time), file: this.#nameOf(row.file), offset, length, mime, status };
  }

  #nameOf(id: number): string {
    const known = this.#names.get(id);
    if (known !== undefined) return known;
    const name = this.#database.prepare('SELECT name FROM file WHERE id = ?').pluck().get(id);
    if (typeof name !== 'string') return '';
    this.#names.set(id, name);
    return name;
  }

  /** Forgets names when another connection has changed the database: files may have been renamed. */
  #refresh(): void {
    const version = this.#database.pragma('data_version', { simple: true });
    if (version === this.#version) return;
    this.#version = version;
    this.#names.clear();
    this.#ids.clear();
  }
}
