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

/** Documents after a row, in order; 0 starts. In mode `full` several have the same digest. */
export function documentsAfter(database: Database, row: number, limit: number): DocumentDigest[] {
  return database
    .prepare<[number, number], { readonly id: number; readonly head: Buffer }>(
      `SELECT id, ${HEAD} AS head FROM document WHERE id > ? ORDER BY id LIMIT ?`,
    )
    .all(row, limit)
    .map(({ id, head }) => ({ row: id, digest: digestOf(head) }));
}

/** Those of some digests that no document has. */
export function withoutDocument(database: Database, digests: readonly string[]): string[] {
  const heads = database
    .prepare<[number], Buffer>(`SELECT DISTINCT ${HEAD} FROM document WHERE hash = ?`)
    .pluck();
  const hasDocument = (digest: string): boolean =>
    heads.all(keyOfDigest(digest)).some((head) => digestOf(head as Buffer) === digest); // a blob
  return digests.filter((digest) => !hasDocument(digest));
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
