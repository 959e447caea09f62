// One record: whether it is a page, an image or a style sheet, and what is in it.
import type { ArchiveRecord, Body } from '../archive/archive.ts';
import { bareDigest, sha1Base32 } from '../archive/write/digest.ts';
import type { Timestamp } from '../model/capture.ts';
import type { CaptureObservation, Observation, PageObservation } from '../model/observation.ts';
import { toSurt } from '../model/surt.ts';
import { type InspectOptions, inspectImage } from './image/image.ts';
import type { ImageFacts, LooseEnd, RecordPlace, SheetEnd, SheetSays } from './loose-ends.ts';
import { type DataImage, extractPage, type PageExtraction } from './page/page.ts';
import { readSheet } from './style-sheet.ts';

/** What is asked of extraction. */
export interface RecordOptions extends InspectOptions {
  /** Pages are read up to this many bytes; default 16 MB. */
  readonly maxPageBytes?: number;
  /** Whether pages and images of error answers (404 and the like) count; default false. */
  readonly includeErrors?: boolean;
  /** Whether style sheets tell what they say, for those who settle without reading them again; default false. */
  readonly withSheets?: boolean;
  /**
   * Whether pages, images and style sheets have the payload digests of their records, for those who keep them: there are no loose
   * ends of originals then. Default false.
   */
  readonly withPayloadDigests?: boolean;
  /** Whether pages tell their links, their JSON-LD and their positions; default false. */
  readonly withStructure?: boolean;
}

/** The capture that a body belongs to. */
export interface CaptureContext extends RecordPlace {
  readonly url: string;
  readonly surt: string;
  readonly time: Timestamp;
  readonly status: number;
  readonly contentType: string;
  readonly contentLanguage: string;
}

/** What a record gave. */
export interface RecordFindings {
  readonly observations: readonly Observation[];
  readonly looseEnds: readonly LooseEnd[];
}

/** Why a capture with an image's bytes is not kept, beside the reasons of `inspectImage`. */
export const DAMAGED = 'damaged';

const NOTHING: RecordFindings = { observations: [], looseEnds: [] };

/** What the bytes of a body are, told from them, and only where they do not tell from the header. */
export type BodyKind = 'image' | 'page' | 'sheet' | 'other';

/** Whether a record may hold something to extract, so that its body should be read. */
export function mayHoldContent(record: ArchiveRecord, options: RecordOptions): boolean {
  const { type, status, time, url } = record;
  if ((type !== 'response' && type !== 'resource') || time === '') return false;
  if (!/^(?:https?|ftp):/i.test(url)) return false;
  const isSuccess = status === 0 || (status >= 200 && status < 300);
  return isSuccess || options.includeErrors === true;
}

/** The capture of a record; its time must be known. */
export function contextOf(record: ArchiveRecord): CaptureContext {
  const fields = record.http?.fields ?? record.fields;
  return {
    url: record.url,
    surt: toSurt(record.url),
    time: record.time as Timestamp, // `mayHoldContent` saw to it
    status: record.status,
    contentType: fields.get('content-type'),
    contentLanguage: fields.get('content-language'),
    file: record.file,
    offset: record.offset,
  };
}

/** Extracts the body of a record. Pure. */
export function extractBody(
  body: Body,
  context: CaptureContext,
  options: RecordOptions,
): RecordFindings & { readonly holds: 'page' | 'sheet' | ImageFacts | undefined } {
  const isDamaged = body.truncated !== undefined;
  const image = inspectImage(body.bytes, options);
  if (image.kind === 'image') {
    const { kind: _, ...facts } = image;
    const rejected = facts.rejected ?? (isDamaged ? DAMAGED : undefined);
    const known: ImageFacts = rejected === undefined ? facts : { ...facts, rejected };
    return { observations: [toCapture(known, context)], looseEnds: [], holds: known };
  }
  const kind = textKind(body.bytes, context);
  if (kind === 'page') {
    const page = readPage(body.bytes, context, options);
    return { ...page, holds: 'page' };
  }
  if (kind === 'sheet') {
    const says = options.withSheets === true ? sayOfSheet(body.bytes, context, options) : undefined;
    const sheet = toSheet(context);
    const looseEnds = [says === undefined ? sheet : { ...sheet, says }];
    return { ...NOTHING, looseEnds, holds: 'sheet' };
  }
  return { ...NOTHING, holds: undefined };
}

