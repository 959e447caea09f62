// A search of the live web within a time: pages are visited and images judged until it is up, is stopped, or nothing is left.
import { createHash } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpHead } from '../archive/read/http-head.ts';
import {
  type Answer,
  ArchiveOutput,
  canonicalUrl,
  domainOf,
  type Fetcher,
  largestOf,
  parseDirectives,
  TrapRules,
} from '../crawl/crawl.ts';
import { probeImage } from '../extract/extract.ts';
import {
  type DiscardReason,
  discardByMarkup,
  discardBySize,
  type FindPage,
  type FindProfile,
  type FindQuery,
  FocusedQueue,
  isImageAddress,
  meetsConditions,
  type OnwardLink,
  type PageImage,
  type PageScore,
  type PlannedVisit,
  type Provider,
  scorePage,
} from '../find/find.ts';
import type { Timestamp } from '../model/capture.ts';
import { toHost } from '../model/url-host.ts';
import type { SearchIndex } from '../search/search.ts';
import { parseUrl } from '../support/parse-url.ts';
import { Discovery } from './find-discovery.ts';
import { type AskKind, PoliteHosts } from './find-hosts.ts';
import { readFindPage } from './find-page.ts';
import { FindTable, type FoundImage, type SeenPage } from './find-table.ts';

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

/** The bytes of an image that was fetched whole. */
export interface WholeImage {
  readonly bytes: Buffer;
  readonly mime: string;
  /** SHA-256 in hexadecimal. */
  readonly id: string;
}

/** Bytes of a first look: they tell the size of nearly all images; JPEG files with a long preface say where to look further. */
const LOOK_BYTES = 1024;
const MAX_PAGE_BYTES = 5_000_000;
const MAX_IMAGE_BYTES = 32_000_000;
const MAX_REDIRECTS = 5;
/** Images that are fetched whole at the same time. */
const KEEPERS = 16;
const MAX_WAITING_IMAGES = 50_000;
const IMAGE_ACCEPT = 'image/avif,image/webp,image/*,*/*;q=0.5';
/** Mentions that are shown to readers of a page. */
const SHOWN = new Set(['img', 'srcset', 'picture', 'a', 'poster', 'input', 'svg', 'noscript']);
/** A nearness that counts half where links are weighed. */
const HALF = 5;

