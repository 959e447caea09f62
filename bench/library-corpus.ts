// Pages, references and captures of an invented crawl, as extraction would give them: what library benchmarks store.
import { hash } from 'node:crypto';
import { toSurt } from 'pinakes/archive';
import type { ExtractBatch } from 'pinakes/extract';
import { lengthAround, text, wordAt } from './library-words.ts';
import { createRandom, type Random } from './random.ts';
import { createZipf } from './zipf.ts';

/** To be raised with every change of what is generated: libraries made before are made anew. */
export const CORPUS_VERSION = 2;

/** Images of each page. */
export const IMAGES_PER_PAGE = 4;

/** Images of each archive file, as in a file of about a gigabyte. */
export const IMAGES_PER_FILE = 20_000;

type Observation = ExtractBatch['observations'][number];
type PageObservation = Extract<Observation, { kind: 'page' }>;
type Timestamp = PageObservation['time'];

const HOSTS = 50_000;
const drawHost = createZipf(HOSTS, 1, 3);

const DAY_MS = 24 * 3600 * 1000;
const FIRST_MS = Date.UTC(1996, 0, 1);
const LAST_MS = Date.UTC(2026, 0, 1);

const MIMES = [
  { mime: 'image/jpeg', ending: 'jpg', upTo: 0.62 },
  { mime: 'image/png', ending: 'png', upTo: 0.8 },
  { mime: 'image/gif', ending: 'gif', upTo: 0.95 },
  { mime: 'image/webp', ending: 'webp', upTo: 0.99 },
  { mime: 'image/svg+xml', ending: 'svg', upTo: 1 },
];

const LANGUAGES = [
  { language: 'pt', upTo: 0.6 },
  { language: 'en', upTo: 0.84 },
  { language: 'es', upTo: 0.92 },
  { language: 'fr', upTo: 0.96 },
  { language: 'de', upTo: 0.98 },
  { language: '', upTo: 1 },
];

const CAPTION_SOURCES = [
  { source: 'figcaption', upTo: 0.2 },
  { source: 'parent', upTo: 0.7 },
  { source: 'siblings', upTo: 1 },
] as const;

/** When a page was crawled for the first time, or again. */
export interface CrawlRound {
  /** 0: the first time. Each later round comes a year after the one before. */
  readonly round: number;
  /** Name of the archive file. */
  readonly file: string;
}

/**
 * A page with its images, each with one reference and one capture. The same number always gives the same; in later
 * rounds URLs and contents stay, and one caption in ten is another.
 *
 * A document has 46.6 words on average: eight in each of its two URLs and in the title of its page, the others in titles
 * (25 % of the documents have one), alternative texts (50 %) and captions (88 %).
 */
export function observePage(page: number, { round, file }: CrawlRound): Observation[] {
  const random = createRandom(Math.imul(page + 1, 0x9e3779b1));
  const changes = createRandom(Math.imul(page + 1, 0x85ebca6b) + round);
  const host = toHost(drawHost(random));
  const first = FIRST_MS + (LAST_MS - FIRST_MS) * random.next() ** 0.6;
  const crawled = first + round * 365 * DAY_MS;
  const url = `http://${host}/${path(random)}-${page}.html`;
  const time = toTimestamp(crawled);
  const title = text(random, lengthAround(random, 8)).join(' ');
  const key = { url, surt: toSurt(url), title, time };
  const observations: Observation[] = [
    {
      kind: 'page',
      ...key,
      status: 200,
      language: choose(LANGUAGES, random).language,
      charset: 'utf-8',
      images: IMAGES_PER_PAGE,
      file,
      offset: page * 100_000,
      payloadDigest: toPayloadDigest(`page ${page} ${round}`),
    },
  ];
  for (let position = 0; position < IMAGES_PER_PAGE; position++) {
    const image = page * IMAGES_PER_PAGE + position;
    const { mime, ending } = choose(MIMES, random);
    const imageUrl = `http://${host}/${path(random)}/${image}.${ending}`;
    const surt = toSurt(imageUrl);
    const texts = describe(random);
    const isReworded = round > 0 && changes.chance(0.1);
    observations.push({
      kind: 'reference',
      surt,
      url: imageUrl,
      ...texts,
      ...(isReworded && { caption: text(changes, lengthAround(changes, 20)).join(' ') }),
      ...LAYOUT,
      position,
      page: key,
      imagesInPage: IMAGES_PER_PAGE,
    });
    const width = toSide(random, 3000);
    const height = toSide(random, 2500);
    observations.push({
      kind: 'capture',
      surt,
      url: imageUrl,
      time: toTimestamp(crawled + 1000 * (position + 1)),
      digest: hash('sha256', `image ${image}`, 'hex'),
      mime,
      width,
      height,
      frames: 1,
      bytes: Math.round(width * height * (0.05 + 0.2 * random.next())),
      file,
      offset: page * 100_000 + 20_000 * (position + 1),
      payloadDigest: toPayloadDigest(`image ${image}`),
      ...(random.chance(0.02) && { metadata: toMetadata(random) }),
    });
  }
  return observations;
}

/** What is the same for all references. */
const LAYOUT = {
  tag: 'img',
  anchorText: '',
  heading: '',
  nearText: '',
  paperCaption: '',
  location: '',
  width: 0,
  height: 0,
  depth: 8,
  siblings: 2,
  lazy: false,
  element: '',
  descriptor: '',
  licence: '',
  sameSite: true,
  parentTextLength: 200,
} as const;

function describe(random: Random) {
  const some = (chance: number, mean: number) => {
    return random.chance(chance) ? text(random, lengthAround(random, mean)).join(' ') : '';
  };
  const title = some(0.25, 8);
  const alt = some(0.5, 6);
  const caption = some(0.88, 20);
  const captionSource = caption === '' ? '' : choose(CAPTION_SOURCES, random).source;
  return { title, alt, caption, captionSource } as const;
}

/** Looks as the header of a record tells it: 32 digits of base32. */
function toPayloadDigest(payload: string): string {
  const bytes = hash('sha1', payload, 'buffer');
  let digest = '';
  for (let at = 0; at < 32; at++) digest += BASE32[(bytes[at % 20]! + at) % 32];
  return digest;
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

function toHost(rank: number): string {
  return `${wordAt(rank)}${rank}.${rank % 3 === 0 ? 'com' : 'pt'}`;
}

/** Three words, in folders of two: with scheme, host, number and ending there are eight in a URL. */
function path(random: Random): string {
  const words = text(random, lengthAround(random, 3));
  return words.map((word, at) => (at === 0 ? word : `${at % 2 === 0 ? '/' : '-'}${word}`)).join('');
}

function toSide(random: Random, largest: number): number {
  return 51 + Math.floor(random.next() ** 3 * largest);
}

function toTimestamp(milliseconds: number): Timestamp {
  // 14 digits of a time after 1996.
  return new Date(milliseconds).toISOString().replace(/\D/g, '').slice(0, 14) as Timestamp;
}

function toMetadata(random: Random) {
  const place = {
    latitude: Math.round((random.next() * 180 - 90) * 1e6) / 1e6,
    longitude: Math.round((random.next() * 360 - 180) * 1e6) / 1e6,
    source: 'exif',
    isDoubtful: false,
  };
  return { place, taken: '', title: '', description: '' };
}

function choose<T extends { readonly upTo: number }>(choices: readonly T[], random: Random): T {
  const drawn = random.next();
  return choices.find(({ upTo }) => drawn < upTo) ?? choices[0]!;
}
