// Crawls: the face of this stage.

import { mkdir } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { type RecoveredFile, recoverOpenFiles } from '../archive/write/warc-writer-recover.ts';
import { PinakesError } from '../support/errors.ts';
import { CrawlStore } from './frontier/crawl-store.ts';
import { Frontier } from './frontier/frontier.ts';
import { canonicalUrl } from './rules/canonical-url.ts';
import { ArchiveOutput } from './run/archive-output.ts';
import { type CrawlCounts, newCounts } from './run/counts.ts';
import { runCrawl } from './run/crawl-run.ts';
import type { CrawlOptions, CrawlOutcome } from './run/options.ts';

export { type AccessOptions, accessOf } from './fetch/access.ts';
export { FETCH_FAULTS, FetchFault } from './fetch/fetch-fault.ts';
export type { Answer, Fetcher, FetchRequest } from './fetch/fetcher.ts';
export { type HttpFetcherOptions, openHttpFetcher } from './fetch/http-fetcher.ts';
export { parseResolveRule, type ResolveRule } from './fetch/resolve-rules.ts';
export {
  type Candidate,
  createImages,
  createTopic,
  everything,
  type Goal,
  geotagged,
  images,
  type Verdict,
} from './goal/goal.ts';
export type { ExpectedSize, ImageSizes, SizeAdvice } from './goal/image-sizes.ts';
export type { ImageMention, ImageReading, PageLink, PageReading, Readers } from './page-reading.ts';
export { canonicalUrl } from './rules/canonical-url.ts';
export { backOffMs, parseRetryAfter } from './rules/retry-after.ts';
export { parseDirectives } from './rules/robots-directives.ts';
export { domainOf, SCOPES, type ScopeKind, type ScopeOptions } from './rules/scope.ts';
export { TrapRules } from './rules/traps.ts';
export { ArchiveOutput, type ArchiveProgress } from './run/archive-output.ts';
export {
  type CrawlCounts,
  type DomainCounts,
  type SeedCounts,
  type SizeCounts,
  STEPS,
  type Step,
} from './run/counts.ts';
export { largestOf } from './run/image-choice.ts';
export type {
  CapturedImage,
  CrawlEnd,
  CrawlOptions,
  CrawlOutcome,
  CrawlView,
  HostView,
  Until,
} from './run/options.ts';
export type { ResourceLimits } from './run/resource-limits.ts';
export { type GatedHost, RobotsGate } from './run/robots-gate.ts';
export {
  type CrawlBook,
  type CrawlTask,
  hasCrawlBook,
  openCrawlBook,
  type SavedCrawl,
  WISHES,
  type Wish,
} from './schedule/crawl-book.ts';
export { type Cron, parseCron } from './schedule/cron.ts';
export { createBest } from './strategy/best.ts';
export { createLearned } from './strategy/learned.ts';
export {
  breadth,
  depth,
  type Place,
  type ScoredLink,
  type ScoredPage,
  type Strategy,
  type VisitedPage,
} from './strategy/strategy.ts';

/**
 * Crawls from seeds until nothing is left or a limit is reached. A crawl that ended in any way, also by a power cut,
 * goes on when it is called again with the same state: nothing is fetched twice but what was under way.
 * Throws `USAGE` for seeds that are no web addresses, and `OUTPUT_UNWRITABLE` when the archive cannot be written.
 */
export async function crawl(options: CrawlOptions): Promise<CrawlOutcome> {
  const seeds = options.seeds.map(toSeed);
  await mkdir(dirname(options.statePath), { recursive: true });
  await mkdir(options.archiveFolder, { recursive: true });
  const recovered = await recoverOpenFiles(options.archiveFolder);
  const store = new CrawlStore(options.statePath);
  try {
    forgetLost(store, recovered);
    if (options.again === true) store.startOver();
    restoreStrategy(store, options);
    const frontier = new Frontier(store, {
      delayMs: options.delayMs ?? 1000,
      valueGroup: options.strategy.value?.bind(options.strategy),
      isNewestFirst: options.strategy.isNewestFirst,
    });
    const counts = restoreCounts(store, seeds, options.again === true);
    // Written with every commit, so that numbers and frontier agree.
    store.beforeCommit = () => store.setSetting('counts', JSON.stringify(counts));
    store.transaction(() => {
      for (const [index, { url }] of counts.seeds.entries()) {
        frontier.add(0, [{ url, kind: 'page', priority: SEED_PRIORITY, depth: 0, seed: index }]);
      }
    });
    const output = await ArchiveOutput.open({
      folder: options.archiveFolder,
      prefix: options.prefix ?? 'crawl',
    });
    options.onArchive?.(output);
    try {
      return await runCrawl({ options, store, frontier, output, counts, seeds });
    } finally {
      await output.close();
    }
  } finally {
    store.close();
  }
}

/** Before all that is found on the way. */
const SEED_PRIORITY = 3e38;

function toSeed(address: string): string {
  const url = canonicalUrl(/^[a-z][a-z0-9+.-]*:/i.test(address) ? address : `http://${address}`);
  if (url !== undefined) return url;
  const detail = `${JSON.stringify(address)} is not a web address to start from.`;
  throw new PinakesError('USAGE', { command: 'crawl', detail });
}

/** What a killed writer left behind its last whole record is gone: those links are due again. */
function forgetLost(store: CrawlStore, recovered: readonly RecoveredFile[]): void {
  store.transaction(() => {
    for (const { file, keptBytes, records } of recovered) {
      store.forgetVisitsBehind(basename(file), records === 0 ? 0 : keptBytes);
    }
  });
}

function restoreCounts(store: CrawlStore, seeds: readonly string[], isNew: boolean): CrawlCounts {
  const kept = isNew ? undefined : store.getSetting('counts');
  if (kept === undefined) return newCounts(seeds);
  // As it was written; an earlier version may have counted less.
  const counts: CrawlCounts = { ...newCounts([]), ...(JSON.parse(kept) as CrawlCounts) };
  for (const url of seeds) {
    if (!counts.seeds.some((seed) => seed.url === url)) {
      counts.seeds.push({ url, pages: 0, images: 0, wanted: 0 });
    }
  }
  return counts;
}

function restoreStrategy(store: CrawlStore, { strategy, sizes }: CrawlOptions): void {
  const learnt = sizes === undefined ? undefined : store.getSetting('sizes');
  if (learnt !== undefined) sizes?.restore(JSON.parse(learnt));
  const kept = store.getSetting(`strategy ${strategy.name}`);
  if (kept !== undefined) strategy.restore?.(JSON.parse(kept));
}
