// What decides which link is next: a small object that anybody can write.
import type { PageReading } from '../page-reading.ts';

/** A link to be scored. */
export interface ScoredLink {
  readonly url: string;
  readonly text: string;
  readonly title: string;
  /** Links from a seed to it. */
  readonly depth: number;
  /** Rank among the links of its page. */
  readonly position: number;
}

/** The page that a link was found on. */
export interface ScoredPage {
  readonly url: string;
  /** Group of the link that led to it. */
  readonly group: number;
  /** How many pages were read before it. */
  readonly sequence: number;
  readonly reading: PageReading;
}

/** A page that was visited. */
export interface VisitedPage {
  readonly url: string;
  /** Scheme, name and port of its host. */
  readonly origin: string;
  readonly group: number;
}

/** Where a link is put. */
export interface Place {
  /** The higher, the earlier; of equal ones the older comes first, unless `isNewestFirst`. */
  readonly priority: number;
  /** Links of a host that are valued together, 0 to 65,535; default 0. */
  readonly group?: number;
}

/**
 * Decides which link is next. `score` is enough; a strategy that learns also values groups of links when one is to be
 * chosen, and is told what came of them.
 *
 * @example
 * // Short addresses first.
 * export default { name: 'short', score: ({ url }) => ({ priority: -url.length }) };
 */
export interface Strategy {
  readonly name: string;
  /** Whether, of links with the same priority, the one that was found last comes first. Default false. */
  readonly isNewestFirst?: boolean;
  /** Puts a link that was just found into its place. */
  score(link: ScoredLink, page: ScoredPage): Place;
  /** What the links of a group of a host are worth now, given the priority of the first; default that priority. */
  value?(origin: string, group: number, top: number): number;
  /** A page was visited. */
  visited?(page: VisitedPage): void;
  /** An image of a page was judged. */
  judged?(page: VisitedPage, isWanted: boolean): void;
  /** What it has learnt, as JSON, to be given to `restore` when the crawl goes on. */
  save?(): unknown;
  restore?(state: unknown): void;
}

/** Oldest link first. */
export const breadth: Strategy = { name: 'breadth', score: () => ({ priority: 0 }) };

/** First link of the newest page first. */
export const depth: Strategy = {
  name: 'depth',
  score: (_, page) => ({ priority: page.sequence }),
};
