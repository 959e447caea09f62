// ARC records as WARC 1.1 records: the block as it is, the header line kept in a field of its own.
import { isIP } from 'node:net';
import { toIsoTime } from '../../model/timestamp.ts';
import type { ArchiveRecord } from '../read/record.ts';
import { sha1Base32, uuidFromName } from './digest.ts';
import { encodeWarcHeader, type HeaderList, toUrn } from './warc-writer-record.ts';

const RECORD_END = Buffer.from('\r\n\r\n');

/**
 * The bytes of a WARC record, with the two line ends behind it. An answer with an HTTP head becomes a `response`, other
 * content a `resource`, the first record of an ARC file a `metadata` record. The same record gives the same bytes.
 * `block` is the whole block. Throws for a record without a time, which WARC demands.
 */
export function toWarcBytes(record: ArchiveRecord, block: Uint8Array): Buffer {
  const { header, http, url, time } = record;
  if (time === '') throw new Error('an ARC record without a time has no place in a WARC file');
  const type =
    header.type === 'warcinfo' ? 'metadata' : http === undefined ? 'resource' : 'response';
  const digest = sha1Base32(block);
  const payload = type === 'response' ? block.subarray(http?.length ?? 0) : block;
  const line = header.line ?? '';
  const fields: HeaderList = [
    ['WARC-Type', type],
    ['WARC-Record-ID', toUrn(uuidFromName(`${line} ${digest}`))],
    ['WARC-Date', toIsoTime(time)],
    ['WARC-Target-URI', url],
    [
      'WARC-IP-Address',
      line.split(' ').find((word) => isIP(word) !== 0 && word !== '0.0.0.0') ?? '',
    ],
    ['WARC-Block-Digest', `sha1:${digest}`],
    ['WARC-Payload-Digest', type === 'metadata' ? '' : `sha1:${sha1Base32(payload)}`],
    // Not of the standard, which allows further fields: nothing that the ARC said is lost.
    ['ARC-Header', line],
    [
      'Content-Type',
      type === 'response'
        ? 'application/http; msgtype=response'
        : record.fields.get('content-type') || 'application/octet-stream',
    ],
    ['Content-Length', String(block.length)],
  ];
  return Buffer.concat([encodeWarcHeader(fields), block, RECORD_END]);
}
