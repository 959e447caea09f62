// The loop of a crawl: what is due is visited, as many at a time as may be, until something ends it.
import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseUrl } from '../../support/parse-url.ts';
import { createRandom } from '../../support/random.ts';
import { FETCH_FAULTS, type FetchFaultReason } from '../fetch/fetch-fault.ts';
import type { CrawlStore } from '../frontier/crawl-store.ts';
import type { DueLink, Frontier } from '../frontier/frontier.ts';
import type { HostMemory } from '../frontier/host-queue.ts';
import { canonicalUrl } from '../rules/canonical-url.ts';
import { backOffMs } from '../rules/retry-after.ts';
import { createScope } from '../rules/scope.ts';
import { TrapRules } from '../rules/traps.ts';
import type { ArchiveOutput } from './archive-output.ts';
import { type CrawlContext, done, keep } from './context.ts';
import { type CrawlCounts, refuse } from './counts.ts';
import { viewHosts } from './host-views.ts';
import type { CrawlEnd, CrawlOptions, CrawlOutcome } from './options.ts';
import { RefusedImages } from './refused-images.ts';
import { findPassedLimit } from './resource-limits.ts';
import { RobotsGate } from './robots-gate.ts';
import { visitImage } from './visit-image.ts';
import { listingLink, visitListing, visitPage } from './visit-page.ts';

/** What has been opened for a crawl. */
export interface CrawlParts {
  readonly options: CrawlOptions;
  readonly store: CrawlStore;
  readonly frontier: Frontier;
  readonly output: ArchiveOutput;
  readonly counts: CrawlCounts;
  readonly seeds: readonly string[];
}

/** Pages after which what a strategy has learnt is kept. */
const SAVE_EVERY = 50;
/** As many times as long as the last saving took is waited for the next one: it grows with what was learnt. */
const SAVE_SHARE = 100;
/** How often the machine is looked at and the crawl shown. Milliseconds. */
const TICK_MS = 1000;

/** Runs a crawl to its end. */
export async function runCrawl(parts: CrawlParts): Promise<CrawlOutcome> {
  const { options, counts } = parts;
  const stop = new AbortController();
  setMaxListeners(0, stop.signal); // every request under way listens
  const run = new CrawlRun(parts, stop);
  const onAbort = () => run.end('stopped');
  options.signal?.addEventListener('abort', onAbort, { once: true });
  if (options.signal?.aborted === true) run.end('stopped');
  const timer =
    options.budgetMs === undefined
      ? undefined
      : setTimeout(() => run.end('budget'), options.budgetMs);
  const ticks = setInterval(() => run.tick(), TICK_MS);
  try {
    run.tick();
    const end = await run.loop();
    run.show();
    return { end, counts, waiting: parts.frontier.queuedCount };
  } finally {
    clearTimeout(timer);
    clearInterval(ticks);
    options.signal?.removeEventListener('abort', onAbort);
  }
}

class CrawlRun {
  readonly #parts: CrawlParts;
  readonly #stop: AbortController;
  readonly #context: CrawlContext;
  readonly #robots: RobotsGate;
  readonly #running = new Set<Promise<void>>();
  /** Pages captured by earlier runs. */
  readonly #pagesBefore: number;
  #pagesUnderWay = 0;
  #nextSave = 0;
  #end: CrawlEnd | undefined;
  #error: unknown;
  #wake: () => void = () => {};

