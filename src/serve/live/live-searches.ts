// Searches of the live web that a server runs for its users: started, gone on with, stopped, and their finds stored.
import { randomUUID } from 'node:crypto';
import { accessOf, type Fetcher, openHttpFetcher, parseResolveRule } from '../../crawl/crawl.ts';
import { chooseProvider, type Provider, toFindQuery } from '../../find/find.ts';
import { type Library, openLibrary } from '../../index/index.ts';
import { archiveFolderOf, ingestFound, prepareArchive } from '../../pipeline/find-into-library.ts';
import { type FindEnd, FindSession, type WholeImage } from '../../pipeline/find-session.ts';
import type { FoundImage } from '../../pipeline/find-table.ts';
import { PinakesError } from '../../support/errors.ts';
import { parseUrl } from '../../support/parse-url.ts';
import { badParameter, HttpProblem } from '../problems.ts';

/** How a server searches the live web. Absent: it does not. */
export interface LiveSettings {
  /** Who is asked where to start, besides the library's own pages: `KIND=URL`, as `pinakes find --discover` takes it. */
  readonly discover?: readonly string[];
  /** Keys of providers, by the names of their environment variables. */
  readonly keys?: Readonly<Record<string, string | undefined>>;
  /** Mail or web address that servers are told; without it only machines of one's own are asked. */
  readonly contact?: string;
  /** Where the requests for some hosts go: `PATTERN=ADDR:PORT`. */
  readonly resolve?: readonly string[];
  /** Connects to private and loopback addresses as well. Default false. */
  readonly allowPrivate?: boolean;
  /** Longest time of one run. Milliseconds, default 5 minutes. */
  readonly maxBudgetMs?: number;
  /** Searches that run at the same time. Default 2. */
  readonly maxRunning?: number;
  /** Images that are fetched whole at the end of a run. Default 100. */
  readonly keep?: number;
  /** Pause between two pages of a host. Milliseconds, default 250. */
  readonly delayMs?: number;
}

/** What a user asks for. */
export interface LiveRequest {
  readonly query: string;
  readonly seeds: readonly string[];
  readonly budgetMs: number;
}

/** A search, by its id, and the numbers its images go by. */
export interface LiveSearch {
  readonly id: string;
  readonly query: ReturnType<typeof toFindQuery>;
  readonly session: FindSession;
  /** Images have short names, so that only what was found can be asked for. */
  readonly keyOf: (url: string) => number;
  readonly urlOf: (key: number) => string | undefined;
}

interface Kept extends LiveSearch {
  stop: AbortController | undefined;
  usedAt: number;
}

const MAX_BUDGET_MS = 300_000;
const MAX_RUNNING = 2;
const MAX_KEPT = 20;
/** A search that nobody looks at is forgotten after this time; what it found is in the library. */
const FORGET_MS = 900_000;
/** Images that were asked for one by one are stored when nobody has asked for this long. */
const STORE_AFTER_MS = 4000;
const COLLECTION = 'live';

/** The searches of a server. */
export class LiveSearches {
  readonly #settings: LiveSettings;
  readonly #folder: string;
  readonly #onTrouble: (message: string) => void;
  readonly #searches = new Map<string, Kept>();
  readonly #closing = new AbortController();
  readonly #fetcher: Fetcher;
  readonly #providers: readonly Provider[];
  #library: Promise<Library> | undefined;
  #open: Library | undefined;
  #users = 0;
  #storing: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;

