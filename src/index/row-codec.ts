// What one file says of one SURT, as bytes: its image captures and its references.
import type { Timestamp } from '../model/capture.ts';
import type { ImagePage } from '../model/image.ts';
import type { CaptionSource, EmbeddedMetadata, ReferenceTag } from '../model/observation.ts';
import { REFERENCE_TAGS } from '../model/observation.ts';
import { NOTHING_SAID, type ReferenceText, type Said, TEXTS_SOURCES } from '../model/said.ts';
import { toSurt } from '../model/surt.ts';
import { ByteReader, ByteWriter } from './bytes.ts';
import { NewerFormatError } from './library-errors.ts';
import { readMime, writeMime } from './mime-code.ts';
import { pack, unpack, unpackHead } from './packing.ts';
import type { StoredPage } from './page-codec.ts';
import { MARK_BYTES, type PayloadMark } from './payload-digest.ts';
import type { RowBase } from './row-base.ts';

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
  /** Of the record's payload; `''` or absent for a capture that revisits cannot stand for. */
  readonly mark?: PayloadMark | undefined;
  readonly metadata?: EmbeddedMetadata | undefined;
}

/** A reference to be stored; `page` is the row of its page. */
export interface ReferenceRow {
  readonly page: number;
  readonly tag: ReferenceTag;
  readonly said: Said;
}

/** A capture that is no image of the library, to be stored. */
export interface OtherRow {
  readonly time: Timestamp;
  readonly offset: number;
  /** SURT that it redirected to; `''` for an error, a page or an image that was not kept. */
  readonly target: string;
}

/** What a file says of one SURT. */
export interface RowContent {
  readonly surt: string;
  readonly captures: readonly CaptureRow[];
  readonly references: readonly ReferenceRow[];
  /** What else the address gave; absent: nothing. */
  readonly others?: readonly OtherRow[];
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
  readonly said: Said;
  readonly page: ImagePage;
  /** Row of the page. */
  readonly pageRow: number;
  readonly imagesInPage: number;
  readonly collections: readonly string[];
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
  readonly others: readonly StoredOther[];
}

/** A stored capture that is no image of the library. */
export interface StoredOther extends OtherRow {
  readonly surt: string;
}

const CAPTION_SOURCES: readonly CaptionSource[] = [
  '',
  'figcaption',
  'parent',
  'siblings',
  'anchor',
  'near',
];

/** Flags of a row. */
const HAS_SURT = 1;
const HAS_BASE = 2;
const SAYS_MORE = 4;
const HAS_OTHERS = 8;
/** Flags of a capture. */
const HAS_METADATA = 1;
const HAS_MARK = 2;
const DIGEST_BYTES = 32;

const writer = new ByteWriter();

/** Packs the captures and references of one SURT. What its base says too is only pointed to. */
export function encodeRow(
  { surt, captures, references, others = [] }: RowContent,
  base?: RowBase,
): Buffer {
  writer.start();
  const more = others.length > 0 ? HAS_OTHERS : 0;
  if (base !== undefined) startOnBase(base, more);
  else {
    // The URL of a capture nearly always tells the SURT; then it is not stored.
    const first = captures[0];
    const isTold = first !== undefined && toSurt(first.url) === surt;
    writer.byte((isTold ? 0 : HAS_SURT) + more);
    if (!isTold) writer.text(surt);
  }
  writer.number(captures.length);
  for (const [at, capture] of captures.entries()) {
    const place = base?.shared.captures[at] ?? -1;
    const twin = base?.row.captures[place];
    // A revisit is a capture like its original, but for the mark.
    if (base !== undefined) writer.number((place + 1) * 2 + (isUnmarked(capture, twin) ? 1 : 0));
    if (twin === undefined) writeCapture(capture);
    else {
      writer.difference(Number(capture.time), Number(twin.time));
      writer.number(capture.offset);
    }
  }
  writer.number(references.length);
  for (const [at, reference] of references.entries()) {
    const place = base?.shared.references[at] ?? -1;
    if (base !== undefined) writer.number(place + 1);
    if (place < 0) writeReference(reference);
    else writer.number(reference.page);
  }
  if (others.length > 0) writeOthers(others);
  return pack(writer.finish());
}

