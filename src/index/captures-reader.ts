// Statements that read the capture index: pieces of its order, and originals of revisits.
import type { Database, Statement } from 'better-sqlite3';
import type { Capture } from '../model/capture.ts';
import { toPlaceBytes } from './captures-bytes.ts';
import { CaptureCursor, type CaptureRow, comparePlaces, unpackCaptures } from './captures-codec.ts';
import { toDigestBytes } from './captures-digest.ts';
import { FileNames } from './captures-files.ts';
import { REVISIT_MIME } from './captures-mime.ts';
import { originalRange, originalsAfter, readOriginal } from './captures-original.ts';
import type { CaptureKey, KeyRange } from './captures-range.ts';
import {
  type OriginalPlace,
  type RevisitSeen,
  toCapture,
  toOriginalPlace,
} from './captures-table.ts';

/** Which piece of a range is read. */
export interface Piece {
  readonly after: CaptureKey;
  readonly isReverse: boolean;
  readonly limit: number;
}

/** What answers questions to an index, whatever its format. */
export interface CaptureReader {
  /** Captures of a range behind (or before) a place of the order. */
  read(range: KeyRange, piece: Piece): Capture[];
  /** The key `rows` places further on, or the last one where there are fewer; `undefined` at the end. */
  keyAfter(range: KeyRange, after: CaptureKey, rows: number): CaptureKey | undefined;
  count(): number;
  /** The record that a revisit repeats; see `Captures.findOriginal`. */
  original(target: RevisitSeen): OriginalPlace | undefined;
  /** The number of a file, 0 when it has none. */
  fileId(name: string): number;
}

/** SURT and place from which on rows are read, and the end of the range. */
type From = [surt: string, again: string, place: Buffer, end: string];

interface PackedRow {
  readonly surt: string;
  /** In hexadecimal digits. */
  readonly data: string;
}

const LAST_TIME = 99_999_999_999_999;

/** Reads an index of the present format. */
export class PackedReader implements CaptureReader {
  readonly #database: Database;
  readonly #files: FileNames;
  readonly #cursor = new CaptureCursor();
  readonly #oneUp: Statement<From, PackedRow>;
  readonly #manyUp: Statement<From, PackedRow>;
  readonly #down: Statement<[string, Buffer, string], PackedRow>;
  readonly #counts: Record<'one' | 'many', Statement<[...From, number], number>>;
  readonly #firstOriginal: Statement<[Buffer, Buffer], Buffer>;
  readonly #lastOriginal: Statement<[Buffer, Buffer], Buffer>;
  readonly #skip: Record<'one' | 'many', Statement<[...From, number], PackedRow>>;

