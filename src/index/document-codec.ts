// A document as bytes: its id plain, so that it can be compared, and all else packed.
import type { Timestamp } from '../model/capture.ts';
import type { ImageCaption, ImageDocument, ImagePage, ImageText } from '../model/image.ts';
import { toSurt } from '../model/surt.ts';
import { ByteReader, ByteWriter } from './bytes.ts';
import { readMime, writeMime } from './mime-code.ts';
import { pack, unpack } from './packing.ts';

/** Names that many documents share, kept once: files, collections, pages. */
export interface DocumentNames {
  fileId(name: string): number;
  fileName(id: number): string;
  collectionId(name: string): number;
  collectionName(id: number): string;
}

const DIGEST_BYTES = 32;
/** `<digest>-<page>` in mode `full`. */
const PAGE_HASH_BYTES = 8;
const CAPTION_SOURCES = ['', 'figcaption', 'parent', 'siblings', 'anchor', 'metadata'] as const;

const HAS_PAGE = 1;
const HAS_PLACE = 2;
const HAS_SURT = 4;

const writer = new ByteWriter();

/** Packs a document. */
export function encodeDocument(document: ImageDocument, names: DocumentNames): Buffer {
  const { oldest, page, place } = document;
  const name = document.id.replace('-', '');
  writer.start();
  const isSurtTold = toSurt(oldest.url) === oldest.surt;
  writer.byte(
    (page === undefined ? 0 : HAS_PAGE) +
      (place === undefined ? 0 : HAS_PLACE) +
      (isSurtTold ? 0 : HAS_SURT),
  );
  writer.text(oldest.url);
  if (!isSurtTold) writer.text(oldest.surt);
  writer.number(Number(oldest.time));
  writer.number(names.fileId(oldest.file));
  writer.number(oldest.offset);
  writer.difference(Number(document.lastCapture), Number(oldest.time));
  writeMime(writer, document.mime);
  for (const number of numbersOf(document)) writer.number(number);
  writeTexts(document.titles);
  writeTexts(document.alts);
  writeTexts(document.captions);
  for (const { source } of document.captions) writer.byte(CAPTION_SOURCES.indexOf(source));
  if (page !== undefined) writePage(page, oldest.time);
  writer.number(document.collections.length);
  for (const collection of document.collections) writer.number(names.collectionId(collection));
  if (place !== undefined) {
    writer.fraction(place.latitude);
    writer.fraction(place.longitude);
    writer.text(place.source);
  }
  writer.text(document.taken);
  const nameBytes = name.length / 2;
  const data = pack(writer.finish(), 1 + nameBytes);
  data[0] = nameBytes;
  data.write(name, 1, 'hex');
  return data;
}

/** The id of a stored document. Throws a `RangeError` when it is damaged. */
export function idOf(data: Buffer): string {
  // A damaged database gives other things than the bytes that were stored.
  if (!Buffer.isBuffer(data)) throw new RangeError('a document has no bytes');
  const length = data[0] ?? 0;
  const digest = data.toString('hex', 1, 1 + DIGEST_BYTES);
  if (length === DIGEST_BYTES) return digest;
  return `${digest}-${data.toString('hex', 1 + DIGEST_BYTES, 1 + DIGEST_BYTES + PAGE_HASH_BYTES)}`;
}

/** Unpacks a document. Throws a `RangeError` when it is damaged. */
export function decodeDocument(data: Buffer, names: DocumentNames): ImageDocument {
  const id = idOf(data);
  const reader = new ByteReader(unpack(data, 1 + (data[0] ?? 0)));
  const flags = reader.byte();
  const url = reader.text();
  const surt = (flags & HAS_SURT) === 0 ? toSurt(url) : reader.text();
  const time = reader.number();
  const oldest = {
    surt,
    url,
    time: toTimestamp(time),
    file: names.fileName(reader.number()),
    offset: reader.number(),
  };
  const lastCapture = toTimestamp(reader.difference(time));
  const mime = readMime(reader);
  const width = reader.number();
  const height = reader.number();
  const frames = reader.number();
  const bytes = reader.number();
  const matchingImages = reader.number();
  const matchingPages = reader.number();
  const imagesInOriginalPage = reader.number();
  const imageMetadataChanges = reader.number();
  const pageMetadataChanges = reader.number();
  const titles = readTexts(reader);
  const alts = readTexts(reader);
  const captions = readTexts(reader).map(({ text, language }): ImageCaption => {
    return { text, language, source: CAPTION_SOURCES[reader.byte()] ?? '' };
  });
  const page = (flags & HAS_PAGE) === 0 ? undefined : readPage(reader, time);
  const collections = Array.from({ length: reader.number() }, () =>
    names.collectionName(reader.number()),
  ).sort();
  const place =
    (flags & HAS_PLACE) === 0
      ? undefined
      : { latitude: reader.fraction(), longitude: reader.fraction(), source: reader.text() };
  const taken = reader.text();
  return {
    id,
    digest: id.slice(0, DIGEST_BYTES * 2),
    oldest,
    lastCapture,
    mime,
    width,
    height,
    frames,
    bytes,
    matchingImages,
    matchingPages,
    imagesInOriginalPage,
    imageMetadataChanges,
    pageMetadataChanges,
    titles,
    alts,
    captions,
    ...(page && { page }),
    collections,
    ...(place && { place }),
    taken,
  };
}

function numbersOf(document: ImageDocument): number[] {
  return [
    document.width,
    document.height,
    document.frames,
    document.bytes,
    document.matchingImages,
    document.matchingPages,
    document.imagesInOriginalPage,
    document.imageMetadataChanges,
    document.pageMetadataChanges,
  ];
}

function writeTexts(texts: readonly ImageText[]): void {
  writer.number(texts.length);
  for (const { text, language } of texts) {
    writer.text(text);
    writer.text(language);
  }
}

function readTexts(reader: ByteReader): ImageText[] {
  const count = reader.number();
  const texts: ImageText[] = [];
  for (let index = 0; index < count; index++) {
    texts.push({ text: reader.text(), language: reader.text() });
  }
  return texts;
}

function writePage(page: ImagePage, oldest: Timestamp): void {
  writer.text(page.url);
  writer.text(page.title);
  writer.difference(Number(page.time), Number(oldest));
  writer.text(page.language);
}

function readPage(reader: ByteReader, oldest: number): ImagePage {
  const url = reader.text();
  const title = reader.text();
  const time = toTimestamp(reader.difference(oldest));
  return { url, surt: toSurt(url), title, time, language: reader.text() };
}

/** Written from a timestamp of 14 digits. */
function toTimestamp(time: number): Timestamp {
  return String(time) as Timestamp;
}
