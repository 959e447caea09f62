// One visit to a page of a search: asked for, archived, scored; its images and links wait from then on.
import type { HttpHead } from '../archive/read/http-head.ts';
import { type Answer, canonicalUrl, largestOf, parseDirectives } from '../crawl/crawl.ts';
import {
  discardByMarkup,
  type FindPage,
  isImageAddress,
  type OnwardLink,
  type PageImage,
  type PageScore,
  type PlannedVisit,
  scorePage,
} from '../find/find.ts';
import type { Timestamp } from '../model/capture.ts';
import { type FindContext, isSameSite, MAX_REDIRECTS, redirectOf } from './find-context.ts';
import { readFindPage } from './find-page.ts';
import type { SeenPage } from './find-table.ts';

const MAX_PAGE_BYTES = 5_000_000;
/** Mentions that are shown to readers of a page. */
const SHOWN = new Set(['img', 'srcset', 'picture', 'a', 'poster', 'input', 'svg', 'noscript']);
/** A nearness that counts half where links are weighed. */
const HALF = 5;

/** Visits a page. */
export async function visitPage(
  context: FindContext,
  visit: PlannedVisit,
  signal: AbortSignal,
): Promise<void> {
  let url = visit.url;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    if (redirects > 0) await context.untilReady(url, 'page', signal);
    const asked = await context.hosts.ask(url, 'page', PAGE_REQUEST, signal);
    if (signal.aborted && asked.kind === 'refused') {
      context.queue.putBack(visit);
      return;
    }
    if (asked.kind === 'refused') {
      context.fail(asked.reason);
      return;
    }
    const { answer } = asked;
    const { status } = answer.head;
    const why = redirects > 0 ? 'redirect' : visit.depth === 0 ? 'seed' : 'link';
    if (answer.shortened !== 'unwanted') {
      const output = await context.archive();
      await output.writeAnswer(answer, { via: visit.via, hops: visit.depth, why });
    }
    const target = redirectOf(answer, url);
    if (target !== '') {
      url = target;
      continue;
    }
    if (status !== 200) context.fail(`status-${status}`);
    else if (answer.shortened === 'unwanted') context.fail('type');
    else takePage(context, visit, url, answer);
    return;
  }
  context.fail('redirects');
}

/** Reads a page of no language while the first answer is on its way: the guesser of languages is loaded by then. */
export function warmUp(): void {
  const time = '19700101000000' as Timestamp; // any
  readFindPage(Buffer.from('<p>a text</p>'), {
    url: 'http://page.invalid/',
    contentType: '',
    time,
  });
}

const PAGE_REQUEST = {
  headers: {
    accept: 'text/html,application/xhtml+xml,*/*;q=0.1',
    'accept-encoding': 'gzip, deflate, br',
  },
  maxBytes: MAX_PAGE_BYTES,
  wantsBody: ({ status, fields }: HttpHead) =>
    status !== 200 || /^$|html/i.test(fields.get('content-type')),
};

function takePage(context: FindContext, visit: PlannedVisit, url: string, answer: Answer): void {
  const { options, counts, table, queue, product } = context;
  const { fields } = answer.head;
  const contentType = fields.get('content-type');
  const page = readFindPage(answer.body, { url, contentType, time: answer.time });
  const rules = parseDirectives([...fields.all('x-robots-tag'), ...page.robots], product);
  counts.pages += 1;
  table.addPage();
  const score = scorePage(page, options.query);
  const seen: SeenPage = {
    ...{ url, title: page.title, time: answer.time, base: visit.base, rank: visit.rank },
    collected: 0,
  };
  const isShown = context.isWantedSite(url) && !score.isExcluded;
  if (isShown) {
    takeImages(context, { page, score, seen }, rules.noindex || rules.noimageindex);
  }
  if (rules.nofollow) return;
  // Where an answer leads to another site at once, that is the site to stay on.
  const from = visit.depth === 0 ? { ...visit, top: url } : visit;
  queue.visited(from, score.isOnTopic, linksOf(context, { page, score, seen }, from));
}

/** A page that was read. */
interface ScoredPage {
  readonly page: FindPage;
  readonly score: PageScore;
  readonly seen: SeenPage;
}

function takeImages(
  context: FindContext,
  { page, score, seen }: ScoredPage,
  isForbidden: boolean,
): void {
  const { counts, table, images } = context;
  const { withExternal = false, predictLarge } = context.options;
  const inPage = new Set<string>();
  for (const image of shownImages(page.images)) {
    const url = canonicalUrl(image.url);
    if (url === undefined || inPage.has(url)) continue;
    inPage.add(url);
    counts.imagesSeen += 1;
    const reason = isForbidden
      ? 'robots'
      : discardByMarkup(image, page.url, { withExternal, isSameSite, predictLarge });
    if (reason !== undefined) context.discard(reason);
    else if (table.add(url, seen, image, score.evidenceOf(image))) counts.repeated += 1;
  }
  for (const url of inPage) {
    const promise = table.takeUp(url);
    if (promise !== undefined) images.add(url, promise);
  }
}

function linksOf(
  context: FindContext,
  { page, score, seen: { collected } }: ScoredPage,
  visit: PlannedVisit,
): OnwardLink[] {
  const links: OnwardLink[] = [];
  for (const link of page.links) {
    const url = canonicalUrl(link.url);
    if (url === undefined || link.isNofollow || isImageAddress(url)) continue;
    if (!context.isWantedSite(url)) continue;
    if (!isSameSite(url, visit.top)) continue;
    if (context.traps.refuse(url, visit.depth + 1) !== undefined) continue;
    const base = score
      .nearLink(link)
      .map((near, keyword) => near + (visit.base[keyword] ?? 0) / Math.max(1, collected));
    links.push({ url, base, worth: worthOf(base) });
  }
  return links;
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

/** How much a link promises: the mean over keywords of what is handed down it. */
function worthOf(base: readonly number[]): number {
  const sum = base.reduce((total, score) => total + score / (score + HALF), 0);
  return base.length === 0 ? 0 : sum / base.length;
}