/** A search. It can go on after its time was up. */
export class FindSession {
  readonly #options: FindOptions;
  readonly #queue: FocusedQueue;
  readonly #table: FindTable;
  readonly #hosts: PoliteHosts;
  readonly #discovery: Discovery;
  readonly #traps = new TrapRules();
  readonly #running = new Set<Promise<void>>();
  /** Images that wait, by origin, best first. */
  readonly #images = new Map<string, { readonly url: string; readonly promise: number }[]>();
  readonly #wholes = new Map<string, Promise<WholeImage | undefined>>();
  readonly #counts = {
    pages: 0,
    imagesSeen: 0,
    repeated: 0,
    probed: 0,
    bytes: 0,
    imageBytes: 0,
    wholeBytes: 0,
  };
  readonly #discarded: Partial<Record<DiscardReason, number>> = {};
  readonly #failed: Record<string, number> = {};
  #output: Promise<ArchiveOutput> | undefined;
  #isAsking = false;
  #isAskedOut = false;
  #underWay = 0;
  #elapsedMs = 0;
  #startedAt: number | undefined;
  #error: unknown;
  #wake: () => void = () => {};

  constructor(options: FindOptions) {
    this.#options = options;
    const { profile = 'pinakes', query, fetcher, timeoutMs = 2000, seeds = [] } = options;
    this.#table = new FindTable(profile);
    this.#queue = new FocusedQueue({
      isSameSite,
      hasGate: options.hasGate ?? true,
      order: profile === 'paper' ? 'arrival' : 'worth',
    });
    this.#hosts = new PoliteHosts({
      fetcher,
      product: options.product ?? 'pinakes',
      delayMs: options.delayMs ?? 250,
      imagesPerHost: options.imagesPerHost ?? 4,
      timeoutMs,
      onAnswer: (answer, kind) => this.#onAnswer(answer, kind),
    });
    this.#discovery = new Discovery({
      ...{ query, seeds, providers: options.providers ?? [] },
      indexOf: options.indexOf ?? (() => undefined),
      ...{ fetcher, timeoutMs },
      onBytes: (bytes) => {
        this.#counts.bytes += bytes;
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
    return this.#table.ranked(profile);
  }

  get status(): FindStatus {
    const now = this.#startedAt === undefined ? 0 : performance.now() - this.#startedAt;
    let waitingImages = 0;
    for (const { length } of this.#images.values()) waitingImages += length;
    const offTopic = this.#table.offTopicCount;
    return {
      ...this.#counts,
      seconds: (this.#elapsedMs + now) / 1000,
      kept: this.#table.keptCount,
      discarded: { ...this.#discarded, ...(offTopic > 0 && { 'off-topic': offTopic }) },
      failed: { ...this.#failed },
      waitingPages: this.#queue.waiting,
      waitingImages,
      discoveryFailures: Object.fromEntries(this.#discovery.failures),
    };
  }

  /** Whether an address is that of an image that was found. */
  has(url: string): boolean {
    return this.#table.has(url);
  }

  /** Fetches an image that was found, whole, into the archive; `undefined` when it cannot be had. */
  async fetchWhole(url: string, signal: AbortSignal): Promise<WholeImage | undefined> {
    if (!this.#table.has(url)) return undefined;
    const known = this.#wholes.get(url);
    if (known !== undefined) return known;
    const whole = this.#fetchWhole(url, signal);
    this.#wholes.set(url, whole);
    // The bytes are in the archive; only who asks at the same time shares them.
    void whole.finally(() => this.#wholes.delete(url)).catch(() => {});
    return whole;
  }

  /** Fetches the best images whole, those that were not yet. Gives the number of all that are whole then. */
  async keep(
    count: number,
    signal: AbortSignal,
    onProgress?: (done: number) => void,
  ): Promise<number> {
    const wanted = this.results().slice(0, count);
    const waiting = wanted.filter(({ id }) => id === '').map(({ url }) => url);
    let done = wanted.length - waiting.length;
    const own = new AbortController();
    setMaxListeners(0, own.signal); // as above
    const stop = () => own.abort();
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    const work = async () => {
      for (let url = waiting.shift(); url !== undefined; url = waiting.shift()) {
        if (own.signal.aborted) return;
        if ((await this.fetchWhole(url, own.signal)) !== undefined) done += 1;
        onProgress?.(done);
      }
    };
    await Promise.all(Array.from({ length: KEEPERS }, work));
    signal.removeEventListener('abort', stop);
    return done;
  }

  /** Completes the archive files written so far. */
  async closeArchive(): Promise<void> {
    const output = this.#output;
    this.#output = undefined;
    await (await output)?.close();
  }

  /** As many pages as may be were read, and all their images judged. */
  #isFull(): boolean {
    const isIdle = this.#running.size === 0 && this.#images.size === 0;
    return isIdle && this.#counts.pages >= (this.#options.maxPages ?? 5000);
  }

  #isDone(): boolean {
    return (
      this.#running.size === 0 &&
      this.#isAskedOut &&
      this.#queue.waiting === 0 &&
      this.#images.size === 0
    );
  }

  /** Starts what is next; false when nothing can be started now. */
  #startOne(signal: AbortSignal): boolean {
    const { concurrency = 80, maxPages = 5000 } = this.#options;
    if (this.#running.size >= concurrency) return false;
    if (this.#counts.pages + this.#underWay < maxPages) {
      const next = this.#queue.next((url) => this.#hosts.isReady(url, 'page'));
      if (next.kind === 'visit') {
        this.#underWay += 1;
        this.#start(
          this.#visit(next.visit, signal).finally(() => {
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
    const url = this.#nextImage();
    if (url !== undefined) this.#start(this.#probe(url, signal));
    return url !== undefined;
  }

  #start(work: Promise<void>): void {
    const task = work
      .catch((thrown: unknown) => {
        this.#error ??= thrown;
      })
      .finally(() => {
        this.#running.delete(task);
        this.#options.onChange?.();
        this.#wake();
      });
    this.#running.add(task);
  }

  /** Waits for something to end, or for a host to become ready. */
  async #pause(): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, this.#hosts.waitMs());
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async #ask(signal: AbortSignal): Promise<void> {
    this.#isAsking = true;
    try {
      const answer = this.#discovery.next(signal);
      if (this.#counts.pages === 0) warmUp();
      const urls = await answer;
      if (urls === undefined) this.#isAskedOut = true;
      else this.#queue.addFound(urls.filter((url) => this.#isWantedSite(url)));
    } finally {
      this.#isAsking = false;
    }
  }

  #isWantedSite(url: string): boolean {
    const { sites, excludedSites } = this.#options.query;
    const host = toHost(url);
    const isIn = (site: string) => host === site || host.endsWith(`.${site}`);
    return (sites.length === 0 || sites.some(isIn)) && !excludedSites.some(isIn);
  }

  #nextImage(): string | undefined {
    for (const [origin, waiting] of this.#images) {
      const [first] = waiting;
      if (first === undefined || !this.#hosts.isReady(first.url, 'image')) continue;
      waiting.shift();
      if (waiting.length === 0) this.#images.delete(origin);
      return first.url;
    }
    return undefined;
  }

  #queueImage(url: string, promise: number): void {
    const { origin } = new URL(url);
    const waiting = this.#images.get(origin) ?? [];
    if (waiting.length >= MAX_WAITING_IMAGES) return;
    const at = waiting.findIndex((other) => other.promise < promise);
    waiting.splice(at < 0 ? waiting.length : at, 0, { url, promise });
    this.#images.set(origin, waiting);
  }

  async #visit(visit: PlannedVisit, signal: AbortSignal): Promise<void> {
    let url = visit.url;
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
      if (redirects > 0) await this.#untilReady(url, signal);
      const asked = await this.#hosts.ask(url, 'page', PAGE_REQUEST, signal);
      if (signal.aborted && asked.kind === 'refused') {
        this.#queue.putBack(visit);
        return;
      }
      if (asked.kind === 'refused') {
        this.#fail(asked.reason);
        return;
      }
      const { answer } = asked;
      const { status, fields } = answer.head;
      const why = redirects > 0 ? 'redirect' : visit.depth === 0 ? 'seed' : 'link';
      if (answer.shortened !== 'unwanted') {
        const output = await this.#archive();
        await output.writeAnswer(answer, { via: visit.via, hops: visit.depth, why });
      }
      const target = status >= 300 && status < 400 ? resolveUrl(fields.get('location'), url) : '';
      if (target !== '') {
        url = target;
        continue;
      }
      if (status !== 200) this.#fail(`status-${status}`);
      else if (answer.shortened === 'unwanted') this.#fail('type');
      else this.#take(visit, url, answer);
      return;
    }
    this.#fail('redirects');
  }

  #take(visit: PlannedVisit, url: string, answer: Answer): void {
    const { query } = this.#options;
    const { fields } = answer.head;
    const contentType = fields.get('content-type');
    const page = readFindPage(answer.body, { url, contentType, time: answer.time });
    const rules = parseDirectives(
      [...fields.all('x-robots-tag'), ...page.robots],
      this.#options.product ?? 'pinakes',
    );
    this.#counts.pages += 1;
    this.#table.addPage();
    const score = scorePage(page, query);
    const seen: SeenPage = {
      ...{ url, title: page.title, time: answer.time, base: visit.base, rank: visit.rank },
      collected: 0,
    };
    const isShown = this.#isWantedSite(url) && !score.isExcluded;
    if (isShown) this.#takeImages(page, score, seen, rules.noindex || rules.noimageindex);
    if (rules.nofollow) return;
    // Where an answer leads to another site at once, that is the site to stay on.
    const from = visit.depth === 0 ? { ...visit, top: url } : visit;
    this.#queue.visited(from, score.isOnTopic, this.#linksOf(page, score, from, seen));
  }

  #takeImages(page: FindPage, score: PageScore, seen: SeenPage, isForbidden: boolean): void {
    const { withExternal = false, predictLarge } = this.#options;
    const inPage = new Set<string>();
    for (const image of shownImages(page.images)) {
      const url = canonicalUrl(image.url);
      if (url === undefined || inPage.has(url)) continue;
      inPage.add(url);
      this.#counts.imagesSeen += 1;
      const reason = isForbidden
        ? 'robots'
        : discardByMarkup(image, page.url, { withExternal, isSameSite, predictLarge });
      if (reason !== undefined) this.#discard(reason);
      else if (this.#table.add(url, seen, image, score.evidenceOf(image)))
        this.#counts.repeated += 1;
    }
    for (const url of inPage) {
      const promise = this.#table.takeUp(url);
      if (promise !== undefined) this.#queueImage(url, promise);
    }
  }

  #linksOf(
    page: FindPage,
    score: PageScore,
    visit: PlannedVisit,
    { collected }: SeenPage,
  ): OnwardLink[] {
    const links: OnwardLink[] = [];
    for (const link of page.links) {
      const url = canonicalUrl(link.url);
      if (url === undefined || link.isNofollow || isImageAddress(url) || !this.#isWantedSite(url))
        continue;
      if (!isSameSite(url, visit.top)) continue;
      if (this.#traps.refuse(url, visit.depth + 1) !== undefined) continue;
      const base = score
        .nearLink(link)
        .map((near, keyword) => near + (visit.base[keyword] ?? 0) / Math.max(1, collected));
      links.push({ url, base, worth: worthOf(base) });
    }
    return links;
  }

  /** Looks at the first bytes of an image, which tell its size. */
  async #probe(address: string, signal: AbortSignal): Promise<void> {
    let url = address;
    let first: Buffer | undefined;
    let from = 0;
    for (let requests = 0; requests < 4; requests += 1) {
      const headers = { accept: IMAGE_ACCEPT, range: `bytes=${from}-${from + LOOK_BYTES - 1}` };
      const asked = await this.#hosts.ask(url, 'image', { ...LOOK, headers }, signal);
      if (asked.kind === 'refused') {
        if (signal.aborted) this.#queueImage(address, Number.MAX_VALUE);
        else this.#rule(address, asked.reason === 'robots' ? 'robots' : 'unreachable');
        return;
      }
      const { head, body } = asked.answer;
      const target =
        head.status >= 300 && head.status < 400 ? resolveUrl(head.fields.get('location'), url) : '';
      if (target !== '') {
        url = target;
        continue;
      }
      if (head.status !== 206 && head.status !== 200) {
        this.#rule(address, 'unreachable');
        return;
      }
      const isMore = first !== undefined && head.status === 206;
      const reading = isMore && first !== undefined ? probeImage(first, body) : probeImage(body);
      if (reading !== undefined && reading.missingFrom >= 0 && !isMore && head.status === 206) {
        first = body;
        from = reading.missingFrom;
        continue;
      }
      this.#judge(address, head, first ?? body, reading);
      return;
    }
    this.#rule(address, 'unreachable');
  }

  #judge(
    url: string,
    { fields }: HttpHead,
    start: Buffer,
    reading: ReturnType<typeof probeImage>,
  ): void {
    this.#counts.probed += 1;
    const sizeBytes =
      totalOf(fields.get('content-range')) || Number(fields.get('content-length')) || 0;
    this.#counts.wholeBytes += sizeBytes;
    const rules = parseDirectives(fields.all('x-robots-tag'), this.#options.product ?? 'pinakes');
    if (rules.noimageindex) this.#rule(url, 'robots');
    else if (reading === undefined || reading.width === 0) this.#rule(url, 'not-image');
    else {
      const { mime, width, height } = reading;
      const reason = discardBySize(width, height);
      if (reason !== undefined) this.#rule(url, reason);
      else if (!meetsConditions(this.#options.query.conditions, { mime, width, height }))
        this.#rule(url, 'condition');
      else {
        const hash = createHash('sha1').update(start).digest('hex');
        const fingerprint = sizeBytes === 0 ? '' : `${hash}-${sizeBytes}`;
        this.#table.keep(url, { mime, width, height, sizeBytes, fingerprint });
      }
    }
  }

  #rule(url: string, reason: DiscardReason): void {
    this.#table.discard(url, reason);
    this.#discard(reason);
  }

  async #fetchWhole(address: string, signal: AbortSignal): Promise<WholeImage | undefined> {
    let url = address;
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
      await this.#untilReady(url, signal, 'image');
      const request = { headers: { accept: IMAGE_ACCEPT }, maxBytes: MAX_IMAGE_BYTES };
      const asked = await this.#hosts.ask(url, 'image', request, signal);
      if (asked.kind === 'refused') return undefined;
      const { answer } = asked;
      const { status, fields } = answer.head;
      const target = status >= 300 && status < 400 ? resolveUrl(fields.get('location'), url) : '';
      if (status !== 200 && target === '') return undefined;
      const output = await this.#archive();
      await output.writeAnswer(answer, {
        via: '',
        hops: 1,
        why: target === '' ? 'image' : 'redirect',
      });
      if (target !== '') {
        url = target;
        continue;
      }
      const probe = answer.shortened === undefined ? probeImage(answer.body) : undefined;
      if (probe === undefined) return undefined;
      const id = createHash('sha256').update(answer.body).digest('hex');
      this.#table.fetched(address, id);
      return { bytes: answer.body, mime: probe.mime, id };
    }
    return undefined;
  }

  async #untilReady(
    url: string,
    signal: AbortSignal,
    kind: 'page' | 'image' = 'page',
  ): Promise<void> {
    while (!signal.aborted && !this.#hosts.isReady(url, kind)) {
      await sleep(Math.min(50, this.#hosts.waitMs()), undefined, { signal }).catch(() => {});
    }
  }

  async #onAnswer(answer: Answer, kind: AskKind): Promise<void> {
    this.#counts.bytes += answer.bytes;
    if (kind === 'image') this.#counts.imageBytes += answer.bytes;
    if (kind !== 'robots') return;
    const output = await this.#archive();
    await output.writeAnswer(answer, { via: '', hops: 0, why: 'robots' });
  }

  #archive(): Promise<ArchiveOutput> {
    this.#output ??= ArchiveOutput.open({
      folder: this.#options.archiveFolder,
      prefix: FIND_PREFIX,
    });
    return this.#output;
  }

  #discard(reason: DiscardReason): void {
    this.#discarded[reason] = (this.#discarded[reason] ?? 0) + 1;
  }

  #fail(reason: string): void {
    this.#failed[reason] = (this.#failed[reason] ?? 0) + 1;
  }
}

