// One visit to an image: its first bytes decide whether the rest is fetched.
import type { HttpHead } from '../../archive/read/http-head.ts';
import { parseUrl } from '../../support/parse-url.ts';
import type { Answer } from '../fetch/fetcher.ts';
import type { DueLink } from '../frontier/frontier.ts';
import type { Candidate, Verdict } from '../goal/goal.ts';
import type { ImageReading, Readers } from '../page-reading.ts';
import { parseDirectives } from '../rules/robots-directives.ts';
import {
  archive,
  ask,
  type CrawlContext,
  conditions,
  done,
  finishCaptured,
  found,
  keep,
  toVisited,
  unchanged,
} from './context.ts';
import { audit, type CrawlCounts, refuse, sizeCounts, timed } from './counts.ts';

/** Bytes of a first look: enough for size and place of nearly all images, and no more round trips than one byte. */
const LOOK_BYTES = 16_384;
const TIMEOUT_MS = 60_000;
const ACCEPT = 'image/avif,image/webp,image/*,*/*;q=0.5';

/** Visits an image. */
export async function visitImage(context: CrawlContext, link: DueLink): Promise<void> {
  const { goal } = context.options;
  const candidate = candidateOf(link);
  const isLooked =
    goal.keepsEverything !== true &&
    candidate.expected !== 'fetch' &&
    link.queue.memory.hasRanges !== false;
  if (isLooked && !(await look(context, link, candidate))) return;
  if (isLooked) await context.wait(link);
  if (context.signal.aborted) context.frontier.putBack(link);
  else await fetchWhole(context, link, candidate);
}

/** Takes an image that a link to a page led to. */
export async function takeImage(
  context: CrawlContext,
  link: DueLink,
  answer: Answer,
): Promise<void> {
  await judgeWhole(context, link, answer, candidateOf(link));
}

/** Looks at the first bytes; false when the link was dealt with. */
async function look(context: CrawlContext, link: DueLink, candidate: Candidate): Promise<boolean> {
  const { goal } = context.options;
  const first = await lookAt(context, link, candidate, 0);
  if (first === undefined) return false;
  const reading = readImage(context, first);
  if (reading === undefined) {
    done(context, link, 'not-image');
    return false;
  }
  let known: ImageReading | undefined = reading;
  if (reading.missingFrom >= 0) {
    await context.wait(link);
    const more = await lookAt(context, link, candidate, reading.missingFrom);
    if (more === undefined) return false;
    known = readImage(context, first, { bytes: more, from: reading.missingFrom });
  }
  const verdict = known === undefined ? NOT_IMAGE : goal.judge(known, candidate);
  if (context.options.sizes !== undefined) {
    sizeCounts(context.counts).checkedByRange += 1;
    if (!verdict.keep) learnSize(context, candidate, known, false);
  }
  if (verdict.keep) return true;
  judged(context, link, verdict, known);
  return false;
}

function readImage({ options, counts }: CrawlContext, ...bytes: Parameters<Readers['readImage']>) {
  return timed(counts, 'look', () => options.readers.readImage(...bytes));
}

/** Every image that is looked at counts once: those that are kept when they are captured. */
function countPlace(counts: CrawlCounts, reading: ImageReading | undefined): void {
  if (reading === undefined) return;
  if (reading.hasPlace) counts.located += 1;
  else if (reading.hasWrongPlace) counts.wrongPlaces += 1;
  else counts.unlocated += 1;
}

/**
 * Bytes of an image from an offset on; `undefined` when the link was dealt with. A server that knows no ranges sends
 * all: that is taken, or broken off, at once.
 */
