// The book of a library's crawls: which are saved, when they are due, what is wished of them, and what their tasks did.
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Database, openDatabase } from '../../sqlite/sqlite.ts';

/** A saved crawl. */
export interface SavedCrawl {
  readonly name: string;
  /** What it was saved with, as JSON of whoever saved it. */
  readonly plan: string;
  /** Cron expression; `''` for one that is only started by hand. */
  readonly schedule: string;
  /** It does not run until it is started. */
  readonly isPaused: boolean;
  /** When it is due. Milliseconds since 1970; `undefined` without a schedule. */
  readonly due: number | undefined;
  /** What somebody wants of it and has not happened yet. */
  readonly wish: Wish | undefined;
}

/** What can be wished of a crawl. */
export const WISHES = ['start', 'pause', 'stop'] as const;
/** One of them. */
export type Wish = (typeof WISHES)[number];

/** One run of a crawl. */
export interface CrawlTask {
  readonly id: number;
  readonly crawl: string;
  /** Milliseconds since 1970. */
  readonly started: number;
  /** When it last gave a sign of life; its end when it has ended. */
  readonly seen: number;
  /** Why it ended; `''` while it runs, `interrupted` when it died. */
  readonly end: string;
  /** Its numbers, as JSON. */
  readonly numbers: string;
}

/** A task that gave no sign of life for so long has died. Milliseconds. */
const DEAD_AFTER_MS = 20_000;
/** Tasks that are remembered of each crawl. */
const MAX_TASKS = 500;

const SCHEMA = `
CREATE TABLE IF NOT EXISTS crawl(name TEXT PRIMARY KEY, plan TEXT NOT NULL, schedule TEXT NOT NULL, paused INTEGER NOT NULL, due INTEGER) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS wish(crawl TEXT PRIMARY KEY, wish TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS task(id INTEGER PRIMARY KEY, crawl TEXT NOT NULL, started INTEGER NOT NULL, seen INTEGER NOT NULL, end TEXT NOT NULL, numbers TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS task_crawl ON task(crawl, id);
CREATE TABLE IF NOT EXISTS view(crawl TEXT PRIMARY KEY, task INTEGER NOT NULL, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS comparison(name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
`;

/**
 * Opens the book of a library; it is made when there is none. Several programs may have it open: one that crawls, one
 * that starts crawls, servers, the command line.
 */
export function openCrawlBook(libraryFolder: string): CrawlBook {
  const folder = join(libraryFolder, 'crawls');
  mkdirSync(folder, { recursive: true });
  return new CrawlBook(openDatabase(join(folder, BOOK_FILE), { timeoutMs: 5000 }));
}

/** Whether a library has a book: one that never crawled has none. */
export function hasCrawlBook(libraryFolder: string): boolean {
  return existsSync(join(libraryFolder, 'crawls', BOOK_FILE));
}

/** No crawl can have this name: theirs have no dot. */
const BOOK_FILE = 'book.v1.sqlite';

type Row = { readonly [column: string]: string | number | null };

/** The tables of the book. */
export class CrawlBook {
  readonly #database: Database;

  /** @internal use `openCrawlBook` */
  constructor(database: Database) {
    this.#database = database;
    database.pragma('journal_mode = WAL');
    database.pragma('synchronous = NORMAL');
    database.exec(SCHEMA);
  }

  close(): void {
    this.#database.close();
  }

