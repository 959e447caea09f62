// Which pages link where: the keys of links by which pages are found, derived from the rows of pages.
import type { Database, Statement } from '../sqlite/sqlite.ts';
import { KEY_BYTES } from '../support/key-list.ts';

/** A page with the list of its keys (`toKeyList`). */
export interface LinkingPage {
  readonly id: number;
  readonly linkKeys: string;
}

/** The text index of link keys: to it a page is a text, and each key a word. Writers work inside a transaction of the caller. */
export class PageLinks {
  readonly #database: Database;
  #insert: Statement | undefined;
  #delete: Statement | undefined;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Enters a page. */
  add({ id, linkKeys }: LinkingPage): void {
    if (linkKeys === '') return;
    this.#insert ??= this.#database.prepare('INSERT INTO page_link(rowid, keys) VALUES(?, ?)');
    this.#insert.run(id, toWords(linkKeys).join(' '));
  }

  /** Takes a page out, of which the same keys were entered. */
  remove({ id, linkKeys }: LinkingPage): void {
    if (linkKeys === '') return;
    this.#delete ??= this.#database.prepare(
      "INSERT INTO page_link(page_link, rowid, keys) VALUES('delete', ?, ?)",
    );
    this.#delete.run(id, toWords(linkKeys).join(' '));
  }
}

/** A key as a word of the index: in hexadecimal, twelve digits. */
export function toLinkWord(key: number): string {
  return key.toString(16).padStart(WORD_LENGTH, '0');
}

const WORD_LENGTH = KEY_BYTES * 2;

/** The words of a list. */
function toWords(linkKeys: string): string[] {
  const digits = Buffer.from(linkKeys, 'base64url').toString('hex');
  const words: string[] = [];
  for (let at = 0; at < digits.length; at += WORD_LENGTH) {
    words.push(digits.slice(at, at + WORD_LENGTH));
  }
  return words;
}

/** The number of links that are entered, and a sum over them in any order. Throws where the index is damaged. */
export function sumOfEntered(database: Database): LinkSum {
  const sum = new LinkSum();
  const entered = database
    .prepare<[], [term: string, page: number]>('SELECT term, doc FROM page_link_words')
    .raw();
  for (const [term, page] of entered.iterate()) sum.add(term, page);
  return sum;
}

/** A sum of links that does not depend on their order. */
export class LinkSum {
  count = 0;
  #sum = 0;

  add(word: string, page: number): void {
    this.count++;
    const key = Number.parseInt(word.slice(-8), 16);
    const mixed = Math.imul(key ^ Math.imul(page, 0x9e3779b1), 0x85ebca6b);
    this.#sum = (this.#sum + (mixed ^ (mixed >>> 15))) | 0;
  }

  addPage({ id, linkKeys }: LinkingPage): void {
    for (const word of toWords(linkKeys)) this.add(word, id);
  }

  equals(other: LinkSum): boolean {
    return this.count === other.count && this.#sum === other.#sum;
  }
}
