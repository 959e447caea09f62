// Rows of the capture index as they change: captures join those of their address, or leave them.
import type { Database, Statement } from 'better-sqlite3';
import { type Place, toPlaceBytes } from './captures-bytes.ts';
import {
  CaptureCursor,
  type CaptureRow,
  comparePlaces,
  packCaptures,
  unpackCaptures,
} from './captures-codec.ts';
import { REVISIT_MIME } from './captures-mime.ts';
import { toOriginal } from './captures-original.ts';

/** Most captures and bytes of a row: each change writes a row anew, and SQLite keeps longer ones apart in pages. */
const MAX_CAPTURES = 16;
const MAX_BYTES = 800;

/** Captures, and characters of them, that are sorted before they are stored: neighbours then go to the same pages. */
const MAX_WAITING = 20_000;
const MAX_WAITING_LENGTH = 8_000_000;

/** Rows of `original` that one statement stores, since each call of one costs too. */
const ORIGINALS_AT_ONCE = 50;

/** Rows that are read at a time in search of some to take out. */
const ROWS_AT_ONCE = 500;

const FIRST_PART = Buffer.alloc(0);
const COLUMNS = 'hex(part) AS part, n, hex(data) AS data';

/** A row; its bytes in hexadecimal digits, which sort as the bytes do. */
interface Row {
  readonly part: string;
  readonly n: number;
  readonly data: string;
}

const cursor = new CaptureCursor();

/** Stores captures. What it is given is in the tables after `flush`. */
export class CaptureAdder {
  readonly #insert: Statement<[string, Buffer, number, Buffer]>;
  readonly #change: Statement<[number, Buffer, string, Buffer]>;
  readonly #last: Statement<[string], Row>;
  readonly #find: Statement<[string, Buffer], Row>;
  readonly #next: Statement<[string, Buffer], Row>;
  readonly #remember: Statement<[Buffer]>;
  readonly #rememberMany: Statement<[readonly Buffer[]]>;
  readonly #forget: Statement<[Buffer]>;
  #waiting: CaptureRow[] = [];
  #waitingLength = 0;

