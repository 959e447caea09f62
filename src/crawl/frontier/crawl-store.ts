// The database of a crawl: an append-only log of links, what became of them, hosts, and what was captured before.
import { type Database, openDatabase } from '../../sqlite/sqlite.ts';
import { type PackedLink, packLinks, unpackLink } from './link-codec.ts';

/** What became of a link. */
export interface Visit {
  /** `captured`, or why it was not. */
  readonly outcome: string;
  /** Where its first record is: name of the archive file and offset; `''` and -1 when nothing was written. */
  readonly file: string;
  readonly offset: number;
}

/** An earlier capture of a URL, for asking whether it has changed. */
export interface EarlierCapture {
  readonly url: string;
  readonly time: string;
  readonly etag: string;
  readonly modified: string;
  /** SHA-1 of the payload in base32. */
  readonly digest: string;
  /** UUID of the record. */
  readonly id: string;
}

/** A link as it is kept, and the number of the link to the page it was found on. */
export type FoundLink = PackedLink & { readonly via: number };

const SCHEMA = `
CREATE TABLE IF NOT EXISTS setting(name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS host(id INTEGER PRIMARY KEY, origin TEXT NOT NULL UNIQUE, state TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS links(first INTEGER PRIMARY KEY, via INTEGER NOT NULL, count INTEGER NOT NULL, packed BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS visit(number INTEGER PRIMARY KEY, outcome TEXT NOT NULL, file TEXT NOT NULL, offset INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS retry(number INTEGER PRIMARY KEY, tries INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS earlier(key BLOB PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS content(digest TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS copy(digest TEXT, domain TEXT, PRIMARY KEY(digest, domain)) WITHOUT ROWID;
`;

/** How long changes wait for others to be committed with. Milliseconds: less than a request takes. */
const BATCH_MS = 20;
/** Pages whose links are remembered: the images of a page follow each other. */
const MAX_VIA = 256;

/** The tables of a crawl. All changes belong into `transaction` or `change`. */
export class CrawlStore {
  readonly #database: Database;
  readonly #via = new Map<number, FoundLink>();
  #timer: NodeJS.Timeout | undefined;
  #failure: { readonly error: unknown } | undefined;
  /** Called before changes are committed, for what is worth writing once for many of them. */
  beforeCommit: () => void = () => {};
  /** Number of the changes that are committed next: it grows with every commit. */
  batch = 0;
  /** Whether a round went before: only then was anything that is due captured earlier. */
  hasRounds: boolean;