async function lookAt(
  context: CrawlContext,
  link: DueLink,
  candidate: Candidate,
  from: number,
): Promise<Buffer | undefined> {
  const { counts, frontier } = context;
  const range = `bytes=${from}-${from + LOOK_BYTES - 1}`;
  const answer = await ask(context, link, {
    headers: { accept: ACCEPT, range },
    ...wholeLimits(context, candidate),
  });
  if (answer === undefined) return undefined;
  const { status, fields } = answer.head;
  if (status === 206) {
    counts.probes += 1;
    counts.probeBytes += answer.bytes;
    if (link.queue.memory.hasRanges !== true) frontier.remember(link.queue, { hasRanges: true });
    const total = Number(/\/(\d+)\s*$/.exec(fields.get('content-range'))?.[1] ?? 0);
    if (total <= maxBytesOf(context)) return answer.body;
    done(context, link, 'too-many-bytes');
  } else {
    if (status === 200 && isWithoutRanges(answer) && link.queue.memory.hasRanges !== true)
      frontier.remember(link.queue, { hasRanges: false });
    await take(context, link, answer, candidate);
  }
  return undefined;
}

/** A file that is no longer than what was asked for, or is made on request, tells nothing of the others. */
function isWithoutRanges({ head, body }: Answer): boolean {
  return body.length >= LOOK_BYTES && !/bytes/i.test(head.fields.get('accept-ranges'));
}

async function fetchWhole(
  context: CrawlContext,
  link: DueLink,
  candidate: Candidate,
): Promise<void> {
  const answer = await ask(context, link, {
    headers: { accept: ACCEPT, ...conditions(context, link) },
    ...wholeLimits(context, candidate),
  });
  if (answer === undefined) return;
  if (context.options.sizes !== undefined) sizeCounts(context.counts).fetched += 1;
  await take(context, link, answer, candidate);
}

/** Limits of a request for a whole image, which is broken off as soon as its start says that it is not wanted. */
function wholeLimits(context: CrawlContext, candidate: Candidate) {
  const { goal, readers } = context.options;
  const maxBytes = maxBytesOf(context);
  const wantsBody = ({ status, fields }: HttpHead) =>
    status !== 200 || Number(fields.get('content-length') || 0) <= maxBytes;
  const wantsRest = (start: Buffer, head: HttpHead): boolean => {
    if (head.status !== 200 || head.fields.get('content-encoding') !== '') return true;
    const reading = readers.readImage(start);
    if (reading === undefined) return false;
    return reading.missingFrom >= 0 || goal.judge(reading, candidate).keep;
  };
  const isLooked = goal.keepsEverything !== true;
  return {
    maxBytes,
    timeoutMs: TIMEOUT_MS,
    wantsBody,
    ...(isLooked && { look: { bytes: LOOK_BYTES, wantsRest } }),
  };
}

/** Deals with an answer that is not a part. */
async function take(
  context: CrawlContext,
  link: DueLink,
  answer: Answer,
  candidate: Candidate,
): Promise<void> {
  const { status, fields } = answer.head;
  if (status === 304) await unchanged(context, link, answer);
  else if (status >= 300 && status < 400) follow(context, link, answer);
  else if (status !== 200) done(context, link, `status-${status}`);
  else if (answer.shortened === 'unwanted') {
    const isLarge = Number(fields.get('content-length') || 0) > maxBytesOf(context);
    const reading = readImage(context, answer.body);
    const verdict =
      reading === undefined ? NOT_IMAGE : context.options.goal.judge(reading, candidate);
    wasted(context, candidate, reading);
    if (isLarge) done(context, link, 'too-many-bytes');
    else if (verdict.keep) done(context, link, 'cut');
    else judged(context, link, verdict, reading);
  } else if (answer.shortened === 'length') done(context, link, 'too-many-bytes');
  else if (answer.shortened !== undefined) done(context, link, 'cut');
  else await judgeWhole(context, link, answer, candidate);
}

