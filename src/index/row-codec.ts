// What one file says of one SURT, as bytes: its image captures and its references.
import type { Timestamp } from '../model/capture.ts';
import type { ImagePage } from '../model/image.ts';
import type { CaptionSource, EmbeddedMetadata, ReferenceTag } from '../model/observation.ts';
import { REFERENCE_TAGS } from '../model/observation.ts';
import { toSurt } from '../model/surt.ts';
import { ByteReader, ByteWriter } from './bytes.ts';
import { readMime, writeMime } from './mime-code.ts';
import { pack, unpack } from './packing.ts';

/** An image capture to be stored. */
export interface CaptureRow {
  readonly url: string;
  readonly time: Timestamp;
  /** SHA-256 in hexadecimal. */
  readonly digest: string;
  readonly mime: string;
  readonly width: number;
  readonly height: number;
  readonly frames: number;
  readonly bytes: number;
  readonly offset: number;
  readonly metadata?: EmbeddedMetadata | undefined;
}

/** A reference to be stored; `page` is the row of its page. */
export interface ReferenceRow {
  readonly page: number;
  readonly tag: ReferenceTag;
  readonly alt: string;
  readonly title: string;
  readonly caption: string;
  readonly captionSource: CaptionSource;
}

/** A stored capture with what its row does not repeat. */
export interface StoredCapture extends CaptureRow {
  readonly surt: string;
  readonly file: string;
  readonly collections: readonly string[];
}

/** A stored reference with its page. */
export interface StoredReference {
  readonly surt: string;
  readonly tag: ReferenceTag;
  readonly alt: string;
  readonly title: string;
  readonly caption: string;
  readonly captionSource: CaptionSource;
  readonly page: ImagePage;
  /** Row of the page. */
  readonly pageRow: number;
  readonly imagesInPage: number;
  readonly collections: readonly string[];
}

/** A page as references need it. */
export interface StoredPage {
  readonly page: ImagePage;
  /** Number of `img` elements. */
  readonly images: number;
}

/** What a row was stored with. */
export interface RowContext {
  readonly file: string;
  readonly collections: readonly string[];
  /** The page of that row; `undefined` when it has gone, and its references with it. */
  page(id: number): StoredPage | undefined;
}

/** A row as it comes back. */
export interface DecodedRow {
  readonly surt: string;
  readonly captures: readonly StoredCapture[];
  readonly references: readonly StoredReference[];
}

const CAPTION_SOURCES: readonly CaptionSource[] = [
  '',
  'figcaption',
  'parent',
  'siblings',
  'anchor',
];

const HAS_SURT = 1;
const HAS_METADATA = 1;
const DIGEST_BYTES = 32;

const writer = new ByteWriter();

/** Packs the captures and references of one SURT. */
export function encodeRow(
  surt: string,
  captures: readonly CaptureRow[],
  references: readonly ReferenceRow[],
): Buffer {
  writer.start();
  // The URL of a capture nearly always tells the SURT; then it is not stored.
  const first = captures[0];
  const isTold = first !== undefined && toSurt(first.url) === surt;
  writer.byte(isTold ? 0 : HAS_SURT);
  if (!isTold) writer.text(surt);
  writer.number(captures.length);
  for (const capture of captures) writeCapture(capture);
  writer.number(references.length);
  for (const reference of references) writeReference(reference);
  return pack(writer.finish());
}

/** Unpacks a row. Throws a `RangeError` when it is damaged. */
export function decodeRow(data: Buffer, context: RowContext): DecodedRow {
  // A damaged database gives other things than the bytes that were stored.
  if (!Buffer.isBuffer(data)) throw new RangeError('a row has no bytes');
  const reader = new ByteReader(unpack(data));
  const stored = reader.byte() === HAS_SURT ? reader.text() : undefined;
  const captureCount = reader.number();
  const captures: StoredCapture[] = [];
  let surt = stored ?? '';
  for (let index = 0; index < captureCount; index++) {
    const capture = readCapture(reader, surt, context);
    if (index === 0 && stored === undefined) {
      surt = toSurt(capture.url);
      capture.surt = surt;
    }
    captures.push(capture);
  }
  const referenceCount = reader.number();
  const references: StoredReference[] = [];
  for (let index = 0; index < referenceCount; index++) {
    const reference = readReference(reader, surt, context);
    if (reference !== undefined) references.push(reference);
  }
  return { surt, captures, references };
}

function writeCapture(capture: CaptureRow): void {
  const { metadata } = capture;
  writer.number(Number(capture.time));
  writer.text(capture.url);
  writer.hex(capture.digest);
  writeMime(writer, capture.mime);
  writer.number(capture.width);
  writer.number(capture.height);
  writer.number(capture.frames);
  writer.number(capture.bytes);
  writer.number(capture.offset);
  writer.byte(metadata === undefined ? 0 : HAS_METADATA);
  if (metadata !== undefined) writer.text(JSON.stringify(metadata));
}

function readCapture(
  reader: ByteReader,
  surt: string,
  { file, collections }: RowContext,
): { -readonly [K in keyof StoredCapture]: StoredCapture[K] } {
  // Written from a timestamp of 14 digits.
  const time = String(reader.number()) as Timestamp;
  const url = reader.text();
  const digest = reader.hex(DIGEST_BYTES);
  const mime = readMime(reader);
  const width = reader.number();
  const height = reader.number();
  const frames = reader.number();
  const bytes = reader.number();
  const offset = reader.number();
  const facts = { surt, url, time, digest, mime, width, height, frames, bytes };
  const metadata = reader.byte() === HAS_METADATA ? parseMetadata(reader.text()) : undefined;
  return Object.assign(facts, { file, offset, collections, metadata });
}

function parseMetadata(text: string): EmbeddedMetadata {
  try {
    return JSON.parse(text) as EmbeddedMetadata; // written by `writeCapture`
  } catch (cause) {
    throw new RangeError('the metadata of the row is damaged', { cause });
  }
}

function writeReference(reference: ReferenceRow): void {
  writer.number(reference.page);
  const tag = REFERENCE_TAGS.indexOf(reference.tag);
  writer.byte(tag * 8 + CAPTION_SOURCES.indexOf(reference.captionSource));
  writer.text(reference.alt);
  writer.text(reference.title);
  writer.text(reference.caption);
}

function readReference(
  reader: ByteReader,
  surt: string,
  context: RowContext,
): StoredReference | undefined {
  const pageId = reader.number();
  const kinds = reader.byte();
  const alt = reader.text();
  const title = reader.text();
  const caption = reader.text();
  const stored = context.page(pageId);
  if (stored === undefined) return undefined;
  return {
    surt,
    tag: REFERENCE_TAGS[kinds >> 3] ?? 'img',
    alt,
    title,
    caption,
    captionSource: CAPTION_SOURCES[kinds & 7] ?? '',
    page: stored.page,
    pageRow: pageId,
    imagesInPage: stored.images,
    collections: context.collections,
  };
}
