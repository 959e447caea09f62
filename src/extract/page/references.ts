// Turns what a page mentions into finished references: absolute URLs, keys, captions, places in the page.
import { hash } from 'node:crypto';
import type { PageKey, ReferenceObservation } from '../../model/observation.ts';
import { toSurt } from '../../model/surt.ts';
import { parseDataUri, toDataUriKey } from '../image/data-uri.ts';
import type { Draft } from './drafts.ts';
import type { Resolver } from './resolve-url.ts';
import { hostOf, siteOf } from './site.ts';

/** Distinct `data:` images of a page beyond this many are not kept. */
const MAX_DATA_IMAGES = 1000;

/** An image that a page holds in itself. */
export interface DataImage {
  /** The `url` of its references. */
  readonly url: string;
  /** Declared MIME type, lower case. */
  readonly mime: string;
  /** SHA-256 of the bytes in hexadecimal. */
  readonly digest: string;
  readonly bytes: Uint8Array;
  /** Whether it only ever stands in for an image that is loaded later. */
  readonly isPlaceholder: boolean;
}

/** What the place of a reference in its page tells about it. */
export type Place = Pick<
  ReferenceObservation,
  | 'caption'
  | 'captionSource'
  | 'paperCaption'
  | 'anchorText'
  | 'heading'
  | 'nearText'
  | 'location'
  | 'licence'
  | 'depth'
  | 'siblings'
  | 'parentTextLength'
>;

/** What references are finished with. */
export interface ReferenceContext {
  readonly resolver: Resolver;
  readonly placeOf: (draft: Draft) => Place;
  readonly page: PageKey;
  readonly imagesInPage: number;
  /** Position of the first reference; 0 by default. */
  readonly firstPosition?: number;
}

/** The references of a page and the `data:` images among them, each distinct one once. */
export interface FinishedReferences {
  readonly references: readonly ReferenceObservation[];
  /** The draft of each. */
  readonly drafts: readonly Draft[];
  readonly dataImages: readonly DataImage[];
}

/** Finishes the references of a page; those that lead to no usable URL are left out. */
export function finishReferences(
  drafts: readonly Draft[],
  context: ReferenceContext,
): FinishedReferences {
  const { placeOf, page, imagesInPage, firstPosition = 0 } = context;
  const data = createDataImages();
  const keyOf = createKeys(page.url);
  const listed = listReferences(drafts, context.resolver, data);
  const elementNames = nameElements(listed, keyOf);
  const references = listed.map(({ draft, url }, at): ReferenceObservation => {
    const { surt, sameSite } = keyOf(url);
    const place = placeOf(draft);
    return {
      kind: 'reference',
      surt,
      url,
      tag: draft.tag,
      alt: draft.words.alt,
      title: draft.words.title,
      caption: place.caption,
      captionSource: place.captionSource,
      paperCaption: place.paperCaption,
      anchorText: place.anchorText,
      heading: place.heading,
      nearText: place.nearText,
      location: place.location,
      width: draft.words.width,
      height: draft.words.height,
      depth: place.depth,
      siblings: place.siblings,
      position: firstPosition + at,
      lazy: draft.lazy,
      element: elementNames.get(draft.offeredBy) ?? '',
      descriptor: draft.descriptor,
      licence: place.licence,
      sameSite,
      parentTextLength: place.parentTextLength,
      page,
      imagesInPage,
    };
  });
  return { references, drafts: listed.map(({ draft }) => draft), dataImages: data.images() };
}

/**
 * Names of the elements that offer several files of one picture: a hash of the smallest of their keys, so that an element that comes
 * again, in the same page or in another, has the same name.
 */
function nameElements(
  listed: readonly Resolved[],
  keyOf: ReturnType<typeof createKeys>,
): Map<number, string> {
  const keys = new Map<number, Set<string>>();
  for (const { draft, url } of listed) {
    if (draft.offeredBy < 0 || isData(url)) continue;
    const known = keys.get(draft.offeredBy);
    if (known === undefined) keys.set(draft.offeredBy, new Set([url]));
    else known.add(url);
  }
  const names = new Map<number, string>();
  for (const [element, urls] of keys) {
    if (urls.size < 2) continue;
    const surts = [...urls].map((url) => keyOf(url).surt).sort();
    const [first = ''] = surts;
    if (first === surts.at(-1)) continue;
    names.set(element, hash('sha256', first, 'hex').slice(0, NAME_DIGITS));
  }
  return names;
}

/** Two elements of a billion share a name by chance once in a thousand libraries. */
const NAME_DIGITS = 16;

