// The searchable documents of a library: derived from its rows, kept with their text index.
import type { Database, Statement } from 'better-sqlite3';
import type { ImageDocument } from '../model/image.ts';
import { type DocumentNames, decodeDocument, encodeDocument, idOf } from './document-codec.ts';
import { keyOfDigest } from './hash-key.ts';
import { openTextWriter, type TextWriter } from './text-writer.ts';

interface DocumentRecord {
  readonly id: number;
  readonly data: Buffer;
}

/** The table of documents and what is derived with it. */
export class DocumentTable {
  readonly #database: Database;
  readonly #names: DocumentNames;
  readonly #selectByHash: Statement<[number], DocumentRecord>;
  readonly #selectData: Statement<[number], Buffer>;
  readonly #insert: Statement;
  readonly #update: Statement;
  readonly #delete: Statement;
  readonly #selectKeys: Statement<[number], number>;
  readonly #selectHashes: Statement<[number], number>;
  readonly #place: Statement;
  readonly #unplace: Statement;
  #writer: TextWriter | undefined;

  constructor(database: Database, names: DocumentNames) {
    this.#database = database;
    this.#names = names;
    this.#selectByHash = database.prepare('SELECT id, data FROM document WHERE hash = ?');
    this.#selectData = database
      .prepare<[number], Buffer>('SELECT data FROM document WHERE id = ?')
      .pluck();
    this.#insert = database.prepare('INSERT INTO document(hash, data) VALUES(?, ?)');
    this.#update = database.prepare('UPDATE document SET data = ? WHERE id = ?');
    this.#delete = database.prepare('DELETE FROM document WHERE id = ?');
    this.#selectKeys = database
      .prepare<[number], number>('SELECT key FROM placement WHERE hash = ?')
      .pluck();
    this.#selectHashes = database
      .prepare<[number], number>('SELECT hash FROM placement WHERE key = ?')
      .pluck();
    this.#place = database.prepare('INSERT OR IGNORE INTO placement VALUES(?, ?)');
    this.#unplace = database.prepare('DELETE FROM placement WHERE hash = ? AND key = ?');
  }

  /** Makes the documents of all contents with this hash these; tells how many were written or removed. */
  replace(hash: number, documents: readonly ImageDocument[]): number {
    const left = new Map<string, DocumentRecord>();
    for (const row of this.#selectByHash.all(hash)) left.set(idOf(row.data), row);
    let changes = 0;
    for (const document of documents) {
      const before = left.get(document.id);
      left.delete(document.id);
      if (this.#put(hash, document, before)) changes++;
    }
    for (const row of left.values()) {
      this.#text.remove(row.id, decodeDocument(row.data, this.#names));
      this.#delete.run(row.id);
      changes++;
    }
    return changes;
  }

  /** Adds a document that is not there yet. */
  insert(document: ImageDocument): void {
    this.#put(keyOfDigest(document.digest), document, undefined);
  }

  /** Completes the text index; to be called at the end of each transaction that changed documents. */
  flush(): void {
    this.#writer?.flush();
  }

  /** Forgets what was prepared for a transaction that failed. */
  reset(): void {
    this.#writer?.discard();
  }

  /** Keys of the SURTs at which contents with this hash were captured. */
  keysOf(hash: number): number[] {
    return this.#selectKeys.all(hash);
  }

  /** Hashes of the contents that were captured at a key when it was last derived. */
  hashesAt(key: number): number[] {
    return this.#selectHashes.all(key);
  }

  place(hash: number, key: number): void {
    this.#place.run(hash, key);
  }

  unplace(hash: number, key: number): void {
    this.#unplace.run(hash, key);
  }

  /** Documents by row; `undefined` for those there are not. */
  load(rows: readonly number[]): (ImageDocument | undefined)[] {
    return rows.map((row) => {
      const data = this.#selectData.get(row);
      return data && decodeDocument(data, this.#names);
    });
  }

  /** Documents of the contents with this hash. */
  at(hash: number): ImageDocument[] {
    return this.#selectByHash.all(hash).map(({ data }) => decodeDocument(data, this.#names));
  }

  /** Rows of documents by id; `undefined` for those there are not. */
  find(ids: readonly string[]): (number | undefined)[] {
    return ids.map((id) => {
      if (!/^[0-9a-f]{64}(?:-[0-9a-f]{16})?$/.test(id)) return undefined;
      return this.#selectByHash.all(keyOfDigest(id)).find((row) => idOf(row.data) === id)?.id;
    });
  }

  /** All documents by row, some at a time. */
  *all(): Generator<{ readonly row: number; readonly document: ImageDocument }> {
    const next = this.#database.prepare<[number], DocumentRecord>(
      'SELECT id, data FROM document WHERE id > ? ORDER BY id LIMIT 256',
    );
    let last = 0;
    for (;;) {
      const rows = next.all(last);
      for (const row of rows) {
        yield { row: row.id, document: decodeDocument(row.data, this.#names) };
        last = row.id;
      }
      if (rows.length === 0) return;
    }
  }

  get #text(): TextWriter {
    this.#writer ??= openTextWriter(this.#database);
    return this.#writer;
  }

  #put(hash: number, document: ImageDocument, before: DocumentRecord | undefined): boolean {
    const data = encodeDocument(document, this.#names);
    if (before === undefined) {
      const { lastInsertRowid } = this.#insert.run(hash, data);
      this.#text.add(Number(lastInsertRowid), document);
      return true;
    }
    if (before.data.equals(data)) return false;
    this.#text.remove(before.id, decodeDocument(before.data, this.#names));
    this.#update.run(data, before.id);
    this.#text.add(before.id, document);
    return true;
  }
}
