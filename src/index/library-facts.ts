// Facts of contents: truth beside the rows. Each tells what one producer found out about one distinct picture.
import { type ContentFacts, compareProducers, type FactValue } from '../model/fact.ts';
import { type Producer, producerKey } from '../model/producer.ts';
import type { Database, Statement } from '../sqlite/sqlite.ts';
import { keyOfDigest } from '../support/hash-key.ts';
import { sumOf } from './row-sum.ts';

/** A fact as it is listed. */
export interface ListedFact {
  /** SHA-256 of the content in hexadecimal. */
  readonly digest: string;
  readonly producer: Producer;
  /** Whether there is a reason instead of a value. */
  readonly isFailure: boolean;
}

/** How many facts a producer told. */
export interface FactCount {
  readonly producer: Producer;
  readonly done: number;
  /** Contents without a value, by reason. */
  readonly failed: Readonly<Record<string, number>>;
}

/** What a row holds. The numbers are part of the format. */
const KINDS = ['none', 'json', 'bytes'] as const;

interface FactRow {
  readonly digest: Buffer;
  readonly producer: number;
  readonly kind: number;
  readonly value: Buffer;
}

/**
 * The tables of producers and facts. A content has one fact of each name; a new one takes the place of the one
 * before, whatever its version. Writers work inside a transaction of the caller, and note which documents have to
 * change (`dirty_fact`).
 */
export class FactTable {
  readonly #database: Database;
  readonly #selectOne: Statement<[Buffer], FactRow>;
  readonly #selectMany: Statement<[string], FactRow>;
  readonly #page: Statement<[Buffer, number], Omit<FactRow, 'value'>>;
  readonly #insert: Statement;
  readonly #deleteOne: Statement;
  readonly #deleteAll: Statement;
  readonly #mark: Statement;
  readonly #selectAt: Statement<[Buffer, Buffer], Buffer>;
  #producers: Map<number, Producer> | undefined;