  constructor(database: Database) {
    this.#insert = database.prepare('INSERT INTO capture VALUES(?, ?, ?, ?)');
    this.#change = database.prepare(
      'UPDATE capture SET n = ?, data = ? WHERE surt = ? AND part = ?',
    );
    this.#last = database.prepare(
      `SELECT ${COLUMNS} FROM capture WHERE surt = ? ORDER BY capture.part DESC LIMIT 1`,
    );
    this.#find = database.prepare(
      `SELECT ${COLUMNS} FROM capture WHERE surt = ? AND capture.part <= ?
       ORDER BY capture.part DESC LIMIT 1`,
    );
    this.#next = database.prepare(
      `SELECT ${COLUMNS} FROM capture WHERE surt = ? AND capture.part > ?
       ORDER BY capture.part LIMIT 1`,
    );
    this.#remember = database.prepare('INSERT OR IGNORE INTO original VALUES(?)');
    const many = Array.from({ length: ORIGINALS_AT_ONCE }, () => '(?)').join();
    this.#rememberMany = database.prepare(`INSERT OR IGNORE INTO original VALUES${many}`);
    this.#forget = database.prepare('DELETE FROM original WHERE place = ?');
  }

  /** Takes a capture; one of the same place that came before it is dropped. */
  add(capture: CaptureRow): void {
    this.#waiting.push(capture);
    this.#waitingLength += capture.surt.length + capture.url.length;
    const isMuch = this.#waitingLength >= MAX_WAITING_LENGTH;
    if (isMuch || this.#waiting.length >= MAX_WAITING) this.flush();
  }

  /** Stores all that were taken. */
  flush(): void {
    // The order of code units is not that of the index, but brings together what belongs together.
    const waiting = this.#waiting.sort((a, b) =>
      a.surt < b.surt ? -1 : a.surt === b.surt ? 0 : 1,
    );
    this.#waiting = [];
    this.#waitingLength = 0;
    this.#rememberAll(waiting.filter(hasOriginal).map(toOriginal));
    let from = 0;
    for (let to = 1; to <= waiting.length; to++) {
      const surt = waiting[from]?.surt;
      if (surt === undefined || waiting[to]?.surt === surt) continue;
      this.#addOf(surt, waiting.slice(from, to));
      from = to;
    }
  }

  #rememberAll(originals: readonly Buffer[]): void {
    const rest = originals.length % ORIGINALS_AT_ONCE;
    for (const original of originals.slice(0, rest)) this.#remember.run(original);
    for (let i = rest; i < originals.length; i += ORIGINALS_AT_ONCE) {
      this.#rememberMany.run(originals.slice(i, i + ORIGINALS_AT_ONCE));
    }
  }

  /** Stores captures of one SURT. */
  #addOf(surt: string, captures: CaptureRow[]): void {
    if (captures.length > 1) captures.sort(comparePlaces);
    const last = this.#last.get(surt);
    if (last === undefined || last.part === '') {
      this.#addTo(surt, last, captures);
      return;
    }
    for (let left: readonly CaptureRow[] = captures; left.length > 0; ) {
      const [first] = left;
      if (first === undefined) return;
      const place = toPlaceBytes(first);
      if (last.part <= toDigits(place)) {
        this.#addTo(surt, last, left);
        return;
      }
      // Each row takes what is before the next one.
      const end = this.#next.get(surt, place)?.part ?? last.part;
      const stop = left.findIndex((capture) => toDigits(toPlaceBytes(capture)) >= end);
      const here = stop < 0 ? left : left.slice(0, stop);
      this.#addTo(surt, this.#find.get(surt, place), here);
      left = left.slice(here.length);
    }
  }

  /** Adds captures, which are in order, to a row, or makes it. */
  #addTo(surt: string, row: Row | undefined, added: readonly CaptureRow[]): void {
    const [first] = added;
    if (first === undefined) return;
    if (this.#append(surt, row, added)) return;
    const stored = row === undefined ? [] : unpackCaptures(surt, row.data);
    const last = stored.at(-1);
    const isBehind = last === undefined || comparePlaces(last, first) < 0;
    const all = this.#merge([...stored, ...added], isBehind);
    for (const [i, { part, count, data }] of cutCaptures(surt, all, isBehind).entries()) {
      if (i > 0) this.#insert.run(surt, part, count, data);
      else if (row === undefined) this.#insert.run(surt, FIRST_PART, count, data);
      else this.#change.run(count, data, surt, fromDigits(row.part));
    }
  }

  /** Adds captures to the end of a row, where they belong there and have room: the usual case, without the work of others. */
  #append(surt: string, row: Row | undefined, added: readonly CaptureRow[]): boolean {
    const n = (row?.n ?? 0) + added.length;
    if (n > MAX_CAPTURES) return false;
    let before: CaptureRow | undefined;
    if (row !== undefined) {
      cursor.open(surt, row.data);
      while (cursor.next());
      before = cursor;
    }
    for (const capture of added) {
      if (before !== undefined && comparePlaces(before, capture) >= 0) return false;
      before = capture;
    }
    const data = packCaptures(surt, added, row && cursor);
    if (data.length + surt.length > MAX_BYTES && n > 1) return false;
    if (row === undefined) this.#insert.run(surt, FIRST_PART, n, data);
    else this.#change.run(n, data, surt, fromDigits(row.part));
    return true;
  }

  /** Captures in order; of the same place the last one. */
  #merge(captures: CaptureRow[], isSorted: boolean): CaptureRow[] {
    const merged: CaptureRow[] = [];
    for (const capture of isSorted ? captures : captures.sort(comparePlaces)) {
      const before = merged.at(-1);
      if (before !== undefined && comparePlaces(before, capture) === 0) {
        this.#forgetUnlessSame(before, capture);
        merged.pop();
      }
      merged.push(capture);
    }
    return merged;
  }

  #forgetUnlessSame(before: CaptureRow, capture: CaptureRow): void {
    if (!hasOriginal(before)) return;
    const original = toOriginal(before);
    if (hasOriginal(capture) && toOriginal(capture).equals(original)) return;
    this.#forget.run(original);
  }
}

