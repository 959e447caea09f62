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
  /** Where it links: a list of keys (`toKeyList`); `''` where nobody noted it. */
  readonly linkKeys: string;
}

/** A page as references need it. */
export interface StoredPage {
  readonly page: ImagePage;
  /** Number of `img` elements. */
  readonly images: number;
}

const HAS_MARK = 1;
const HAS_LINKS = 2;

const writer = new ByteWriter();

/** Packs a page. */
export function encodePage(page: PageRow): Buffer {
  const { url, title, language, images, offset, mark, linkKeys } = page;
  writer.start();
  writer.byte((mark === '' ? 0 : HAS_MARK) + (linkKeys === '' ? 0 : HAS_LINKS));
  if (mark !== '') {
    writer.hex(mark);
    writer.number(offset);
  }
  writer.number(images);
  writer.text(url);
  writer.text(title);
  writer.text(language);
  if (linkKeys !== '') {
    const keys = Buffer.from(linkKeys, 'base64url');
    writer.number(keys.length);
    writer.hex(keys.toString('hex'));
  }
  return pack(writer.finish());
}

/** Unpacks a page. Throws a `RangeError` when it is damaged. */
export function decodePage(data: unknown, time: number): PageRow {
  // A damaged database gives other things than the bytes that were stored.
  if (!Buffer.isBuffer(data)) throw new RangeError('a page has no bytes');
  const reader = new ByteReader(unpack(data));
  const flags = reader.byte();
  const isMarked = (flags & HAS_MARK) !== 0;
  const mark = isMarked ? reader.hex(MARK_BYTES) : '';
  const offset = isMarked ? reader.number() : 0;
  const images = reader.number();
  const url = reader.text();
  const title = reader.text();
  const language = reader.text();
  const linkKeys = (flags & HAS_LINKS) === 0 ? '' : readKeys(reader);
  // Stored from a timestamp of 14 digits.
  return { url, title, time: String(time) as Timestamp, language, images, offset, mark, linkKeys };
}

function readKeys(reader: ByteReader): string {
  return Buffer.from(reader.hex(reader.number()), 'hex').toString('base64url');
}

/** The mark of a packed page. */
export function markOfPage(data: unknown): PayloadMark {
  if (!Buffer.isBuffer(data)) throw new RangeError('a page has no bytes');
  const head = unpackHead(data);
  return ((head[0] ?? 0) & HAS_MARK) !== 0 ? head.toString('hex', 1, 1 + MARK_BYTES) : '';
}

/** The page of a row. */
export function toStoredPage({ url, title, time, language, images }: PageRow): StoredPage {
  return { page: { url, surt: toSurt(url), title, time, language }, images };
}
