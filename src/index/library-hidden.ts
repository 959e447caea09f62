// When images were captured that were taken down: so that nothing that pages of that time say about them is kept.
import type { Timestamp } from '../model/capture.ts';
import type { Database, Statement } from '../sqlite/sqlite.ts';
import { hashKey } from '../support/hash-key.ts';
import { MarkedTable, type OriginalHolder, type OriginalTable } from './library-originals.ts';
import { fromMarkBytes, type PayloadMark, toMarkBytes } from './payload-digest.ts';

/** A capture of an image that was taken down. */
export interface HiddenCapture {
  readonly time: Timestamp;
  /** SHA-256 in hexadecimal, as the list of what was taken down has it. */
  readonly digest: string;
}

/** A hidden capture to be stored. */
export interface NewHiddenCapture extends HiddenCapture {
  readonly surt: string;
  readonly offset: number;
  readonly mark?: PayloadMark | undefined;
}

/** A hidden capture as it is stored. */
export interface StoredHiddenCapture {
  readonly key: number;
  readonly time: number;
  readonly offset: number;
  readonly digest: string;
  readonly mark: PayloadMark;
}

/** That a file mentions an image that was taken down, at an address. */
export interface HiddenMention {
  readonly key: number;
  readonly digest: string;
}

/** The table of hidden captures. It has no addresses, only their keys. Writers work inside a transaction of the caller. */
export class HiddenTable implements OriginalHolder {
  readonly #database: Database;
  readonly #originals: OriginalTable;
  readonly #marked: MarkedTable;
  readonly #insert: Statement;
  readonly #insertDirty: Statement;
  readonly #insertMention: Statement;
  readonly #select: Statement<[number], { time: number; digest: string }>;

  constructor(database: Database, originals: OriginalTable) {
    this.#database = database;
    this.#originals = originals;
    this.#marked = new MarkedTable(database, 'hidden_capture');
    this.#insert = database.prepare(
      'INSERT OR REPLACE INTO hidden_capture(key, time, file, offset, digest, mark) VALUES(?, ?, ?, ?, ?, ?)',
    );
    this.#insertMention = database.prepare(
      'INSERT OR IGNORE INTO hidden_mention(file, key, digest) VALUES(?, ?, ?)',
    );
    this.#insertDirty = database.prepare('INSERT OR IGNORE INTO dirty_key VALUES(?)');
    this.#select = database.prepare('SELECT time, digest FROM hidden_capture WHERE key = ?');
  }

  /** Notes a hidden capture, and that its address must be looked at. */
  add(file: number, { surt, time: timestamp, offset, digest, mark = '' }: NewHiddenCapture): void {
    this.copy(file, { key: hashKey(surt), time: Number(timestamp), offset, digest, mark });
  }

  /** Those of a file: addresses are only known by their keys. */
  ofFile(file: number): StoredHiddenCapture[] {
    return this.#database
      .prepare<
        [number],
        { key: number; time: number; offset: number; digest: string; mark: unknown }
      >('SELECT key, time, offset, digest, mark FROM hidden_capture WHERE file = ?')
      .all(file)
      .map(({ mark, ...hidden }) => ({ ...hidden, mark: fromMarkBytes(mark) }));
  }

  /** Notes a hidden capture that another library has. */
  copy(file: number, { key, time, offset, digest, mark }: StoredHiddenCapture): void {
    this.#insert.run(key, time, file, offset, digest, toMarkBytes(mark));
    this.#insertDirty.run(key);
    this.#originals.add({ mark, key, time, file });
  }

  /** Notes that mentions of an image at a key are not kept of a file. */
  addMention(file: number, { key, digest }: HiddenMention): void {
    this.#insertMention.run(file, key, digest);
  }

  /** The mentions that are not kept of a file. */
  mentionsOf(file: number): HiddenMention[] {
    return this.#database
      .prepare<[number], HiddenMention>('SELECT key, digest FROM hidden_mention WHERE file = ?')
      .all(file);
  }

  originalsAt(key: number, time: number, file: number) {
    return this.#marked.originalsAt(key, time, file);
  }

  /** Hidden captures at a key. */
  at(key: number): HiddenCapture[] {
    return this.#select.all(key).map(({ time, digest }) => {
      return { time: String(time) as Timestamp, digest }; // stored from 14 digits
    });
  }

  /** Digest of the image that was hidden at a place. */
  digestAt(key: number, file: number, offset: number): string | undefined {
    return this.#database
      .prepare<[number, number, number], string>(
        'SELECT digest FROM hidden_capture WHERE key = ? AND file = ? AND offset = ?',
      )
      .pluck()
      .get(key, file, offset);
  }

  /** Records that hold a hidden image, the oldest first. */
  recordsOf(digest: string, limit: number): { readonly file: number; readonly offset: number }[] {
    return this.#database
      .prepare<[string, number], { file: number; offset: number }>(
        'SELECT file, offset FROM hidden_capture WHERE digest = ? ORDER BY time, file, offset LIMIT ?',
      )
      .all(digest, limit);
  }

  /** Keys with hidden captures that wait to be derived. */
  waitingKeys(): number[] {
    return this.#database
      .prepare<[], number>(
        'SELECT DISTINCT key FROM hidden_capture WHERE key IN (SELECT key FROM dirty_key) ORDER BY key',
      )
      .pluck()
      .all();
  }

  /** Forgets those of a file, or of one of its records. */
  removeFile(file: number, offset?: number): void {
    if (offset === undefined) {
      this.#database.prepare('DELETE FROM hidden_mention WHERE file = ?').run(file);
    }
    this.#remove('file = @file AND (@offset IS NULL OR offset = @offset)', {
      file,
      offset: offset ?? null,
    });
  }

  /**
   * Forgets those of an image, and gives the files that they were in, and those with mentions that are not kept: of the image,
   * or of another one at an address of it, since which of the two a page means may be another question now.
   */
  removeImage(digest: string): number[] {
    const mentioning = this.#database
      .prepare<[{ readonly digest: string }], number>(
        `SELECT DISTINCT file FROM hidden_mention WHERE digest = @digest
         OR key IN (SELECT key FROM hidden_capture WHERE digest = @digest)`,
      )
      .pluck()
      .all({ digest });
    const files = this.#remove('digest = @digest', { digest });
    this.#database.prepare('DELETE FROM hidden_mention WHERE digest = ?').run(digest);
    return [...new Set([...files, ...mentioning])];
  }

  /** Notes all originals anew, of a table that was copied. */
  restore(): void {
    for (const original of this.#marked.all()) this.#originals.add(original);
  }

  /** Gives the files of those removed. */
  #remove(where: string, values: object): number[] {
    const removed = this.#database
      .prepare<[object], { key: number; time: number; file: number; mark: unknown }>(
        `DELETE FROM hidden_capture WHERE ${where} RETURNING key, time, file, mark`,
      )
      .all(values);
    for (const { mark, ...record } of removed) {
      this.#insertDirty.run(record.key);
      this.#originals.remove({ ...record, mark: fromMarkBytes(mark) });
    }
    return removed.map(({ file }) => file);
  }
}
