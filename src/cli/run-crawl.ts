// Runs a crawl into a library, as `pinakes crawl` and the tasks of saved crawls do, and tells what came of it.
import type { CrawlCounts, CrawlEnd, CrawlOutcome } from '../crawl/crawl.ts';
import type { Harvest } from '../pipeline/harvest.ts';
import { PinakesError } from '../support/errors.ts';
import type { Host } from './command.ts';
import { chooseGoal, chooseSizes, chooseStrategy, toUntil } from './crawl-choices.ts';
import type { CrawlFlagValues } from './crawl-flags.ts';
import { forWriting, useLibrary } from './library-flags.ts';
import { formatSize } from './units.ts';

/** What is to be run. */
export interface CrawlRunPlan {
  readonly host: Host;
  /** Folder of the library. */
  readonly folder: string;
  readonly name: string;
  readonly seeds: readonly string[];
  readonly flags: CrawlFlagValues;
  /** Pages in all, and of this run; default any number. */
  readonly maxPages?: number | undefined;
  readonly maxRunPages?: number | undefined;
  readonly again?: boolean;
  readonly signal: AbortSignal;
  readonly onProgress?: (counts: Readonly<CrawlCounts>, url: string) => void;
}

/** What came of a run, and what it took. */
export interface CrawlRunOutcome extends CrawlOutcome {
  readonly harvest: Harvest;
  readonly cpuMs: number;
  readonly peakMemoryBytes: number;
}

/** Runs a crawl; the book of the library is told how it goes, and may have it stopped. */
export async function runCrawl(plan: CrawlRunPlan): Promise<CrawlRunOutcome> {
  const { host, folder, name, seeds, flags, onProgress } = plan;
  const { accessOf, openCrawlBook, openHttpFetcher, parseResolveRule } = await import(
    '../crawl/crawl.ts'
  );
  const { crawlIntoLibrary } = await import('../pipeline/crawl-into-library.ts');
  const { CrawlReport } = await import('../pipeline/crawl-report.ts');
  const { HarvestCurve } = await import('../pipeline/harvest.ts');
  checkName(name);
  const resolve = flags.resolve.map(parseResolveRule);
  const strategy = await chooseStrategy(host, flags.strategy, flags.seed);
  const goal = await chooseGoal(host, flags.goal, flags.minSize);
  const sizes = await chooseSizes(host, flags);
  const until = toUntil(flags.until);
  const fetcher = openHttpFetcher({
    userAgent: `Pinakes${flags.contact === undefined ? '' : ` (+${flags.contact})`}`,
    ...accessOf(seeds, { ...flags, resolve }),
  });
  const stop = new AbortController();
  const signal = AbortSignal.any([plan.signal, stop.signal]);
  try {
    return await useLibrary(folder, forWriting({}), async (library) => {
      const book = openCrawlBook(folder);
      const report = new CrawlReport({
        ...{ book, crawl: name, strategy: strategy.name, goal: flags.goal },
        onStop: () => stop.abort(),
      });
      const curve = new HarvestCurve();
      const cpuBefore = process.cpuUsage();
      let end: CrawlEnd | 'failed' = 'failed';
      try {
        const outcome = await crawlIntoLibrary({
          ...{ library, name, seeds, strategy, goal, fetcher, until, signal },
          maxPages: plan.maxPages ?? Number.MAX_SAFE_INTEGER,
          ...{ maxRunPages: plan.maxRunPages, budgetMs: flags.budget, delayMs: flags.delay },
          ...{ concurrency: flags.concurrency, again: plan.again ?? false, robots: flags.robots },
          ...{ directives: flags.directives, sitemaps: flags.sitemaps, randomSeed: flags.seed },
          scope: {
            ...{ kind: flags.scope, hops: flags.hops },
            ...{ include: flags.include, exclude: flags.exclude },
          },
          traps: { maxDepth: flags.maxDepth },
          sizes,
          resources: { maxMemoryBytes: flags.maxMemory, minFreeBytes: flags.minFree },
          withThumbnails: flags.thumbnails,
          onView: (view) => {
            curve.start(view.counts);
            report.onView(view);
          },
          onImage: report.onImage,
          onProgress: (counts, url) => {
            curve.note(counts);
            onProgress?.(counts, url);
          },
        });
        ({ end } = outcome);
        const { user, system } = process.cpuUsage(cpuBefore);
        return {
          ...outcome,
          harvest: curve.harvest,
          cpuMs: Math.round((user + system) / 1000),
          peakMemoryBytes: process.resourceUsage().maxRSS * 1024,
        };
      } finally {
        report.finish(end);
        book.close();
      }
    });
  } finally {
    await fetcher.close();
  }
}

/** Names of crawls are names of files and collections. */
export function checkName(name: string): void {
  if (/^[\w-]{1,60}$/.test(name)) return;
  throw new PinakesError('USAGE', {
    command: 'crawl',
    detail: 'The name of a crawl has letters, digits, _ and -, at most 60.',
  });
}

/** How a crawl ended, for people. */
const ENDS: Readonly<Record<CrawlEnd, string>> = {
  exhausted: 'Nothing is left to visit',
  'max-pages': 'The limit of pages is reached; raise --max-pages to go on',
  'task-pages': 'The pages of this task are visited; the next one goes on',
  budget: 'The time is up; run the same command to go on',
  until: 'What --until asks for is reached',
  stopped: 'Stopped',
  memory: 'The program took more memory than --max-memory; run the same command to go on',
  disk: 'Less is free on the disk than --min-free asks for; make room and run the same command to go on',
};

/** What came of a crawl, for people. */
export function describeCrawl({ counts, end, waiting }: CrawlOutcome): string[] {
  const refused = Object.entries(counts.refused).sort(([, a], [, b]) => b - a);
  const reasons = refused.map(([reason, count]) => `${reason} ${count}`).join(', ');
  return [
    `${counts.pages} pages, ${counts.images} images, ${counts.wanted} of them wanted; ${formatSize(counts.bytes)} in ${counts.requests} requests.`,
    ...describeSeeds(counts),
    `${counts.links} links on these pages; ${counts.known} were known already.`,
    ...describeSizes(counts),
    ...(refused.length === 0 ? [] : [`Not followed or not kept: ${reasons}.`]),
    `${ENDS[end]}; ${waiting} links wait.`,
  ];
}

/** Lines of starting addresses beyond which only their number is told; `--json` has all of them. */
const MAX_SEEDS = 20;

/** What each starting address led to: paper 001, table 11. One says no more than the sum. */
function describeSeeds({ seeds }: CrawlCounts): string[] {
  if (seeds.length < 2) return [];
  const lines = seeds
    .slice(0, MAX_SEEDS)
    .map(
      ({ url, pages, images, wanted }) =>
        `  ${url}: ${pages} pages, ${images} images, ${wanted} wanted`,
    );
  const more = seeds.length - lines.length;
  return ['By starting address:', ...lines, ...(more > 0 ? [`  and ${more} more`] : [])];
}

function describeSizes({ sizes }: CrawlCounts): string[] {
  if (sizes === undefined) return [];
  const { predictedSmall, checkedByRange, fetched, wasted, audited, missedEstimate } = sizes;
  return [
    `Sizes: ${predictedSmall} predicted small, ${checkedByRange} checked by their first bytes, ${fetched} fetched, ${wasted} of them in vain; about ${missedEstimate} missed, as ${audited} audited ones tell.`,
  ];
}
