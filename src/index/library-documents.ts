// The searchable documents of a library: derived from its rows, kept with their text index.
import { HAS_SEARCHED_FACTS } from '../model/field-lists.ts';
import type { ImageDocument } from '../model/image.ts';
import type { ContentDocuments } from '../model/index-query.ts';
import { isSameCorrection } from '../model/text-correction.ts';
import type { Database, Statement } from '../sqlite/sqlite.ts';
import { keyOfDigest } from '../support/hash-key.ts';
import { type DocumentNames, decodeDocument, encodeDocument, idOf } from './document-codec.ts';
import type { KinChange, KinTable } from './library-kin.ts';
import { ManyRows } from './many-rows.ts';
import { decodeShares, encodeShares, type MatchShare, type MatchTotals } from './match-totals.ts';
import { sumOf } from './row-sum.ts';
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

/** A content at a key. */
export interface ContentPlace {
  readonly hash: number;
  readonly key: number;
  /** What it added to totals so far, as it is stored; `undefined` where it was not noted. */
  readonly before: unknown;
  /** Whether it is noted at another key. */
  readonly isElsewhere: boolean;
}

/** Who is told of changes. */
export interface DocumentParts {
  /** Told the hash of each content that loses a document. */
  readonly onLoss: (hash: number) => void;
  /** Keeps what variants are found by; absent where none are grouped. */
  readonly kin: KinTable | undefined;
  readonly totals: MatchTotals;
}

/** The table of documents and what is derived with it. */
export class DocumentTable {
  readonly #database: Database;
  readonly #names: DocumentNames;
  readonly #onLoss: (hash: number) => void;
  readonly #kin: KinTable | undefined;
  readonly #totals: MatchTotals;
  readonly #selectByHash: Statement<[number], DocumentRecord>;
  readonly #selectData: Statement<[number], Buffer>;
  readonly #insert: Statement;
  readonly #update: Statement;
  readonly #delete: Statement;
  readonly #selectKeys: Statement<[number], number>;
  readonly #selectHashes: Statement<[string], [key: number, hash: number, counts: unknown]>;
  readonly #selectCounts: Statement<[number, number], unknown>;
  readonly #selectAllKeys: Statement<[string], [hash: number, key: number]>;
  readonly #selectByHashes: Statement<[string], DocumentRecord & { readonly hash: number }>;
  readonly #places: ManyRows;
  readonly #unplace: Statement;
  readonly #recount: Statement;
  #writer: TextWriter | undefined;