function startOnBase({ file, part, shared }: RowBase, more: number): void {
  writer.byte(HAS_BASE + (shared.isAll ? 0 : SAYS_MORE) + more);
  writer.number(file);
  writer.number(part);
}

function isUnmarked(capture: CaptureRow, twin: CaptureRow | undefined): boolean {
  return (capture.mark ?? '') === '' && (twin?.mark ?? '') !== '';
}

/** Where the base of a row is: it has the same key. */
export interface BasePlace {
  readonly file: number;
  readonly part: number;
}

/** Where the base of a packed row is, and whether the row says more than it; `undefined` for a row that stands by itself. */
export function baseOf(data: unknown): (BasePlace & { readonly saysMore: boolean }) | undefined {
  const reader = new ByteReader({ head: unpackHead(toBytes(data)), text: NO_BYTES });
  const flags = reader.byte();
  if ((flags & HAS_BASE) === 0) return undefined;
  return { file: reader.number(), part: reader.number(), saysMore: (flags & SAYS_MORE) !== 0 };
}

const NO_BYTES = Buffer.alloc(0);

/** Gives rows that others are stored on. */
export interface BaseSource {
  /** The row at a place. Throws a `RangeError` when it is not there, or does not stand by itself. */
  at(place: BasePlace): RowContent;
}

/** Unpacks a row; `bases` gives the one that it is stored on. Throws a `RangeError` when it is damaged. */
export function decodeRow(data: unknown, bases: BaseSource): RowContent {
  const reader = new ByteReader(unpack(toBytes(data)));
  const flags = reader.byte();
  const base =
    (flags & HAS_BASE) === 0
      ? undefined
      : bases.at({ file: reader.number(), part: reader.number() });
  const stored = (flags & HAS_SURT) === 0 ? undefined : reader.text();
  const captures: CaptureRow[] = [];
  for (let left = reader.number(); left > 0; left--) {
    captures.push(base === undefined ? readCapture(reader) : readSharedCapture(reader, base));
  }
  const references: ReferenceRow[] = [];
  for (let left = reader.number(); left > 0; left--) {
    references.push(base === undefined ? readReference(reader) : readSharedReference(reader, base));
  }
  const others = (flags & HAS_OTHERS) === 0 ? NO_OTHERS : readOthers(reader);
  const surt = base?.surt ?? stored ?? toSurt(captures[0]?.url ?? '');
  return { surt, captures, references, others };
}

const NO_OTHERS: readonly OtherRow[] = [];

function writeOthers(others: readonly OtherRow[]): void {
  writer.number(others.length);
  for (const { time, offset, target } of others) {
    writer.number(Number(time));
    writer.number(offset);
    writer.text(target);
  }
}

function readOthers(reader: ByteReader): OtherRow[] {
  const others: OtherRow[] = [];
  for (let left = reader.number(); left > 0; left--) {
    const time = String(reader.number()) as Timestamp; // as in `readCapture`
    others.push({ time, offset: reader.number(), target: reader.text() });
  }
  return others;
}

/** A row with what it was stored with. References of pages that have gone are left out. */
export function completeRow(
  { surt, captures, references, others = NO_OTHERS }: RowContent,
  context: RowContext,
): DecodedRow {
  const completed: StoredReference[] = [];
  for (const reference of references) {
    const stored = context.page(reference.page);
    if (stored !== undefined) completed.push(completeReference(reference, surt, stored, context));
  }
  return {
    surt,
    captures: captures.map((capture) => completeCapture(capture, surt, context)),
    references: completed,
    others: others.map(({ time, offset, target }) => ({ surt, time, offset, target })),
  };
}

// All fields one by one: millions of such objects are made, and a spread takes several times as long.
function completeCapture(
  { url, time, digest, mime, width, height, frames, bytes, offset, mark, metadata }: CaptureRow,
  surt: string,
  { file, collections }: RowContext,
): StoredCapture {
  return {
    surt,
    url,
    time,
    digest,
    mime,
    width,
    height,
    frames,
    bytes,
    file,
    offset,
    collections,
    mark,
    metadata,
  };
}

function completeReference(
  { page: pageRow, tag, said }: ReferenceRow,
  surt: string,
  { page, images: imagesInPage }: StoredPage,
  { collections }: RowContext,
): StoredReference {
  return { surt, tag, said, page, pageRow, imagesInPage, collections };
}

