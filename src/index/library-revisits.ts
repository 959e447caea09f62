// The revisits of a library, and the records that they may stand for.
import type { Database, Statement } from 'better-sqlite3';
import type { Timestamp } from '../model/capture.ts';
import { hashKey } from './hash-key.ts';
import { type StoredDigest, toStoredDigest } from './payload-digest.ts';

/** What an original holds, as the library numbers it. A hidden one is an image that was taken down. */
export const ORIGINAL_KINDS = { page: 0, sheet: 1, image: 2, hidden: 3 } as const;

/** Number of a kind of original. */
export type OriginalKind = (typeof ORIGINAL_KINDS)[keyof typeof ORIGINAL_KINDS];

/** A record that revisits may stand for. */
export interface StoredOriginal {
  readonly file: number;
  readonly offset: number;
  readonly kind: OriginalKind;
  readonly key: number;
  readonly time: number;
}

/** A revisit. */
export interface StoredRevisit {
  readonly id: number;
  readonly file: number;
  readonly offset: number;
  readonly url: string;
  readonly time: Timestamp;
  /** What it says of its original; a digest that is not told is `''`, a time 0. */
  readonly target: { readonly digest: StoredDigest; readonly key: number; readonly time: number };
  /** The original that its rows were made from; `undefined` when it has none. */
  readonly origin: Pick<StoredOriginal, 'file' | 'offset' | 'kind'> | undefined;
  /** Row of the page that it became; 0: none. */
  readonly page: number;
}

/** What the original of a settled revisit is called when it has gone: its rows are still there. */
const GONE = -1;

/** Originals of other addresses that are weighed, those of the first keys: more would only be further copies. */
const MAX_WEIGHED = 1000;

interface RevisitRecord {
  readonly id: number;
  readonly file: number;
  readonly offset: number;
  readonly time: number;
  readonly digest: StoredDigest;
  readonly target_key: number;
  readonly target_time: number;
  readonly origin_file: number;
  readonly origin_offset: number;
  readonly origin_kind: number;
  readonly page: number;
  readonly url: string;
}

/** The tables of revisits and originals. Writers work inside a transaction of the caller. */
export class RevisitTable {
  readonly #database: Database;
  readonly #insertOriginal: Statement;
  readonly #insertRevisit: Statement;

