// Every capture of a library by address and time: responses, resources and revisits, as index lines have them.
import type { Capture, Timestamp } from '../model/capture.ts';
import type { Database, Statement } from '../sqlite/sqlite.ts';
import { type CaptureKey, type KeyRange, rangesBelow } from './captures-range.ts';
import { fromStoredUrl, type StoredUrl, toStoredUrl } from './captures-url.ts';
import type { FileCounts } from './file-counts.ts';
import { ManyRows } from './many-rows.ts';
import {
  fromStoredDigest,
  type StoredDigest,
  toMarkKey,
  toPayloadMark,
  toStoredDigest,
} from './payload-digest.ts';
import { sumOf } from './row-sum.ts';

/** How index lines write the type of a revisit. */
export const REVISIT_MIME = 'warc/revisit';

/** A capture to be stored; its file is known by its row. */
export type NewCapture = Omit<Capture, 'file'>;

/** Where the bytes of a revisit are, and what they are. */
export type OriginalPlace = Pick<
  Capture,
  'file' | 'offset' | 'length' | 'mime' | 'status' | 'time'
>;

/** What a revisit says of the record it repeats: a `RevisitTarget` of the archive stage. */
export interface RevisitSeen {
  readonly surt: string;
  /** Time of the original, `''` when it is not told. */
  readonly time: Timestamp | '';
  /** Payload digest, `''` when it is not told. */
  readonly digest: string;
  readonly revisitTime: Timestamp | '';
}

/** Which piece of a range is read. */
export interface Piece {
  /** Go on behind this place of the order (before it, if reverse). */
  readonly after: CaptureKey;
  readonly isReverse: boolean;
  readonly limit: number;
}

interface CaptureRecord {
  readonly surt: string;
  readonly time: number;
  readonly offset: number;
  readonly mime: string;
  readonly status: number;
  readonly digest: StoredDigest;
  readonly length: number;
  readonly usual: StoredUrl;
  readonly url: StoredUrl | null;
  readonly name: string;
}

/** A place within the captures of one address. */
type Place = [time: number, file: number, offset: number];

/** Stands for the mark of a capture that no revisit can mean: a revisit itself, or one without a digest. */
const NO_MARK = -1;
const LAST_TIME = 99_999_999_999_999;
/** Addresses remembered while captures are stored: those of a file mostly repeat soon, or never. */
const MAX_KNOWN_ADDRESSES = 50_000;
const ROWS_AT_ONCE = 1000;

const COLUMNS = `SELECT surt, capture.time AS time, capture.offset AS offset, mime, status, digest, length,
  address.url AS usual, capture.url AS url, file.name AS name`;
// CROSS JOIN has SQLite go through addresses in their order, and through the captures of each in theirs.
const BY_ADDRESS = 'FROM address CROSS JOIN capture ON capture.address = address.id';
const SELECT = `${COLUMNS} ${BY_ADDRESS} CROSS JOIN file ON file.id = capture.file`;
const SELECT_ONE = `${COLUMNS} FROM capture JOIN address ON address.id = capture.address JOIN file ON file.id = capture.file`;
const UP = 'ORDER BY surt, capture.time, capture.file, capture.offset';
const DOWN = 'ORDER BY surt DESC, capture.time DESC, capture.file DESC, capture.offset DESC';
const BEHIND = '(capture.time, capture.file, capture.offset) > (?, ?, ?)';
const BEFORE = '(capture.time, capture.file, capture.offset) < (?, ?, ?)';
/** How originals are found: at an address, or by the mark of their digest. The second term lets SQLite use a partial index. */
const AT_ADDRESS = { from: BY_ADDRESS, where: 'surt = @surt' };
const BY_MARK = { from: 'FROM capture', where: 'mark = @mark AND mark >= 0' };
const IS_ORIGINAL = `digest = @digest AND mime <> '${REVISIT_MIME}'`;

/** The tables of captures. Writers work inside a transaction of the caller. */
export class CaptureTable {
  readonly #database: Database;
  readonly #fileCounts: FileCounts;
  readonly #rows: ManyRows;
  readonly #selectAddress: Statement<[string], { readonly id: number; readonly url: StoredUrl }>;
  readonly #insertAddress: Statement;
  readonly #statements = new Map<string, Statement<never[]>>();
  readonly #addresses = new Map<string, { readonly id: number; readonly url: StoredUrl }>();