  constructor(database: Database) {
    this.#database = database;
    this.#selectOne = database.prepare('SELECT * FROM fact WHERE digest = ?');
    this.#selectMany = database.prepare(
      'SELECT fact.* FROM json_each(?) CROSS JOIN fact ON digest = unhex(json_each.value)',
    );
    this.#page = database.prepare(
      'SELECT digest, producer, kind FROM fact WHERE digest > ? ORDER BY digest, producer LIMIT ?',
    );
    this.#insert = database.prepare('INSERT OR REPLACE INTO fact VALUES(?, ?, ?, ?, ?)');
    this.#deleteOne = database.prepare('DELETE FROM fact WHERE digest = ? AND producer = ?');
    this.#deleteAll = database.prepare('DELETE FROM fact WHERE digest = ?');
    this.#mark = database.prepare('INSERT OR IGNORE INTO dirty_fact VALUES(?)');
    this.#selectAt = database
      .prepare<[Buffer, Buffer], Buffer>(
        'SELECT DISTINCT digest FROM fact WHERE digest BETWEEN ? AND ?',
      )
      .pluck();
  }

  /** Whether nobody ever told anything: nothing needs to be looked up then. */
  get isEmpty(): boolean {
    return this.#known().size === 0;
  }

  /** Keeps a fact in place of what a producer of that name told before. */
  put(digest: string, producer: Producer, value: FactValue): void {
    const id = this.#idOf(producer);
    const key = toKey(digest);
    const kind = KINDS.indexOf(value.kind);
    const bytes = toBytes(value);
    for (const row of this.#selectOne.all(key)) {
      if (this.#producerOf(row.producer).name !== producer.name) continue;
      if (row.producer === id && row.kind === kind && row.value.equals(bytes)) return;
      if (row.producer !== id) this.#deleteOne.run(key, row.producer);
    }
    const values = [key, id, kind, bytes];
    this.#insert.run(...values, sumOf('fact', values));
    this.#mark.run(keyOfDigest(digest));
  }

  /** The facts of a content. */
  of(digest: string): ContentFacts {
    return this.#toFacts(this.#selectOne.all(toKey(digest)));
  }

  /** Who told the fact of a name about a content; `undefined` when nobody did. */
  producerOf(digest: string, name: string): Producer | undefined {
    return this.#selectOne
      .all(toKey(digest))
      .map((row) => this.#producerOf(row.producer))
      .find((producer) => producer.name === name);
  }

  /** The facts of several contents, by digest; those without any are not there. Cheaper than one by one. */
  ofAll(digests: readonly string[]): Map<string, ContentFacts> {
    const byDigest = new Map<string, FactRow[]>();
    if (this.isEmpty || digests.length === 0) return new Map();
    for (const row of this.#selectMany.all(JSON.stringify(digests))) {
      const digest = row.digest.toString('hex');
      const rows = byDigest.get(digest) ?? [];
      rows.push(row);
      byDigest.set(digest, rows);
    }
    return new Map([...byDigest].map(([digest, rows]) => [digest, this.#toFacts(rows)]));
  }

  /** Facts of the contents after a digest, in order; `''` starts. Those of the last digest are whole. */
  after(digest: string, limit: number): ListedFact[] {
    const rows = this.#page.all(toKey(digest), limit);
    const last = rows.at(-1);
    if (last !== undefined && rows.length === limit) {
      const whole = rows.filter((row) => !row.digest.equals(last.digest));
      rows.splice(0, rows.length, ...whole, ...this.#selectOne.all(last.digest));
    }
    return rows.map((row) => ({
      digest: row.digest.toString('hex'),
      producer: this.#producerOf(row.producer),
      isFailure: KINDS[row.kind] === 'none',
    }));
  }

  /** All facts, in the order of digests. */
  *all(): Generator<ListedFact> {
    for (let last = ''; ; ) {
      const page = this.after(last, PAGE_ROWS);
      yield* page;
      const next = page.at(-1)?.digest;
      if (next === undefined) return;
      last = next;
    }
  }

  /** Numbers by producer, those of versions before included. */
  counts(): FactCount[] {
    const rows = this.#database
      .prepare<[], { producer: number; kind: number; reason: Buffer; count: number }>(
        `SELECT producer, kind, iif(kind = 0, value, x'') AS reason, count(*) AS count
         FROM fact GROUP BY 1, 2, 3`,
      )
      .all();
    const counts = new Map<number, { done: number; failed: Record<string, number> }>();
    for (const { producer, kind, reason, count } of rows) {
      const own = counts.get(producer) ?? { done: 0, failed: {} };
      if (KINDS[kind] === 'none') own.failed[reason.toString()] = count;
      else own.done += count;
      counts.set(producer, own);
    }
    return [...counts].map(([id, own]) => ({ producer: this.#producerOf(id), ...own }));
  }

  /** Notes that the facts of contents with this hash must be held against their documents. */
  mark(hash: number): void {
    if (!this.isEmpty) this.#mark.run(hash);
  }

  /** Forgets all contents with this hash but those that are kept. */
  keepOnly(hash: number, digests: ReadonlySet<string>): void {
    const first = (hash * 2).toString(16).padStart(KEY_DIGITS, '0');
    const last = (hash * 2 + 1).toString(16).padStart(KEY_DIGITS, '0');
    const known = this.#selectAt.all(
      toKey(first.padEnd(DIGEST_DIGITS, '0')),
      toKey(last.padEnd(DIGEST_DIGITS, 'f')),
    );
    for (const digest of known) {
      if (!digests.has(digest.toString('hex'))) this.#deleteAll.run(digest);
    }
  }

  /** Takes out facts whose producer is not known, of a table that was copied; gives their number. */
  restore(): number {
    return this.#database
      .prepare('DELETE FROM fact WHERE producer NOT IN (SELECT id FROM producer)')
      .run().changes;
  }

  /**
   * Takes over the facts of another library, of the contents that are wanted; of two that tell the same thing the one
   * that `compareProducers` puts last is kept, and of those of one producer a value rather than a reason.
   */
  copyFrom(other: FactTable, isWanted: (digest: string) => boolean): void {
    let digest = '';
    for (const listed of other.all()) {
      if (listed.digest === digest) continue;
      digest = listed.digest;
      if (isWanted(digest)) this.#merge(digest, other.#selectOne.all(toKey(digest)), other);
    }
  }

  /** Forgets what is remembered of producers, which a rollback may have taken back. */
  discard(): void {
    this.#producers = undefined;
  }

  #merge(digest: string, rows: readonly FactRow[], other: FactTable): void {
    const own = new Map<string, FactRow>();
    for (const row of this.#selectOne.all(toKey(digest))) {
      own.set(this.#producerOf(row.producer).name, row);
    }
    for (const row of rows) {
      const producer = other.#producerOf(row.producer);
      const mine = own.get(producer.name);
      if (mine !== undefined && this.#compare(mine, row, producer) >= 0) continue;
      this.put(digest, producer, toValue(row));
    }
  }

  #compare(mine: FactRow, theirs: FactRow, producer: Producer): number {
    return (
      compareProducers(this.#producerOf(mine.producer), producer) ||
      mine.kind - theirs.kind ||
      Buffer.compare(mine.value, theirs.value)
    );
  }

  #toFacts(rows: readonly FactRow[]): ContentFacts {
    return new Map(rows.map((row) => [this.#producerOf(row.producer).name, toValue(row)]));
  }

  #known(): Map<number, Producer> {
    if (this.#producers !== undefined) return this.#producers;
    const rows = this.#database
      .prepare<[], { id: number; key: string }>('SELECT id, key FROM producer')
      .all();
    const known = new Map(rows.map(({ id, key }) => [id, toProducer(key)]));
    // None yet: a writer in another process may add the first one at any time.
    if (known.size > 0) this.#producers = known;
    return known;
  }

  #producerOf(id: number): Producer {
    const known = this.#known().get(id);
    if (known !== undefined) return known;
    this.#producers = undefined; // added by a writer in another process
    const found = this.#known().get(id);
    if (found === undefined) throw new RangeError(`there is no producer ${id}`);
    return found;
  }

  #idOf(producer: Producer): number {
    const key = producerKey(producer);
    for (const [id, one] of this.#known()) if (producerKey(one) === key) return id;
    const added = this.#database.prepare('INSERT INTO producer(key) VALUES(?)').run(key);
    this.#producers = undefined;
    return added.lastInsertRowid;
  }
}

const PAGE_ROWS = 4000;
/** Digits of a digest that its key is made of. */
const KEY_DIGITS = 12;
const DIGEST_DIGITS = 64;

/** Takes apart what `producerKey` made. */
function toProducer(key: string): Producer {
  const [name, version, settings] = JSON.parse(key) as [string, string, Producer['settings']];
  return { name, version, settings };
}

function toKey(digest: string): Buffer {
  return Buffer.from(digest, 'hex');
}

function toBytes(value: FactValue): Uint8Array {
  if (value.kind === 'bytes') return value.bytes;
  return Buffer.from(value.kind === 'json' ? JSON.stringify(value.value) : value.reason);
}

function toValue({ kind, value }: FactRow): FactValue {
  switch (KINDS[kind]) {
    case 'bytes':
      return { kind: 'bytes', bytes: value };
    case 'json':
      return { kind: 'json', value: JSON.parse(value.toString()) };
    default:
      return { kind: 'none', reason: value.toString() };
  }
}
