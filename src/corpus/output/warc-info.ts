// The first record of a WARC file that we write: who made it. The same for the same run, to the byte.
import { createHash } from 'node:crypto';
import { type Timestamp, toIsoTime } from '../../archive/archive.ts';
import { createSha1 } from '../../archive/write/digest.ts';
import {
  encodeFields,
  encodeWarcHeader,
  type HeaderList,
  toUrn,
} from '../../archive/write/warc-writer-record.ts';
import { compressMember } from './gzip-bytes.ts';

/** What the record says. */
export interface WarcInfo {
  /** Name of the file that it stands in. */
  readonly fileName: string;
  /**
   * Time of the record. Not the clock's: two runs over the same records shall give the same bytes, and the time of a
   * run is in its manifest.
   */
  readonly time: Timestamp;
  /** The run; the id of the record comes from it. */
  readonly runKey: string;
  /** Lines of the record. */
  readonly fields: HeaderList;
}

/** The bytes of the record. */
export async function encodeWarcInfo(info: WarcInfo, isCompressed: boolean): Promise<Uint8Array> {
  const block = encodeFields(info.fields);
  const digest = createSha1();
  digest.update(block);
  const header = encodeWarcHeader([
    ['WARC-Type', 'warcinfo'],
    ['WARC-Record-ID', toUrn(toUuid(`${info.runKey} ${info.fileName} ${info.time}`))],
    ['WARC-Date', toIsoTime(info.time)],
    ['WARC-Filename', info.fileName],
    ['WARC-Block-Digest', `sha1:${digest.toBase32()}`],
    ['Content-Type', 'application/warc-fields'],
    ['Content-Length', String(block.length)],
  ]);
  const bytes = Buffer.concat([header, block, Buffer.from('\r\n\r\n')]);
  return isCompressed ? compressMember(bytes) : bytes;
}

/** A UUID made of a text: version 8 of RFC 9562, whose bits are ours to choose. */
function toUuid(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 3) | 8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}
