// Rows of a database that SQLite no longer opens: found page by page, and known by their checksums.
import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';
import { sumOf } from './row-sum.ts';
import { PAGE_BYTES } from './schema.ts';

/** A row of a table that is searched for: its values in the order of the table's columns. */
export interface SalvagedRow {
  readonly table: string;
  readonly values: readonly unknown[];
}

/** The columns of a table, with `sum` among them, and `id` where it has one. */
export type SalvageTables = Readonly<Record<string, readonly string[]>>;

/** Looks through all pages of a database and its log for whole rows of some tables, in no order. */
export function* salvageRows(path: string, tables: SalvageTables): Generator<SalvagedRow> {
  const pages = openPages(path);
  const wanted = Object.entries(tables);
  try {
    for (let number = 1; number <= pages.count; number++) {
      for (const values of recordsOf(pages, number)) {
        const table = wanted.find(([name, columns]) => isRow(name, values, columns));
        if (table !== undefined) yield { table: table[0], values };
      }
    }
  } finally {
    pages.close();
  }
}

/** Whether values are those of a row: there are as many as columns, and their sum is right. */
function isRow(table: string, values: readonly unknown[], columns: readonly string[]): boolean {
  if (values.length !== columns.length) return false;
  const summed = values.filter((_, at) => columns[at] !== 'id' && columns[at] !== 'sum');
  return values[columns.indexOf('sum')] === sumOf(table, summed);
}

interface Pages {
  readonly count: number;
  /** A page as the last transaction left it; `undefined` for one that is not there. */
  read(number: number): Buffer | undefined;
  close(): void;
}

const WAL_HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;

function openPages(path: string): Pages {
  const file = openSync(path, 'r');
  const log = existsSync(`${path}-wal`) ? openSync(`${path}-wal`, 'r') : undefined;
  const logged = log === undefined ? new Map<number, number>() : framesOf(log);
  const inFile = Math.ceil(fstatSync(file).size / PAGE_BYTES);
  return {
    count: [...logged.keys()].reduce((most, number) => Math.max(most, number), inFile),
    read(number) {
      const frame = logged.get(number);
      if (frame !== undefined && log !== undefined) return readAt(log, frame);
      return readAt(file, (number - 1) * PAGE_BYTES);
    },
    close() {
      closeSync(file);
      if (log !== undefined) closeSync(log);
    },
  };
}

/** Where the log has pages, those of its last whole transaction and before. */
function framesOf(log: number): Map<number, number> {
  const header = Buffer.alloc(WAL_HEADER_BYTES);
  const frames = new Map<number, number>();
  if (readSync(log, header, 0, WAL_HEADER_BYTES, 0) < WAL_HEADER_BYTES) return frames;
  const salts = header.subarray(16, 24);
  const head = Buffer.alloc(FRAME_HEADER_BYTES);
  const open = new Map<number, number>();
  for (let at = WAL_HEADER_BYTES; ; at += FRAME_HEADER_BYTES + PAGE_BYTES) {
    if (readSync(log, head, 0, FRAME_HEADER_BYTES, at) < FRAME_HEADER_BYTES) return frames;
    if (!head.subarray(8, 16).equals(salts)) return frames; // left from before
    open.set(head.readUInt32BE(0), at + FRAME_HEADER_BYTES);
    const isCommit = head.readUInt32BE(4) !== 0;
    if (!isCommit) continue;
    for (const [number, place] of open) frames.set(number, place);
    open.clear();
  }
}

function readAt(file: number, place: number): Buffer | undefined {
  const page = Buffer.alloc(PAGE_BYTES);
  return readSync(file, page, 0, PAGE_BYTES, place) === PAGE_BYTES ? page : undefined;
}

/** Kinds of pages: of tables with rows by number, and of those with keys. */
const TABLE_LEAF = 13;
const KEY_LEAF = 10;
const KEY_INNER = 2;
/** What comes before the cells of the first page. */
const FILE_HEADER_BYTES = 100;
/** A row longer than this is none that is looked for. */
const MAX_ROW_BYTES = 16 * 1024 * 1024;