  /** Throws `USAGE` for providers and rules that are none. */
  constructor(folder: string, settings: LiveSettings, onTrouble: (message: string) => void) {
    this.#folder = folder;
    this.#settings = settings;
    this.#onTrouble = onTrouble;
    const { discover = [], keys = {}, contact, allowPrivate = false } = settings;
    const chosen = discover.map((choice) => chooseProvider(choice, keys));
    const resolve = (settings.resolve ?? []).map(parseResolveRule);
    const addresses = chosen.map(({ address }) => address);
    this.#providers = chosen.map(({ provider }) => provider);
    this.#fetcher = openHttpFetcher({
      userAgent: `Pinakes${contact === undefined ? '' : ` (+${contact})`}`,
      ...accessOf(addresses, { resolve, allowPrivate, contact, port: [] }),
    });
  }

  get maxBudgetMs(): number {
    return this.#settings.maxBudgetMs ?? MAX_BUDGET_MS;
  }

  /** Names of the providers that are asked where to start. */
  get asks(): readonly string[] {
    return this.#providers.map(({ name }) => name);
  }

  /** Begins a search. Throws an `HttpProblem` where it cannot. */
  async begin({ query: text, seeds }: Omit<LiveRequest, 'budgetMs'>): Promise<LiveSearch> {
    const query = toFindQuery(text);
    if (query.keywords.length === 0) {
      throw badParameter('query', query.warnings.at(-1)?.message ?? 'Say what the images show.');
    }
    for (const seed of seeds) {
      if (!/^https?:\/\//i.test(seed) || parseUrl(seed) === undefined) {
        throw badParameter('seeds', `${seed.slice(0, 100)} is not a web address.`);
      }
    }
    this.#checkRunning();
    this.#forgetOld();
    const library = await this.#useLibrary();
    try {
      const session = new FindSession({
        ...{ query, seeds, fetcher: this.#fetcher, providers: this.#providers },
        archiveFolder: await prepareArchiveOnce(library, this.#users),
        indexOf: () => this.#open?.index,
        ...(this.#settings.delayMs !== undefined && { delayMs: this.#settings.delayMs }),
      });
      const keys = new Map<string, number>();
      const urls: string[] = [];
      const search: Kept = {
        ...{ id: randomUUID(), query, session, stop: undefined, usedAt: Date.now() },
        keyOf: (url) => {
          const known = keys.get(url);
          if (known !== undefined) return known;
          urls.push(url);
          keys.set(url, urls.length - 1);
          return urls.length - 1;
        },
        urlOf: (key) => urls[key],
      };
      this.#searches.set(search.id, search);
      return search;
    } finally {
      await this.#leaveLibrary();
    }
  }

  /** A search that was begun before. Throws an `HttpProblem` where there is none. */
  find(id: string): LiveSearch {
    return this.#get(id);
  }

  /** Runs a search for a time, then fetches the best images and stores everything. Each step is told. */
  async run(
    id: string,
    budgetMs: number,
    steps: {
      readonly signal: AbortSignal;
      readonly onEnd: (end: FindEnd) => void;
      readonly onKept: (whole: number) => void;
    },
  ): Promise<void> {
    const search = this.#get(id);
    if (search.stop !== undefined) throw new HttpProblem('unavailable', 'This search is running.');
    this.#checkRunning();
    const stop = new AbortController();
    search.stop = stop;
    const onAbort = () => stop.abort();
    steps.signal.addEventListener('abort', onAbort, { once: true });
    this.#closing.signal.addEventListener('abort', onAbort, { once: true });
    await this.#useLibrary().catch((thrown: unknown) => {
      search.stop = undefined;
      throw thrown;
    });
    try {
      const end = await search.session.run(Math.min(budgetMs, this.maxBudgetMs), stop.signal);
      steps.onEnd(end);
      const isCut = steps.signal.aborted || this.#closing.signal.aborted;
      const count = end === 'stopped' || isCut ? 0 : (this.#settings.keep ?? 100);
      steps.onKept(await search.session.keep(count, stop.signal));
      await this.#store(search.session);
    } finally {
      search.stop = undefined;
      search.usedAt = Date.now();
      steps.signal.removeEventListener('abort', onAbort);
      this.#closing.signal.removeEventListener('abort', onAbort);
      await this.#leaveLibrary();
    }
  }

  /** Stops a search; what it found stays. */
  stop(id: string): void {
    this.#get(id).stop?.abort();
  }

  /** The bytes of an image that was found, fetched when it is first asked for. */
  async image(id: string, key: number): Promise<WholeImage | undefined> {
    const search = this.#get(id);
    const url = search.urlOf(key);
    if (url === undefined) throw new HttpProblem('not-found');
    search.usedAt = Date.now();
    await this.#useLibrary();
    try {
      return await search.session.fetchWhole(url, this.#closing.signal);
    } finally {
      if (search.stop === undefined) this.#storeSoon(search.session);
      await this.#leaveLibrary();
    }
  }

  /** What a search has found, best first. */
  results(search: LiveSearch, limit: number): readonly FoundImage[] {
    return search.session.results().slice(0, limit);
  }

  /** Stops all searches, and stores what they found. */
  async close(): Promise<void> {
    this.#closing.abort();
    clearTimeout(this.#timer);
    while ([...this.#searches.values()].some(({ stop }) => stop !== undefined)) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    for (const { session } of this.#searches.values()) await session.closeArchive();
    await this.#storing;
    await this.#fetcher.close();
  }

  #get(id: string): Kept {
    const found = this.#searches.get(id);
    if (found === undefined) {
      throw new HttpProblem('not-found', 'This search is over. Start it again.');
    }
    return found;
  }

  #checkRunning(): void {
    let running = 0;
    for (const { stop } of this.#searches.values()) if (stop !== undefined) running += 1;
    if (running < (this.#settings.maxRunning ?? MAX_RUNNING)) return;
    const detail = 'As many searches of the live web are running as this server allows.';
    throw new HttpProblem('unavailable', detail, { retryAfter: 30 });
  }

  #forgetOld(): void {
    const before = Date.now() - FORGET_MS;
    for (const [id, { stop, usedAt, session }] of this.#searches) {
      if (stop !== undefined) continue;
      if (usedAt > before && this.#searches.size < MAX_KEPT) continue;
      this.#searches.delete(id);
      void session.closeArchive().catch((thrown: unknown) => this.#onTrouble(String(thrown)));
    }
  }

  #storeSoon(session: FindSession): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#useLibrary()
        .then(() => this.#store(session).finally(() => this.#leaveLibrary()))
        .catch((thrown: unknown) => this.#onTrouble(String(thrown)));
    }, STORE_AFTER_MS);
    this.#timer.unref();
  }

  /** Ingests one search after the other. */
  #store(session: FindSession): Promise<void> {
    const work = this.#storing.then(async () => {
      await session.closeArchive();
      const library = await this.#library;
      if (library === undefined) return;
      await ingestFound({ library }, { collection: COLLECTION, withThumbnails: true });
    });
    this.#storing = work.catch(() => {}); // told to who waits for it
    return work;
  }

  /** The library is written to as long as somebody searches, and open to other writers at all other times. */
  async #useLibrary(): Promise<Library> {
    this.#users += 1;
    this.#library ??= openLibrary(this.#folder, { access: 'write' });
    try {
      this.#open = await this.#library;
      return this.#open;
    } catch (thrown) {
      this.#users -= 1;
      this.#library = undefined;
      if (!(thrown instanceof PinakesError) || thrown.code !== 'LIBRARY_LOCKED') throw thrown;
      const detail =
        'Another program is writing to the library: the live web can be searched when it has finished.';
      throw new HttpProblem('unavailable', detail, { retryAfter: 30 });
    }
  }

  async #leaveLibrary(): Promise<void> {
    this.#users -= 1;
    if (this.#users > 0) return;
    const library = this.#library;
    this.#library = undefined;
    this.#open = undefined;
    (await library)?.close();
  }
}

/** Files of other searches of this server are being written: only the first one may tidy up. */
async function prepareArchiveOnce(library: Library, users: number): Promise<string> {
  if (users === 1) return prepareArchive(library);
  return archiveFolderOf(library);
}
