// The documents that the conformance suite writes: few, and each different in what it is found by.
import type { Timestamp } from '../model/capture.ts';
import type { ImageDocument } from '../model/image.ts';
import type { ContentDocuments, IndexHit } from '../model/index-query.ts';
import { toShownPlace } from '../model/place.ts';
import { NO_TEXTS } from '../model/said.ts';
import { toSurt } from '../model/surt.ts';
import { toMillis } from '../model/timestamp.ts';

/** What is said of one document; the rest is the same for all. */
interface Facts extends Partial<Omit<ImageDocument, 'titles' | 'alts' | 'captions' | 'page'>> {
  readonly year: number;
  readonly titles?: readonly string[];
  readonly alts?: readonly string[];
  readonly captions?: readonly string[];
  /** Host and language of the page; absent: no page shows it. */
  readonly page?: readonly [host: string, language: string];
}

const FACTS: Readonly<Record<string, Facts>> = {
  bridge: {
    year: 1999,
    titles: ['Old stone bridge'],
    alts: ['the bridge', 'arch at dawn'],
    captions: ['An old bridge of stone'],
    page: ['news.example.org', 'en'],
    width: 800,
    height: 600,
    matchingPages: 12,
    place: toShownPlace(41.14, -8.61, {
      town: 'Porto',
      region: 'Porto',
      country: 'PT',
      confidence: 0.9,
    }),
    taken: '1998-12-24T18:00:00',
    colors: { palette: [{ color: '#87ceeb', share: 0.6 }], families: ['blue', 'grey'] },
  },
  ferry: {
    year: 2001,
    alts: ['A ferry below the bridge on the river'],
    page: ['www.example.org', 'en'],
    width: 200,
    height: 150,
    collections: ['first', 'rivers'],
  },
  river: {
    year: 2003,
    lastCapture: '20101231235959' as Timestamp, // 14 digits
    captions: ['The river in spring', 'an old mill'],
    page: ['news.example.org', 'en'],
    mime: 'image/png',
    width: 600,
    height: 800,
    collections: ['rivers'],
    nsfw: 'unknown',
  },
  cat: {
    year: 2002,
    alts: ['A cat with whiskers'],
    page: ['pets.test', 'en'],
    mime: 'image/gif',
    width: 60,
    height: 60,
    frames: 12,
    nsfw: 0,
    colors: { palette: [], families: ['bw'] },
    labels: [
      { text: 'tabby', language: '', score: 0.9 },
      { text: 'egyptian cat', language: '', score: 0.6 },
    ],
    place: toShownPlace(-17.5, -179.5, { country: 'FJ', confidence: 0.6 }),
  },
  lisboa: {
    year: 2005,
    alts: ['Lisboa vista do castelo', 'eleições'],
    page: ['www.publico.pt', 'pt'],
    width: 300,
    height: 400,
    place: toShownPlace(38.72, -9.14, {
      town: 'Lisbon',
      region: 'Lisbon',
      country: 'PT',
      confidence: 0.4,
    }),
  },
  tokyo: {
    year: 2010,
    titles: ['東京'],
    page: ['tower.jp', 'ja'],
    width: 2000,
    height: 1000,
    place: toShownPlace(35.68, 139.69, { country: 'JP' }),
  },
  wide: {
    year: 2020,
    alts: ['A wide view'],
    page: ['wide.test', 'en'],
    width: 4000,
    height: 1000,
    nsfw: 1,
    labels: [{ text: 'tabby', language: '', score: 0.55 }],
    pictureTexts: [
      {
        text: 'Timetable of steamers',
        language: 'en',
        box: { left: 0.1, top: 0.2, width: 0.5, height: 0.05 },
      },
    ],
    colors: { palette: [{ color: '#ffffff', share: 1 }], families: ['white', 'grey'] },
  },
  orphan: { year: 1996, captions: ['Described by its own file'], width: 640, height: 480 },
};

/** Names of all documents. */
export const NAMES: readonly string[] = Object.keys(FACTS);

/** All documents. */
export const ALL: readonly ImageDocument[] = NAMES.map(documentOf);

/** All documents, each with its content. */
export const CONTENTS: readonly ContentDocuments[] = ALL.map((document) => {
  return { digest: document.digest, documents: [document] };
});

/** The document of a name. */
export function documentOf(name: string): ImageDocument {
  const facts = FACTS[name];
  if (facts === undefined) throw new Error(`pinakes: no document ${name}`);
  const { year, titles, alts, captions, page, ...known } = facts;
  const time = `${year}0506070809` as Timestamp; // 14 digits
  const language = page?.[1] ?? '';
  const texts = (all: readonly string[] = []) => all.map((text) => ({ text, language }));
  const url = `http://img.test/${name}.jpg`;
  const pageUrl = page && `http://${page[0]}/gallery/${year}`;
  const digest = idOf(name);
  return {
    id: digest,
    digest,
    oldest: { surt: toSurt(url), url, time, file: 'crawl.warc.gz', offset: 1000 + year },
    lastCapture: time,
    mime: 'image/jpeg',
    width: 320,
    height: 240,
    frames: 1,
    bytes: 4096,
    ...(pageUrl !== undefined && {
      page: { url: pageUrl, surt: toSurt(pageUrl), title: 'Gallery', time, language },
    }),
    collections: ['first'],
    taken: '',
    matchingImages: 2,
    matchingPages: page === undefined ? 0 : 1,
    imagesInOriginalPage: page === undefined ? 0 : 3,
    imageMetadataChanges: 0,
    pageMetadataChanges: 0,
    ...NO_TEXTS,
    ...known,
    titles: texts(titles),
    alts: texts(alts),
    captions: texts(captions).map((text) => ({ ...text, source: 'parent' as const })),
  };
}

/** The id of a document, which is the digest of its content. */
export function idOf(name: string): string {
  return [...name]
    .map((letter) => letter.charCodeAt(0).toString(16))
    .join('')
    .padEnd(64, '0');
}

/** Oldest capture of a document, seconds since 1970. */
export function secondsAt(name: string): number {
  return toMillis(documentOf(name).oldest.time) / 1000;
}

/** Names of the documents found, in their order. */
export function namesOf(hits: readonly IndexHit[]): string[] {
  const names = new Map(NAMES.map((name) => [idOf(name), name]));
  return hits.map(({ document }) => names.get(document.digest) ?? document.id);
}
