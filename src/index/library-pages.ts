// The page captures of a library.
import type { Timestamp } from '../model/capture.ts';
import { toSurt } from '../model/surt.ts';
import type { Database, Statement } from '../sqlite/sqlite.ts';
import { hashKey } from '../support/hash-key.ts';
import type { FileCounts } from './file-counts.ts';
import type { OriginalHolder, OriginalTable } from './library-originals.ts';
import {
  decodePage,
  encodePage,
  type PageRow,
  type StoredPage,
  toStoredPage,
} from './page-codec.ts';
import { LinkSum, PageLinks, sumOfEntered } from './page-links.ts';
import { sumOf } from './row-sum.ts';

/** A page to be stored. `offset` and `mark` are only told of one that revisits may stand for, `linkKeys` where links are wanted. */
export interface NewPage extends Omit<PageRow, 'offset' | 'mark' | 'linkKeys'> {
  readonly surt: string;
  readonly offset?: number;
  readonly mark?: string;
  readonly linkKeys?: string;
}

/** A page that has been removed. */
export interface RemovedPage {
  readonly id: number;
  readonly file: number;
}

interface PageRecord {
  readonly id: number;
  readonly file: number;
  readonly key: number;
  readonly time: number;
  readonly data: unknown;
}

/** As many as the images have that are derived together, four to a page; more would only be there to be forgotten. */
const MAX_CACHED_PAGES = 80_000;
/** Characters of their titles and addresses, which hostile pages have many of. */
const MAX_CACHED_CHARACTERS = 24_000_000;
const PAGES_AT_ONCE = 1000;

/** The table of pages. Writers work inside a transaction of the caller. */
export class PageTable implements OriginalHolder {
  readonly #database: Database;
  readonly #originals: OriginalTable;
  readonly #fileCounts: FileCounts;
  readonly #links: PageLinks;
  readonly #insert: Statement;
  readonly #delete: Statement;
  readonly #select: Statement<[number], PageRecord>;
  readonly #selectAt: Statement<[number, number], PageRecord>;
  readonly #selectTimes: Statement<[number], number>;
  /** Pages compete with images of the same address for what is said of it. */
  readonly #insertDirty: Statement;
  readonly #pages = new Map<number, StoredPage | undefined>();
  #characters = 0;

