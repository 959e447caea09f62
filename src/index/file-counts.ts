// How many captures, references and pages of each file are stored: kept as rows come and go.
import type { Database, Statement } from '../sqlite/sqlite.ts';

/** What is stored of a file, or how that changes. */
export interface FileCount {
  readonly captures: number;
  readonly references: number;
  readonly pages: number;
}

/** The table of these counts. Changes wait in memory for the end of the transaction. */
export class FileCounts {
  readonly #add: Statement;
  readonly #removeEmpty: Statement;
  readonly #addTags: Statement;
  readonly #removeTags: Statement;
  readonly #waitingTags = new Map<number, Map<string, number>>();
  readonly #waiting = new Map<number, { -readonly [K in keyof FileCount]: number }>();
  readonly #recount: Statement;
  /** Files whose list of captures has changed. */
  readonly #listed = new Set<number>();

  constructor(database: Database) {
    this.#add = database.prepare(
      `INSERT INTO file_count(file, captures, refs, pages, listed)
       VALUES(@file, @captures, @references, @pages, 0)
       ON CONFLICT DO UPDATE SET captures = captures + @captures, refs = refs + @references,
       pages = pages + @pages`,
    );
    this.#recount = database.prepare(
      'UPDATE file_count SET listed = (SELECT count(*) FROM capture WHERE capture.file = @file) WHERE file = @file',
    );
    this.#removeEmpty = database.prepare(
      'DELETE FROM file_count WHERE file = ? AND captures = 0 AND refs = 0 AND pages = 0 AND listed = 0',
    );
    this.#addTags = database.prepare(
      'INSERT INTO tag_count(file, tag, refs) VALUES(?, ?, ?) ON CONFLICT DO UPDATE SET refs = refs + excluded.refs',
    );
    this.#removeTags = database.prepare('DELETE FROM tag_count WHERE file = ? AND refs = 0');
  }

  /** Notes that references came, or went where `times` is -1. */
  addReferences(
    file: number,
    references: readonly { readonly tag: string }[],
    times: 1 | -1,
  ): void {
    if (references.length === 0) return;
    this.add(file, { references: times * references.length });
    const tags = this.#waitingTags.get(file) ?? new Map<string, number>();
    this.#waitingTags.set(file, tags);
    for (const { tag } of references) tags.set(tag, (tags.get(tag) ?? 0) + times);
  }

  /** Notes a change. */
  add(file: number, { captures = 0, references = 0, pages = 0 }: Partial<FileCount>): void {
    const known = this.#waiting.get(file);
    if (known === undefined) {
      this.#waiting.set(file, { captures, references, pages });
      return;
    }
    known.captures += captures;
    known.references += references;
    known.pages += pages;
  }

  /** Notes that captures of a file were listed, or no longer are: of two at one place one stays, so they are counted anew. */
  recountListed(file: number): void {
    this.#listed.add(file);
    this.add(file, {});
  }

  /** Stores what waits. */
  flush(): void {
    for (const [file, change] of this.#waiting) {
      this.#add.run({ file, ...change });
      if (this.#listed.has(file)) this.#recount.run({ file });
      this.#removeEmpty.run(file);
    }
    for (const [file, tags] of this.#waitingTags) {
      for (const [tag, count] of tags) if (count !== 0) this.#addTags.run(file, tag, count);
      this.#removeTags.run(file);
    }
    this.discard();
  }

  /** Forgets what waits for a transaction that failed. */
  discard(): void {
    this.#waiting.clear();
    this.#listed.clear();
    this.#waitingTags.clear();
  }
}
