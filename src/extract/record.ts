// One record: whether it is a page, an image or a style sheet, and what is in it.
import { hash } from 'node:crypto';
import type { ArchiveRecord, Body } from '../archive/archive.ts';
import { mediaType } from '../archive/read/http-head.ts';
import { bareDigest, sha1Base32 } from '../archive/write/digest.ts';
import type { TimeSource, Timestamp } from '../model/capture.ts';
import type { CaptureObservation, Observation, PageObservation } from '../model/observation.ts';
import { toSurt } from '../model/surt.ts';
import { parseUrl } from '../support/parse-url.ts';
import { asBuffer } from './image/bytes.ts';
import {
  type ImageRejection,
  type InspectOptions,
  inspectImage,
  type NotImageReason,
} from './image/image.ts';
import type {
  ImageFacts,
  LooseEnd,
  OtherEnd,
  RecordPlace,
  SheetEnd,
  SheetSays,
} from './loose-ends.ts';
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
  /** Whether errors and redirects are told, as loose ends; default false. */
  readonly withOtherAnswers?: boolean;
  /** Whether pages tell the keys of their links, by which libraries find who links where; default false. */
  readonly withLinkKeys?: boolean;
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
  readonly timeSource?: TimeSource;
}

/** What a record gave. */
export interface RecordFindings {
  readonly observations: readonly Observation[];
  readonly looseEnds: readonly LooseEnd[];
}

const NOTHING: RecordFindings = { observations: [], looseEnds: [] };

/** What the bytes of a body are, told from them, and only where they do not tell from the header. */
export type BodyKind = 'image' | 'page' | 'sheet' | 'other';

/** Whether a record may hold something to extract, so that its body should be read. */
export function mayHoldContent(record: ArchiveRecord, options: RecordOptions): boolean {
  const { type, status, time, url } = record;
  if ((type !== 'response' && type !== 'resource') || time === '') return false;
  // From elsewhere only images are told, so that none is lost silently.
  if (!isWebAddress(url)) return record.mime.startsWith('image/');
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
    ...timeSourceOf(record.header),
  };
}

/**
 * What a record says of its address that gives neither an image nor a page: an error, or another address. `undefined` for all else,
 * and for a redirect to another spelling of the same address (`http` to `https`, with `www.` or without).
 */