/** The URLs of the references of a page, without all that takes time to find out about them. */
export function urlsOfReferences(drafts: readonly Draft[], resolver: Resolver): string[] {
  return listReferences(drafts, resolver, createDataImages()).map(({ url }) => url);
}

/** A mention that leads somewhere. */
interface Resolved {
  readonly draft: Draft;
  readonly url: string;
}

/** The mentions that are references, in document order; the `data:` images among them are added to `data`. */
function listReferences(
  drafts: readonly Draft[],
  resolver: Resolver,
  data: DataImages,
): Resolved[] {
  const listed: Resolved[] = [];
  const urlOf = createTargets(resolver, data);
  const isRepeated = createRepeatTest();
  for (const draft of drafts) {
    if (draft.isPlaceholder) {
      data.addPlaceholder(draft.address);
      continue; // its words are those of the image that comes later
    }
    const url = urlOf(draft.address);
    if (url !== undefined && !isRepeated(draft, url)) listed.push({ draft, url });
  }
  return listed;
}

/** What addresses lead to; pages repeat them, so each is worked out once. */
function createTargets(
  resolver: Resolver,
  data: DataImages,
): (address: string) => string | undefined {
  const known = new Map<string, string | undefined>();
  return (address) => {
    if (known.has(address)) return known.get(address);
    const url = isData(address) ? data.urlOf(address) : resolver.resolve(address);
    known.set(address, url);
    return url;
  };
}

function isData(address: string): boolean {
  return /^\s*data:/i.test(address);
}

/** Keys of URLs, and whether they belong to the site of a page. */
function createKeys(
  pageUrl: string,
): (url: string) => Pick<ReferenceObservation, 'surt' | 'sameSite'> {
  const known = new Map<string, Pick<ReferenceObservation, 'surt' | 'sameSite'>>();
  const isSameSite = createSiteTest(pageUrl);
  return (url) => {
    const before = known.get(url);
    if (before !== undefined) return before;
    const key = isData(url)
      ? { surt: url, sameSite: true }
      : { surt: toSurt(url), sameSite: isSameSite(url) };
    known.set(url, key);
    return key;
  };
}

/**
 * Tells whether an element has shown the same URL before: a `srcset` often repeats its `src`, and late
 * loading both. Drafts of an element follow each other.
 */
function createRepeatTest(): (draft: Draft, url: string) => boolean {
  let node = -1;
  let urls: string[] = [];
  return (draft, url) => {
    if (draft.captionPlace !== 'around') return false;
    if (draft.node !== node) urls = [];
    node = draft.node;
    if (urls.includes(url)) return true;
    urls.push(url);
    return false;
  };
}

/** Tells whether URLs have the same registrable domain (or, without one, the same host) as a page. */
function createSiteTest(pageUrl: string): (url: string) => boolean {
  const known = new Map<string, boolean>([[hostOf(pageUrl), true]]);
  let site: string | undefined;
  return (url) => {
    const host = hostOf(url);
    const before = known.get(host);
    if (before !== undefined) return before;
    site ??= siteOf(pageUrl);
    const isSame = siteOf(url) === site;
    known.set(host, isSame);
    return isSame;
  };
}

interface DataImages {
  readonly urlOf: (address: string) => string | undefined;
  readonly addPlaceholder: (address: string) => void;
  readonly images: () => DataImage[];
}

function createDataImages(): DataImages {
  const images = new Map<string, DataImage>();
  const placeholders = new Map<string, DataImage>();
  const read = (address: string): DataImage | undefined =>
    images.size + placeholders.size < MAX_DATA_IMAGES ? toDataImage(address) : undefined;
  const urlOf = (address: string): string | undefined => {
    const image = read(address);
    if (image !== undefined) images.set(image.url, image);
    return image?.url;
  };
  const addPlaceholder = (address: string): void => {
    const image = read(address);
    if (image !== undefined) placeholders.set(image.url, { ...image, isPlaceholder: true });
  };
  // One that is shown for itself elsewhere in the page is a picture.
  return {
    urlOf,
    addPlaceholder,
    images: () => [...new Map([...placeholders, ...images]).values()],
  };
}

/** Only what calls itself an image is one: CSS holds fonts in the same way. */
function toDataImage(address: string): DataImage | undefined {
  const parsed = parseDataUri(address);
  if (parsed.kind === 'rejected' || !parsed.mime.startsWith('image/')) return undefined;
  const digest = hash('sha256', parsed.bytes, 'hex');
  const { mime, bytes } = parsed;
  return { url: toDataUriKey(mime, digest), mime, digest, bytes, isPlaceholder: false };
}
