// Reads the first format of the capture index, a row for each capture, until a writer brings it up to date.
import { hash } from 'node:crypto';
import type { Database, Statement } from 'better-sqlite3';
import type { Capture } from '../model/capture.ts';
import type { CaptureRow } from './captures-codec.ts';
import { FileNames } from './captures-files.ts';
import { REVISIT_MIME } from './captures-mime.ts';
import type { CaptureKey, KeyRange } from './captures-range.ts';
import type { CaptureReader, Piece } from './captures-reader.ts';
import {
  type OriginalPlace,
  type RevisitSeen,
  toCapture,
  toOriginalPlace,
} from './captures-table.ts';

type Values = [...(string | number)[]];

/** Reads an index of the first format. */
export class FirstReader implements CaptureReader {
  readonly #database: Database;
  readonly #statements: Readonly<Record<string, Statement<Values, CaptureRow>>>;
  readonly #skip: Readonly<Record<'one' | 'many', Statement<Values, CaptureKey>>>;
  readonly #files: FileNames;

  constructor(database: Database) {
    this.#database = database;
    this.#files = new FileNames(database);
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

  read({ start, end }: KeyRange, { after, isReverse, limit }: Piece): Capture[] {
    this.#files.refresh();
    const name = isReverse ? 'down' : start === end ? 'oneUp' : 'manyUp';
    const { surt, time, file, offset } = after;
    const bound = isReverse ? start : end;
    const rows = this.#statements[name]?.all(surt, time, file, offset, bound, limit) ?? [];
    return rows.map((row) => toCapture(row, this.#files.nameOf(row.file)));
  }

  keyAfter({ start, end }: KeyRange, after: CaptureKey, rows: number): CaptureKey | undefined {
    const { surt, time, file, offset } = after;
    const statement = this.#skip[start === end ? 'one' : 'many'];
    const full = statement.get(surt, time, file, offset, end, rows - 1);
    if (full !== undefined) return full;
    const left = this.read({ start, end }, { after, isReverse: false, limit: rows }).at(-1);
    if (left === undefined) return undefined;
    const { surt: key, time: when, offset: at } = left;
    return { surt: key, time: Number(when), file: this.fileId(left.file), offset: at };
  }

  count(): number {
    return Number(this.#database.prepare('SELECT count(*) FROM capture').pluck().get());
  }

  original({ surt, time, digest, revisitTime }: RevisitSeen): OriginalPlace | undefined {
    this.#files.refresh();
    const agrees = (row: CaptureRow): boolean =>
      row.mime !== REVISIT_MIME && (digest === '' || row.digest === '' || row.digest === digest);
    if (time !== '') {
      const at = 'SELECT * FROM capture WHERE surt = ? AND time = ?';
      const named = this.#database.prepare<Values, CaptureRow>(at).all(surt, Number(time));
      const found = named.find(agrees);
      if (found !== undefined) return toOriginalPlace(found, this.#files.nameOf(found.file));
    }
    if (digest === '') return undefined;
    const latest = Number(revisitTime || '99999999999999');
    const same = this.#database
      .prepare<Values, CaptureRow>(
        `SELECT * FROM capture WHERE surt = ? AND digest = ? AND mime <> ?
         ORDER BY time > ?, abs(time - ?) LIMIT 1`,
      )
      .get(surt, digest, REVISIT_MIME, latest, latest);
    if (same !== undefined) return toOriginalPlace(same, this.#files.nameOf(same.file));
    return this.#anyOriginal(digest, latest);
  }

  fileId(name: string): number {
    this.#files.refresh();
    return this.#files.idOf(name);
  }

  #anyOriginal(digest: string, latest: number): OriginalPlace | undefined {
    const row = this.#database
      .prepare<Values, Omit<CaptureRow, 'surt' | 'url' | 'digest'>>(
        `SELECT time, file, offset, length, mime, status FROM original WHERE digest = ?
         ORDER BY time > ?, abs(time - ?) LIMIT 1`,
      )
      .get(firstKey(digest), latest, latest);
    if (row === undefined) return undefined;
    return toOriginalPlace(row, this.#files.nameOf(row.file));
  }
}

/** The first 52 bits of a SHA-256: how the first format knew digests. */
function firstKey(digest: string): number {
  return Number.parseInt(hash('sha256', digest, 'hex').slice(0, 13), 16);
}
