// What is known of a page beside file, key and time, as bytes.
import type { Timestamp } from '../model/capture.ts';
import type { ImagePage } from '../model/image.ts';
import { toSurt } from '../model/surt.ts';
import { ByteReader, ByteWriter } from './bytes.ts';
import { pack, unpack, unpackHead } from './packing.ts';
import { MARK_BYTES, type PayloadMark } from './payload-digest.ts';

/** A page to be stored. */
export interface PageRow {
  readonly url: string;
  readonly title: string;
  readonly time: Timestamp;
  readonly language: string;
  /** Number of `img` elements. */
  readonly images: number;
  /** Where its record is, for the revisits that stand for it. */
  readonly offset: number;
  /** `''` for a page that revisits cannot stand for. */
  readonly mark: PayloadMark;
}

/** A page as references need it. */
export interface StoredPage {
  readonly page: ImagePage;
  /** Number of `img` elements. */
  readonly images: number;
}

const HAS_MARK = 1;

const writer = new ByteWriter();

/** Packs a page. */
export function encodePage({ url, title, language, images, offset, mark }: PageRow): Buffer {
  writer.start();
  writer.byte(mark === '' ? 0 : HAS_MARK);
  if (mark !== '') {
    writer.hex(mark);
    writer.number(offset);
  }
  writer.number(images);
  writer.text(url);
  writer.text(title);
  writer.text(language);
  return pack(writer.finish());
}

/** Unpacks a page. Throws a `RangeError` when it is damaged. */
export function decodePage(data: unknown, time: number): PageRow {
  // A damaged database gives other things than the bytes that were stored.
  if (!Buffer.isBuffer(data)) throw new RangeError('a page has no bytes');
  const reader = new ByteReader(unpack(data));
  const isMarked = reader.byte() === HAS_MARK;
  const mark = isMarked ? reader.hex(MARK_BYTES) : '';
  const offset = isMarked ? reader.number() : 0;
  const images = reader.number();
  const url = reader.text();
  const title = reader.text();
  const language = reader.text();
  // Stored from a timestamp of 14 digits.
  return { url, title, time: String(time) as Timestamp, language, images, offset, mark };
}

/** The mark of a packed page. */
export function markOfPage(data: unknown): PayloadMark {
  if (!Buffer.isBuffer(data)) throw new RangeError('a page has no bytes');
  const head = unpackHead(data);
  return head[0] === HAS_MARK ? head.toString('hex', 1, 1 + MARK_BYTES) : '';
}

/** The page of a row. */
export function toStoredPage({ url, title, time, language, images }: PageRow): StoredPage {
  return { page: { url, surt: toSurt(url), title, time, language }, images };
}
