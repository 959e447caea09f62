// Which images may be variants of one picture: their names (`variantKeysOf`) and the pieces of their looks, with what has to be grouped anew.
import type { ImageDocument } from '../model/image.ts';
import { lookDistance, mirrorLook, NEAR_BITS, parseLook, toLookPieces } from '../model/look.ts';
import { variantKeysOf } from '../model/variant-keys.ts';
import type { Database, Statement } from '../sqlite/sqlite.ts';
import { hashKey } from '../support/hash-key.ts';

/** A name that more images share says nothing: it is that of a program rather than of a picture. */
export const MAX_NAMESAKES = 64;

/** Images with a piece in common that are compared; there are so many of very simple pictures alone. */
const MAX_COMPARED = 20_000;

/** A document before and after a change, as far as its group may change with it. */
export interface KinChange {
  readonly hash: number;
  readonly before?: ImageDocument | undefined;
  readonly after?: ImageDocument | undefined;
}

/** An image that looks nearly the same. */
export interface NearImage {
  /** Hash of the content (`keyOfDigest`). */
  readonly hash: number;
  /** Bits in which the looks differ, one of them mirrored or not. */
  readonly distance: number;
}

/**
 * The tables of names and looks. Writers work inside a transaction of the caller, and note whose groups may have changed
 * (`dirty_kin`).
 */
