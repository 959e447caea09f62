// The revisits of a library, and what each of them stands for.
import type { Timestamp } from '../model/capture.ts';
import type { Database, Statement } from '../sqlite/sqlite.ts';
import { hashKey } from '../support/hash-key.ts';
import {
  type CaptureMoment,
  NO_MARK_KEY,
  type OriginalHolder,
  type OriginalTable,
} from './library-originals.ts';
import { FIRST_SETTLED_PART } from './library-parts.ts';
import {
  type PayloadMark,
  type StoredDigest,
  toMarkKey,
  toPayloadMark,
  toStoredDigest,
} from './payload-digest.ts';

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

/** Each revisit has some of the parts that settling writes. */
const PARTS_OF_REVISIT = 64;

/** The parts of a file that hold what a revisit shows. */
export function partsOfRevisit(id: number): readonly [first: number, last: number] {
  const first = FIRST_SETTLED_PART + id * PARTS_OF_REVISIT;
  return [first, first + PARTS_OF_REVISIT - 1];
}

/** The revisit that a part belongs to; `undefined` for a part that reading the file gave. */
export function revisitOfPart(part: number): number | undefined {
  if (part < FIRST_SETTLED_PART) return undefined;
  return Math.floor((part - FIRST_SETTLED_PART) / PARTS_OF_REVISIT);
}

/** The table of revisits. Writers work inside a transaction of the caller. */
export class RevisitTable {
  readonly #database: Database;
  readonly #originals: OriginalTable;
  readonly #holders: Readonly<Record<keyof typeof ORIGINAL_KINDS, OriginalHolder>>;
  readonly #insert: Statement;
  readonly #insertDirty: Statement;

  constructor(
    database: Database,
    originals: OriginalTable,
    holders: Readonly<Record<keyof typeof ORIGINAL_KINDS, OriginalHolder>>,
  ) {
    this.#database = database;
    this.#originals = originals;
    this.#holders = holders;
    this.#insert = database.prepare(
      `INSERT INTO revisit(file, offset, time, digest, mark, target_key, target_time,
         origin_file, origin_offset, origin_kind, page, url) VALUES(?, ?, ?, ?, ?, ?, ?, 0, 0, 0, 0, ?)`,
    );
    this.#insertDirty = database.prepare('INSERT OR IGNORE INTO dirty_revisit VALUES(?)');
  }

  /** Stores a revisit, to be settled. */
  add(
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
    const { digest } = target;
    const mark = digest === '' ? NO_MARK_KEY : toMarkKey(toPayloadMark(digest));
    const named = [toStoredDigest(digest), mark, hashKey(target.surt), Number(target.time)];
    const { lastInsertRowid } = this.#insert.run(file, offset, Number(time), ...named, url);
    this.#insertDirty.run(lastInsertRowid);
    this.#originals.expectRevisits();
  }

  /** All revisits of a file. */
  ofFile(file: number): StoredRevisit[] {
    return this.#database
      .prepare<[number], RevisitRecord>('SELECT * FROM revisit WHERE file = ? ORDER BY id')
      .all(file)
      .map(toRevisit);
  }

  /**
   * Stores a revisit of another library with the page that it became, to be settled; gives its row. Its rows come
   * along, and which original they were made from is told by `connect` when the file of that is there too.
   */
  copy(file: number, { offset, time, target, origin, url }: StoredRevisit, page: number): number {
    const mark = target.digest === '' ? NO_MARK_KEY : toMarkKey(toPayloadMark(target.digest));
    const named = [target.digest, mark, target.key, target.time];
    const { lastInsertRowid } = this.#insert.run(file, offset, Number(time), ...named, url);
    if (origin !== undefined) {
      this.#database
        .prepare(`UPDATE revisit SET origin_file = ${GONE}, page = ? WHERE id = ?`)
        .run(page, lastInsertRowid);
    }
    this.#insertDirty.run(lastInsertRowid);
    this.#originals.expectRevisits();
    return lastInsertRowid;
  }

  /** Rows of the copied revisits of a file whose originals are not known yet, by offset. */
  unconnected(file: number): Map<number, number> {
    const rows = this.#database
      .prepare<[number], { id: number; offset: number }>(
        `SELECT id, offset FROM revisit WHERE file = ? AND origin_file = ${GONE}`,
      )
      .all(file);
    return new Map(rows.map(({ id, offset }) => [offset, id]));
  }

  /** Notes which original the rows of a copied revisit were made from. */
  connect(
    id: number,
    { file, offset, kind }: Pick<StoredOriginal, 'file' | 'offset' | 'kind'>,
  ): void {
    this.#database
      .prepare(
        'UPDATE revisit SET origin_file = ?, origin_offset = ?, origin_kind = ? WHERE id = ?',
      )
      .run(file, offset, kind, id);
  }

  /** Takes back the revisits of a file, whose records have gone. Those elsewhere that stood for one of them are loose again. */
  removeFile(file: number): void {
    this.#database
      .prepare(
        `UPDATE revisit SET origin_file = ${GONE}
         WHERE origin_file = ? AND id IN (SELECT id FROM dirty_revisit)`,
      )
      .run(file);
    this.#database
      .prepare('DELETE FROM dirty_revisit WHERE id IN (SELECT id FROM revisit WHERE file = ?)')
      .run(file);
    this.#database.prepare('DELETE FROM revisit WHERE file = ?').run(file);
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
    if (digest === '') return this.#firstOf(this.#filesAt(key), target);
    const mark = toPayloadMark(digest);
    return (
      this.#firstAt(mark, target) ??
      this.#firstOfAll(mark, this.#originals.momentsAt(mark, key, Number(time))) ??
      this.#firstOfAll(mark, this.#originals.moments(mark, Number(time)))
    );
  }

  #firstOfAll(mark: PayloadMark, moments: readonly CaptureMoment[]): StoredOriginal | undefined {
    for (const moment of moments) {
      const found = this.#firstAt(mark, moment);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #firstAt(mark: PayloadMark, moment: CaptureMoment): StoredOriginal | undefined {
    return this.#firstOf(this.#originals.filesAt(mark, moment), moment, mark);
  }

  /** The first record of the first of some files that has one at a moment, with that mark or any. */
  #firstOf(
    files: readonly number[],
    { key, time }: CaptureMoment,
    mark?: PayloadMark,
  ): StoredOriginal | undefined {
    for (const file of files) {
      const found: StoredOriginal[] = [];
      for (const [name, kind] of Object.entries(ORIGINAL_KINDS)) {
        const holder = this.#holders[name as keyof typeof ORIGINAL_KINDS]; // one of its own names
        for (const original of holder.originalsAt(key, time, file)) {
          if (mark !== undefined && original.mark !== mark) continue;
          found.push({ file, offset: original.offset, kind, key, time });
        }
      }
      const [first] = found.sort((a, b) => a.offset - b.offset);
      if (first !== undefined) return first;
    }
    return undefined;
  }

  /** Files that tell of a key, by name: the few revisits without a digest name a URL and a time. */
  #filesAt(key: number): number[] {
    return this.#database
      .prepare<[{ key: number }], number>(
        `SELECT id FROM file WHERE id IN (
           SELECT file FROM observation WHERE key = @key UNION SELECT file FROM page WHERE key = @key
           UNION SELECT file FROM sheet WHERE key = @key UNION SELECT file FROM hidden_capture WHERE key = @key
         ) ORDER BY name`,
      )
      .pluck()
      .all({ key });
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