  constructor(database: Database) {
    this.#database = database;
    this.#insertOriginal = database.prepare(
      'INSERT OR IGNORE INTO original VALUES(?, ?, ?, ?, ?, ?)',
    );
    this.#insertRevisit = database.prepare(
      `INSERT INTO revisit(file, offset, time, digest, target_key, target_time,
         origin_file, origin_offset, origin_kind, page, url) VALUES(?, ?, ?, ?, ?, ?, 0, 0, 0, 0, ?)`,
    );
  }

  /** Stores a record that revisits may stand for. */
  addOriginal(
    file: number,
    original: {
      readonly digest: string;
      readonly surt: string;
      readonly time: Timestamp;
      readonly offset: number;
      readonly kind: OriginalKind;
    },
  ): void {
    const { digest, surt, time, offset, kind } = original;
    const stored = toStoredDigest(digest);
    this.#insertOriginal.run(stored, hashKey(surt), Number(time), file, offset, kind);
  }

  /** Stores a revisit, to be settled. */
  addRevisit(
    file: number,
    revisit: {
      readonly url: string;
      readonly time: Timestamp;
      readonly offset: number;
      readonly target: {
        readonly digest: string;
        readonly surt: string;
        readonly time: Timestamp | '';
      };
    },
  ): void {
    const { url, time, offset, target } = revisit;
    const named = [toStoredDigest(target.digest), hashKey(target.surt), Number(target.time)];
    this.#insertRevisit.run(file, offset, Number(time), ...named, url);
  }

  /** Notes that the revisits of a file, and those that may stand for one of its records, must be settled. */
  markFile(file: number): void {
    this.#database
      .prepare('INSERT OR IGNORE INTO dirty_revisit SELECT id FROM revisit WHERE file = ?')
      .run(file);
    this.#markRevisitsOf(file);
  }

  /** Takes back the originals and revisits of a file. Revisits elsewhere that stood for one of them are loose again. */
  removeFile(file: number): void {
    this.#markRevisitsOf(file);
    this.#database
      .prepare(
        `UPDATE revisit SET origin_file = ${GONE}
         WHERE origin_file = ? AND id IN (SELECT id FROM dirty_revisit)`,
      )
      .run(file);
    this.#database
      .prepare('DELETE FROM dirty_revisit WHERE id IN (SELECT id FROM revisit WHERE file = ?)')
      .run(file);
    for (const table of ['revisit', 'original']) {
      this.#database.prepare(`DELETE FROM ${table} WHERE file = ?`).run(file);
    }
  }

  /** Takes out the revisits at hidden addresses; their rows go with those of the address. */
  removeHidden(hidesUrl: (url: string) => boolean): void {
    const remove = this.#database.prepare('DELETE FROM revisit WHERE id = ?');
    const unmark = this.#database.prepare('DELETE FROM dirty_revisit WHERE id = ?');
    const next = this.#database.prepare<[number], { id: number; url: string }>(
      'SELECT id, url FROM revisit WHERE id > ? ORDER BY id LIMIT 1000',
    );
    for (let last = 0; ; ) {
      const found = next.all(last);
      for (const { id, url } of found) {
        last = id;
        if (!hidesUrl(url)) continue;
        remove.run(id);
        unmark.run(id);
      }
      if (found.length === 0) return;
    }
  }

  /** The image at a place was taken down: revisits of it are known for that or, where it may come back, wait for it. */
  hideOriginal(file: number, offset: number, isRemembered: boolean): void {
    const where = 'WHERE file = ? AND offset = ?';
    this.#markRevisitsOf(file, offset);
    const change = isRemembered
      ? `UPDATE original SET kind = ${ORIGINAL_KINDS.hidden} ${where}`
      : `DELETE FROM original ${where}`;
    this.#database.prepare(change).run(file, offset);
  }

  /** Takes out those originals of a file that go; revisits that stood for them are to be settled anew. */
  removeOriginals(file: number, isGone: (original: StoredOriginal) => boolean): void {
    const originals = this.#database.prepare<[number], StoredOriginal>(
      'SELECT file, offset, kind, key, time FROM original WHERE file = ?',
    );
    for (const original of originals.all(file)) {
      if (isGone(original)) this.hideOriginal(file, original.offset, false);
    }
  }

  /** The next revisits to be settled, by id. */
  toSettle(after: number, count: number): StoredRevisit[] {
    return this.#database
      .prepare<[number, number], RevisitRecord>(
        `SELECT revisit.* FROM dirty_revisit JOIN revisit ON revisit.id = dirty_revisit.id
         WHERE dirty_revisit.id > ? ORDER BY dirty_revisit.id LIMIT ?`,
      )
      .all(after, count)
      .map(toRevisit);
  }

  /** Notes what a revisit was settled with, if with anything; it is no longer to be settled unless `isOpen`. */
  settle(
    id: number,
    origin: StoredRevisit['origin'],
    { page = 0, isOpen = false }: { readonly page?: number; readonly isOpen?: boolean } = {},
  ): void {
    const { file = 0, offset = 0, kind = 0 } = origin ?? {};
    this.#database
      .prepare(
        'UPDATE revisit SET origin_file = ?, origin_offset = ?, origin_kind = ?, page = ? WHERE id = ?',
      )
      .run(file, offset, kind, page, id);
    if (!isOpen) this.keep(id);
  }

  /** Notes that a revisit is as it should be. */
  keep(id: number): void {
    this.#database.prepare('DELETE FROM dirty_revisit WHERE id = ?').run(id);
  }

  /**
   * The original of a revisit: with the digest it names, and of those the capture it names; else one of the same
   * address, else any, of these the latest that is not later, else the earliest. A revisit without a digest means the
   * capture it names. Depends on nothing but the originals and the names of their files.
   */
  findOriginal({ time, target }: StoredRevisit): StoredOriginal | undefined {
    const { digest, key } = target;
    if (digest === '') return this.#named(target);
    const exact = this.#first('digest = ? AND key = ? AND time = ?', [digest, key, target.time]);
    if (exact !== undefined) return exact;
    const same = this.#nearestIn(
      'SELECT time FROM original WHERE digest = @digest AND key = @key',
      { digest, key },
      time,
    );
    if (same !== undefined) {
      return this.#first('digest = ? AND key = ? AND time = ?', [digest, key, same]);
    }
    const among = `SELECT time FROM (SELECT time FROM original WHERE digest = @digest
                     ORDER BY key, time LIMIT ${MAX_WEIGHED})`;
    const any = this.#nearestIn(among, { digest }, time);
    return any === undefined
      ? undefined
      : this.#first('digest = ? AND time = ?', [digest, any], 'key, ');
  }

  /** The latest time that is not later, else the earliest. */
  #nearestIn(
    times: string,
    values: Record<string, unknown>,
    revisitTime: Timestamp,
  ): number | undefined {
    const found = this.#database
      .prepare<[object], number | null>(
        `SELECT coalesce(max(CASE WHEN time <= @moment THEN time END), min(time)) FROM (${times})`,
      )
      .pluck()
      .get({ ...values, moment: Number(revisitTime) });
    return found ?? undefined;
  }

  /** Of several equal ones that of the smallest file name counts: rows of files depend on their order of arrival. */
  #first(
    where: string,
    values: readonly (StoredDigest | number)[],
    order = '',
  ): StoredOriginal | undefined {
    return this.#database
      .prepare<(StoredDigest | number)[], StoredOriginal>(
        `SELECT original.file, offset, kind, key, time FROM original JOIN file ON file.id = original.file
         WHERE ${where} ORDER BY ${order}file.name, offset LIMIT 1`,
      )
      .get(...values);
  }

  /** The few revisits without a digest name a URL and a time; only files that tell of them are looked through. */
  #named({ key, time }: StoredRevisit['target']): StoredOriginal | undefined {
    return this.#database
      .prepare<[{ key: number; time: number }], StoredOriginal>(
        `SELECT original.file, offset, kind, key, time FROM original JOIN file ON file.id = original.file
         WHERE key = @key AND time = @time AND original.file IN (
           SELECT file FROM observation WHERE key = @key UNION SELECT file FROM page WHERE key = @key
           UNION SELECT file FROM sheet WHERE key = @key UNION SELECT file FROM hidden_capture WHERE key = @key
         ) ORDER BY file.name, offset LIMIT 1`,
      )
      .get({ key, time });
  }

  /** Notes the revisits that may stand for a record of a file, or for the one at an offset. */
  #markRevisitsOf(file: number, offset?: number): void {
    if (this.#database.prepare('SELECT 1 FROM revisit LIMIT 1').get() === undefined) return;
    const scope = offset === undefined ? '' : 'AND original.offset = @offset';
    this.#database
      .prepare(
        `INSERT OR IGNORE INTO dirty_revisit
         SELECT revisit.id FROM original CROSS JOIN revisit ON revisit.digest = original.digest
           WHERE original.file = @file ${scope} AND original.digest <> ''
         UNION ALL
         SELECT revisit.id FROM original CROSS JOIN revisit
           ON revisit.digest = '' AND revisit.target_key = original.key AND revisit.target_time = original.time
           WHERE original.file = @file ${scope}`,
      )
      .run(offset === undefined ? { file } : { file, offset });
  }
}

function toRevisit(row: RevisitRecord): StoredRevisit {
  const { id, file, offset, url, page } = row;
  return {
    id,
    file,
    offset,
    url,
    time: String(row.time) as Timestamp, // stored from 14 digits
    target: { digest: row.digest, key: row.target_key, time: row.target_time },
    origin:
      row.origin_file === 0
        ? undefined
        : {
            file: row.origin_file,
            offset: row.origin_offset,
            kind: row.origin_kind as OriginalKind, // stored by `settle`
          },
    page,
  };
}
