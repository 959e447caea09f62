// One answer as callers see it: a picture, what was said about it, and where its bytes are.
import type { ImageText } from '../model/image.ts';
import type { IndexHit } from '../model/index-query.ts';
import { toIsoTime } from '../model/timestamp.ts';

/** A picture that was found. Times are RFC 3339 in UTC. */
export interface SearchItem {
  /** SHA-256 of the bytes in hexadecimal; in libraries of mode `full` followed by the page's key. */
  readonly id: string;
  /** SHA-256 of the bytes in hexadecimal. */
  readonly digest: string;
  /** URL of the oldest capture. */
  readonly url: string;
  readonly mime: string;
  readonly width: number;
  readonly height: number;
  /** Pictures in the file; more than 1 when it is animated. */
  readonly frames: number;
  readonly bytes: number;
  /** Number of captures. */
  readonly captures: number;
  readonly firstCapture: string;
  readonly lastCapture: string;
  /** Number of pages that show it. */
  readonly pages: number;
  /** Distinct texts, those of the oldest pages first. */
  readonly titles: readonly string[];
  readonly alts: readonly string[];
  readonly captions: readonly string[];
  /** The oldest page that shows it; `null` when none is known. */
  readonly page: { readonly url: string; readonly title: string; readonly time: string } | null;
  readonly collections: readonly string[];
  readonly place?: {
    readonly latitude: number;
    readonly longitude: number;
    readonly source: string;
  };
  /** When the photograph was taken, ISO 8601, as the file tells it. */
  readonly taken?: string;
  /** From 0 to 1; absent when the picture was not scored. */
  readonly nsfw?: number;
  /** How well it answers the query; 0 where the order is not by relevance. */
  readonly score: number;
  /** The record of the oldest capture. */
  readonly source: { readonly file: string; readonly offset: number };
}

/** An answer of the index as callers see it. */
export function toItem({ document, score }: IndexHit): SearchItem {
  const { oldest, page, place } = document;
  return {
    id: document.id,
    digest: document.digest,
    url: oldest.url,
    mime: document.mime,
    width: document.width,
    height: document.height,
    frames: document.frames,
    bytes: document.bytes,
    captures: document.matchingImages,
    firstCapture: toIsoTime(oldest.time),
    lastCapture: toIsoTime(document.lastCapture),
    pages: document.matchingPages,
    titles: texts(document.titles),
    alts: texts(document.alts),
    captions: texts(document.captions),
    page: page ? { url: page.url, title: page.title, time: toIsoTime(page.time) } : null,
    collections: document.collections,
    ...(place && { place }),
    ...(document.taken !== '' && { taken: document.taken }),
    score,
    source: { file: oldest.file, offset: oldest.offset },
  };
}

/** The same words on pages of two languages are one text to a reader. */
function texts(values: readonly ImageText[]): string[] {
  return [...new Set(values.map(({ text }) => text))];
}
