// A search of the live web within a time: pages are visited and images judged until it is up, is stopped, or nothing is left.
import { setMaxListeners } from 'node:events';
import type { DiscardReason, FindProfile } from '../find/find.ts';
import { FindContext, type FindOptions } from './find-context.ts';
import { Discovery } from './find-discovery.ts';
import { probe } from './find-probe.ts';
import type { FoundImage } from './find-table.ts';
import { visitPage, warmUp } from './find-visit.ts';
import { type WholeImage, WholeImages } from './find-whole.ts';

export { FIND_PREFIX, type FindOptions } from './find-context.ts';
export type { WholeImage } from './find-whole.ts';

/** Why a search ended. */
export type FindEnd = 'budget' | 'stopped' | 'exhausted' | 'max-pages';

/** How far a search is. */
export interface FindStatus {
  readonly seconds: number;
  /** Pages that were read. */
  readonly pages: number;
  /** Images that these mention, each once for each page. */
  readonly imagesSeen: number;
  /** Those that were known from an earlier page. */
  readonly repeated: number;
  /** Images whose first bytes were looked at. */
  readonly probed: number;
  readonly kept: number;
  /** Why images were not kept. */
  readonly discarded: Readonly<Partial<Record<DiscardReason, number>>>;
  /** Why pages were not read. */
  readonly failed: Readonly<Record<string, number>>;
  /** Bytes received in all, and for first bytes of images. */
  readonly bytes: number;
  readonly imageBytes: number;
  /** Size of the images that were looked at, where servers told it. */
  readonly wholeBytes: number;
  /** Pages, and images, that wait. */
  readonly waitingPages: number;
  readonly waitingImages: number;
  /** Providers that could not be asked, and why. */
  readonly discoveryFailures: Readonly<Record<string, string>>;
}

/** A search. It can go on after its time was up. */
export class FindSession {
  readonly #context: FindContext;
  readonly #discovery: Discovery;
  readonly #wholes: WholeImages;
  readonly #running = new Set<Promise<void>>();
  #isAsking = false;
  #isAskedOut = false;
  #underWay = 0;
  #elapsedMs = 0;
  #startedAt: number | undefined;
  #error: unknown;
  #wake: () => void = () => {};