/** Start of the names of archive files. */
export const FIND_PREFIX = 'find';

const PAGE_REQUEST = {
  headers: {
    accept: 'text/html,application/xhtml+xml,*/*;q=0.1',
    'accept-encoding': 'gzip, deflate, br',
  },
  maxBytes: MAX_PAGE_BYTES,
  wantsBody: ({ status, fields }: HttpHead) =>
    status !== 200 || /^$|html/i.test(fields.get('content-type')),
};

const LOOK = {
  maxBytes: 16 * LOOK_BYTES,
  // One more than was asked for: only what is sent without regard to the range is broken off.
  look: { bytes: LOOK_BYTES + 1, wantsRest: () => false },
};

/** Reads a page of no language while the first answer is on its way: the guesser of languages is loaded by then. */
function warmUp(): void {
  const time = '19700101000000' as Timestamp; // any
  readFindPage(Buffer.from('<p>a text</p>'), {
    url: 'http://page.invalid/',
    contentType: '',
    time,
  });
}

/** One address for each picture, the largest, of those that readers see. */
function shownImages(images: readonly PageImage[]): PageImage[] {
  const pictures = new Map<number, PageImage[]>();
  for (const image of images) {
    if (!SHOWN.has(image.tag)) continue;
    const same = pictures.get(image.picture);
    if (same === undefined) pictures.set(image.picture, [image]);
    else same.push(image);
  }
  return [...pictures.values()].flatMap((same) => {
    const largest = largestOf(same);
    const [first] = same;
    if (largest === undefined || first === undefined) return [];
    return [
      { ...largest, alt: largest.alt || first.alt, caption: largest.caption || first.caption },
    ];
  });
}

function isSameSite(url: string, other: string): boolean {
  return domainOf(url) === domainOf(other);
}

/** How much a link promises: the mean over keywords of what is handed down it. */
function worthOf(base: readonly number[]): number {
  const sum = base.reduce((total, score) => total + score / (score + HALF), 0);
  return base.length === 0 ? 0 : sum / base.length;
}

function resolveUrl(target: string, url: string): string {
  const resolved = target === '' ? undefined : parseUrl(target, url);
  return (resolved && canonicalUrl(resolved.href)) ?? '';
}

function totalOf(contentRange: string): number {
  return Number(/\/(\d+)\s*$/.exec(contentRange)?.[1] ?? 0);
}
