// One visit to a page: asked for, kept, read, its links and images queued.

import { parseUrl } from '../../support/parse-url.ts';
import type { Answer } from '../fetch/fetcher.ts';
import type { DueLink, NewLink } from '../frontier/frontier.ts';
import { keyOf } from '../frontier/known-urls.ts';
import type { PageReading } from '../page-reading.ts';
import { canonicalUrl } from '../rules/canonical-url.ts';
import { parseDirectives } from '../rules/robots-directives.ts';
import { parseListing } from '../rules/sitemap.ts';
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
import { refuse, sizeCounts, timed } from './counts.ts';
import { chooseImages } from './image-choice.ts';
import { takeImage } from './visit-image.ts';

const ACCEPT = 'text/html,application/xhtml+xml,image/*;q=0.9,*/*;q=0.5';
const MAX_REDIRECTS = 5;
const TIMEOUT_MS = 30_000;

/** Visits what a link says is a page. It may turn out to be something else. */
export async function visitPage(context: CrawlContext, link: DueLink): Promise<void> {
  const { options } = context;
  const answer = await ask(context, link, {
    headers: {
      accept: ACCEPT,
      'accept-encoding': 'gzip, deflate, br',
      ...conditions(context, link),
    },
    maxBytes: options.maxPageBytes ?? 5_000_000,
    timeoutMs: TIMEOUT_MS,
    wantsBody: ({ status, fields }) =>
      status !== 200 ||
      options.goal.keepsEverything === true ||
      isWantedType(fields.get('content-type')),
  });
  if (answer === undefined) return;
  const { status, fields } = answer.head;
  if (status === 304) await unchanged(context, link, answer);
  else if (status >= 300 && status < 400) await redirect(context, link, answer);
  else if (status !== 200) {
    const kept = await archive(context, link, answer);
    keep(context, () => {
      refuse(context.counts, `status-${status}`);
      finishCaptured(context, link, answer, kept);
    });
  } else if (answer.shortened === 'unwanted') done(context, link, 'type');
  else if (isImageType(fields.get('content-type'))) await takeImage(context, link, answer);
  else if (isPageType(fields.get('content-type'), answer.body))
    await takePage(context, link, answer);
  else await takeOther(context, link, answer);
}

/** Visits a sitemap or feed. */
export async function visitListing(context: CrawlContext, link: DueLink): Promise<void> {
  const headers = { accept: 'application/xml,*/*;q=0.5', 'accept-encoding': 'gzip, deflate, br' };
  const answer = await ask(context, link, { headers, maxBytes: 20_000_000, timeoutMs: TIMEOUT_MS });
  if (answer === undefined) return;
  if (answer.head.status !== 200) {
    done(context, link, `status-${answer.head.status}`);
    return;
  }
  const kept = await archive(context, link, answer);
  const listing = parseListing(answer.body, link.url);
  const reading: PageReading = {
    ...{ title: '', text: '', robots: [], feeds: [], forwards: [], places: 0 },
    links: listing.pages.map((url) => ({ url, text: '', title: '', isNofollow: false })),
    images: listing.images.map(({ url, text }, picture) => ({
      ...{ url, tag: 'sitemap', alt: text, title: '', caption: '', anchorText: '' },
      ...{ width: 0, height: 0, descriptor: '', picture },
    })),
  };
  const links = pageLinks(context, link, reading);
  const images = imageLinks(context, link, reading);
  const sitemaps = listing.sitemaps.map((url) => listingLink(link, url));
  keep(context, () => {
    addLinks(context, link, links, [...images, ...sitemaps]);
    finishCaptured(context, link, answer, kept);
  });
}

/** Only links to pages are counted as known: that a picture stands on many pages tells nothing of the crawl. */
function addLinks(
  { counts, frontier }: CrawlContext,
  from: DueLink,
  links: readonly NewLink[],
  others: readonly NewLink[] = [],
): void {
  frontier.add(from.number, others);
  counts.known += frontier.add(from.number, links);
}

/** A link to a sitemap or feed. */
export function listingLink(from: Pick<DueLink, 'depth' | 'hops' | 'seed'>, url: string): NewLink {
  return {
    url,
    kind: 'listing',
    priority: 0,
    depth: from.depth + 1,
    hops: from.hops,
    seed: from.seed,
  };
}

async function takePage(context: CrawlContext, link: DueLink, answer: Answer): Promise<void> {
  const { options, counts, frontier, product } = context;
  const { fields } = answer.head;
  const contentType = fields.get('content-type');
  const reading = timed(counts, 'read', () =>
    options.readers.readPage(answer.body, { url: link.url, contentType, time: answer.time }),
  );
  const isStrict = options.directives !== false;
  const rules = parseDirectives([...fields.all('x-robots-tag'), ...reading.robots], product);
  if (isStrict && rules.noindex) {
    const links = rules.nofollow ? [] : pageLinks(context, link, reading);
    keep(context, () => {
      refuse(counts, 'noindex');
      addLinks(context, link, links);
      frontier.finish(link, { outcome: 'noindex', file: '', offset: -1 });
    });
    return;
  }
  const kept = await archive(context, link, answer);
  // The links of a page whose content is known are known as well: copies of copies would have no end.
  const isFollowed = !kept.isCopy && !(isStrict && rules.nofollow);
  const links = isFollowed ? pageLinks(context, link, reading) : [];
  const images = kept.isCopy
    ? []
    : imageLinks(context, link, reading, isStrict && rules.noimageindex);
  const feeds =
    isFollowed && options.sitemaps !== false
      ? reading.feeds.map((url) => listingLink(link, url))
      : [];
  keep(context, () => {
    found(context, link, 'pages');
    if (kept.isKnown) counts.unchanged += 1;
    if (isStrict && rules.nofollow) refuse(counts, 'nofollow', reading.links.length);
    options.strategy.visited?.(toVisited(link));
    addLinks(context, link, links, [...images, ...feeds]);
    finishCaptured(context, link, answer, kept);
  });
  context.onPage(link.url);
}