  constructor(options: FindOptions) {
    const context = new FindContext(options);
    const { query, fetcher, timeoutMs = 2000, seeds = [] } = options;
    this.#context = context;
    this.#wholes = new WholeImages(context);
    this.#discovery = new Discovery({
      ...{ query, seeds, providers: options.providers ?? [] },
      indexOf: options.indexOf ?? (() => undefined),
      ...{ fetcher, timeoutMs },
      onBytes: (bytes) => {
        context.counts.bytes += bytes;
      },
    });
  }

  /** Searches for a time; may be called again to go on. Ends within half a second when the signal is given. */
  async run(budgetMs: number, signal?: AbortSignal): Promise<FindEnd> {
    const stop = new AbortController();
    setMaxListeners(0, stop.signal); // every request under way listens
    let end: FindEnd | undefined;
    const finish = (why: FindEnd) => {
      end ??= why;
      stop.abort();
      this.#wake();
    };
    const onAbort = () => finish('stopped');
    signal?.addEventListener('abort', onAbort, { once: true });
    if (signal?.aborted === true) finish('stopped');
    this.#startedAt = performance.now();
    const timer = setTimeout(() => finish('budget'), budgetMs);
    try {
      while (end === undefined && this.#error === undefined) {
        if (this.#isFull()) finish('max-pages');
        else if (!this.#startOne(stop.signal)) {
          if (this.#isDone()) finish('exhausted');
          else await this.#pause();
        }
      }
      stop.abort();
      await Promise.all(this.#running);
      if (this.#error !== undefined) throw this.#error;
      return end ?? 'stopped';
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      this.#elapsedMs += performance.now() - this.#startedAt;
      this.#startedAt = undefined;
    }
  }

  /** What was found so far, best first. */
  results(profile?: FindProfile): FoundImage[] {
    return this.#context.table.ranked(profile);
  }

  get status(): FindStatus {
    const { counts, table, discarded, failed, queue, images } = this.#context;
    const now = this.#startedAt === undefined ? 0 : performance.now() - this.#startedAt;
    const offTopic = table.offTopicCount;
    return {
      ...counts,
      seconds: (this.#elapsedMs + now) / 1000,
      kept: table.keptCount,
      discarded: { ...discarded, ...(offTopic > 0 && { 'off-topic': offTopic }) },
      failed: { ...failed },
      waitingPages: queue.waiting,
      waitingImages: images.count,
      discoveryFailures: Object.fromEntries(this.#discovery.failures),
    };
  }

  /** Whether an address is that of an image that was found. */
  has(url: string): boolean {
    return this.#context.table.has(url);
  }

  /** Fetches an image that was found, whole, into the archive; `undefined` when it cannot be had. */
  fetchWhole(url: string, signal: AbortSignal): Promise<WholeImage | undefined> {
    return this.#wholes.fetch(url, signal);
  }

  /** Fetches the best images whole, those that were not yet. Gives the number of all that are whole then. */
  keep(count: number, signal: AbortSignal, onProgress?: (done: number) => void): Promise<number> {
    return this.#wholes.keep(count, signal, onProgress);
  }

  /** Completes the archive files written so far. */
  closeArchive(): Promise<void> {
    return this.#context.closeArchive();
  }

  /** As many pages as may be were read, and all their images judged. */
  #isFull(): boolean {
    const { images, counts, options } = this.#context;
    const isIdle = this.#running.size === 0 && images.isEmpty;
    return isIdle && counts.pages >= (options.maxPages ?? 5000);
  }

  #isDone(): boolean {
    const { queue, images } = this.#context;
    return this.#running.size === 0 && this.#isAskedOut && queue.waiting === 0 && images.isEmpty;
  }

  /** Starts what is next; false when nothing can be started now. */
  #startOne(signal: AbortSignal): boolean {
    const { options, counts, queue, hosts, images } = this.#context;
    const { concurrency = 80, maxPages = 5000 } = options;
    if (this.#running.size >= concurrency) return false;
    if (counts.pages + this.#underWay < maxPages) {
      const next = queue.next((url) => hosts.isReady(url, 'page'));
      if (next.kind === 'visit') {
        this.#underWay += 1;
        this.#start(
          visitPage(this.#context, next.visit, signal).finally(() => {
            this.#underWay -= 1;
          }),
        );
        return true;
      }
      if (next.kind === 'ask' && !this.#isAsking && !this.#isAskedOut) {
        this.#start(this.#ask(signal));
        return true;
      }
    }
    const url = images.take((image) => hosts.isReady(image, 'image'));
    if (url !== undefined) this.#start(probe(this.#context, url, signal));
    return url !== undefined;
  }

  #start(work: Promise<void>): void {
    const task = work
      .catch((thrown: unknown) => {
        this.#error ??= thrown;
      })
      .finally(() => {
        this.#running.delete(task);
        this.#context.options.onChange?.();
        this.#wake();
      });
    this.#running.add(task);
  }

  /** Waits for something to end, or for a host to become ready. */
  async #pause(): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, this.#context.hosts.waitMs());
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async #ask(signal: AbortSignal): Promise<void> {
    const { counts, queue } = this.#context;
    this.#isAsking = true;
    try {
      const answer = this.#discovery.next(signal);
      if (counts.pages === 0) warmUp();
      const urls = await answer;
      if (urls === undefined) this.#isAskedOut = true;
      else queue.addFound(urls.filter((url) => this.#context.isWantedSite(url)));
    } finally {
      this.#isAsking = false;
    }
  }
}
