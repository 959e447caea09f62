// Asks providers where to start, several at once, page of answers by page of answers.
import { canonicalUrl, type Fetcher, FetchFault } from '../crawl/crawl.ts';
import { type FindQuery, type FoundPage, mergeAnswers, type Provider } from '../find/find.ts';
import { type SearchIndex, searchImages } from '../search/search.ts';
import { messageOf } from '../support/errors.ts';
import { parseUrl } from '../support/parse-url.ts';

/** What discovery works with. */
export interface DiscoveryOptions {
  readonly query: FindQuery;
  /** Pages to start from, before all others. */
  readonly seeds: readonly string[];
  readonly providers: readonly Provider[];
  /** A library whose own pages are asked as well; `undefined` while it is not open. */
  readonly indexOf: () => SearchIndex | undefined;
  readonly fetcher: Fetcher;
  readonly timeoutMs: number;
  readonly onBytes: (bytes: number) => void;
}

const MAX_ANSWER_BYTES = 5_000_000;
/** Pages of answers that a library is asked for, and images of each. */
const LIBRARY_PAGES = 3;
const LIBRARY_LIMIT = 100;

/** Learns where to start. */
export class Discovery {
  readonly #options: DiscoveryOptions;
  readonly #hosts: readonly string[];
  readonly #ended = new Set<string>();
  #page = 0;
  /** What went wrong, by the name of the provider. */
  readonly failures = new Map<string, string>();

  constructor(options: DiscoveryOptions) {
    this.#options = options;
    const { query, seeds } = options;
    const hosts = seeds.flatMap((seed) => parseUrl(seed)?.hostname ?? []);
    this.#hosts = [...new Set([...query.sites, ...hosts])];
  }

  /** The next pages to visit, best first; `undefined` when nobody knows more. */
  async next(signal: AbortSignal): Promise<readonly string[] | undefined> {
    const { providers, seeds, indexOf, query } = this.#options;
    const index = indexOf();
    const page = this.#page;
    const asked = providers.filter(({ name }) => !this.#ended.has(name));
    const isLibraryAsked = index !== undefined && page < LIBRARY_PAGES;
    if (page > 0 && asked.length === 0 && !isLibraryAsked) return undefined;
    this.#page += 1;
    const lists = await Promise.all([
      ...asked.map((provider) => this.#ask(provider, page, signal)),
      ...(isLibraryAsked ? [askLibrary(index, query, page)] : []),
    ]);
    if (signal.aborted) this.#page = page;
    const first = page === 0 ? [...seeds, ...query.related] : [];
    const urls = [...first, ...mergeAnswers(lists).map(({ url }) => url)];
    return urls.flatMap((url) => canonicalUrl(url) ?? []);
  }

  async #ask(provider: Provider, page: number, signal: AbortSignal): Promise<readonly FoundPage[]> {
    const { query, fetcher, timeoutMs, onBytes } = this.#options;
    const request = provider.requestFor(query, page, this.#hosts);
    if (request === undefined) {
      this.#ended.add(provider.name);
      return [];
    }
    try {
      const answer = await fetcher.fetch({
        ...{ url: request.url, maxBytes: MAX_ANSWER_BYTES, signal },
        headers: { accept: 'application/json,*/*;q=0.5', ...request.headers },
        // An engine asks others in its turn: it needs longer than a page.
        timeoutMs: 3 * timeoutMs,
      });
      onBytes(answer.bytes);
      if (answer.head.status !== 200)
        throw new Error(`it answered with status ${answer.head.status}`);
      const found = provider.parse(answer.body.toString('utf8'), query);
      if (found.length === 0) this.#ended.add(provider.name);
      return found;
    } catch (thrown) {
      if (thrown instanceof FetchFault && thrown.reason === 'aborted') return [];
      this.#ended.add(provider.name);
      this.failures.set(provider.name, messageOf(thrown));
      return [];
    }
  }
}

/** The pages of the library that show images for the query. */
async function askLibrary(
  index: SearchIndex,
  { text }: FindQuery,
  page: number,
): Promise<readonly FoundPage[]> {
  const { items } = await searchImages(index, {
    query: text,
    limit: LIBRARY_LIMIT,
    offset: page * LIBRARY_LIMIT,
  });
  const pages = items.flatMap(({ page: shown }) => shown ?? []);
  return [...new Map(pages.map(({ url, title }) => [url, { url, title }])).values()];
}
