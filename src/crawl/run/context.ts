// What the parts of a running crawl share, and what they all do: ask, count, write, keep.
import { basename } from 'node:path';
import { FetchFault } from '../fetch/fetch-fault.ts';
import type { Answer, FetchRequest } from '../fetch/fetcher.ts';
import type { CrawlStore, EarlierCapture } from '../frontier/crawl-store.ts';
import type { DueLink, Frontier } from '../frontier/frontier.ts';
import { backOffMs, parseRetryAfter } from '../rules/retry-after.ts';
import { domainOf, type Scope } from '../rules/scope.ts';
import type { TrapRules } from '../rules/traps.ts';
import type { VisitedPage } from '../strategy/strategy.ts';
import {
  type ArchiveOutput,
  type Captured,
  type Provenance,
  payloadDigestOf,
} from './archive-output.ts';
import { type CrawlCounts, countFound, refuse, timed, timedAsync } from './counts.ts';
import type { CrawlOptions } from './options.ts';
import type { RefusedImages } from './refused-images.ts';

/** A crawl that runs. */
export interface CrawlContext {
  readonly options: CrawlOptions;
  readonly store: CrawlStore;
  readonly frontier: Frontier;
  readonly output: ArchiveOutput;
  readonly counts: CrawlCounts;
  readonly scope: Scope;
  readonly traps: TrapRules;
  readonly product: string;
  readonly refusedImages: RefusedImages;
  readonly random: () => number;
  /** Aborted when the crawl is stopped or its time is up. */
  readonly signal: AbortSignal;
  /** Waits the pause of a host, for a further request of the same visit. */
  readonly wait: (link: DueLink) => Promise<void>;
  /** A page was captured. */
  readonly onPage: (url: string) => void;
}

/** Requests that fail one after the other until a host is given up. */
const MAX_HOST_FAILURES = 5;

/** Asks for the URL of a link. `undefined` when there is no answer: the link was dealt with then. */
export async function ask(
  context: CrawlContext,
  link: DueLink,
  request: Omit<FetchRequest, 'url' | 'signal'>,
): Promise<Answer | undefined> {
  const { options, counts, signal } = context;
  counts.requests += 1;
  try {
    const answer = await timedAsync(counts, 'fetch', () =>
      options.fetcher.fetch({ ...request, url: link.url, signal }),
    );
    counts.bytes += answer.bytes;
    if (isBusy(answer)) {
      const value = answer.head.fields.get('retry-after');
      failed(context, link, `status-${answer.head.status}`, parseRetryAfter(value, new Date()));
      return undefined;
    }
    link.queue.failures = 0;
    return answer;
  } catch (thrown) {
    if (!(thrown instanceof FetchFault)) throw thrown;
    if (thrown.reason === 'aborted') context.frontier.putBack(link);
    else if (thrown.isPassing) failed(context, link, thrown.reason, undefined);
    else done(context, link, thrown.reason);
    return undefined;
  }
}

/** The link is done without anything to show for it: the reason is counted. */
export function done(context: CrawlContext, link: DueLink, reason: string): void {
  keep(context, () => {
    refuse(context.counts, reason);
    context.frontier.finish(link, { outcome: reason, file: '', offset: -1 });
  });
}

/** Counts a page or image that was captured. Belongs into `keep`. */
export function found(
  { counts }: CrawlContext,
  link: DueLink,
  kind: 'pages' | 'images' | 'wanted',
): void {
  countFound(counts, link, kind);
  link.queue.found[kind] += 1;
}

/** Changes that belong together. The numbers as they are then are committed with them. */
export function keep({ counts, store }: CrawlContext, work: () => void): void {
  timed(counts, 'queue', () => store.change(work));
}

/** What became of an answer in the archive. */
export interface Kept extends Captured {
  /** The same content was captured before, under this or another URL. */
  readonly isKnown: boolean;
  /** It was captured from the same site: what it links to was found there. Elsewhere the same links lead elsewhere. */
  readonly isCopy: boolean;
}