interface Piece {
  /** Of the first capture. */
  readonly part: Buffer;
  readonly count: number;
  readonly data: Buffer;
}

/** Captures of one SURT as rows; `isBehind` where the last of them are new. */
function cutCaptures(surt: string, captures: readonly CaptureRow[], isBehind: boolean): Piece[] {
  const [first] = captures;
  if (first === undefined) return [];
  if (captures.length <= MAX_CAPTURES) {
    const data = packCaptures(surt, captures);
    if (data.length + surt.length <= MAX_BYTES || captures.length === 1) {
      return [{ part: toPlaceBytes(first), count: captures.length, data }];
    }
  }
  // Captures mostly come in the order of time: rows that get no more of them are left full.
  const most = Math.min(MAX_CAPTURES, captures.length - 1);
  const cut = isBehind ? most : captures.length >> 1;
  const rest = cutCaptures(surt, captures.slice(cut), isBehind);
  return [...cutCaptures(surt, captures.slice(0, cut), isBehind), ...rest];
}

/** Which captures are to be taken out. */
export interface Removal {
  /** A condition on rows of `capture`, and its values. */
  readonly where: string;
  readonly values: readonly unknown[];
  /** Which captures of these rows go; default all. */
  readonly isGone?: (capture: Place) => boolean;
}

/** Takes captures out, in one pass through the rows that a condition meets; gives their number. */
export function removeCaptures(database: Database, removal: Removal): number {
  const { where, values, isGone = () => true } = removal;
  const read = database.prepare<unknown[], Row & { readonly surt: string }>(
    `SELECT surt, ${COLUMNS} FROM capture WHERE (surt, capture.part) > (?, ?) AND (${where})
     ORDER BY surt, capture.part LIMIT ${ROWS_AT_ONCE}`,
  );
  const remove = database.prepare('DELETE FROM capture WHERE surt = ? AND part = ?');
  const change = database.prepare('UPDATE capture SET n = ?, data = ? WHERE surt = ? AND part = ?');
  const forget = database.prepare('DELETE FROM original WHERE place = ?');
  let count = 0;
  // Empty text sorts before empty bytes, and so before all parts.
  let last: readonly [string, string | Buffer] = ['', ''];
  for (;;) {
    const rows = read.all(...last, ...values);
    for (const { surt, part, data } of rows) {
      if (!hasAny(surt, data, isGone)) continue;
      const captures = unpackCaptures(surt, data);
      const gone = captures.filter(isGone);
      for (const capture of gone) if (hasOriginal(capture)) forget.run(toOriginal(capture));
      count += gone.length;
      const kept = captures.filter((capture) => !isGone(capture));
      if (kept.length === 0) remove.run(surt, fromDigits(part));
      else change.run(kept.length, packCaptures(surt, kept), surt, fromDigits(part));
    }
    const end = rows.at(-1);
    if (end === undefined || rows.length < ROWS_AT_ONCE) return count;
    last = [end.surt, fromDigits(end.part)];
  }
}

/** Whether some capture of a row is such a one; makes no texts. */
function hasAny(surt: string, data: string, isSuch: (capture: Place) => boolean): boolean {
  cursor.open(surt, data);
  while (cursor.next()) if (isSuch(cursor)) return true;
  return false;
}

function toDigits(bytes: Buffer): string {
  return bytes.toString('hex').toUpperCase();
}

function fromDigits(digits: string): Buffer {
  return digits === '' ? FIRST_PART : Buffer.from(digits, 'hex');
}

/** Whether revisits can repeat a capture. */
function hasOriginal({ digest, mime }: CaptureRow): boolean {
  return digest !== '' && mime !== REVISIT_MIME;
}
