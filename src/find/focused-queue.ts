// Which page is visited next: the focused crawl of paper 003, section 3, for many requests at a time.

/** A page to visit. */
export interface PlannedVisit {
  readonly url: string;
  /** The page that was found by asking and led here: `top_page` of the paper. */
  readonly top: string;
  /** Its place in the answer, from 1. */
  readonly rank: number;
  /** Links from it. */
  readonly depth: number;
  /** The page that links here; `''` for a top page. */
  readonly via: string;
  /** What is handed down the link: the score of an image in its place, for each keyword. */
  readonly base: readonly number[];
}

/** A link that may be followed. */
export interface OnwardLink {
  readonly url: string;
  readonly base: readonly number[];
  /** The larger, the earlier, where the order is by worth. */
  readonly worth: number;
}

/** How pages are chosen. */
export interface QueueOptions {
  /** Whether two URLs are of one site. */
  readonly isSameSite: (url: string, top: string) => boolean;
  /** Links of pages that hold keywords only in links are not followed. Default true: the paper's gate. */
  readonly hasGate?: boolean;
  /** `arrival`: first in, first out, as the paper has it; `worth`: the best link first. */
  readonly order: 'arrival' | 'worth';
}

/** What is next: a visit, nothing as long as hosts are not ready, more answers are needed, or nothing at all is left. */
export type NextVisit =
  | { readonly kind: 'visit'; readonly visit: PlannedVisit }
  | { readonly kind: 'wait' }
  | { readonly kind: 'ask' };

interface Hot extends PlannedVisit {
  readonly worth: number;
}

/** Links of a page, and pages in all, that are remembered. */
const MAX_LINKS = 2000;
const MAX_KNOWN = 200_000;
/** Waiting links of one top page that are looked at to find one whose host is ready. */
const MAX_LOOKED_AT = 200;

/**
 * The queues of the paper: `url_queue` holds what the search engine named, `hot_queue` what was found on the sites of
 * top pages, `known` all that was ever queued. Where the paper empties one hot queue after the other, here each top page
 * has its own, the earlier ones go first, and a host that may not be asked yet is passed over: so many connections can be
 * used without asking any host more often than it should be.
 */
export class FocusedQueue {
  readonly #options: QueueOptions;
  readonly #urls: { readonly url: string; readonly rank: number }[] = [];
  readonly #hot = new Map<string, Hot[]>();
  readonly #known = new Set<string>();
  #ranks = 0;

  constructor(options: QueueOptions) {
    this.#options = options;
  }

  /** Pages that wait. */
  get waiting(): number {
    let count = this.#urls.length;
    for (const links of this.#hot.values()) count += links.length;
    return count;
  }

  /** Adds what the answer to the query named, in its order. Gives the number of those that were new. */
  addFound(urls: readonly string[]): number {
    let added = 0;
    for (const url of urls) {
      this.#ranks += 1;
      if (this.#remember(url)) {
        this.#urls.push({ url, rank: this.#ranks });
        added += 1;
      }
    }
    return added;
  }

  /** The next page whose host is ready. */
  next(isReady: (url: string) => boolean): NextVisit {
    for (const [top, links] of this.#hot) {
      const at = links.slice(0, MAX_LOOKED_AT).findIndex(({ url }) => isReady(url));
      if (at < 0) continue;
      const [visit] = links.splice(at, 1);
      if (links.length === 0) this.#hot.delete(top);
      if (visit !== undefined) return { kind: 'visit', visit };
    }
    const at = this.#urls.findIndex(({ url }) => isReady(url));
    const [found] = at < 0 ? [] : this.#urls.splice(at, 1);
    if (found !== undefined) {
      const { url, rank } = found;
      return { kind: 'visit', visit: { url, top: url, rank, depth: 0, via: '', base: [] } };
    }
    return { kind: this.#urls.length === 0 ? 'ask' : 'wait' };
  }

  /**
   * Takes the links of a page that was visited. `isOnTopic` says whether a keyword stands in it outside of links.
   * Gives the number of links that are followed.
   */
  visited(visit: PlannedVisit, isOnTopic: boolean, links: readonly OnwardLink[]): number {
    const { hasGate = true, isSameSite, order } = this.#options;
    if (hasGate && !isOnTopic) return 0;
    const hot = this.#hot.get(visit.top) ?? [];
    let added = 0;
    for (const { url, base, worth } of links.slice(0, MAX_LINKS)) {
      if (!isSameSite(url, visit.top) || !this.#remember(url)) continue;
      const { top, rank, depth } = visit;
      hot.push({ url, top, rank, depth: depth + 1, via: visit.url, base, worth });
      added += 1;
    }
    if (added === 0) return 0;
    // Sorting keeps the order of what is equal.
    if (order === 'worth') hot.sort((a, b) => b.worth - a.worth);
    this.#hot.set(visit.top, hot);
    return added;
  }

  /** Puts a visit back that was broken off. */
  putBack(visit: PlannedVisit): void {
    const hot = this.#hot.get(visit.top) ?? [];
    hot.unshift({ ...visit, worth: Number.MAX_VALUE });
    this.#hot.set(visit.top, hot);
  }

  #remember(url: string): boolean {
    if (this.#known.has(url) || this.#known.size >= MAX_KNOWN) return false;
    this.#known.add(url);
    return true;
  }
}