  constructor(database: Database, fileCounts: FileCounts) {
    this.#database = database;
    this.#fileCounts = fileCounts;
    this.#rows = new ManyRows(
      database,
      'INSERT OR REPLACE INTO capture(address, time, file, offset, url, mime, status, mark, digest, length, sum)',
      10,
      'capture',
    );
    this.#selectAddress = database.prepare('SELECT id, url FROM address WHERE surt = ?');
    this.#insertAddress = database.prepare('INSERT INTO address(surt, url, sum) VALUES(?, ?, ?)');
  }

  /** Stores captures of a file. Of two at the same place, time and address the later one stays. */
  add(file: number, captures: readonly NewCapture[]): void {
    for (const { surt, time, offset, url, mime, status, digest, length } of captures) {
      const stored = toStoredUrl(surt, url);
      const address = this.#addressOf(surt, stored);
      const own = stored === address.url ? null : stored;
      const isOriginal = digest !== '' && mime !== REVISIT_MIME;
      const mark = isOriginal ? toMarkKey(toPayloadMark(digest)) : NO_MARK;
      const place = [address.id, Number(time), file, offset];
      this.#rows.add(...place, own, mime, status, mark, toStoredDigest(digest), length);
    }
    this.#rows.flush();
    this.#fileCounts.recountListed(file);
  }

  /** Forgets what was prepared for a transaction that failed. */
  discard(): void {
    this.#rows.discard();
    this.#addresses.clear();
  }

  /** Takes out the captures of a file; gives their number. */
  removeFile(file: number): number {
    return this.#remove('file = ?', [file]);
  }

  /** Takes out all captures whose key begins so; a prefix with a slash at its end is a folder. */
  removeBelow(surtPrefix: string): number {
    let count = 0;
    for (const { start, end } of rangesBelow(surtPrefix)) {
      const range = start === end ? 'surt >= ? AND surt <= ?' : 'surt >= ? AND surt < ?';
      const where = `address IN (SELECT id FROM address WHERE ${range})`;
      count += this.#remove(where, [start, end]);
    }
    return count;
  }

  /** Takes out the captures that one record is of. */
  removeRecord(surt: string, file: number, offset: number): number {
    const where = 'address = (SELECT id FROM address WHERE surt = ?) AND file = ? AND offset = ?';
    return this.#remove(where, [surt, file, offset]);
  }

  /** The captures of a file, some at a time. */
  *ofFile(file: number): Generator<Capture[]> {
    const sql = `${SELECT_ONE} WHERE capture.id IN (SELECT id FROM capture WHERE file = ? AND id > ? ORDER BY id LIMIT ?)`;
    const last =
      'SELECT max(id) FROM (SELECT id FROM capture WHERE file = ? AND id > ? ORDER BY id LIMIT ?)';
    for (let after = 0; ; ) {
      const captures = this.#prepare<CaptureRecord>(`${sql} ORDER BY capture.id`)
        .all(file, after, ROWS_AT_ONCE)
        .map(toCapture);
      if (captures.length === 0) return;
      after = Number(this.#pluck(last).get(file, after, ROWS_AT_ONCE));
      yield captures;
    }
  }

  /** Whether a file has captures. */
  hasFile(file: number): boolean {
    return this.#pluck('SELECT 1 FROM capture WHERE file = ? LIMIT 1').get(file) !== undefined;
  }

  /** Notes for each file how many are listed, of a table that was copied. Drops captures of no address or no file, and gives their number. */
  restore(): number {
    const { changes } = this.#database
      .prepare(
        `DELETE FROM capture WHERE address NOT IN (SELECT id FROM address) OR file NOT IN (SELECT id FROM file)`,
      )
      .run();
    for (const file of this.#pluck('SELECT DISTINCT file FROM capture').all()) {
      this.#fileCounts.recountListed(file);
    }
    return changes;
  }

  /** Number of captures. */
  count(): number {
    return Number(this.#database.prepare('SELECT count(*) FROM capture').pluck().get());
  }

  /** Captures whose address or file is not there. */
  countStrays(): number {
    const sql = `SELECT count(*) FROM capture WHERE NOT EXISTS (SELECT 1 FROM address WHERE id = capture.address)
      OR NOT EXISTS (SELECT 1 FROM file WHERE id = capture.file)`;
    return Number(this.#database.prepare(sql).pluck().get());
  }

  /** Whether any capture is stored: a library made with `--no-replay` has none. */
  get isEmpty(): boolean {
    return this.#database.prepare('SELECT 1 FROM capture LIMIT 1').get() === undefined;
  }

  /** Captures of a range behind (or before) a place of the order: the rest of that address, then the others. */
  read(range: KeyRange, { after, isReverse, limit }: Piece): Capture[] {
    const captures: Capture[] = [];
    const place: Place = [after.time, after.file, after.offset];
    const one = `${SELECT} WHERE surt = ? AND ${isReverse ? BEFORE : BEHIND} ${isReverse ? DOWN : UP}`;
    if (isWithin(after.surt, range)) this.#collect(captures, limit, one, [after.surt, ...place]);
    if (range.start === range.end) return captures;
    if (isReverse) {
      const many = `${SELECT} WHERE surt < ? AND surt >= ? ${DOWN}`;
      this.#collect(captures, limit, many, [after.surt, range.start]);
    } else {
      const many = `${SELECT} WHERE surt > ? AND surt >= ? AND surt < ? ${UP}`;
      this.#collect(captures, limit, many, [after.surt, range.start, range.end]);
    }
    return captures;
  }

  /** The key `rows` places further on, or the last one where there are fewer; `undefined` at the end. */
  keyAfter(range: KeyRange, after: CaptureKey, rows: number): CaptureKey | undefined {
    const columns =
      'SELECT surt, capture.time AS time, capture.file AS file, capture.offset AS offset';
    const one = `${BY_ADDRESS} WHERE surt = ? AND ${BEHIND}`;
    const many = `${BY_ADDRESS} WHERE surt > ? AND surt >= ? AND surt < ?`;
    const isIn = isWithin(after.surt, range);
    const here = [after.surt, after.time, after.file, after.offset];
    const there = [after.surt, range.start, range.end];
    const isOne = range.start === range.end;
    const count = isIn ? Number(this.#pluck(`SELECT count(*) ${one}`).get(...here)) : 0;
    const at = (sql: string, values: readonly unknown[], place: number) =>
      this.#prepare<CaptureKey>(`${columns} ${sql} ${UP} LIMIT 1 OFFSET ?`).get(...values, place);
    if (count >= rows) return at(one, here, rows - 1);
    const further = isOne ? undefined : at(many, there, rows - count - 1);
    if (further !== undefined) return further;
    const last = isOne
      ? undefined
      : this.#prepare<CaptureKey>(`${columns} ${many} ${DOWN} LIMIT 1`).get(...there);
    return last ?? (count > 0 ? at(one, here, count - 1) : undefined);
  }

  /** The record that a revisit repeats; see `Captures.findOriginal`. */
  original({ surt, time, digest, revisitTime }: RevisitSeen): OriginalPlace | undefined {
    if (time !== '') {
      const sql = `${SELECT} WHERE surt = @surt AND capture.time = @time AND mime <> '${REVISIT_MIME}'
        AND (@digest = '' OR digest = '' OR digest = @digest) ${UP} LIMIT 1`;
      const named = { surt, time: Number(time), digest: toStoredDigest(digest) };
      const found = this.#prepare<CaptureRecord>(sql).get(named);
      if (found !== undefined) return toOriginalPlace(found);
    }
    if (digest === '') return undefined;
    const wanted = {
      digest: toStoredDigest(digest),
      latest: revisitTime === '' ? LAST_TIME : Number(revisitTime),
    };
    const mark = toMarkKey(toPayloadMark(digest));
    return (
      this.#originalOf(AT_ADDRESS, { ...wanted, surt }) ??
      this.#originalOf(BY_MARK, { ...wanted, mark })
    );
  }

  /** The latest of some originals that is not later, else the earliest; of the same time the first. */
  #originalOf(
    { from, where }: typeof AT_ADDRESS,
    values: { readonly latest: number; readonly [name: string]: unknown },
  ): OriginalPlace | undefined {
    const time = `SELECT capture.time ${from} WHERE ${where} AND ${IS_ORIGINAL}`;
    const found =
      this.#pluck(`${time} AND capture.time <= @latest ORDER BY capture.time DESC LIMIT 1`).get(
        values,
      ) ??
      this.#pluck(`${time} AND capture.time > @latest ORDER BY capture.time LIMIT 1`).get(values);
    if (found === undefined) return undefined;
    const first = `SELECT capture.id ${from} WHERE ${where} AND ${IS_ORIGINAL} AND capture.time = @time
      ORDER BY capture.file, capture.offset LIMIT 1`;
    const { latest: _, ...named } = values;
    const id = this.#pluck(first).get({ ...named, time: found });
    const row = this.#prepare<CaptureRecord>(`${SELECT_ONE} WHERE capture.id = ?`).get(id);
    return row && toOriginalPlace(row);
  }

  #addressOf(surt: string, url: StoredUrl): { readonly id: number; readonly url: StoredUrl } {
    const known = this.#addresses.get(surt) ?? this.#selectAddress.get(surt);
    const address = known ?? {
      id: Number(this.#insertAddress.run(surt, url, sumOf('address', [surt, url])).lastInsertRowid),
      url,
    };
    if (this.#addresses.size >= MAX_KNOWN_ADDRESSES) this.#addresses.clear();
    this.#addresses.set(surt, address);
    return address;
  }

  /** Takes out captures, then the addresses that have none any more. */
  #remove(where: string, values: readonly unknown[]): number {
    const select = `SELECT DISTINCT address FROM capture WHERE ${where}`;
    const addresses = this.#pluck(select).all(...values);
    const files = this.#pluck(`SELECT DISTINCT file FROM capture WHERE ${where}`).all(...values);
    for (const file of files) this.#fileCounts.recountListed(file);
    const { changes } = this.#prepare(`DELETE FROM capture WHERE ${where}`).run(...values);
    const drop = this.#prepare(
      'DELETE FROM address WHERE id = ? AND NOT EXISTS (SELECT 1 FROM capture WHERE capture.address = address.id)',
    );
    for (const address of addresses) drop.run(address);
    this.#addresses.clear();
    return Number(changes);
  }

  #collect(captures: Capture[], limit: number, sql: string, values: readonly unknown[]): void {
    if (captures.length >= limit) return;
    for (const row of this.#prepare<CaptureRecord>(sql).iterate(...values)) {
      captures.push(toCapture(row));
      if (captures.length >= limit) return;
    }
  }

  #prepare<Row>(sql: string): Statement<unknown[], Row> {
    const known = this.#statements.get(sql);
    const statement = known ?? this.#database.prepare<never[]>(sql);
    if (known === undefined) this.#statements.set(sql, statement);
    return statement as unknown as Statement<unknown[], Row>; // columns as the statement names them
  }

  #pluck(sql: string): Statement<unknown[], number> {
    return this.#prepare<number>(sql).pluck();
  }
}

/** Whether a key is in a range; compared as the database does, by the bytes of UTF-8. */
function isWithin(surt: string, { start, end }: KeyRange): boolean {
  if (start === end) return surt === start;
  const bytes = Buffer.from(surt);
  return bytes.compare(Buffer.from(start)) >= 0 && bytes.compare(Buffer.from(end)) < 0;
}

function toCapture(row: CaptureRecord): Capture {
  const { surt, offset, mime, status, length, name, usual } = row;
  const url = fromStoredUrl(surt, row.url ?? usual);
  const digest = fromStoredDigest(row.digest);
  return { surt, time: toTime(row.time), url, mime, status, digest, file: name, offset, length };
}

function toOriginalPlace({
  name,
  offset,
  length,
  mime,
  status,
  time,
}: CaptureRecord): OriginalPlace {
  return { file: name, offset, length, mime, status, time: toTime(time) };
}

/** A time as a timestamp of 14 digits. */
export function toTime(time: number): Timestamp {
  return String(time).padStart(14, '0') as Timestamp; // stored from 14 digits
}