/** What is neither a page nor an image. */
async function takeOther(context: CrawlContext, link: DueLink, answer: Answer): Promise<void> {
  if (context.options.goal.keepsEverything !== true) {
    done(context, link, 'type');
    return;
  }
  const kept = await archive(context, link, answer);
  keep(context, () => finishCaptured(context, link, answer, kept));
}

/** A redirect is a capture of its own; where it leads is a link like any other. */
async function redirect(context: CrawlContext, link: DueLink, answer: Answer): Promise<void> {
  const kept = await archive(context, link, answer);
  const target = parseUrl(answer.head.fields.get('location'), link.url);
  const url = target && canonicalUrl(target.href);
  const redirects = redirectsOf(link) + 1;
  const hops = url === undefined ? undefined : context.scope.hopsOf(url, link.hops);
  keep(context, () => {
    finishCaptured(context, link, answer, kept);
    if (url === undefined) refuse(context.counts, 'bad-redirect');
    else if (redirects > MAX_REDIRECTS) refuse(context.counts, 'redirects');
    else if (hops === undefined) refuse(context.counts, 'scope');
    else {
      const note = JSON.stringify({ redirects });
      const { priority, group, depth, seed } = link;
      const next = { url, kind: 'page', priority, group, depth, seed, hops, note } as const;
      context.frontier.add(link.number, [next]);
    }
  });
}

function redirectsOf({ note }: DueLink): number {
  if (note === '') return 0;
  const { redirects } = JSON.parse(note) as { readonly redirects?: number }; // written above
  return redirects ?? 0;
}

/** The links of a page that are followed. */
function pageLinks(context: CrawlContext, from: DueLink, reading: PageReading): NewLink[] {
  return timed(context.counts, 'score', () => scoreLinks(context, from, reading));
}

function scoreLinks(context: CrawlContext, from: DueLink, reading: PageReading): NewLink[] {
  const { options, counts, frontier, scope, traps } = context;
  const page = { url: from.url, group: from.group, sequence: counts.pages, reading };
  const isStrict = options.directives !== false;
  const forwards = reading.forwards.map((url) => ({ url, text: '', title: '', isNofollow: false }));
  const images = new Set(reading.images.map(({ url }) => url));
  const seen = new Set<string>();
  const links: NewLink[] = [];
  for (const [position, { url: address, text, title, isNofollow }] of [
    ...forwards,
    ...reading.links,
  ].entries()) {
    const url = canonicalUrl(address);
    if (url === undefined || images.has(address) || seen.has(url)) continue;
    seen.add(url);
    counts.links += 1;
    const hops = scope.hopsOf(url, from.hops);
    const key = keyOf(url);
    if (isNofollow && isStrict) refuse(counts, 'nofollow');
    else if (hops === undefined) refuse(counts, 'scope');
    else if (frontier.isKnown(key)) counts.known += 1;
    else {
      const depth = from.depth + 1;
      const trap = traps.refuse(url, depth);
      if (trap !== undefined) refuse(counts, trap);
      else {
        const { priority, group = 0 } = options.strategy.score(
          { url, text, title, depth, position },
          page,
        );
        links.push({ url, key, kind: 'page', priority, group, depth, hops, seed: from.seed });
      }
    }
  }
  return links;
}

/** The images of a page that are asked for. */
function imageLinks(
  context: CrawlContext,
  from: DueLink,
  reading: PageReading,
  isForbidden = false,
): NewLink[] {
  const { options, counts } = context;
  if (isForbidden) {
    refuse(counts, 'noimageindex', reading.images.length);
    return [];
  }
  const chosen = chooseImages({
    goal: options.goal,
    page: { url: from.url, reading },
    sizes: options.sizes,
    random: context.random,
    refused: context.refusedImages,
    onRefused: (reason) => {
      refuse(counts, reason);
      if (reason === 'predicted-small') sizeCounts(counts).predictedSmall += 1;
    },
  });
  return chosen.flatMap(({ candidate, priority }): NewLink[] => {
    const url = canonicalUrl(candidate.url);
    if (url === undefined) return [];
    const { depth, hops, seed } = from;
    return [
      { url, kind: 'image', priority, depth: depth + 1, hops, seed, note: toNote(candidate) },
    ];
  });
}

/** Texts are cut: a note is for judging, not for keeping. */
function toNote(candidate: object): string {
  const cut: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(candidate)) {
    cut[name] =
      typeof value === 'string' ? value.slice(0, 500).replace(/[\ud800-\udfff]/g, '') : value;
  }
  return JSON.stringify(cut);
}

function isWantedType(contentType: string): boolean {
  return contentType === '' || isImageType(contentType) || /html|text\/plain/i.test(contentType);
}

function isImageType(contentType: string): boolean {
  return /^\s*image\//i.test(contentType);
}

function isPageType(contentType: string, body: Buffer): boolean {
  if (/html/i.test(contentType)) return true;
  return (
    contentType === '' &&
    /^\s*<(?:!doctype html|html|head|title|body)/i.test(body.toString('latin1', 0, 500))
  );
}
