// Answers about one image: itself, its captures, the pages that show it, how to cite it.

import type { ImageDocument, ImageVersion } from '../../model/image.ts';
import { TEXTS_FIELDS } from '../../model/said.ts';
import { toIsoTime } from '../../model/timestamp.ts';
import { type ImageDetails, loadImageDetails } from '../../pipeline/image-details.ts';
import { toItem } from '../../search/item.ts';
import { toCitation } from '../citation.ts';
import { createLinks } from '../links.ts';
import { findChanges } from './answer-changes.ts';
import { type AnswerContext, type Answered, findDocument, MISSING } from './answer-context.ts';
import { type ApiItem, toApiItem } from './api-item.ts';
import { isWhole, lastOf, shownPages } from './embargo.ts';
import { toExactItem } from './exact-place.ts';
import type { QueryRequest } from './query-requests.ts';

type RequestOf<K extends QueryRequest['kind']> = Extract<QueryRequest, { kind: K }>;

/** Captures and pages that the page of an image shows at once. */
const SHOWN_AT_ONCE = 50;

/** An image in full. */
export async function answerImage(
  { id }: RequestOf<'image'>,
  context: AnswerContext,
): Promise<Answered> {
  const details = await loadDetails(id, context, 1);
  return details === undefined ? MISSING : { value: toImage(details, context) };
}

/** Images that somebody chose, in that order; those that are not there, or not to be shown, are named apart. */
export async function answerChosen(
  { ids, base }: RequestOf<'chosen'>,
  context: AnswerContext,
): Promise<Answered> {
  const items: ChosenItem[] = [];
  const missing: string[] = [];
  for (const id of ids) {
    const document = await findDocument(context, id);
    if (document === undefined) missing.push(id);
    else {
      const { attribution } = citationOf(document, base, context);
      items.push({ ...itemOf(document, context), attribution });
    }
  }
  return { value: { items, missing } satisfies ChosenAnswer };
}

/** An image that somebody chose. */
export interface ChosenItem extends ApiItem {
  /** Line for beside the image. */
  readonly attribution: string;
}

/** Images that somebody chose. */
export interface ChosenAnswer {
  readonly items: readonly ChosenItem[];
  /** Ids of those that are not there, or not to be shown. */
  readonly missing: readonly string[];
}

/** Its captures, the oldest first. */
export async function answerVersions(
  request: RequestOf<'versions'>,
  context: AnswerContext,
): Promise<Answered> {
  const { id, limit, offset } = request;
  const details = await loadDetails(id, context, offset + limit);
  return details === undefined
    ? MISSING
    : { value: await toVersions(details, context, { limit, offset }) };
}

/** The pages that show it, the oldest first. */
export async function answerPages(
  request: RequestOf<'pages'>,
  context: AnswerContext,
): Promise<Answered> {
  const { id, limit, offset } = request;
  const details = await loadDetails(id, context, 0);
  return details === undefined ? MISSING : { value: toPages(details, context, { limit, offset }) };
}

/** How to cite it. */
export async function answerCitation(
  request: RequestOf<'citation'>,
  context: AnswerContext,
): Promise<Answered> {
  const document = await findDocument(context, request.id);
  return document === undefined ? MISSING : { value: citationOf(document, request.base, context) };
}

/** All of these for the page of an image. */
export async function answerImagePage(
  request: RequestOf<'image-page'>,
  context: AnswerContext,
): Promise<Answered> {
  const details = await loadDetails(request.id, context, SHOWN_AT_ONCE);
  if (details === undefined) return MISSING;
  const paging = { limit: SHOWN_AT_ONCE, offset: 0 };
  return {
    value: {
      image: toImage(details, context),
      versions: await toVersions(details, context, paging),
      pages: toPages(details, context, paging),
      citation: citationOf(details.document, request.base, context),
    },
  };
}

interface Paging {
  readonly limit: number;
  readonly offset: number;
}

/** What is newer than the embargo allows is left out. */
async function loadDetails(
  id: string,
  context: AnswerContext,
  maxVersions: number,
): Promise<ImageDetails | undefined> {
  const { library } = context;
  const [stored] = await library.index.documents([id]);
  if (stored === undefined) return undefined;
  if (isWhole(stored, context)) return loadImageDetails(library, id, maxVersions);
  const document = await findDocument(context, id);
  const details =
    document &&
    (await loadImageDetails(
      library,
      id,
      maxVersions,
      (file, time) => time <= (lastOf(file, context) ?? ''),
    ));
  return details && { ...details, document, pages: shownPages(document.digest, context) };
}

function toImage(details: ImageDetails, context: AnswerContext) {
  const { document, versionCount } = details;
  return {
    ...itemOf(document, context),
    versions: versionCount,
    pageCount: document.matchingPages,
    counters: {
      matchingImages: document.matchingImages,
      matchingPages: document.matchingPages,
      imagesInOriginalPage: document.imagesInOriginalPage,
      imageMetadataChanges: document.imageMetadataChanges,
      pageMetadataChanges: document.pageMetadataChanges,
    },
    texts: Object.fromEntries(TEXTS_FIELDS.map((field) => [field, document[field]])),
    evidence: document.evidence ?? [],
  };
}

async function toVersions(
  details: ImageDetails,
  context: AnswerContext,
  { limit, offset }: Paging,
) {
  const { id, digest } = details.document;
  const { links, showFile } = context;
  const changes = await findChanges(digest, context);
  const toEntry = ({ surt, time, url, file, offset: place }: ImageVersion) => ({
    time: toIsoTime(time),
    url,
    file: showFile(file),
    offset: place,
    archivedImage: links.image(time, url, id),
    changed: changes.isChanged({ surt, time }),
  });
  return {
    total: details.versionCount,
    items: details.versions.slice(offset, offset + limit).map(toEntry),
    others: changes.others,
  };
}

function toPages(details: ImageDetails, { links }: AnswerContext, { limit, offset }: Paging) {
  return {
    total: details.document.matchingPages,
    items: details.pages.slice(offset, offset + limit).map(({ url, title, time, language }) => ({
      url,
      title,
      time: toIsoTime(time),
      language,
      archivedPage: links.page(time, url),
    })),
  };
}

function citationOf(document: ImageDocument, base: string, context: AnswerContext) {
  const { oldest, id } = document;
  const links = createLinks(context.replayTemplate, base);
  const archived = links.image(oldest.time, oldest.url, id);
  return toCitation(document, { archived, libraryName: context.library.settings.name });
}

function itemOf(document: ImageDocument, context: AnswerContext): ApiItem {
  return toApiItem(toExactItem(toItem({ document, score: 0 }), document, context), context);
}