  constructor(database: Database, originals: OriginalTable, fileCounts: FileCounts) {
    this.#database = database;
    this.#originals = originals;
    this.#fileCounts = fileCounts;
    this.#links = new PageLinks(database);
    this.#insert = database.prepare(
      'INSERT INTO page(file, key, time, data, sum) VALUES(?, ?, ?, ?, ?)',
    );
    this.#delete = database.prepare('DELETE FROM page WHERE id = ?');
    this.#select = database.prepare('SELECT * FROM page WHERE id = ?');
    this.#selectTimes = database
      .prepare<[number], number>('SELECT DISTINCT time FROM page WHERE key = ?')
      .pluck();
    this.#insertDirty = database.prepare(
      `INSERT OR IGNORE INTO dirty_key
       SELECT @key WHERE EXISTS (SELECT 1 FROM observation WHERE key = @key)`,
    );
    this.#selectAt = database.prepare(
      'SELECT * FROM page WHERE key = ? AND time = ? ORDER BY file, id',
    );
  }

  /** The row of the page that was stored last; 0 when there is none. */
  lastId(): number {
    return Number(this.#database.prepare('SELECT max(id) FROM page').pluck().get() ?? 0);
  }

  /** Forgets what it remembers of the table, after somebody else may have changed it. */
  refresh(): void {
    this.#pages.clear();
    this.#characters = 0;
  }

  /** Stores a page and gives its row. */
  add(file: number, page: NewPage): number {
    const { surt, url, title, language, images, offset = 0, mark = '', linkKeys = '' } = page;
    const key = hashKey(surt);
    const time = Number(page.time);
    const row = { url, title, time: page.time, language, images, offset, mark, linkKeys };
    const data = encodePage(row);
    const values = [file, key, time, data];
    const { lastInsertRowid } = this.#insert.run(...values, sumOf('page', values));
    this.#originals.add({ mark, key, time, file });
    this.#fileCounts.add(file, { pages: 1 });
    this.#insertDirty.run({ key });
    const id = Number(lastInsertRowid);
    this.#links.add({ id, linkKeys });
    return id;
  }

  /** The page of a row; `undefined` when it has gone. */
  at(id: number): StoredPage | undefined {
    if (this.#pages.has(id)) return this.#pages.get(id);
    const record = this.#select.get(id);
    const page = record && toStoredPage(decodePage(record.data, record.time));
    // Neighbouring keys rarely share pages: a plain bound is as good as an order of use.
    if (this.#pages.size >= MAX_CACHED_PAGES || this.#characters >= MAX_CACHED_CHARACTERS) {
      this.refresh();
    }
    this.#pages.set(id, page);
    if (page !== undefined) this.#characters += page.page.url.length + page.page.title.length;
    return page;
  }

  /** The row and file of a page capture that is stored already; those of `preferredFile` first. */
  find(
    surt: string,
    time: Timestamp,
    preferredFile?: number,
  ): { readonly id: number; readonly file: number } | undefined {
    const records = this.#selectAt
      .all(hashKey(surt), Number(time))
      .filter((record) => toSurt(decodePage(record.data, record.time).url) === surt);
    return records.find(({ file }) => file === preferredFile) ?? records[0];
  }

  /** When pages were captured at a key. */
  timesAt(key: number): Timestamp[] {
    return this.#selectTimes.all(key).map((time) => String(time) as Timestamp); // stored from 14 digits
  }

  originalsAt(key: number, time: number, file: number) {
    return this.#selectAt
      .all(key, time)
      .filter((record) => record.file === file)
      .map((record) => decodePage(record.data, record.time))
      .filter(({ mark }) => mark !== '');
  }

  /** All pages of a file, in the order in which they were stored. */
  *ofFile(file: number): Generator<PageRow & { readonly id: number }> {
    for (const { id, time, data } of this.#records('file = ? AND id > ?', file)) {
      yield { id, ...decodePage(data, time) };
    }
  }

  /** What is wrong with the links that pages are found by; else the number of links. Throws where they cannot be read. */
  checkLinks(): string[] | string {
    const told = new LinkSum();
    for (const { id, time, data } of this.#records('id > ?')) {
      told.addPage({ id, linkKeys: decodePage(data, time).linkKeys });
    }
    const entered = sumOfEntered(this.#database);
    if (entered.equals(told)) return `${told.count} keys of links`;
    return [`${entered.count} keys of links are entered, pages have ${told.count}`];
  }

  /** Takes back a page. */
  remove(id: number): void {
    const record = this.#select.get(id);
    if (record !== undefined) this.#remove(record);
  }

  /** Takes back the pages of a file. */
  removeFile(file: number): void {
    for (const record of this.#records('file = ? AND id > ?', file)) this.#remove(record);
  }

  /** Takes out all pages at hidden addresses, and gives them. */
  removeHidden(hidesUrl: (surt: string) => boolean): RemovedPage[] {
    const removed: RemovedPage[] = [];
    for (const record of this.#records('id > ?')) {
      if (!hidesUrl(toSurt(decodePage(record.data, record.time).url))) continue;
      this.#remove(record);
      removed.push({ id: record.id, file: record.file });
    }
    return removed;
  }

  /** Notes all originals, counts and links anew, of a table that was copied. Drops pages that cannot be read, and gives their number. */
  restore(): number {
    let dropped = 0;
    for (const { id, file, key, time, data } of this.#records('id > ?')) {
      try {
        const { mark, linkKeys } = decodePage(data, time);
        this.#originals.add({ mark, key, time, file });
        this.#links.add({ id, linkKeys });
        this.#fileCounts.add(file, { pages: 1 });
      } catch {
        this.#delete.run(id);
        dropped++;
      }
    }
    return dropped;
  }

  #remove({ id, file, key, time, data }: PageRecord): void {
    this.#delete.run(id);
    this.#fileCounts.add(file, { pages: -1 });
    this.#pages.delete(id);
    const { mark, linkKeys } = decodePage(data, time);
    this.#originals.remove({ mark, key, time, file });
    this.#links.remove({ id, linkKeys });
    this.#insertDirty.run({ key });
  }

  /** Records by id, some at a time: each may be removed meanwhile. */
  *#records(where: string, ...values: readonly number[]): Generator<PageRecord> {
    const next = this.#database.prepare<number[], PageRecord>(
      `SELECT * FROM page WHERE ${where} ORDER BY id LIMIT ${PAGES_AT_ONCE}`,
    );
    for (let last = 0; ; ) {
      const records = next.all(...values, last);
      yield* records;
      const end = records.at(-1);
      if (end === undefined) return;
      last = end.id;
    }
  }
}
