// What a crawl is told.
import type { Fetcher } from '../fetch/fetcher.ts';
import type { Goal } from '../goal/goal.ts';
import type { ImageSizes } from '../goal/image-sizes.ts';
import type { Readers } from '../page-reading.ts';
import type { ScopeOptions } from '../rules/scope.ts';
import type { TrapBounds } from '../rules/traps.ts';
import type { Strategy } from '../strategy/strategy.ts';
import type { ArchiveProgress } from './archive-output.ts';
import type { CrawlCounts } from './counts.ts';
import type { ResourceLimits } from './resource-limits.ts';

/** What ends a crawl early. */
export interface Until {
  readonly url?: string;
  /** Number of wanted images. */
  readonly wanted?: number;
}

/** Options of `crawl`. */
export interface CrawlOptions {
  /** Addresses to start from. */
  readonly seeds: readonly string[];
  /** Database of the frontier; made when it is not there, gone on with when it is. */
  readonly statePath: string;
  /** Folder of the archive files. */
  readonly archiveFolder: string;
  /** Start of the names of archive files; default `crawl`. */
  readonly prefix?: string;
  readonly strategy: Strategy;
  readonly goal: Goal;
  readonly fetcher: Fetcher;
  readonly readers: Readers;
  /** Name that robots.txt files may call us by; default `pinakes`. */
  readonly product?: string;
  readonly scope?: ScopeOptions;
  readonly traps?: TrapBounds;
  /** Pause between two requests to a host. Milliseconds, default 1000. */
  readonly delayMs?: number;
  /** Requests under way at the same time, over all hosts. Default 64. */
  readonly concurrency?: number;
  /** Pages in all, over all runs of this crawl. Default 1000, as paper 001 has it. */
  readonly maxPages?: number;
  /** Pages of this run; default as many as are left in all. */
  readonly maxRunPages?: number | undefined;
  /** What this run may take of the machine before it ends. */
  readonly resources?: ResourceLimits | undefined;
  /** Time of this run. Milliseconds. */
  readonly budgetMs?: number | undefined;
  /** Ends the crawl when this URL was captured, or this many wanted images. */
  readonly until?: Until;
  /** Whether robots.txt is kept to. Default true. */
  readonly robots?: boolean;
  /** Whether `nofollow`, `noindex` and `noimageindex` are kept to. Default true. */
  readonly directives?: boolean;
  /** Whether sitemaps and feeds are read. Default true. */
  readonly sitemaps?: boolean;
  /** Whether all URLs are asked for again, and only what has changed is kept anew. Default false. */
  readonly again?: boolean;
  /** Tries for each URL, the first one included. Default 3. */
  readonly tries?: number;
  /** Wait after the first failure. Milliseconds, default 5000. */
  readonly backOffMs?: number;
  /** Most bytes of a page, and of an image. Default 5 MB and 32 MB. */
  readonly maxPageBytes?: number;
  readonly maxImageBytes?: number;
  /** Tells which images are worth a request before they are asked for; without it all are. */
  readonly sizes?: ImageSizes | undefined;
  /** Seed of all that is random. Default 1. */
  readonly randomSeed?: number;
  readonly signal?: AbortSignal | undefined;
  /** Called at the start with what tells how far the archive is. */
  readonly onArchive?: (archive: ArchiveProgress) => void;
  readonly onProgress?: (counts: Readonly<CrawlCounts>, url: string) => void;
  /** Called every second, and at the end. */
  readonly onView?: ((view: CrawlView) => void) | undefined;
  /** An image was captured. */
  readonly onImage?: ((image: CapturedImage) => void) | undefined;
}

/** A running crawl at one moment. */
export interface CrawlView {
  readonly counts: Readonly<CrawlCounts>;
  /** URLs known, and links that wait. */
  readonly known: number;
  readonly waiting: number;
  readonly hostCount: number;
  /** The hosts with most pages and links, at most so many. */
  hosts(limit: number): HostView[];
}

/** What a host is doing. */
export interface HostView {
  readonly origin: string;
  readonly state: 'asked' | 'ready' | 'paused' | 'idle' | 'down';
  /** Captured in this run. */
  readonly pages: number;
  readonly images: number;
  readonly wanted: number;
  /** Links that wait. */
  readonly waiting: number;
  /** Failures in a row. */
  readonly failures: number;
  /** Milliseconds until it may be asked again. */
  readonly pauseMs: number;
  /** What its robots.txt is: read, none, none to be had, or not asked for yet. */
  readonly robots: 'rules' | 'none' | 'unreachable' | 'unknown';
}

/** An image that was captured. */
export interface CapturedImage {
  readonly url: string;
  readonly pageUrl: string;
  readonly width: number;
  readonly height: number;
  readonly bytes: Buffer;
  readonly isWanted: boolean;
}

/**
 * Why a crawl ended: nothing is left, enough pages in all or in this run, time is up, what was sought is found, it was
 * stopped, or it took more memory or left less of the disk than it may.
 */
export type CrawlEnd =
  | 'exhausted'
  | 'max-pages'
  | 'task-pages'
  | 'budget'
  | 'until'
  | 'stopped'
  | 'memory'
  | 'disk';

/** What came of a crawl. */
export interface CrawlOutcome {
  readonly end: CrawlEnd;
  readonly counts: Readonly<CrawlCounts>;
  /** Links that still wait. */
  readonly waiting: number;
}