/** Writes an answer, or that it is the same as an earlier one. */
export async function archive(
  context: CrawlContext,
  link: DueLink,
  answer: Answer,
  why?: string,
): Promise<Kept> {
  const { store, output, counts } = context;
  const provenance = provenanceOf(context, link, why);
  const isWhole = answer.head.status === 200 && answer.shortened === undefined;
  const digest = payloadDigestOf(answer);
  const original = isWhole ? store.getContent(digest) : undefined;
  const captured = await timedAsync(counts, 'write', () =>
    original === undefined
      ? output.writeAnswer(answer, provenance, digest)
      : output.writeRevisit(answer, original, provenance),
  );
  if (original === undefined) return { ...captured, isKnown: false, isCopy: false };
  const domain = domainOf(link.url);
  const isCopy = domainOf(original.url) === domain || store.isCopiedOn(original.digest, domain);
  return { ...captured, isKnown: true, isCopy };
}

/** The link is done: its answer is in the archive. Belongs into `keep`. */
export function finishCaptured(
  context: CrawlContext,
  link: DueLink,
  answer: Answer,
  kept: Kept,
): void {
  const { store, frontier } = context;
  frontier.finish(link, { outcome: 'captured', file: basename(kept.file), offset: kept.offset });
  if (answer.head.status !== 200 || answer.shortened !== undefined) return;
  const { fields } = answer.head;
  const capture: EarlierCapture = {
    url: link.url,
    time: answer.time,
    etag: fields.get('etag').slice(0, 1000),
    modified: fields.get('last-modified').slice(0, 100),
    digest: kept.digest,
    id: kept.id,
  };
  store.setEarlier(link.key, capture);
  if (!kept.isKnown) store.setContent(kept.digest, capture);
  else if (!kept.isCopy) store.setCopiedOn(kept.digest, domainOf(link.url));
}

/** Headers that ask for an answer only if it has changed since it was captured. */
export function conditions(context: CrawlContext, link: DueLink): Record<string, string> {
  if (!context.store.hasRounds) return {};
  const earlier = context.store.getEarlier(link.key);
  return {
    ...(earlier !== undefined && earlier.etag !== '' && { 'if-none-match': earlier.etag }),
    ...(earlier !== undefined &&
      earlier.modified !== '' && { 'if-modified-since': earlier.modified }),
  };
}

/** A server said that nothing has changed: that is written. */
export async function unchanged(
  context: CrawlContext,
  link: DueLink,
  answer: Answer,
): Promise<void> {
  const earlier = context.store.getEarlier(link.key);
  if (earlier === undefined) {
    done(context, link, 'status-304');
    return;
  }
  const captured = await context.output.writeRevisit(answer, earlier, provenanceOf(context, link));
  keep(context, () => {
    context.counts.unchanged += 1;
    const { file, offset } = captured;
    context.frontier.finish(link, { outcome: 'unchanged', file: basename(file), offset });
  });
}

/** The page of a link, as strategies know it. */
export function toVisited({
  url,
  queue,
  group,
}: Pick<DueLink, 'url' | 'queue' | 'group'>): VisitedPage {
  return { url, origin: queue.origin, group };
}

/** How a link came to be asked for. */
function provenanceOf({ store }: CrawlContext, link: DueLink, why?: string): Provenance {
  const via = store.getVia(link.via)?.url ?? '';
  const usual =
    link.kind === 'image'
      ? 'image'
      : link.kind === 'listing'
        ? 'sitemap'
        : via === ''
          ? 'seed'
          : 'link';
  return { via, hops: link.depth, why: why ?? usual };
}

/** A try failed: the host is left alone for a while, and the link tried again unless it was tried often enough. */
function failed(
  context: CrawlContext,
  link: DueLink,
  reason: string,
  waitMs: number | undefined,
): void {
  const { frontier, options, random } = context;
  const { queue } = link;
  queue.failures += 1;
  const { tries = 3 } = options;
  keep(context, () => {
    frontier.pause(queue, waitMs ?? backOffMs(queue.failures, random, options.backOffMs));
    if (link.tries + 1 < tries) frontier.retry(link);
    else {
      refuse(context.counts, reason);
      frontier.finish(link, { outcome: reason, file: '', offset: -1 });
    }
  });
  if (queue.failures < MAX_HOST_FAILURES) return;
  refuse(context.counts, 'host-down');
  frontier.giveUp(queue);
}

/** The server asks to be left alone, or is in trouble: such answers are no content. */
function isBusy({ head }: Answer): boolean {
  return head.status === 429 || head.status >= 500;
}
