// What a search of the live web answers, as programs get it: an answer like that of a library, and how it came about.
import type { FindQuery, FindWarning } from '../find/find.ts';
import { toIsoTime } from '../model/timestamp.ts';
import type { FindEnd, FindStatus } from './find-session.ts';
import type { FoundImage } from './find-table.ts';

/** An image of an answer. */
export interface FindItem {
  /** SHA-256 of its bytes; `null` when it was not fetched whole. */
  readonly id: string | null;
  readonly url: string;
  readonly mime: string;
  readonly width: number;
  readonly height: number;
  /** Size of the file; 0 when unknown. */
  readonly bytes: number;
  /** Number of captures: 1 when it was fetched whole. */
  readonly captures: number;
  readonly titles: readonly string[];
  readonly alts: readonly string[];
  readonly captions: readonly string[];
  readonly page: { readonly url: string; readonly title: string; readonly time: string };
  readonly score: number;
}

/** An answer. */
export interface FindAnswer extends Omit<FindStatus, 'discoveryFailures'> {
  readonly query: string;
  readonly total: { readonly value: number; readonly relation: 'eq' };
  readonly items: readonly FindItem[];
  readonly next: null;
  /** Milliseconds. */
  readonly took: number;
  readonly end: FindEnd;
  readonly warnings: readonly FindWarning[];
}

/** The answer of a search. */
export function toFindAnswer(
  query: FindQuery,
  images: readonly FoundImage[],
  {
    end,
    status,
    limit,
  }: { readonly end: FindEnd; readonly status: FindStatus; readonly limit: number },
): FindAnswer {
  const { discoveryFailures, ...numbers } = status;
  return {
    query: query.text,
    total: { value: images.length, relation: 'eq' },
    items: images.slice(0, limit).map(toFindItem),
    next: null,
    took: Math.round(status.seconds * 1000),
    ...numbers,
    seconds: Math.round(status.seconds * 1000) / 1000,
    end,
    warnings: [
      ...query.warnings,
      ...Object.entries(discoveryFailures).map(([name, detail]) => ({
        code: 'discovery-failed',
        message: `${name} could not be asked: ${detail}`,
      })),
    ],
  };
}

/** An image as programs get it. */
export function toFindItem(image: FoundImage): FindItem {
  const { id, url, mime, width, height, sizeBytes, title, alt, caption, page, score } = image;
  const listed = (text: string) => (text === '' ? [] : [text]);
  return {
    id: id === '' ? null : id,
    ...{ url, mime, width, height, bytes: sizeBytes, captures: id === '' ? 0 : 1 },
    titles: listed(title),
    alts: listed(alt),
    captions: listed(caption),
    page: { ...page, time: toIsoTime(page.time) },
    score: Math.round(score * 1e6) / 1e6,
  };
}

/** Why nothing was found, in words; `undefined` when something was. */
export function explainNothing(status: FindStatus, found: number): string | undefined {
  if (found > 0) return undefined;
  const { pages, failed, imagesSeen, discoveryFailures, kept } = status;
  const listed = Object.entries(failed).map(
    ([reason, count]) => `${FAILURES[reason] ?? reason} (${count})`,
  );
  if (pages > 0 && imagesSeen > 0) {
    return kept > 0
      ? 'Nothing that was found speaks of the query.'
      : `None of the ${imagesSeen} images on ${pages} pages was kept.`;
  }
  if (pages > 0) return `There are no images on the ${pages} pages that were read.`;
  if (listed.length > 0) return `None of the pages could be read: ${listed.join(', ')}.`;
  const names = Object.keys(discoveryFailures);
  if (names.length > 0)
    return `Nobody could be asked where to start: ${names.join(', ')} did not answer.`;
  return 'Nobody knew a page to start from: give --seed or another --discover, or more time.';
}

/** Why pages could not be read, in words; other reasons as they are counted. */
const FAILURES: Readonly<Record<string, string>> = {
  dns: 'no such host',
  connect: 'no connection',
  tls: 'no safe connection',
  timeout: 'no answer in time',
  cut: 'answer broken off',
  'host-down': 'host did not answer before',
  robots: 'forbidden by robots.txt',
  'robots-unreachable': 'robots.txt could not be read',
};
