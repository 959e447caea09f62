// What a style sheet says, and which pages of a file link one, as bytes.
import { ByteReader, ByteWriter } from './bytes.ts';
import { pack, unpack } from './packing.ts';

/** What a style sheet says. Lists are sorted and without repetition, so that equal sheets are told apart from others by comparing them in order. */
export interface SheetContent {
  /** SURT of the sheet: its addresses are relative to its own. */
  readonly surt: string;
  /** SURTs of the images it names. */
  readonly images: readonly string[];
  /** SURTs of the sheets it imports. */
  readonly imports: readonly string[];
}

/** Pages of one file that link a style sheet. */
export interface SheetLinks {
  readonly surt: string;
  /** Rows of the pages, ascending. */
  readonly pages: readonly number[];
}

const writer = new ByteWriter();

/** Packs what a style sheet says. */
export function encodeSheet({ surt, images, imports }: SheetContent): Buffer {
  writer.start();
  writer.text(surt);
  for (const texts of [images, imports]) {
    writer.number(texts.length);
    for (const text of texts) writer.text(text);
  }
  return pack(writer.finish());
}

/** Unpacks it. Throws a `RangeError` when it is damaged. */
export function decodeSheet(data: unknown): SheetContent {
  const reader = readerOf(data);
  const surt = reader.text();
  const readTexts = () => Array.from({ length: countOf(reader) }, () => reader.text());
  return { surt, images: readTexts(), imports: readTexts() };
}

/** Packs links. */
export function encodeLinks({ surt, pages }: SheetLinks): Buffer {
  writer.start();
  writer.text(surt);
  writer.number(pages.length);
  let before = 0;
  for (const page of pages) {
    writer.number(page - before);
    before = page;
  }
  return pack(writer.finish());
}

/** Unpacks them. Throws a `RangeError` when they are damaged. */
export function decodeLinks(data: unknown): SheetLinks {
  const reader = readerOf(data);
  const surt = reader.text();
  let page = 0;
  const pages = Array.from({ length: countOf(reader) }, () => {
    page += reader.number();
    return page;
  });
  return { surt, pages };
}

/** A damaged database gives other things than the bytes that were stored. */
function readerOf(data: unknown): ByteReader {
  if (!Buffer.isBuffer(data)) throw new RangeError('a style sheet has no bytes');
  return new ByteReader(unpack(data));
}

/** More than any sheet or part has. */
const MAX_COUNT = 1_000_000;

function countOf(reader: ByteReader): number {
  const count = reader.number();
  if (count > MAX_COUNT) throw new RangeError('a list of a style sheet is too long');
  return count;
}