export class KinTable {
  readonly #database: Database;
  #statements: Statements | undefined;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Notes that documents came, went or changed. */
  change(changes: readonly KinChange[]): void {
    const { insert, remove, mark } = this.#sql;
    const named = changes.map(({ before, after }) => [keysOf(before), keysOf(after)] as const);
    // One question for all: most names are new, and to ask for each would take longer than to note it.
    const known = this.#known(named.flat(2));
    for (const [at, { hash, before, after }] of changes.entries()) {
      let hasKin = before?.picture !== undefined;
      const [old, present] = named[at] ?? [NONE, NONE];
      for (const key of old.length === 0 ? present : new Set([...old, ...present])) {
        const others = known.has(key) ? this.#others(key, hash) : NONE;
        hasKin ||= others.length > 0;
        for (const other of others) mark.run(other);
        if (!old.includes(key)) insert.run(key, hash);
        else if (!present.includes(key)) remove.run(key, hash);
        known.add(key);
      }
      if (this.#changeLook(hash, before, after) || hasKin) mark.run(hash);
    }
  }

  /** How many contents wait to be grouped. */
  countWaiting(): number {
    if (!this.#hasLooks()) return 0;
    return Number(this.#database.prepare('SELECT count(*) FROM dirty_kin').pluck().get());
  }

  /** Takes the first contents that wait off the list. */
  takeWaiting(limit: number): number[] {
    const { waiting, finish } = this.#sql;
    const hashes = waiting.all(limit);
    const last = hashes.at(-1);
    if (last !== undefined) finish.run(last);
    return hashes;
  }

  /** Contents that share a name, by their hashes; none where too many do. */
  namesakes(name: string): number[] {
    const found = this.#sql.select.all(hashKey(name), MAX_NAMESAKES + 1);
    return found.length > MAX_NAMESAKES ? [] : found;
  }

  /** Contents that look nearly the same, the nearest first, then by hash. */
  near(look: Uint8Array, maxDistance = NEAR_BITS): NearImage[] {
    if (!this.#hasLooks()) return [];
    const mirrored = mirrorLook(look);
    const pieces = [...new Set([...toLookPieces(look), ...toLookPieces(mirrored)])];
    const found = this.#sql.near.all(JSON.stringify(pieces.map(toPieceKey)), MAX_COMPARED);
    const near: NearImage[] = [];
    for (const [hash, bits] of found) {
      const distance = Math.min(lookDistance(look, bits), lookDistance(mirrored, bits));
      if (distance <= maxDistance) near.push({ hash, distance });
    }
    return near.sort((a, b) => a.distance - b.distance || a.hash - b.hash);
  }

  /** Whether the look of a content has changed; its pieces are kept up to date, and near contents noted. */
  #changeLook(
    hash: number,
    before: ImageDocument | undefined,
    after: ImageDocument | undefined,
  ): boolean {
    if (before?.look === after?.look) return false;
    const { insert, remove, insertLook, removeLook, mark } = this.#sql;
    const [old, present] = [parseLook(before?.look), parseLook(after?.look)];
    for (const look of [old, present]) {
      if (look === undefined) continue;
      for (const near of this.near(look)) mark.run(near.hash);
    }
    if (old !== undefined) {
      for (const piece of toLookPieces(old)) remove.run(toPieceKey(piece), hash);
      removeLook.run(hash);
    }
    if (present !== undefined) {
      for (const piece of toLookPieces(present)) insert.run(toPieceKey(piece), hash);
      insertLook.run(hash, present);
    }
    return true;
  }

  /** Those of some keys that may have contents. */
  #known(keys: readonly number[]): Set<number> {
    return new Set(keys.length < 2 ? keys : this.#sql.known.all(JSON.stringify(keys)));
  }

  #others(key: number, hash: number): number[] {
    return this.#sql.select.all(key, MAX_NAMESAKES + 2).filter((other) => other !== hash);
  }

  /** A library of before has no looks until it is written. */
  #hasLooks(): boolean {
    if (this.#statements !== undefined) return true;
    const sql = "SELECT 1 FROM sqlite_master WHERE name = 'look'";
    return this.#database.prepare(sql).get() !== undefined;
  }

  /** Prepared when they are needed first: libraries of before have no such tables until they are written. */
  get #sql(): Statements {
    this.#statements ??= prepare(this.#database);
    return this.#statements;
  }
}

interface Statements {
  readonly insert: Statement;
  readonly remove: Statement;
  readonly insertLook: Statement;
  readonly removeLook: Statement;
  readonly mark: Statement;
  readonly waiting: Statement<[number], number>;
  readonly finish: Statement;
  readonly select: Statement<[number, number], number>;
  readonly known: Statement<[string], number>;
  readonly near: Statement<[string, number], [hash: number, bits: Buffer]>;
}

function prepare(database: Database): Statements {
  return {
    insert: database.prepare('INSERT OR IGNORE INTO kin VALUES(?, ?)'),
    remove: database.prepare('DELETE FROM kin WHERE key = ? AND hash = ?'),
    insertLook: database.prepare('INSERT OR REPLACE INTO look VALUES(?, ?)'),
    removeLook: database.prepare('DELETE FROM look WHERE hash = ?'),
    mark: database.prepare('INSERT OR IGNORE INTO dirty_kin VALUES(?)'),
    waiting: database
      .prepare<[number], number>('SELECT hash FROM dirty_kin ORDER BY hash LIMIT ?')
      .pluck(),
    finish: database.prepare('DELETE FROM dirty_kin WHERE hash <= ?'),
    select: database
      .prepare<[number, number], number>('SELECT hash FROM kin WHERE key = ? LIMIT ?')
      .pluck(),
    known: database
      .prepare<[string], number>(
        'SELECT value FROM json_each(?) WHERE EXISTS (SELECT 1 FROM kin WHERE kin.key = value)',
      )
      .pluck(),
    near: database
      .prepare<[string, number], [number, Buffer]>(
        `SELECT hash, bits FROM look WHERE hash IN (
           SELECT hash FROM json_each(?) CROSS JOIN kin ON kin.key = value LIMIT ?)`,
      )
      .raw(),
  };
}

const NONE: readonly number[] = [];

function keysOf(document: ImageDocument | undefined): readonly number[] {
  return document === undefined ? NONE : variantKeysOf(document).map(hashKey);
}

/** Keys of names are not negative; those of pieces are. */
function toPieceKey(piece: number): number {
  return -1 - piece;
}