  /** Saved crawls by name. */
  list(): SavedCrawl[] {
    return this.#all(
      'SELECT c.*, w.wish FROM crawl c LEFT JOIN wish w ON w.crawl = c.name ORDER BY name',
    ).map(toCrawl);
  }

  find(name: string): SavedCrawl | undefined {
    return this.list().find((crawl) => crawl.name === name);
  }

  /** Saves a crawl; one of the same name is replaced. */
  save({ name, plan, schedule, isPaused, due }: Omit<SavedCrawl, 'wish'>): void {
    this.#run(
      'INSERT OR REPLACE INTO crawl VALUES(?, ?, ?, ?, ?)',
      name,
      plan,
      schedule,
      isPaused ? 1 : 0,
      due ?? null,
    );
  }

  /** Forgets a crawl and its tasks; what it captured and its frontier stay. False when there is none. */
  remove(name: string): boolean {
    const isThere = this.find(name) !== undefined || this.tasks(name, 1).length > 0;
    for (const [table, column] of [
      ['crawl', 'name'],
      ['wish', 'crawl'],
      ['task', 'crawl'],
      ['view', 'crawl'],
    ])
      this.#run(`DELETE FROM ${table} WHERE ${column} = ?`, name);
    return isThere;
  }

  setDue(name: string, due: number | undefined): void {
    this.#run('UPDATE crawl SET due = ? WHERE name = ?', due ?? null, name);
  }

  setPaused(name: string, isPaused: boolean): void {
    this.#run('UPDATE crawl SET paused = ? WHERE name = ?', isPaused ? 1 : 0, name);
  }

  /** Notes a wish; the last one counts. */
  setWish(name: string, wish: Wish): void {
    this.#run('INSERT OR REPLACE INTO wish VALUES(?, ?)', name, wish);
  }

  wishOf(name: string): Wish | undefined {
    return toWish(this.#all('SELECT wish FROM wish WHERE crawl = ?', name)[0]?.['wish']);
  }

  /** The wish was seen to. Another one that came meanwhile stays. */
  clearWish(name: string, wish: Wish): void {
    this.#run('DELETE FROM wish WHERE crawl = ? AND wish = ?', name, wish);
  }

  /** Notes that a task has started; gives its number. Earlier ones of the crawl that never ended have died. */
  startTask(crawl: string, now: number): number {
    this.#run("UPDATE task SET end = 'interrupted' WHERE crawl = ? AND end = ''", crawl);
    this.#run(
      'DELETE FROM task WHERE crawl = ? AND id <= (SELECT id FROM task WHERE crawl = ? ORDER BY id DESC LIMIT 1 OFFSET ?)',
      crawl,
      crawl,
      MAX_TASKS - 1,
    );
    this.#run(
      "INSERT INTO task(crawl, started, seen, end, numbers) VALUES(?, ?, ?, '', '{}')",
      crawl,
      now,
      now,
    );
    return Number(
      this.#all('SELECT max(id) AS id FROM task WHERE crawl = ?', crawl)[0]?.['id'] ?? 0,
    );
  }

  /** A sign of life of a task with its numbers, what it shows, and at the end the reason. */
  noteTask(
    { id, crawl }: Pick<CrawlTask, 'id' | 'crawl'>,
    {
      now,
      numbers,
      view,
      end = '',
    }: {
      readonly now: number;
      readonly numbers: string;
      readonly view: string;
      readonly end?: string;
    },
  ): void {
    this.#run('UPDATE task SET seen = ?, numbers = ?, end = ? WHERE id = ?', now, numbers, end, id);
    this.#run('INSERT OR REPLACE INTO view VALUES(?, ?, ?)', crawl, id, view);
  }

  /** The newest tasks, of one crawl or of all. Those that gave no sign of life for long are told as interrupted. */
  tasks(crawl: string | undefined, limit: number, now = Date.now()): CrawlTask[] {
    const rows =
      crawl === undefined
        ? this.#all('SELECT * FROM task ORDER BY id DESC LIMIT ?', limit)
        : this.#all('SELECT * FROM task WHERE crawl = ? ORDER BY id DESC LIMIT ?', crawl, limit);
    return rows.map((row) => toTask(row, now));
  }

  /** Names of crawls that have tasks, saved or not, the last one first. */
  crawlsWithTasks(): string[] {
    return this.#all('SELECT crawl, max(id) AS id FROM task GROUP BY crawl ORDER BY id DESC').map(
      ({ crawl }) => String(crawl),
    );
  }

  /** What the last task of a crawl shows, as JSON. */
  viewOf(crawl: string): string | undefined {
    const value = this.#all('SELECT value FROM view WHERE crawl = ?', crawl)[0]?.['value'];
    return typeof value === 'string' ? value : undefined;
  }

  /** Keeps a comparison of strategies, as JSON, for those who look at crawls. */
  setComparison(value: string): void {
    this.#run("INSERT OR REPLACE INTO comparison VALUES('last', ?)", value);
  }

  comparison(): string | undefined {
    const value = this.#all("SELECT value FROM comparison WHERE name = 'last'")[0]?.['value'];
    return typeof value === 'string' ? value : undefined;
  }

  #all(sql: string, ...values: (string | number | null)[]): Row[] {
    return this.#database.prepare<(string | number | null)[], Row>(sql).all(...values);
  }

  #run(sql: string, ...values: (string | number | null)[]): void {
    this.#database.prepare<(string | number | null)[], Row>(sql).run(...values);
  }
}

function toCrawl({ name, plan, schedule, paused, due, wish }: Row): SavedCrawl {
  return {
    ...{
      name: String(name),
      plan: String(plan),
      schedule: String(schedule),
      isPaused: paused === 1,
    },
    ...{ due: due === null ? undefined : Number(due), wish: toWish(wish) },
  };
}

function toTask({ id, crawl, started, seen, end, numbers }: Row, now: number): CrawlTask {
  const isDead = end === '' && now - Number(seen) > DEAD_AFTER_MS;
  return {
    ...{ id: Number(id), crawl: String(crawl), started: Number(started), seen: Number(seen) },
    ...{ end: isDead ? 'interrupted' : String(end), numbers: String(numbers) },
  };
}

function toWish(value: unknown): Wish | undefined {
  return WISHES.find((wish) => wish === value);
}
