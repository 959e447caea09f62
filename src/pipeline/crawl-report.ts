// What a running crawl writes into the book of its library, and what it reads there: signs of life, and wishes.
import { createHash } from 'node:crypto';
import type {
  CapturedImage,
  CrawlBook,
  CrawlCounts,
  CrawlEnd,
  CrawlView,
  HostView,
} from '../crawl/crawl.ts';

/** Numbers of one task, as they are kept. */
export interface TaskNumbers {
  readonly strategy: string;
  readonly goal: string;
  /** Of this task alone. */
  readonly pages: number;
  readonly images: number;
  readonly wanted: number;
  readonly bytes: number;
  readonly requests: number;
  /** Links that wait. */
  readonly waiting: number;
  readonly cpuMs: number;
  readonly peakMemoryBytes: number;
}

/** A crawl at one moment. */
export interface CurvePoint {
  /** Milliseconds since the task began. */
  readonly ms: number;
  readonly pages: number;
  readonly wanted: number;
  readonly bytes: number;
  readonly waiting: number;
}

/** An image that was captured lately. */
export interface LastImage {
  /** SHA-256 of its bytes: its name in the library. */
  readonly id: string;
  readonly url: string;
  readonly pageUrl: string;
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
  readonly isWanted: boolean;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** What those see who watch a crawl. */
export interface TaskView {
  readonly strategy: string;
  readonly goal: string;
  /** Over all tasks of the crawl. */
  readonly counts: CrawlCounts;
  readonly known: number;
  readonly waiting: number;
  readonly hostCount: number;
  readonly hosts: readonly HostView[];
  /** Over this task. */
  readonly curve: readonly CurvePoint[];
  /** The newest first. */
  readonly images: readonly LastImage[];
}

const MAX_HOSTS = 50;
const MAX_IMAGES = 24;
const MAX_POINTS = 240;
const MAX_URL = 2100;
const BEAT_MS = 5000;

/** Options of `CrawlReport`. */
export interface CrawlReportOptions {
  readonly book: CrawlBook;
  readonly crawl: string;
  readonly strategy: string;
  readonly goal: string;
  /** Somebody wants the task to end. */
  readonly onStop: () => void;
}

/** Reports one task. Give `onView` and `onImage` to the crawl, and call `finish` at its end. */
export class CrawlReport {
  readonly #options: CrawlReportOptions;
  readonly #task: number;
  readonly #started = Date.now();
  readonly #cpuBefore = process.cpuUsage();
  readonly #images: LastImage[] = [];
  #before: CrawlCounts | undefined;
  #curve: CurvePoint[] = [];
  #everyMs = 1000;
  #last: { readonly numbers: string; readonly view: string } = { numbers: '{}', view: '{}' };

  /** At its end a task makes thumbnails, and shows nothing new meanwhile. */
  readonly #beat = setInterval(() => this.#note(''), BEAT_MS);

  constructor(options: CrawlReportOptions) {
    this.#options = options;
    this.#task = options.book.startTask(options.crawl, this.#started);
  }

  /** Takes what the crawl shows every second. */
  readonly onView = (view: CrawlView): void => {
    this.#before ??= structuredClone(view.counts);
    this.#addPoint(view, this.#before);
    this.#last = { numbers: this.#numbersOf(view, this.#before), view: this.#viewOf(view) };
    this.#note('');
    const { book, crawl, onStop } = this.#options;
    const wish = book.wishOf(crawl);
    if (wish !== 'stop' && wish !== 'pause') return;
    if (wish === 'pause') book.setPaused(crawl, true);
    book.clearWish(crawl, wish);
    onStop();
  };

  readonly onImage = ({ bytes, ...image }: CapturedImage): void => {
    const id = createHash('sha256').update(bytes).digest('hex');
    const { url, pageUrl, ...rest } = image;
    const short = { url: url.slice(0, MAX_URL), pageUrl: pageUrl.slice(0, MAX_URL) };
    this.#images.unshift({ id, ...short, ...rest, bytes: bytes.length, at: Date.now() });
    if (this.#images.length > MAX_IMAGES) this.#images.pop();
  };

  /** The task has ended. */
  finish(end: CrawlEnd | 'failed'): void {
    clearInterval(this.#beat);
    this.#note(end);
  }

  #note(end: string): void {
    const { book, crawl } = this.#options;
    book.noteTask({ id: this.#task, crawl }, { now: Date.now(), ...this.#last, end });
  }

  /** A long task has as many points as a short one: every second one goes when there are too many. */
  #addPoint({ counts, waiting }: CrawlView, before: CrawlCounts): void {
    const ms = Date.now() - this.#started;
    const last = this.#curve.at(-1);
    if (last !== undefined && ms - last.ms < this.#everyMs * 0.9) this.#curve.pop();
    const { pages, wanted, bytes } = counts;
    this.#curve.push({
      ...{ ms, waiting, pages: pages - before.pages, wanted: wanted - before.wanted },
      bytes: bytes - before.bytes,
    });
    if (this.#curve.length <= MAX_POINTS) return;
    this.#curve = this.#curve.filter((_, at) => at % 2 === 0);
    this.#everyMs *= 2;
  }

  #numbersOf({ counts, waiting }: CrawlView, before: CrawlCounts): string {
    const { strategy, goal } = this.#options;
    const { user, system } = process.cpuUsage(this.#cpuBefore);
    const numbers: TaskNumbers = {
      ...{ strategy, goal, waiting },
      pages: counts.pages - before.pages,
      images: counts.images - before.images,
      wanted: counts.wanted - before.wanted,
      bytes: counts.bytes - before.bytes,
      requests: counts.requests - before.requests,
      cpuMs: Math.round((user + system) / 1000),
      peakMemoryBytes: process.resourceUsage().maxRSS * 1024,
    };
    return JSON.stringify(numbers);
  }

  #viewOf({ counts, known, waiting, hostCount, hosts }: CrawlView): string {
    const { strategy, goal } = this.#options;
    const view: TaskView = {
      ...{ strategy, goal, counts, known, waiting, hostCount },
      ...{ hosts: hosts(MAX_HOSTS), curve: this.#curve, images: this.#images },
    };
    return JSON.stringify(view);
  }
}