/** Extracts a page: itself, its references, the images it holds in itself, the sheets it links. */
export function readPage(
  bytes: Uint8Array,
  context: CaptureContext,
  options: RecordOptions,
): RecordFindings {
  const found = extractPage(bytes, {
    url: context.url,
    time: context.time,
    status: context.status,
    contentType: context.contentType,
    contentLanguage: context.contentLanguage,
    outlinks: options.withStructure ?? false,
    ...(options.maxPageBytes !== undefined && { maxBytes: options.maxPageBytes }),
  });
  const { page, references, dataImages, styleSheets } = found;
  const { url, surt, title, time } = page;
  const images = toDataCaptures(dataImages, context, options);
  return {
    observations: [toPageLine(found, context, options), ...references, ...images],
    looseEnds: styleSheets.map((sheet) => ({
      kind: 'sheet-link',
      surt: toSurt(sheet),
      page: { url, surt, title, time },
      imagesInPage: page.images,
      firstPosition: references.length,
    })),
  };
}

/** A capture of an image that is known already. */
export function toCapture(
  facts: ImageFacts,
  {
    surt,
    url,
    time,
    file,
    offset,
  }: Pick<CaptureContext, 'surt' | 'url' | 'time' | 'file' | 'offset'>,
): CaptureObservation {
  return { kind: 'capture', surt, url, time, file, offset, ...facts };
}

/** Captures of the images that a page or a style sheet holds in itself. */
export function toDataCaptures(
  dataImages: readonly DataImage[],
  holder: Pick<CaptureContext, 'time' | 'file' | 'offset'>,
  options: InspectOptions,
): CaptureObservation[] {
  return dataImages.flatMap(({ bytes, url }) => {
    const image = inspectImage(bytes, options);
    if (image.kind !== 'image') return [];
    const { kind: _, ...facts } = image;
    return [toCapture(facts, { ...holder, url, surt: url })];
  });
}

/** What a style sheet says. */
export function sayOfSheet(
  bytes: Uint8Array,
  context: CaptureContext,
  options: InspectOptions,
): SheetSays {
  const { references, imports, dataImages } = readSheet(bytes, context);
  return {
    images: [...new Set(references.map(({ reference }) => reference.surt))],
    imports,
    captures: toDataCaptures(dataImages, context, options),
  };
}

/** A capture of a style sheet. */
export function toSheet({ url, surt, time, file, offset }: CaptureContext): SheetEnd {
  return { kind: 'sheet', url, surt, time, place: { file, offset } };
}

/** The payload digest by which revisits name a record. */
export function payloadDigestOf(record: ArchiveRecord): string {
  const told = bareDigest(record.fields.get('warc-payload-digest'));
  if (told !== '' || record.header.format === 'arc' || record.isStreamed) return told;
  return sha1Base32(record.payload);
}

function toPageLine(
  found: PageExtraction,
  { file, offset }: CaptureContext,
  { withStructure = false }: RecordOptions,
): PageObservation {
  const { page, outlinks, jsonLd, geo } = found;
  const { charsetSource: _c, languageSource: _l, baseUrl: _b, ...facts } = page;
  return { ...facts, file, offset, ...(withStructure && { outlinks, jsonLd, geo }) };
}

/** What a text is: by its declared type, or by its first tag where none is declared. */
function textKind(
  bytes: Buffer,
  { contentType, url }: CaptureContext,
): 'page' | 'sheet' | undefined {
  const type = contentType.toLowerCase();
  if (type.includes('html')) return 'page';
  if (type.startsWith('text/css') || /\.css(?:$|[?#])/i.test(url)) return 'sheet';
  const isUntyped = type === '' || !type.includes('/') || type.startsWith('text/plain');
  return isUntyped && looksLikeHtml(bytes) ? 'page' : undefined;
}

function looksLikeHtml(bytes: Buffer): boolean {
  const start = bytes.toString('latin1', 0, 512).replace(/^(?:\xef\xbb\xbf|\s|<!--.*?-->)+/s, '');
  return /^<(?:!doctype html|html|head|body|title)\b/i.test(start);
}