  constructor(parts: CrawlParts, stop: AbortController) {
    const { options, counts } = parts;
    this.#parts = parts;
    this.#stop = stop;
    this.#pagesBefore = counts.pages;
    const { signal } = stop;
    const delayMs = options.delayMs ?? 1000;
    const product = options.product ?? 'pinakes';
    const wait = (ms: number) => sleep(ms, undefined, { signal }).catch(() => {});
    this.#robots = new RobotsGate({
      fetcher: options.fetcher,
      product,
      isOn: options.robots !== false,
      now: Date.now,
      wait: () => wait(delayMs),
      onAnswer: async (answer) => {
        counts.requests += 1;
        counts.bytes += answer.bytes;
        await parts.output.writeAnswer(answer, { via: '', hops: 0, why: 'robots' });
      },
      signal,
    });
    this.#context = {
      ...parts,
      scope: createScope(parts.seeds, options.scope),
      traps: new TrapRules(options.traps),
      product,
      refusedImages: new RefusedImages(),
      random: createRandom(options.randomSeed ?? 1),
      signal,
      wait: ({ queue }) => wait(this.#pauseOf(queue)),
      onPage: (url) => this.#onPage(url),
    };
  }

  /** Ends the crawl: what is under way is given up. */
  end(why: CrawlEnd): void {
    this.#end ??= why;
    this.#stop.abort();
    this.#wake();
  }

  /** Sees to limits that no visit notices, and shows how far the crawl is. */
  tick(): void {
    const { resources, archiveFolder } = this.#parts.options;
    const passed = resources && findPassedLimit(resources, archiveFolder);
    if (passed !== undefined) this.end(passed);
    this.show();
  }

  show(): void {
    const { options, counts, frontier } = this.#parts;
    options.onView?.({
      counts,
      known: frontier.knownCount,
      waiting: frontier.queuedCount,
      hostCount: frontier.hostCount,
      hosts: (limit) => viewHosts(frontier.hosts, limit, Date.now()),
    });
  }

  async loop(): Promise<CrawlEnd> {
    const { frontier, options } = this.#parts;
    const { concurrency = 64 } = options;
    while (this.#end === undefined && this.#error === undefined) {
      this.#limitPages();
      const next = this.#running.size < concurrency ? frontier.next() : undefined;
      if (next?.kind === 'link') this.#start(next.link);
      else if (next?.kind === 'empty' && this.#running.size === 0) {
        this.#end = this.#fullness() ?? 'exhausted';
      } else await this.#pause(next?.kind === 'wait' ? next.ms : undefined);
    }
    this.#stop.abort();
    await Promise.all(this.#running);
    if (this.#error !== undefined) throw this.#error;
    this.#saveStrategy();
    this.#parts.store.flush();
    return this.#end ?? 'stopped';
  }

  /** Which limit of pages is reached, if those under way are counted. */
  #fullness(): 'max-pages' | 'task-pages' | undefined {
    const { counts, options } = this.#parts;
    const { maxPages = 1000, maxRunPages = Number.POSITIVE_INFINITY } = options;
    const pages = counts.pages + this.#pagesUnderWay;
    if (pages >= maxPages) return 'max-pages';
    return pages - this.#pagesBefore >= maxRunPages ? 'task-pages' : undefined;
  }

  #limitPages(): void {
    this.#parts.frontier.openPages(this.#fullness() === undefined);
  }

  /** Waits for a visit to end, or for a host to become ready. */
  async #pause(ms: number | undefined): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = ms === undefined ? undefined : setTimeout(resolve, Math.min(ms, 2 ** 30));
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
      if (this.#end !== undefined) this.#wake();
    });
  }

  #start(link: DueLink): void {
    const isPage = link.kind !== 'image';
    if (isPage) this.#pagesUnderWay += 1;
    const visit = this.#visit(link)
      .catch((thrown: unknown) => {
        this.#error ??= thrown;
      })
      .finally(() => {
        if (isPage) this.#pagesUnderWay -= 1;
        this.#running.delete(visit);
        this.#checkUntil();
        this.#wake();
      });
    this.#running.add(visit);
  }

  async #visit(link: DueLink): Promise<void> {
    const { frontier, options, counts } = this.#parts;
    const { queue } = link;
    let isAsked = true;
    try {
      // So that a kill repeats one visit of a host at most.
      if (queue.changedIn === this.#parts.store.batch) this.#parts.store.flush();
      const rules = this.#robots.rulesOf(queue);
      if (rules === undefined) await this.#loadRobots(link);
      else if (!rules.isAllowed(pathOf(link.url))) {
        isAsked = false;
        // Where robots.txt cannot be asked for, nothing else can: the reason is the same.
        const { kind, text } = queue.memory.robots ?? {};
        done(this.#context, link, kind === 'disallow' && text ? text : 'robots');
      } else if (link.kind === 'image') await visitImage(this.#context, link);
      else if (link.kind === 'listing') await visitListing(this.#context, link);
      else await visitPage(this.#context, link);
      options.onProgress?.(counts, link.url);
    } finally {
      queue.changedIn = this.#parts.store.batch;
      frontier.release(queue, isAsked ? this.#pauseOf(queue) : 0);
    }
  }

  /** The robots.txt of a host comes first; the link waits until it may be asked again. */
  async #loadRobots(link: DueLink): Promise<void> {
    const { frontier, options } = this.#parts;
    const { queue } = link;
    const isFirst = queue.memory.robots === undefined;
    try {
      const robots = await this.#robots.load(queue);
      if (isPassing(robots)) {
        this.#robotsFailed(link, robots.text || 'robots-unreachable');
        return;
      }
      queue.failures = 0;
      keep(this.#context, () => {
        frontier.remember(queue, { robots });
        const rules = this.#robots.rulesOf(queue);
        frontier.remember(queue, { delayMs: rules?.crawlDelayMs });
        if (!isFirst || options.sitemaps === false || link.hops > 0) return;
        const sitemaps = (rules?.sitemaps ?? []).flatMap((address) => {
          const named = parseUrl(address, queue.origin);
          const url = named && canonicalUrl(named.href);
          return url === undefined ? [] : [listingLink(link, url)];
        });
        frontier.add(link.number, sitemaps);
      });
    } catch (thrown) {
      if (!this.#stop.signal.aborted) throw thrown;
    }
    frontier.putBack(link);
  }

  /** A server in trouble allows nothing (RFC 9309, 2.3.1.4): it is asked again later, what waits for it goes on waiting. */
  #robotsFailed(link: DueLink, reason: string): void {
    const { frontier, options, counts } = this.#parts;
    const { queue } = link;
    queue.failures += 1;
    frontier.putBack(link);
    if (queue.failures < (options.tries ?? 3)) {
      const ms = backOffMs(queue.failures, this.#context.random, options.backOffMs);
      keep(this.#context, () => frontier.pause(queue, ms));
    } else {
      keep(this.#context, () => refuse(counts, reason));
      frontier.giveUp(queue);
    }
  }

  #pauseOf(queue: DueLink['queue']): number {
    const asked = this.#robots.rulesOf(queue)?.crawlDelayMs ?? 0;
    return Math.max(this.#parts.options.delayMs ?? 1000, asked);
  }

  #onPage(url: string): void {
    const { options, counts } = this.#parts;
    if (counts.pages % SAVE_EVERY === 0 && performance.now() >= this.#nextSave) {
      this.#saveStrategy();
    }
    const goal = options.until?.url;
    if (goal !== undefined && canonicalUrl(goal) === url) this.end('until');
  }

  #checkUntil(): void {
    const { options, counts } = this.#parts;
    const { wanted } = options.until ?? {};
    if (wanted !== undefined && counts.wanted >= wanted) this.end('until');
  }

  #saveStrategy(): void {
    const { options, store } = this.#parts;
    const { strategy, sizes } = options;
    const started = performance.now();
    store.change(() => {
      if (sizes !== undefined) store.setSetting('sizes', JSON.stringify(sizes.save()));
      if (strategy.save === undefined) return;
      store.setSetting(`strategy ${strategy.name}`, JSON.stringify(strategy.save()));
    });
    const ended = performance.now();
    this.#nextSave = ended + (ended - started) * SAVE_SHARE;
  }
}

/** Whether robots.txt could not be had for a reason that may pass. */
function isPassing({ kind, text }: NonNullable<HostMemory['robots']>): boolean {
  if (kind !== 'disallow') return false;
  return text === '' || FETCH_FAULTS[text as FetchFaultReason].isPassing; // the gate keeps reasons of faults
}

function pathOf(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}