  /** Opens the database at a path, or makes it; `:memory:` is gone with the process. */
  constructor(path: string) {
    const database = openDatabase(path);
    database.pragma('journal_mode = WAL');
    database.pragma('synchronous = NORMAL');
    database.pragma('wal_autocheckpoint = 4000');
    database.exec(SCHEMA);
    this.#database = database;
    this.transaction = database.transaction((work: () => void) => work());
    this.#insertLinks = database.prepare('INSERT INTO links VALUES(?, ?, ?, ?)');
    this.#findLinks = database.prepare(
      'SELECT first, via, packed FROM links WHERE first <= ? ORDER BY first DESC LIMIT 1',
    );
    this.#insertVisit = database.prepare('INSERT OR REPLACE INTO visit VALUES(?, ?, ?, ?)');
    this.#upsertHost = database.prepare(
      'INSERT INTO host VALUES(?, ?, ?) ON CONFLICT(id) DO UPDATE SET state = excluded.state',
    );
    this.#setRetry = database.prepare('INSERT OR REPLACE INTO retry VALUES(?, ?)');
    this.#setSetting = database.prepare('INSERT OR REPLACE INTO setting VALUES(?, ?)');
    this.#getEarlier = database
      .prepare<[Buffer], string>('SELECT value FROM earlier WHERE key = ?')
      .pluck();
    this.#setEarlier = database.prepare('INSERT OR REPLACE INTO earlier VALUES(?, ?)');
    this.#getContent = database
      .prepare<[string], string>('SELECT value FROM content WHERE digest = ?')
      .pluck();
    this.#setContent = database.prepare('INSERT OR IGNORE INTO content VALUES(?, ?)');
    this.#findCopy = database
      .prepare<[string, string], number>('SELECT 1 FROM copy WHERE digest = ? AND domain = ?')
      .pluck();
    this.#setCopy = database.prepare('INSERT OR IGNORE INTO copy VALUES(?, ?)');
    this.hasRounds = this.getSetting('rounds') !== undefined;
  }

  /** Does work that changes several tables, wholly or not at all. */
  readonly transaction: (work: () => void) => void;
  readonly #insertLinks;
  readonly #findLinks;
  readonly #insertVisit;
  readonly #upsertHost;
  readonly #setRetry;
  readonly #setSetting;
  readonly #getEarlier;
  readonly #setEarlier;
  readonly #getContent;
  readonly #setContent;
  readonly #findCopy;
  readonly #setCopy;

  /**
   * Does work whose changes are committed together with those of other visits that end about the same time: a commit
   * costs as much as the changes of a visit. A process that dies before has the visit still in flight. An error
   * gives up all of them, and is thrown by the next call as well.
   */
  change(work: () => void): void {
    if (this.#failure !== undefined) throw this.#failure.error;
    try {
      if (this.#timer === undefined) {
        this.#database.exec('BEGIN');
        this.#timer = setTimeout(() => this.#commit(), BATCH_MS);
      }
      work();
    } catch (error) {
      this.#giveUp(error);
      throw error;
    }
  }

  /** Commits what `change` has done so far. Throws what made that impossible. */
  flush(): void {
    if (this.#timer !== undefined) this.#commit();
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  #commit(): void {
    try {
      this.beforeCommit();
      this.#database.exec('COMMIT');
      this.batch += 1;
      this.#endBatch();
    } catch (error) {
      this.#giveUp(error); // nobody called: the next one is told
    }
  }

  #giveUp(error: unknown): void {
    this.#failure ??= { error };
    this.#endBatch();
    if (this.#database.inTransaction) this.#database.exec('ROLLBACK');
  }

  #endBatch(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** What was not committed is lost, as with a process that dies: `flush` comes first. */
  close(): void {
    this.#endBatch();
    this.#database.close();
  }

  getSetting(name: string): string | undefined {
    return this.#database
      .prepare<[string], string>('SELECT value FROM setting WHERE name = ?')
      .pluck()
      .get(name);
  }

  setSetting(name: string, value: string): void {
    this.#setSetting.run(name, value);
  }

  /** Appends links; the first gets the number `first`. `via` is the number of the link to the page they are on, 0 for seeds. */
  addLinks(first: number, via: number, links: readonly PackedLink[]): void {
    if (links.length > 0) this.#insertLinks.run(first, via, links.length, packLinks(links));
  }

  /** All links, in the order of their numbers. */
  *iterateLinks(): Generator<{ readonly first: number; readonly packed: Buffer }> {
    const rows = this.#database.prepare<[], { first: number; packed: Buffer }>(
      'SELECT first, packed FROM links ORDER BY first',
    );
    yield* rows.iterate();
  }

  /** Number of the newest link; 0 when there is none. */
  lastNumber(): number {
    const last = this.#database
      .prepare<[], number>('SELECT first + count - 1 FROM links ORDER BY first DESC LIMIT 1')
      .pluck()
      .get();
    return last ?? 0;
  }

  /** The link to a page on which others were found; those asked for last are remembered. */
  getVia(number: number): FoundLink | undefined {
    const known = this.#via.get(number);
    if (known !== undefined) return known;
    const link = number === 0 ? undefined : this.getLink(number);
    if (link === undefined) return undefined;
    const [oldest] = this.#via.keys();
    if (oldest !== undefined && this.#via.size >= MAX_VIA) this.#via.delete(oldest);
    this.#via.set(number, link);
    return link;
  }

  /** A link by its number, and that of the link to the page it was found on. */
  getLink(number: number): FoundLink | undefined {
    // The columns are those that the statement names.
    const row = this.#findLinks.get(number) as
      | { first: number; via: number; packed: Buffer }
      | undefined;
    const link = row && unpackLink(row.packed, number - row.first);
    return link && Object.assign(link, { via: row.via });
  }

  setVisit(number: number, { outcome, file, offset }: Visit): void {
    this.#insertVisit.run(number, outcome, file, offset);
  }

  /** Numbers of the links that are done. */
  *iterateVisited(): Generator<number> {
    yield* this.#database.prepare<[], number>('SELECT number FROM visit').pluck().iterate();
  }

  /** Forgets visits whose records were lost with the end of an archive file, and that their content is known. Gives their number. */
  forgetVisitsBehind(file: string, offset: number): number {
    const lost = this.#database
      .prepare<[string, number], number>('SELECT number FROM visit WHERE file = ? AND offset >= ?')
      .pluck()
      .all(file, offset);
    const forget = this.#database.prepare('DELETE FROM visit WHERE number = ?');
    for (const number of lost) {
      forget.run(number);
      const key = this.getLink(number)?.key;
      if (key !== undefined) this.#forgetCapture(key);
    }
    return lost.length;
  }

  /** No later capture may be written as the same as one that is gone. */
  #forgetCapture(key: string): void {
    const capture = this.getEarlier(key);
    if (capture === undefined) return;
    this.#database.prepare('DELETE FROM earlier WHERE key = ?').run(Buffer.from(key, 'latin1'));
    if (this.getContent(capture.digest)?.id !== capture.id) return;
    this.#database.prepare('DELETE FROM content WHERE digest = ?').run(capture.digest);
    this.#database.prepare('DELETE FROM copy WHERE digest = ?').run(capture.digest);
  }

  /** Number of visits by outcome. */
  countVisits(): Map<string, number> {
    const rows = this.#database
      .prepare<[], { outcome: string; count: number }>(
        'SELECT outcome, count(*) AS count FROM visit GROUP BY outcome',
      )
      .all();
    return new Map(rows.map(({ outcome, count }) => [outcome, count]));
  }

  setTries(number: number, tries: number): void {
    this.#setRetry.run(number, tries);
  }

  /** Failed tries by number of the link. */
  tries(): Map<number, number> {
    const rows = this.#database
      .prepare<[], { number: number; tries: number }>('SELECT number, tries FROM retry')
      .all();
    return new Map(rows.map(({ number, tries }) => [number, tries]));
  }

  hosts(): { readonly id: number; readonly origin: string; readonly state: string }[] {
    return this.#database
      .prepare<[], { id: number; origin: string; state: string }>('SELECT * FROM host ORDER BY id')
      .all();
  }

  setHost(id: number, origin: string, state: string): void {
    this.#upsertHost.run(id, origin, state);
  }

  /** What is known of a URL from an earlier capture, also of an earlier round. */
  getEarlier(key: string): EarlierCapture | undefined {
    return parseCapture(this.#getEarlier.get(Buffer.from(key, 'latin1')));
  }

  setEarlier(key: string, capture: EarlierCapture): void {
    this.#setEarlier.run(Buffer.from(key, 'latin1'), JSON.stringify(capture));
  }

  /** The first capture of a content. */
  getContent(digest: string): EarlierCapture | undefined {
    return parseCapture(this.#getContent.get(digest));
  }

  setContent(digest: string, capture: EarlierCapture): void {
    this.#setContent.run(digest, JSON.stringify(capture));
  }

  /** Whether a content that was first captured elsewhere was captured from this domain as well. */
  isCopiedOn(digest: string, domain: string): boolean {
    return this.#findCopy.get(digest, domain) !== undefined;
  }

  setCopiedOn(digest: string, domain: string): void {
    this.#setCopy.run(digest, domain);
  }

  /** Starts another round: every link that is known is due again. */
  startOver(): void {
    this.#database.exec('DELETE FROM visit; DELETE FROM retry;');
    this.setSetting('rounds', 'yes');
    this.hasRounds = true;
  }
}

function parseCapture(json: string | undefined): EarlierCapture | undefined {
  return json === undefined ? undefined : (JSON.parse(json) as EarlierCapture); // as it was written
}
