// The fields of an item of `/imagesearch`, by the names that Arquivo.pt's API 1.1 gives them.
import type { ImageDocument, ImageText } from '../../model/image.ts';
import { toUrlTokens } from '../../model/url-tokens.ts';
import type { ArchiveLinks } from '../links.ts';

/** Fields of an item unless others are asked for, in order. */
export const DEFAULT_FIELDS = [
  'imgDigest',
  'imgSrc',
  'imgMimeType',
  'imgHeight',
  'imgWidth',
  'imgTstamp',
  'imgTitle',
  'imgAlt',
  'imgCaption',
  'pageURL',
  'pageTstamp',
  'pageTitle',
  'collection',
  'imgLinkToArchive',
  'pageLinkToArchive',
] as const;

/** Fields that can be asked for besides. Those that a library has no data for are left out of items. */
const MORE_FIELDS = [
  'pageHost',
  'matchingImages',
  'safe',
  'pageImages',
  'imgThumbnailBase64',
  'imgUrlTokens',
  'pageUrlTokens',
  'isInline',
  'spam',
  'blocked',
  'drawing',
  'hentai',
  'neutral',
  'porn',
  'sexy',
  'imageMetadataChanges',
  'pageMetadataChanges',
  'matchingPages',
  'imgCrawlTimestampLatest',
] as const;

/** All fields. */
export const ALL_FIELDS = [...DEFAULT_FIELDS, ...MORE_FIELDS] as const;

/** Name of a field. */
export type FieldName = (typeof ALL_FIELDS)[number];

/** Fields that the answer itself advertises. */
export const ADVERTISED_FIELDS: readonly FieldName[] = ['pageHost', 'matchingImages', 'safe'];

/** An item; values that are not known are missing, as are empty lists. */
export type ImageSearchItem = Partial<
  Readonly<Record<FieldName, string | number | boolean | readonly string[]>>
>;

/** What fields are made with. */
export interface FieldParts {
  readonly links: ArchiveLinks;
  /** The thumbnail of a content in base64, if there is one. */
  readonly thumbnail: (digest: string) => string | undefined;
}

/** The fields asked for, of one image. */
export function toImageSearchItem(
  document: ImageDocument,
  fields: readonly FieldName[],
  parts: FieldParts,
): ImageSearchItem {
  const entries = fields.map((name) => [name, READERS[name](document, parts)] as const);
  return Object.fromEntries(
    entries.filter(
      ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0),
    ),
  );
}

type Reader = (
  document: ImageDocument,
  parts: FieldParts,
) => string | number | boolean | readonly string[] | undefined;

const READERS: Readonly<Record<FieldName, Reader>> = {
  imgDigest: ({ digest }) => digest,
  imgSrc: ({ oldest }) => oldest.url,
  imgMimeType: ({ mime }) => mime,
  imgHeight: ({ height }) => height,
  imgWidth: ({ width }) => width,
  imgTstamp: ({ oldest }) => oldest.time,
  imgTitle: ({ titles }) => texts(titles),
  imgAlt: ({ alts }) => texts(alts),
  imgCaption: ({ captions }) => texts(captions),
  pageURL: ({ page }) => page?.url,
  pageTstamp: ({ page }) => page?.time,
  pageTitle: ({ page }) => page?.title,
  collection: ({ collections }) => collections,
  imgLinkToArchive: ({ oldest, id }, { links }) => links.image(oldest.time, oldest.url, id),
  pageLinkToArchive: ({ page }, { links }) => page && links.page(page.time, page.url),
  pageHost: ({ page }) => page && hostOf(page.url),
  matchingImages: ({ matchingImages }) => matchingImages,
  pageImages: ({ imagesInOriginalPage }) => imagesInOriginalPage,
  imgThumbnailBase64: ({ digest }, { thumbnail }) => thumbnail(digest),
  imgUrlTokens: ({ oldest }) => toUrlTokens(oldest.url).join(' '),
  pageUrlTokens: ({ page }) => page && toUrlTokens(page.url).join(' '),
  isInline: ({ oldest }) => oldest.url.startsWith('data:'),
  imageMetadataChanges: ({ imageMetadataChanges }) => imageMetadataChanges,
  pageMetadataChanges: ({ pageMetadataChanges }) => pageMetadataChanges,
  matchingPages: ({ matchingPages }) => matchingPages,
  imgCrawlTimestampLatest: ({ lastCapture }) => lastCapture,
  // Nobody has scored the images of a library yet.
  safe: nothing,
  spam: nothing,
  blocked: nothing,
  drawing: nothing,
  hentai: nothing,
  neutral: nothing,
  porn: nothing,
  sexy: nothing,
};

function nothing(): undefined {
  return undefined;
}

function texts(values: readonly ImageText[]): string[] {
  return [...new Set(values.map(({ text }) => text))];
}

function hostOf(url: string): string | undefined {
  return /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*@)?([^/?#:]*)/i.exec(url)?.[1]?.toLowerCase();
}