/** The records of a page, as far as it is one that has some; the number of a row stands for its first value where that is empty. */
function* recordsOf(pages: Pages, number: number): Generator<unknown[]> {
  const page = pages.read(number);
  if (page === undefined) return;
  const start = number === 1 ? FILE_HEADER_BYTES : 0;
  const kind = page[start];
  if (kind !== TABLE_LEAF && kind !== KEY_LEAF && kind !== KEY_INNER) return;
  const cells = page.readUInt16BE(start + 3);
  const pointers = start + (kind === KEY_INNER ? 12 : 8);
  for (let cell = 0; cell < cells; cell++) {
    const pointer = pointers + cell * 2;
    if (pointer + 2 > PAGE_BYTES) return;
    try {
      yield readCell(pages, page, kind, page.readUInt16BE(pointer));
    } catch (thrown) {
      // Bytes that are no cell: the next one may be.
      if (!(thrown instanceof RangeError)) throw thrown;
    }
  }
}

function readCell(pages: Pages, page: Buffer, kind: number, place: number): unknown[] {
  const size = readVarint(page, kind === KEY_INNER ? place + 4 : place);
  if (size.value > MAX_ROW_BYTES) throw new RangeError('a row is too long');
  const row = kind === TABLE_LEAF ? readVarint(page, size.end) : undefined;
  const start = row?.end ?? size.end;
  const local = localBytes(size.value, kind === TABLE_LEAF);
  let payload = page.subarray(start, start + local);
  if (payload.length < local) throw new RangeError('a cell ends outside its page');
  if (local < size.value) {
    payload = withOverflow(pages, payload, page.readUInt32BE(start + local), size.value);
  }
  const values = readRecord(payload);
  if (row !== undefined && values[0] === null) values[0] = row.value;
  return values;
}

/** Bytes of a payload that stand in the page itself; the file format has the formula. */
function localBytes(size: number, isTable: boolean): number {
  const most = isTable ? PAGE_BYTES - 35 : Math.floor(((PAGE_BYTES - 12) * 64) / 255) - 23;
  if (size <= most) return size;
  const least = Math.floor(((PAGE_BYTES - 12) * 32) / 255) - 23;
  const fitting = least + ((size - least) % (PAGE_BYTES - 4));
  return fitting <= most ? fitting : least;
}

function withOverflow(pages: Pages, start: Buffer, first: number, size: number): Buffer {
  const pieces = [start];
  let have = start.length;
  for (let next = first; have < size; ) {
    const page = pages.read(next);
    if (page === undefined) throw new RangeError('a row ends too early');
    const piece = page.subarray(4, 4 + Math.min(PAGE_BYTES - 4, size - have));
    pieces.push(piece);
    have += piece.length;
    next = page.readUInt32BE(0);
  }
  return Buffer.concat(pieces);
}

/** A number of up to nine bytes, the first with seven bits each. */
function readVarint(
  bytes: Buffer,
  start: number,
): { readonly value: number; readonly end: number } {
  let value = 0;
  for (let at = start; at < start + 8; at++) {
    const byte = bytes[at];
    if (byte === undefined) throw new RangeError('a number ends too early');
    value = value * 128 + (byte & 0x7f);
    if (byte < 0x80) return { value, end: at + 1 };
  }
  return { value: value * 256 + bytes.readUInt8(start + 8), end: start + 9 };
}

/** Bytes of whole numbers by their types, from 0 on. */
const WHOLE_BYTES = [0, 1, 2, 3, 4, 6, 8];

function readRecord(payload: Buffer): unknown[] {
  const head = readVarint(payload, 0);
  const values: unknown[] = [];
  let place = head.value;
  for (let at = head.end; at < head.value; ) {
    const type = readVarint(payload, at);
    at = type.end;
    const size = bytesOf(type.value);
    if (place + size > payload.length) throw new RangeError('a value ends too early');
    values.push(toValue(payload.subarray(place, place + size), type.value));
    place += size;
  }
  return values;
}

function bytesOf(type: number): number {
  if (type >= 12) return Math.floor((type - 12) / 2);
  return type === 7 ? 8 : (WHOLE_BYTES[type] ?? 0);
}

function toValue(bytes: Buffer, type: number): unknown {
  if (type >= 12) return type % 2 === 0 ? Buffer.from(bytes) : bytes.toString('utf8');
  if (type === 0) return null;
  if (type === 7) return bytes.readDoubleBE(0);
  if (type >= 8) return type - 8;
  return bytes.length > 6 ? Number(bytes.readBigInt64BE(0)) : bytes.readIntBE(0, bytes.length);
}
