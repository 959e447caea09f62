// Which images have documents: told without unpacking the documents.
import type { Database, Statement } from '../sqlite/sqlite.ts';
import { keyOfDigest } from '../support/hash-key.ts';
import { idOf } from './document-codec.ts';

/** A document and the digest of its image. */
export interface DocumentDigest {
  readonly row: number;
  readonly digest: string;
}

/** A key, as `keyOfDigest` gives it, and the number of its documents. */
export interface DocumentKey {
  readonly key: number;
  readonly documents: number;
}

const DIGEST_LENGTH = 64;
/** The id at the start of a stored document: its length, then 32 bytes, or 40 in mode `full`. */
const HEAD = 'substr(data, 1, 33)';

/** The digests of all documents. */
export class DocumentDigests {
  readonly #database: Database;
  readonly #select: Statement<[number], { readonly id: number; readonly head: Buffer }>;

  constructor(database: Database) {
    this.#database = database;
    this.#select = database.prepare(`SELECT id, ${HEAD} AS head FROM document WHERE hash = ?`);
  }

  /** Documents of a key: mostly of one image; in mode `full` several of each. */
  at(key: number): DocumentDigest[] {
    return this.#select.all(key).map(({ id, head }) => ({ row: id, digest: digestOf(head) }));
  }

  /** Keys after one, in order; -1 starts. */
  keysAfter(key: number, limit: number): DocumentKey[] {
    return this.#database
      .prepare<[number, number], DocumentKey>(
        `SELECT hash AS key, count(*) AS documents FROM document
         WHERE hash > ? GROUP BY hash ORDER BY hash LIMIT ?`,
      )
      .all(key, limit);
  }

  /** Those of some digests that no document has. */
  missing(digests: readonly string[]): string[] {
    return digests.filter(
      (digest) => !this.at(keyOfDigest(digest)).some((one) => one.digest === digest),
    );
  }

  /** The number of distinct images; those whose keys are equal by chance count once. */
  countImages(): number {
    const count = this.#database.prepare('SELECT count(DISTINCT hash) FROM document').pluck();
    return Number(count.get());
  }
}

function digestOf(head: Buffer): string {
  return idOf(head).slice(0, DIGEST_LENGTH);
}
