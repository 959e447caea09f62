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

/** A document that comes, goes or changes. */
interface DocumentChange {
  readonly hash: number;
  readonly before?: DocumentRecord | undefined;
  readonly document?: ImageDocument;
  /** The document as it is stored. */
  readonly data?: Buffer;
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
    return this.replaceAll(new Map([[hash, documents]]));
  }

  /** The same for the contents of several hashes; cheaper than one by one. */
  replaceAll(byHash: ReadonlyMap<number, readonly ImageDocument[]>): number {
    const found = Array.from(byHash.keys(), (hash) => this.#selectByHash.all(hash));
    const changes: DocumentChange[] = [];
    let at = 0;
    for (const [hash, documents] of byHash) {
      const left = new Map(found[at++]?.map((row) => [idOf(row.data), row]));
      for (const document of documents) {
        const before = left.get(document.id);
        left.delete(document.id);
        const data = encodeDocument(document, this.#names);
        if (before?.data.equals(data) !== true) changes.push({ hash, before, document, data });
      }
      for (const before of left.values()) changes.push({ hash, before });
    }
    const rows = changes.map((change) => this.#store(change));
    for (const [place, change] of changes.entries()) this.#index(rows[place] ?? 0, change);
    return changes.length;
  }

  /** Adds a document that is not there yet. */
  insert(document: ImageDocument): void {
    const data = encodeDocument(document, this.#names);
    const change = { hash: keyOfDigest(document.digest), document, data };
    this.#index(this.#store(change), change);
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

  /** Writes a document, or removes the one before; gives its row. */
  #store({ hash, before, data }: DocumentChange): number {
    if (before === undefined) return Number(this.#insert.run(hash, data).lastInsertRowid);
    if (data === undefined) this.#delete.run(before.id);
    else this.#update.run(data, before.id);
    return before.id;
  }

  /** Brings the text index up to date. */
  #index(row: number, { before, document }: DocumentChange): void {
    if (before !== undefined) this.#text.remove(row, decodeDocument(before.data, this.#names));
    if (document !== undefined) this.#text.add(row, document);
  }
}
