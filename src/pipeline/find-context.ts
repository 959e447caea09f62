// What the parts of a search of the live web share: what it is told, what it has met, its numbers, hosts and archive.
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Answer,
  ArchiveOutput,
  canonicalUrl,
  domainOf,
  type Fetcher,
  TrapRules,
} from '../crawl/crawl.ts';
import {
  type DiscardReason,
  type FindProfile,
  type FindQuery,
  FocusedQueue,
  type PageImage,
  type Provider,
} from '../find/find.ts';
import { toHost } from '../model/url-host.ts';
import type { SearchIndex } from '../search/search.ts';
import { parseUrl } from '../support/parse-url.ts';
import { type AskKind, PoliteHosts } from './find-hosts.ts';
import { FindTable } from './find-table.ts';
import { WaitingImages } from './find-waiting.ts';

/** What a search is told. */
export interface FindOptions {
  readonly query: FindQuery;
  readonly fetcher: Fetcher;
  /** Folder of the archive files. */
  readonly archiveFolder: string;
  readonly seeds?: readonly string[];
  readonly providers?: readonly Provider[];
  /** A library whose own pages are places to start from; `undefined` while it is not open. */
  readonly indexOf?: () => SearchIndex | undefined;
  /** How images rank, and which link is next. Default `pinakes`. */
  readonly profile?: FindProfile;
  /** Whether links of pages that hold keywords only in links are left alone. Default true. */
  readonly hasGate?: boolean;
  /** Whether images on other sites than their page are kept. Default false. */
  readonly withExternal?: boolean;
  /** Requests under way at the same time, over all hosts. Default 80. */
  readonly concurrency?: number;
  /** Time for one answer. Milliseconds, default 2000. */
  readonly timeoutMs?: number;
  /** Pause between two pages of a host. Milliseconds, default 250. */
  readonly delayMs?: number;
  /** Requests for images of one host under way at the same time. Default 4. */
  readonly imagesPerHost?: number;
  /** Pages in all. Default 5000. */
  readonly maxPages?: number;
  /** Name that robots.txt files may call us by; default `pinakes`. */
  readonly product?: string;
  /** Probability that an image is large, by what its page says. */
  readonly predictLarge?: ((image: PageImage) => number) | undefined;
  /** Something has changed. */
  readonly onChange?: () => void;
}

/** Redirects that are followed from one page or image. */
export const MAX_REDIRECTS = 5;

/** What images are asked for with. */
export const IMAGE_ACCEPT = 'image/avif,image/webp,image/*,*/*;q=0.5';

/** Start of the names of archive files. */
export const FIND_PREFIX = 'find';

/** A search that is under way, or has paused. */
export class FindContext {
  readonly options: FindOptions;
  readonly product: string;
  readonly queue: FocusedQueue;
  readonly table: FindTable;
  readonly hosts: PoliteHosts;
  readonly traps = new TrapRules();
  readonly images = new WaitingImages();
  readonly counts = {
    pages: 0,
    imagesSeen: 0,
    repeated: 0,
    probed: 0,
    bytes: 0,
    imageBytes: 0,
    wholeBytes: 0,
  };
  readonly discarded: Partial<Record<DiscardReason, number>> = {};
  readonly failed: Record<string, number> = {};
  #output: Promise<ArchiveOutput> | undefined;

  constructor(options: FindOptions) {
    this.options = options;
    this.product = options.product ?? 'pinakes';
    const { profile = 'pinakes', fetcher, timeoutMs = 2000 } = options;
    this.table = new FindTable(profile);
    this.queue = new FocusedQueue({
      isSameSite,
      hasGate: options.hasGate ?? true,
      order: profile === 'paper' ? 'arrival' : 'worth',
    });
    this.hosts = new PoliteHosts({
      fetcher,
      product: this.product,
      delayMs: options.delayMs ?? 250,
      imagesPerHost: options.imagesPerHost ?? 4,
      timeoutMs,
      onAnswer: (answer, kind) => this.#onAnswer(answer, kind),
    });
  }

  /** The archive, opened on first use. */
  archive(): Promise<ArchiveOutput> {
    this.#output ??= ArchiveOutput.open({
      folder: this.options.archiveFolder,
      prefix: FIND_PREFIX,
    });
    return this.#output;
  }

  /** Completes the archive files written so far. */
  async closeArchive(): Promise<void> {
    const output = this.#output;
    this.#output = undefined;
    await (await output)?.close();
  }

  /** Whether the query asks for images of this site. */
  isWantedSite(url: string): boolean {
    const { sites, excludedSites } = this.options.query;
    const host = toHost(url);
    const isIn = (site: string) => host === site || host.endsWith(`.${site}`);
    return (sites.length === 0 || sites.some(isIn)) && !excludedSites.some(isIn);
  }

  /** Waits until a host may be asked, or the search is stopped. */
  async untilReady(url: string, kind: 'page' | 'image', signal: AbortSignal): Promise<void> {
    while (!signal.aborted && !this.hosts.isReady(url, kind)) {
      await sleep(Math.min(50, this.hosts.waitMs()), undefined, { signal }).catch(() => {});
    }
  }

  /** Counts an image that is not kept. */
  discard(reason: DiscardReason): void {
    this.discarded[reason] = (this.discarded[reason] ?? 0) + 1;
  }

  /** Counts a page that was not read. */
  fail(reason: string): void {
    this.failed[reason] = (this.failed[reason] ?? 0) + 1;
  }

  async #onAnswer(answer: Answer, kind: AskKind): Promise<void> {
    this.counts.bytes += answer.bytes;
    if (kind === 'image') this.counts.imageBytes += answer.bytes;
    if (kind !== 'robots') return;
    const output = await this.archive();
    await output.writeAnswer(answer, { via: '', hops: 0, why: 'robots' });
  }
}

/** Whether two addresses belong to one registered domain. */
export function isSameSite(url: string, other: string): boolean {
  return domainOf(url) === domainOf(other);
}

/** Where an answer redirects to; `''` when it does not. */
export function redirectOf(
  { head: { status, fields } }: Pick<Answer, 'head'>,
  url: string,
): string {
  const target = status >= 300 && status < 400 ? fields.get('location') : '';
  const resolved = target === '' ? undefined : parseUrl(target, url);
  return (resolved && canonicalUrl(resolved.href)) ?? '';
}
