// A document from what the captures and references of a content tell.
import { hash } from 'node:crypto';
import type { ImageDocument } from '../model/image.ts';
import { chooseLicence } from '../model/licence.ts';
import { hashKey } from '../support/hash-key.ts';
import { uniteTexts } from './image-texts.ts';
import { type KeptCapture, toImagePage } from './observations.ts';
import type { SeenCaptures } from './seen-captures.ts';
import type { PageView, SeenReferences } from './seen-references.ts';

/** What all documents of one content share. */
export interface CommonParts {
  readonly digest: string;
  readonly oldest: KeptCapture;
  readonly captures: SeenCaptures;
  readonly references: SeenReferences;
  readonly collections: readonly string[];
  /** Whether each page has a document of its own. */
  readonly isByPage: boolean;
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** The document of a content, or in mode `full` of a content and a page. */
export function toDocument(common: CommonParts, { page, texts }: PageView): ImageDocument {
  const { digest, oldest, captures, references, collections } = common;
  const { surt, url, time, file, offset } = oldest;
  const { place, location, licence: fileLicence } = captures;
  const all = captures.texts === undefined ? texts : uniteTexts(texts, captures.texts);
  const document: Writable<ImageDocument> = {
    id: page !== undefined && common.isByPage ? `${digest}-${toPageHash(page.surt)}` : digest,
    digest,
    oldest: { surt, url, time, file, offset },
    lastCapture: captures.last ?? time,
    mime: oldest.mime,
    width: oldest.width,
    height: oldest.height,
    frames: oldest.frames,
    bytes: oldest.bytes,
    matchingImages: captures.count,
    matchingPages: references.pageCount,
    imagesInOriginalPage: references.imagesInPage,
    imageMetadataChanges: references.imageMetadataChanges,
    pageMetadataChanges: references.pageMetadataChanges,
    collections: collections.slice(),
    taken: captures.taken,
    ...all.toFields(),
  };
  if (page !== undefined) document.page = toImagePage(page);
  // The key of a single page its address tells.
  const surts = references.pageSurts();
  if (surts.length > 1) document.pageKeys = toKeys(surts);
  if (page?.awayDays !== undefined) document.pageDistance = page.awayDays;
  if (place !== undefined) document.camera = place;
  if (location !== undefined) document.fileLocation = location;
  const stated = document.statedLicences.flatMap(({ text: lines }) => lines.split('\n'));
  const licence = chooseLicence(fileLicence === undefined ? stated : [fileLicence, ...stated]);
  if (licence !== undefined) document.licence = licence;
  return document;
}

/** Keys, ascending, each once. */
function toKeys(surts: readonly string[]): readonly number[] {
  return [...new Set(surts.map(hashKey))].sort((a, b) => a - b);
}

/** 16 hexadecimal digits for the key of a page. */
function toPageHash(surt: string): string {
  return hash('sha256', surt, 'hex').slice(0, 16);
}
