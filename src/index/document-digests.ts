// Which images have documents: told without unpacking the documents.
import type { Database } from 'better-sqlite3';
import { idOf } from './document-codec.ts';
import { keyOfDigest } from './hash-key.ts';

/** A document and the digest of its image. */
export interface DocumentDigest {
  readonly row: number;
  readonly digest: string;
}

const DIGEST_LENGTH = 64;

/** Documents of a key, as `keyOfDigest` gives it: mostly of one image; in mode `full` several of each. */
export function documentsOf(database: Database, key: number): DocumentDigest[] {
  return database
    .prepare<[number], { readonly id: number; readonly head: Buffer }>(
      `SELECT id, ${HEAD} AS head FROM document WHERE hash = ?`,
    )
    .all(key)
    .map(({ id, head }) => ({ row: id, digest: digestOf(head) }));
}

/** Keys after one, in order, with the number of their documents; -1 starts. */
export function documentKeysAfter(
  database: Database,
  key: number,
  limit: number,
): { readonly key: number; readonly documents: number }[] {
  return database
    .prepare<[number, number], { readonly key: number; readonly documents: number }>(
      `SELECT hash AS key, count(*) AS documents FROM document
       WHERE hash > ? GROUP BY hash ORDER BY hash LIMIT ?`,
    )
    .all(key, limit);
}

/** Those of some digests that no document has. */
export function withoutDocument(database: Database, digests: readonly string[]): string[] {
  return digests.filter(
    (digest) => !documentsOf(database, keyOfDigest(digest)).some((one) => one.digest === digest),
  );
}

/** The number of distinct images; those whose keys are equal by chance count once. */
export function countImages(database: Database): number {
  const count = database.prepare<[], number>('SELECT count(DISTINCT hash) FROM document').pluck();
  return Number(count.get());
}

/** The id at the start of a stored document: its length, then 32 bytes, or 40 in mode `full`. */
const HEAD = 'substr(data, 1, 33)';

function digestOf(head: Buffer): string {
  return idOf(head).slice(0, DIGEST_LENGTH);
}