export function otherAnswerOf(record: ArchiveRecord): OtherEnd | undefined {
  const { type, status, time, url, file, offset } = record;
  if ((type !== 'response' && type !== 'revisit') || time === '' || !isWebAddress(url)) {
    return undefined;
  }
  if (!REDIRECTS.has(status) && status < 400) return undefined;
  const surt = toSurt(url);
  const target = REDIRECTS.has(status) ? targetOf(record) : '';
  return target === surt ? undefined : { kind: 'other', surt, time, target, file, offset };
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** The SURT that a redirect leads to; `''` where it leads nowhere. */
function targetOf({ http, url }: ArchiveRecord): string {
  const location = http?.fields.get('location') ?? '';
  const target = location === '' ? undefined : parseUrl(location.trim(), url);
  return target !== undefined && /^https?:$/.test(target.protocol) ? toSurt(target.href) : '';
}

/** The same for a body that is neither image nor page, at an address that is that of an image by its name. */
export function strangeAnswerOf({
  url,
  surt,
  time,
  file,
  offset,
}: CaptureContext): OtherEnd | undefined {
  if (!IMAGE_ADDRESS.test(url)) return undefined;
  return { kind: 'other', surt, time, target: '', file, offset };
}

const IMAGE_ADDRESS = /^https?:[^?#]+\.(?:avif|bmp|gif|ico|jpe?g|png|svg|tiff?|webp)(?:[?#]|$)/i;

/** The source of a time that was inferred, to be spread into what has it. */
function timeSourceOf({ timeSource }: { readonly timeSource?: TimeSource | undefined }) {
  return timeSource === undefined ? {} : { timeSource };
}

/** Extracts the body of a record. Pure. */
export function extractBody(
  body: Body,
  context: CaptureContext,
  options: RecordOptions,
): RecordFindings & { readonly holds: 'page' | 'sheet' | ImageFacts | undefined } {
  const image = inspectImage(body.bytes, options);
  if (image.kind === 'image') {
    const { kind: _, ...facts } = image;
    const damage = body.truncated === undefined ? undefined : 'damaged';
    const rejected = facts.rejected ?? originRejection(context.url) ?? damage;
    const known: ImageFacts = rejected === undefined ? facts : { ...facts, rejected };
    return { observations: [toCapture(known, context)], looseEnds: [], holds: known };
  }
  const declared = mediaType(context.contentType);
  if (declared.startsWith('image/')) {
    const known = factsOfNoImage(body.bytes, declared, image.reason);
    return { observations: [toCapture(known, context)], looseEnds: [], holds: known };
  }
  const kind = textKind(body.bytes, context);
  if (kind === 'page') {
    const page = readPage(body.bytes, context, options);
    const isCut = body.truncated !== undefined;
    return { ...(isCut ? markAsCut(page) : page), holds: 'page' };
  }
  if (kind === 'sheet') {
    const says = options.withSheets === true ? sayOfSheet(body.bytes, context, options) : undefined;
    const sheet = toSheet(context);
    const looseEnds = [says === undefined ? sheet : { ...sheet, says }];
    return { ...NOTHING, looseEnds, holds: 'sheet' };
  }
  return { ...NOTHING, holds: undefined };
}

/** A page of a record that is cut or damaged says so. */
function markAsCut({ observations, looseEnds }: RecordFindings): RecordFindings {
  const marked = observations.map((one) =>
    one.kind === 'page' ? { ...one, truncated: ['record', ...(one.truncated ?? [])] } : one,
  );
  return { observations: marked, looseEnds };
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
export function toCapture(facts: ImageFacts, context: CapturePlace): CaptureObservation {
  const { surt, url, time, file, offset } = context;
  return { kind: 'capture', surt, url, time, file, offset, ...timeSourceOf(context), ...facts };
}

type CapturePlace = Pick<
  CaptureContext,
  'surt' | 'url' | 'time' | 'file' | 'offset' | 'timeSource'
>;

/** Captures of the images that a page or a style sheet holds in itself. */
export function toDataCaptures(
  dataImages: readonly DataImage[],
  holder: Pick<CaptureContext, 'time' | 'file' | 'offset' | 'timeSource'>,
  options: InspectOptions,
): CaptureObservation[] {
  return dataImages.map(({ bytes, url, mime, isPlaceholder }) => {
    const image = inspectImage(bytes, { ...options, isInline: true });
    const place = { ...holder, url, surt: url };
    if (image.kind !== 'image') return toCapture(factsOfNoImage(bytes, mime, image.reason), place);
    const { kind: _, ...facts } = image;
    const rejected = facts.rejected ?? (isPlaceholder ? 'placeholder' : undefined);
    return toCapture(rejected === undefined ? facts : { ...facts, rejected }, place);
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
  context: CaptureContext,
  { withStructure = false, withLinkKeys = false }: RecordOptions,
): PageObservation {
  const { page, outlinks, jsonLd, geo } = found;
  const { charsetSource: _c, languageSource: _l, baseUrl: _b, ...facts } = page;
  const { file, offset } = context;
  const structure = withStructure && { outlinks, jsonLd, geo };
  const links = withLinkKeys && { linkKeys: found.linkKeys };
  return { ...facts, file, offset, ...timeSourceOf(context), ...structure, ...links };
}

function isWebAddress(url: string): boolean {
  return /^(?:https?|ftp|data):/i.test(url);
}

/** Why an image from outside the web is not kept: browser crawlers store pictures of whole pages beside the pages. */
function originRejection(url: string): ImageRejection | undefined {
  if (isWebAddress(url)) return undefined;
  return SCREENSHOT.test(url) ? 'screenshot' : 'no-web-address';
}

const SCREENSHOT = /^(?:urn:)?(?:screenshot|thumbnail|view|fullpage|full-page)(?:-?\w{1,20})?:/i;

/** What is known of bytes that are declared as an image and are none. */
function factsOfNoImage(bytes: Uint8Array, mime: string, reason: NotImageReason): ImageFacts {
  const isPage = reason === 'unknown-format' && looksLikeHtml(asBuffer(bytes));
  const rejected: ImageRejection = isPage ? 'html' : reason;
  const digest = hash('sha256', bytes, 'hex');
  return { mime, width: 0, height: 0, frames: 0, digest, bytes: bytes.length, rejected };
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