/** A damaged database gives other things than the bytes that were stored. */
function toBytes(data: unknown): Buffer {
  if (!Buffer.isBuffer(data)) throw new RangeError('a row has no bytes');
  return data;
}

function writeCapture(capture: CaptureRow): void {
  const { metadata, mark = '' } = capture;
  writer.number(Number(capture.time));
  writer.text(capture.url);
  writer.hex(capture.digest);
  writeMime(writer, capture.mime);
  writer.number(capture.width);
  writer.number(capture.height);
  writer.number(capture.frames);
  writer.number(capture.bytes);
  writer.number(capture.offset);
  writer.byte((metadata === undefined ? 0 : HAS_METADATA) + (mark === '' ? 0 : HAS_MARK));
  if (metadata !== undefined) writer.text(JSON.stringify(metadata));
  writer.hex(mark);
}

function readCapture(reader: ByteReader): CaptureRow {
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
  const flags = reader.byte();
  const metadata = (flags & HAS_METADATA) !== 0 ? parseMetadata(reader.text()) : undefined;
  const mark = (flags & HAS_MARK) !== 0 ? reader.hex(MARK_BYTES) : '';
  return { url, time, digest, mime, width, height, frames, bytes, offset, mark, metadata };
}

function readSharedCapture(reader: ByteReader, base: RowContent): CaptureRow {
  const code = reader.number();
  if (code === 0) return readCapture(reader);
  const twin = base.captures[Math.floor(code / 2) - 1];
  if (twin === undefined) throw new RangeError('the base of a row has changed');
  const time = String(reader.difference(Number(twin.time))) as Timestamp; // as in `readCapture`
  const offset = reader.number();
  const { url, digest, mime, width, height, frames, bytes, metadata } = twin;
  const mark = code % 2 === 1 ? '' : twin.mark;
  // Not spread: as in `completeRow`.
  return { url, time, digest, mime, width, height, frames, bytes, offset, mark, metadata };
}

function parseMetadata(text: string): EmbeddedMetadata {
  try {
    return JSON.parse(text) as EmbeddedMetadata; // written by `writeCapture`
  } catch (cause) {
    throw new RangeError('the metadata of the row is damaged', { cause });
  }
}

/** The page, kinds, bits of the texts that there are, and these texts. */
function writeReference({ page, tag, said }: ReferenceRow): void {
  writer.number(page);
  const source = CAPTION_SOURCES.indexOf(said.captionSource);
  writer.byte(REFERENCE_TAGS.indexOf(tag) * 8 + source);
  let bits = 0;
  for (const { text, bit } of TEXTS_SOURCES) if (isWritten(said, text)) bits |= 1 << bit;
  writer.number(bits);
  for (const { text } of TEXTS_SOURCES) if (isWritten(said, text)) writer.text(said[text]);
}

/** The paper's caption is mostly ours; rows of earlier versions have one caption, which is the paper's. */
function isWritten(said: Said, text: ReferenceText): boolean {
  return said[text] !== '' && (text !== 'paperCaption' || said.paperCaption !== said.caption);
}

function readReference(reader: ByteReader): ReferenceRow {
  const page = reader.number();
  const kinds = reader.byte();
  const bits = reader.number();
  if ((bits & ~KNOWN_TEXTS) !== 0) throw new NewerFormatError('a row');
  // A copy has all names from the start, so that all of them have one shape.
  const said: { -readonly [Name in keyof Said]: Said[Name] } = { ...NOTHING_SAID };
  for (const { text, bit } of TEXTS_SOURCES) if ((bits >> bit) & 1) said[text] = reader.text();
  if (said.paperCaption === '') said.paperCaption = said.caption;
  said.captionSource = CAPTION_SOURCES[kinds & 7] ?? '';
  return { page, tag: REFERENCE_TAGS[kinds >> 3] ?? 'img', said };
}

/** The texts that this program knows. */
const KNOWN_TEXTS = TEXTS_SOURCES.reduce((bits, { bit }) => bits | (1 << bit), 0);

function readSharedReference(reader: ByteReader, base: RowContent): ReferenceRow {
  const place = reader.number();
  if (place === 0) return readReference(reader);
  const twin = base.references[place - 1];
  if (twin === undefined) throw new RangeError('the base of a row has changed');
  const page = reader.number();
  const { tag, said } = twin;
  return { page, tag, said };
}