  constructor(database: Database) {
    this.#database = database;
    this.#files = new FileNames(database);
    // A place is in the last row of its SURT that does not begin behind it.
    const up = (columns: string, end: string, limit = '') =>
      `SELECT ${columns} FROM capture WHERE (surt, part) >= (?, ifnull(
         (SELECT part FROM capture WHERE surt = ? AND part <= ? ORDER BY part DESC LIMIT 1),
         x'')) AND ${end} ORDER BY surt, part ${limit}`;
    // The end of a range of many keys is not in it, that of one key is.
    const one = 'surt <= ?';
    const many = 'surt < ?';
    this.#oneUp = database.prepare(up('surt, hex(data) AS data', one));
    this.#manyUp = database.prepare(up('surt, hex(data) AS data', many));
    this.#counts = {
      one: database.prepare<[...From, number], number>(up('n', one, 'LIMIT ?')).pluck(),
      many: database.prepare<[...From, number], number>(up('n', many, 'LIMIT ?')).pluck(),
    };
    this.#skip = {
      one: database.prepare(up('surt, hex(data) AS data', one, 'LIMIT 1 OFFSET ?')),
      many: database.prepare(up('surt, hex(data) AS data', many, 'LIMIT 1 OFFSET ?')),
    };
    const originals = 'SELECT place FROM original WHERE place >= ? AND place < ? ORDER BY place';
    this.#firstOriginal = database
      .prepare<[Buffer, Buffer], Buffer>(`${originals} LIMIT 1`)
      .pluck();
    this.#lastOriginal = database
      .prepare<[Buffer, Buffer], Buffer>(`${originals} DESC LIMIT 1`)
      .pluck();
    this.#down = database.prepare(
      `SELECT surt, hex(data) AS data FROM capture WHERE (surt, part) <= (?, ?) AND surt >= ?
       ORDER BY surt DESC, part DESC`,
    );
  }

  read(range: KeyRange, { after, isReverse, limit }: Piece): Capture[] {
    this.#files.refresh();
    return isReverse ? this.#readDown(range, after, limit) : this.#readUp(range, after, limit);
  }

  #readUp({ start, end }: KeyRange, after: CaptureKey, limit: number): Capture[] {
    const captures: Capture[] = [];
    const cursor = this.#cursor;
    const statement = start === end ? this.#oneUp : this.#manyUp;
    for (const { surt, data } of statement.iterate(
      after.surt,
      after.surt,
      toPlaceBytes(after),
      end,
    )) {
      cursor.open(surt, data);
      while (cursor.next()) {
        if (surt === after.surt && comparePlaces(cursor, after) <= 0) continue;
        captures.push(toCapture(cursor, this.#files.nameOf(cursor.file)));
        if (captures.length >= limit) return captures;
      }
    }
    return captures;
  }

  #readDown({ start }: KeyRange, after: CaptureKey, limit: number): Capture[] {
    const captures: Capture[] = [];
    const cursor = this.#cursor;
    for (const { surt, data } of this.#down.iterate(after.surt, toPlaceBytes(after), start)) {
      cursor.open(surt, data);
      const here: Capture[] = [];
      while (cursor.next()) {
        if (surt === after.surt && comparePlaces(cursor, after) >= 0) break;
        here.push(toCapture(cursor, this.#files.nameOf(cursor.file)));
      }
      for (let i = here.length - 1; i >= 0; i--) {
        const capture = here[i];
        if (capture !== undefined) captures.push(capture);
        if (captures.length >= limit) return captures;
      }
    }
    return captures;
  }

  keyAfter(range: KeyRange, after: CaptureKey, rows: number): CaptureKey | undefined {
    this.#files.refresh();
    const { start, end } = range;
    const isOne = start === end;
    const from = [after.surt, after.surt, toPlaceBytes(after), end] as const;
    const counts = this.#counts[isOne ? 'one' : 'many'].all(...from, rows + 1);
    // Of the first row some may be before the place; each row has one capture at least.
    const first = (isOne ? this.#oneUp : this.#manyUp).get(...from);
    if (first === undefined) return undefined;
    const isBefore = (row: CaptureRow): boolean =>
      row.surt === after.surt && comparePlaces(row, after) <= 0;
    const before = unpackCaptures(first.surt, first.data).filter(isBefore).length;
    const wanted = before + rows;
    let at = 0;
    let sum = 0;
    while (at < counts.length && sum + (counts[at] ?? 0) < wanted) sum += counts[at++] ?? 0;
    if (at === counts.length && sum === before) return undefined;
    const isEnd = at === counts.length;
    const found = this.#skip[isOne ? 'one' : 'many'].get(...from, isEnd ? at - 1 : at);
    if (found === undefined) return undefined;
    return toKey(unpackCaptures(found.surt, found.data).at(isEnd ? -1 : wanted - sum - 1));
  }

  count(): number {
    return Number(this.#database.prepare('SELECT total(n) FROM capture').pluck().get());
  }

  original({ surt, time, digest, revisitTime }: RevisitSeen): OriginalPlace | undefined {
    this.#files.refresh();
    if (time !== '') {
      const at = { surt, time: Number(time), file: -1, offset: -1 };
      const agrees = (row: CaptureRow): boolean =>
        row.mime !== REVISIT_MIME && (digest === '' || row.digest === '' || row.digest === digest);
      for (const row of this.#rowsUp(at)) {
        if (row.time !== at.time) break;
        if (agrees(row)) return this.#toPlace(row);
      }
    }
    if (digest === '') return undefined;
    const latest = revisitTime === '' ? LAST_TIME : Number(revisitTime);
    return this.#sameAddress(surt, digest, latest) ?? this.#anyAddress(digest, latest);
  }

  fileId(name: string): number {
    this.#files.refresh();
    return this.#files.idOf(name);
  }

  *#rowsUp(from: CaptureKey, needle = ''): Generator<CaptureRow> {
    for (const { surt, data } of this.#oneUp.iterate(
      from.surt,
      from.surt,
      toPlaceBytes(from),
      from.surt,
    )) {
      if (!data.includes(needle)) continue;
      for (const row of unpackCaptures(surt, data)) if (comparePlaces(row, from) > 0) yield row;
    }
  }

  *#rowsDown(from: CaptureKey, needle: string): Generator<CaptureRow> {
    for (const { surt, data } of this.#down.iterate(from.surt, toPlaceBytes(from), from.surt)) {
      if (!data.includes(needle)) continue;
      for (const row of unpackCaptures(surt, data).reverse()) {
        if (comparePlaces(row, from) <= 0) yield row;
      }
    }
  }

  /** The latest original of an address that is not later, else the earliest; of the same time the first. */
  #sameAddress(surt: string, digest: string, latest: number): OriginalPlace | undefined {
    const moment = { surt, time: latest, file: Number.MAX_SAFE_INTEGER, offset: 0 };
    const needle = toDigestBytes(digest).toString('hex').toUpperCase();
    const isFitting = (row: CaptureRow): boolean =>
      row.digest === digest && row.mime !== REVISIT_MIME;
    let found: CaptureRow | undefined;
    for (const row of this.#rowsDown(moment, needle)) {
      if (found !== undefined && row.time < found.time) break;
      if (isFitting(row)) found = row;
    }
    if (found !== undefined) return this.#toPlace(found);
    for (const row of this.#rowsUp(moment, needle)) if (isFitting(row)) return this.#toPlace(row);
    return undefined;
  }

  #anyAddress(digest: string, latest: number): OriginalPlace | undefined {
    const { start, end } = originalRange(digest);
    const before = this.#lastOriginal.get(start, originalsAfter(digest, latest));
    // Of several of that time the first counts.
    const from = before && originalsAfter(digest, readOriginal(before).time - 1);
    const found = this.#firstOriginal.get(from ?? start, end);
    return found && this.#toPlace(readOriginal(found));
  }

  #toPlace(row: Omit<CaptureRow, 'surt' | 'url' | 'digest'>): OriginalPlace {
    return toOriginalPlace(row, this.#files.nameOf(row.file));
  }
}

function toKey(row: CaptureRow | undefined): CaptureKey | undefined {
  return row && { surt: row.surt, time: row.time, file: row.file, offset: row.offset };
}