async function judgeWhole(
  context: CrawlContext,
  link: DueLink,
  answer: Answer,
  candidate: Candidate,
): Promise<void> {
  const { options, counts, product } = context;
  const rules = parseDirectives(answer.head.fields.all('x-robots-tag'), product);
  const reading = readImage(context, answer.body);
  if (options.directives !== false && rules.noimageindex) {
    done(context, link, 'noimageindex');
    return;
  }
  const verdict = reading === undefined ? NOT_IMAGE : options.goal.judge(reading, candidate);
  if (!verdict.keep) {
    wasted(context, candidate, reading);
    judged(context, link, verdict, reading);
    return;
  }
  learnSize(context, candidate, reading, true);
  const kept = await archive(context, link, answer, 'image');
  keep(context, () => {
    found(context, link, 'images');
    counts.imageBytes += answer.body.length;
    // The same picture under another address is not another find.
    const isWanted = verdict.wanted && !kept.isKnown;
    if (kept.isKnown) counts.unchanged += 1;
    if (isWanted) found(context, link, 'wanted');
    countPlace(counts, reading);
    tellStrategy(context, link, isWanted);
    finishCaptured(context, link, answer, kept);
    options.onImage?.({
      ...{ url: link.url, pageUrl: candidate.pageUrl, bytes: answer.body, isWanted },
      ...{ width: reading?.width ?? 0, height: reading?.height ?? 0 },
    });
  });
}

/** Tells the predictor what an image turned out to be. */
function learnSize(
  { options, counts }: CrawlContext,
  candidate: Candidate,
  reading: ImageReading | undefined,
  isKept: boolean,
): void {
  if (options.sizes === undefined) return;
  if (reading !== undefined && reading.width > 0) options.sizes.learn(candidate, reading);
  if (candidate.expected === 'audit') audit(counts, isKept);
}

/** An image was fetched, at least in part, and is not kept. */
function wasted(
  context: CrawlContext,
  candidate: Candidate,
  reading: ImageReading | undefined,
): void {
  if (context.options.sizes === undefined) return;
  sizeCounts(context.counts).wasted += 1;
  learnSize(context, candidate, reading, false);
}

function judged(
  context: CrawlContext,
  link: DueLink,
  verdict: Verdict & { readonly keep: false },
  reading: ImageReading | undefined,
): void {
  countPlace(context.counts, reading);
  tellStrategy(context, link, false);
  done(context, link, verdict.reason);
}

function tellStrategy(
  { options, store, frontier }: CrawlContext,
  link: DueLink,
  isWanted: boolean,
): void {
  const { strategy } = options;
  const page =
    strategy.judged === undefined || link.kind !== 'image' ? undefined : store.getVia(link.via);
  if (page === undefined) return;
  const queue = frontier.hosts[page.host - 1];
  if (queue !== undefined) strategy.judged?.(toVisited({ ...page, queue }), isWanted);
}

/** Where a redirect leads is another image to look at. It is no capture: what it leads to is. */
function follow(context: CrawlContext, link: DueLink, answer: Answer): void {
  const url = parseUrl(answer.head.fields.get('location'), link.url)?.href;
  keep(context, () => {
    context.frontier.finish(link, { outcome: 'redirect', file: '', offset: -1 });
    if (url === undefined || link.depth >= 60_000) refuse(context.counts, 'bad-redirect');
    else {
      const { priority, depth, hops, seed, note } = link;
      const next = { url, kind: 'image', priority, depth, hops, seed, note } as const;
      context.frontier.add(link.via, [next]);
    }
  });
}

const NOT_IMAGE = { keep: false, reason: 'not-image' } as const;

function maxBytesOf({ options }: CrawlContext): number {
  return options.maxImageBytes ?? 32_000_000;
}

function candidateOf({ url, note }: DueLink): Candidate {
  const told = note === '' ? {} : (JSON.parse(note) as Partial<Candidate>); // made by `toNote`
  return Object.assign({}, NOTHING_SAID, told, { url });
}

const NOTHING_SAID: Omit<Candidate, 'url'> = {
  ...{ tag: 'a', alt: '', title: '', caption: '', anchorText: '', width: 0, height: 0 },
  ...{ descriptor: '', picture: 0, pageUrl: '', pageTitle: '', pagePlaces: 0 },
};