  constructor(database: Database, names: DocumentNames, { onLoss, kin, totals }: DocumentParts) {
    this.#database = database;
    this.#names = names;
    this.#onLoss = onLoss;
    this.#kin = kin;
    this.#totals = totals;
    this.#selectByHash = database.prepare('SELECT id, data FROM document WHERE hash = ?');
    this.#selectData = database
      .prepare<[number], Buffer>('SELECT data FROM document WHERE id = ?')
      .pluck();
    this.#insert = database.prepare('INSERT INTO document(hash, data, sum) VALUES(?, ?, ?)');
    this.#update = database.prepare('UPDATE document SET data = ?, sum = ? WHERE id = ?');
    this.#delete = database.prepare('DELETE FROM document WHERE id = ?');
    this.#selectKeys = database
      .prepare<[number], number>('SELECT key FROM placement WHERE hash = ?')
      .pluck();
    // Statements for many at once: most find nothing, and to call one for each would take longer than to look.
    this.#selectHashes = database
      .prepare<[string], [number, number, unknown]>(
        'SELECT placement.key, hash, counts FROM json_each(?) CROSS JOIN placement ON placement.key = value',
      )
      .raw();
    this.#selectCounts = database
      .prepare<[number, number], unknown>(
        'SELECT counts FROM placement WHERE hash = ? AND key <> ?',
      )
      .pluck();
    this.#selectAllKeys = database
      .prepare<[string], [number, number]>(
        'SELECT hash, placement.key FROM json_each(?) CROSS JOIN placement ON hash = value',
      )
      .raw();
    this.#selectByHashes = database.prepare(
      'SELECT document.id, hash, data FROM json_each(?) CROSS JOIN document ON hash = value',
    );
    this.#places = new ManyRows(database, 'INSERT OR IGNORE INTO placement', 3, 'placement');
    this.#unplace = database.prepare('DELETE FROM placement WHERE hash = ? AND key = ?');
    this.#recount = database.prepare(
      'UPDATE placement SET counts = ?, sum = ? WHERE hash = ? AND key = ?',
    );
  }

  /** `derive` for the contents of one hash. */
  replace(hash: number, documents: readonly ImageDocument[]): number {
    return this.derive(new Map([[hash, documents]]));
  }

  /**
   * Makes the documents of all contents with these hashes those that rows and facts tell; gives how many were written or removed.
   * Which picture one is a variant of stays as it was, and those that have to be grouped anew are noted. Hashes that are told
   * to be new have no documents yet.
   */
  derive(
    byHash: ReadonlyMap<number, readonly ImageDocument[]>,
    isNew: (hash: number) => boolean = () => false,
  ): number {
    const kin = this.#kin;
    if (kin === undefined) return this.replaceAll(byHash, isNew);
    const found = this.#selectAll([...byHash.keys()].filter((hash) => !isNew(hash)));
    const whole = new Map<number, readonly ImageDocument[]>();
    const changes: KinChange[] = [];
    for (const [hash, documents] of byHash) {
      const stored = found.get(hash)?.map(({ data }) => decodeDocument(data, this.#names)) ?? [];
      const known = new Map(stored.map((document) => [document.id, document]));
      const grouped = documents.map((after) => {
        const before = known.get(after.id);
        known.delete(after.id);
        changes.push({ hash, before, after });
        return before?.picture === undefined ? after : { ...after, picture: before.picture };
      });
      whole.set(hash, grouped);
      for (const before of known.values()) changes.push({ hash, before });
    }
    const count = this.replaceAll(whole, isNew);
    if (count > 0) kin.change(changes);
    return count;
  }

  /** Makes the documents of all contents with these hashes these, as they are; tells how many were written or removed. */
  replaceAll(
    byHash: ReadonlyMap<number, readonly ImageDocument[]>,
    isNew: (hash: number) => boolean = () => false,
  ): number {
    const found = this.#selectAll([...byHash.keys()].filter((hash) => !isNew(hash)));
    const changes: DocumentChange[] = [];
    for (const [hash, documents] of byHash) {
      const left = new Map(found.get(hash)?.map((row) => [idOf(row.data), row]));
      for (const document of documents) {
        const before = left.get(document.id);
        left.delete(document.id);
        const data = encodeDocument(document, this.#names);
        if (before?.data.equals(data) !== true) changes.push({ hash, before, document, data });
      }
      for (const before of left.values()) changes.push({ hash, before });
      if (left.size > 0) this.#onLoss(hash);
    }
    const rows = changes.map((change) => this.#store(change));
    for (const [place, change] of changes.entries()) this.#index(rows[place] ?? 0, change);
    return changes.length;
  }

  /**
   * Stores documents that are there already, of which nothing but what facts and other images tell has changed: their words stay as
   * they are. Tells how many were written.
   */
  updateLate(hash: number, documents: readonly ImageDocument[]): number {
    const stored = new Map(this.#selectByHash.all(hash).map((row) => [idOf(row.data), row]));
    let changes = 0;
    for (const document of documents) {
      const before = stored.get(document.id);
      const data = encodeDocument(document, this.#names);
      if (before === undefined || before.data.equals(data)) continue;
      this.#update.run(data, sumOf('document', [hash, data]), before.id);
      const known = decodeDocument(before.data, this.#names);
      if (HAS_SEARCHED_FACTS || !isSameCorrection(known, document)) {
        this.#index(before.id, { hash, before, document });
      } else this.#text.updateLate(before.id, document);
      if (known.look !== document.look)
        this.#kin?.change([{ hash, before: known, after: document }]);
      changes++;
    }
    return changes;
  }

  /** Completes the text index; to be called at the end of each transaction that changed documents. */
  flush(): void {
    this.#writer?.flush();
  }

  /** Forgets what was prepared for a transaction that failed. */
  discard(): void {
    this.#places.discard();
    this.#writer?.discard();
  }

  /** Keys of the SURTs at which contents with this hash were captured. */
  keysOf(hash: number): number[] {
    return this.#selectKeys.all(hash);
  }

  /** The contents that were captured at each of some keys when they were last derived, by hash, with what they added to totals. */
  placesAt(keys: readonly number[]): Map<number, Map<number, unknown>> {
    const places = new Map<number, Map<number, unknown>>();
    for (const [key, hash, counts] of this.#selectHashes.all(JSON.stringify(keys))) {
      const known = places.get(key);
      if (known === undefined) places.set(key, new Map([[hash, counts]]));
      else known.set(hash, counts);
    }
    return places;
  }

  /** The same as `keysOf` for some hashes; cheaper than one by one. */
  keysOfAll(hashes: readonly number[]): Map<number, number[]> {
    return toLists(this.#selectAllKeys.all(JSON.stringify(hashes)));
  }

  /** Notes what a content has at a key, where it was not noted before, or otherwise; it is known after `flushPlaces`. */
  place({ hash, key, before, isElsewhere }: ContentPlace, shares: readonly MatchShare[]): void {
    const counts = encodeShares(shares);
    if (before === undefined) this.#places.add(hash, key, counts);
    else if (Buffer.isBuffer(before) && counts.equals(before)) return;
    else this.#recount.run(counts, sumOf('placement', [hash, key, counts]), hash, key);
    this.#count({ hash, key, before, isElsewhere }, shares);
  }

  flushPlaces(): void {
    this.#places.flush();
  }

  /** Notes that a content is no longer captured at a key. */
  unplace(place: ContentPlace): void {
    this.#unplace.run(place.hash, place.key);
    this.#count(place, []);
  }

  #count({ hash, key, before, isElsewhere }: ContentPlace, shares: readonly MatchShare[]): void {
    this.#totals.change(before === undefined ? [] : decodeShares(before), shares, (collection) => {
      if (!isElsewhere) return false;
      this.#places.flush();
      for (const counts of this.#selectCounts.iterate(hash, key)) {
        const share = decodeShares(counts).find((one) => one.collection === collection);
        if (share !== undefined && share.addresses > 0) return true;
      }
      return false;
    });
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

  /** One document of a content; in mode `full` there are many. */
  oneOf(digest: string): ImageDocument | undefined {
    for (const { data } of this.#selectByHash.iterate(keyOfDigest(digest))) {
      const document = decodeDocument(data, this.#names);
      if (document.digest === digest) return document;
    }
    return undefined;
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

  /** All contents with their documents, some at a time. */
  *contents(): Generator<ContentDocuments> {
    const next = this.#database
      .prepare<[number], number>(
        'SELECT DISTINCT hash FROM document WHERE hash > ? ORDER BY hash LIMIT 256',
      )
      .pluck();
    for (let last = -1; ; ) {
      const hashes = next.all(last);
      for (const hash of hashes) {
        const all = this.at(hash);
        for (const digest of new Set(all.map((document) => document.digest))) {
          yield { digest, documents: all.filter((document) => document.digest === digest) };
        }
        last = hash;
      }
      if (hashes.length === 0) return;
    }
  }

  /** The stored documents of some hashes. */
  #selectAll(hashes: readonly number[]): Map<number, DocumentRecord[]> {
    if (hashes.length === 0) return new Map();
    const found = this.#selectByHashes.all(JSON.stringify(hashes));
    return toLists(found.map((record) => [record.hash, record]));
  }

  get #text(): TextWriter {
    this.#writer ??= openTextWriter(this.#database);
    return this.#writer;
  }

  /** Writes a document, or removes the one before; gives its row. */
  #store({ hash, before, data }: DocumentChange): number {
    const sum = sumOf('document', [hash, data]);
    if (before === undefined) return Number(this.#insert.run(hash, data, sum).lastInsertRowid);
    if (data === undefined) this.#delete.run(before.id);
    else this.#update.run(data, sum, before.id);
    return before.id;
  }

  /** Brings the text index up to date. */
  #index(row: number, { before, document }: DocumentChange): void {
    if (before !== undefined) this.#text.remove(row, decodeDocument(before.data, this.#names));
    if (document !== undefined) this.#text.add(row, document);
  }
}

/** The second values by the first. */
function toLists<Value>(pairs: readonly [number, Value][]): Map<number, Value[]> {
  const lists = new Map<number, Value[]>();
  for (const [name, value] of pairs) {
    const known = lists.get(name);
    if (known === undefined) lists.set(name, [value]);
    else known.push(value);
  }
  return lists;
}
