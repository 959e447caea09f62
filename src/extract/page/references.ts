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
}

/** What the place of a reference in its page tells about it. */
export type Place = Pick<
  ReferenceObservation,
  'caption' | 'captionSource' | 'anchorText' | 'depth' | 'siblings' | 'parentTextLength'
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
  readonly dataImages: readonly DataImage[];
}

/** Finishes the references of a page; those that lead to no usable URL are left out. */
export function finishReferences(
  drafts: readonly Draft[],
  context: ReferenceContext,
): FinishedReferences {
  const { placeOf, page, imagesInPage, firstPosition = 0 } = context;
  const references: ReferenceObservation[] = [];
  const data = createDataImages();
  const targetOf = createTargets(context, data);
  const isRepeated = createRepeatTest();
  for (const draft of drafts) {
    const target = targetOf(draft.address);
    if (target === undefined || isRepeated(draft, target)) continue;
    const place = placeOf(draft);
    references.push({
      kind: 'reference',
      surt: target.surt,
      url: target.url,
      tag: draft.tag,
      alt: draft.words.alt,
      title: draft.words.title,
      caption: place.caption,
      captionSource: place.captionSource,
      anchorText: place.anchorText,
      width: draft.words.width,
      height: draft.words.height,
      depth: place.depth,
      siblings: place.siblings,
      position: firstPosition + references.length,
      lazy: draft.lazy,
      descriptor: draft.descriptor,
      sameSite: target.sameSite,
      parentTextLength: place.parentTextLength,
      page,
      imagesInPage,
    });
  }
  return { references, dataImages: data.images() };
}

type Target = Pick<ReferenceObservation, 'url' | 'surt' | 'sameSite'>;

/** What addresses lead to; pages repeat them, so each is worked out once. */
function createTargets(
  { resolver, page }: ReferenceContext,
  data: DataImages,
): (address: string) => Target | undefined {
  const known = new Map<string, Target | undefined>();
  const isSameSite = createSiteTest(page.url);
  const find = (address: string): Target | undefined => {
    if (/^\s*data:/i.test(address)) {
      const url = data.urlOf(address);
      return url === undefined ? undefined : { url, surt: url, sameSite: true };
    }
    const url = resolver.resolve(address);
    return url === undefined ? undefined : { url, surt: toSurt(url), sameSite: isSameSite(url) };
  };
  return (address) => {
    if (known.has(address)) return known.get(address);
    const target = find(address);
    known.set(address, target);
    return target;
  };
}

/**
 * Tells whether an element has shown the same URL before: a `srcset` often repeats its `src`, and late
 * loading both. Drafts of an element follow each other.
 */
function createRepeatTest(): (draft: Draft, target: Target) => boolean {
  let node = -1;
  let urls: string[] = [];
  return (draft, { url }) => {
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
  readonly images: () => DataImage[];
}

function createDataImages(): DataImages {
  const images = new Map<string, DataImage>();
  const urlOf = (address: string): string | undefined => {
    const image = images.size < MAX_DATA_IMAGES ? toDataImage(address) : undefined;
    if (image !== undefined) images.set(image.url, image);
    return image?.url;
  };
  return { urlOf, images: () => [...images.values()] };
}

/** Only what calls itself an image is one: CSS holds fonts in the same way. */
function toDataImage(address: string): DataImage | undefined {
  const parsed = parseDataUri(address);
  if (parsed.kind === 'rejected' || !parsed.mime.startsWith('image/')) return undefined;
  const digest = hash('sha256', parsed.bytes, 'hex');
  return { url: toDataUriKey(parsed.mime, digest), mime: parsed.mime, digest, bytes: parsed.bytes };
}
