// Whether the lines of a stored index are right, found out without reading the archive through.
import { toSurt } from '../../model/surt.ts';
import { messageOf } from '../../support/errors.ts';
import type { CdxEntry } from '../cdx/cdx-entry.ts';
import { isIndexed } from '../cdx/cdx-record.ts';
import { gzipHeaderLength } from '../read/gzip.ts';
import { scanHeader } from '../read/header-scan.ts';
import { parseHttpHead } from '../read/http-head.ts';
import { createInflater } from '../read/inflate.ts';
import { InputWindow } from '../read/input-window.ts';
import { RecordAccess } from '../read/random-access.ts';
import { DEFAULT_BUFFER_LIMIT } from '../read/reader.ts';
import type { ArchiveRecord } from '../read/record.ts';
import { parseScannedHeader, type RecordHeader } from '../read/record-header.ts';
import { RecordParser } from '../read/record-parser.ts';
import type { ByteSource } from '../source/source.ts';
import { bareDigest } from '../write/digest.ts';

/** Bytes of a record that are looked at, stored and inflated: nearly all headers fit into them. */
const PEEK_BYTES = 4096;

/**
 * What is wrong with the lines of one archive, sorted by offset; `undefined` when every line points
 * at a record with its URL, time, digest and length and every capture has a line. Of the records that have
 * lines only the headers are read, so damage inside them stays unseen; what lies between is read.
 */
export async function checkStoredLines(
  source: ByteSource,
  entries: readonly CdxEntry[],
  signal?: AbortSignal,
): Promise<string | undefined> {
  const peek = createPeek(source);
  const gaps = createGapReader(source);
  const access = await RecordAccess.open(source);
  let position = 0;
  try {
    for (const entry of entries) {
      signal?.throwIfAborted();
      const end = entry.offset + entry.length;
      if (entry.length === 0) return `the line of offset ${entry.offset} has no length`;
      if (entry.offset < position) return `the lines around offset ${entry.offset} overlap`;
      if (end > source.size) return `the line of offset ${entry.offset} leads behind the end`;
      const missed = await gaps.findCapture(position, entry.offset);
      if (missed !== undefined) return missed;
      const isRight = (await peek(entry)) || isSame(await access.loadAt(entry), entry);
      if (!isRight) return `the line of offset ${entry.offset} is not about the record there`;
      position = end;
    }
    return await gaps.findCapture(position, source.size);
  } catch (thrown) {
    signal?.throwIfAborted();
    return messageOf(thrown);
  }
}

/**
 * Looks at the head of a record and at its end. True when they show that the line is right, false
 * when the whole record must be read to know.
 */
function createPeek(source: ByteSource): (entry: CdxEntry) => Promise<boolean> {
  const inflater = createInflater('raw');
  const stored = Buffer.alloc(PEEK_BYTES);
  const inflated = Buffer.alloc(PEEK_BYTES);
  const trailer = Buffer.alloc(4);
  return async (entry) => {
    const room = stored.subarray(0, Math.min(PEEK_BYTES, entry.length));
    const count = await source.read(room, entry.offset);
    const skip = gzipHeaderLength(stored, 0, count);
    const isGzip = typeof skip === 'number';
    let head = stored.subarray(0, count);
    if (isGzip) {
      inflater.reset();
      inflater.step(stored, skip, count, inflated, 0);
      head = inflated.subarray(0, inflater.produced);
    }
    const scan = scanHeader(head, 0, head.length, 'record');
    if (scan.length < 0 || scan.isTorn) return false;
    const headerLength = scan.length;
    const header = parseScannedHeader(head, 0, scan);
    if (header === undefined || !agrees(header, entry)) return false;
    // The HTTP head may be cut here; its first line is not.
    const status = parseHttpHead(head.subarray(headerLength))?.status ?? 0;
    if (header.type === 'response' && status !== entry.status) return false;
    const length = headerLength + header.blockLength;
    if (!isGzip) return isPlainLength(entry.length, length);
    // The last four bytes of a member are its inflated length: one record and its two line ends.
    await source.read(trailer, entry.offset + entry.length - 4);
    return trailer.readUInt32LE() === (length + LINE_ENDS) % 2 ** 32;
  };
}

/** Two CR LF behind each record; some indexers count them as part of a plain one. */
const LINE_ENDS = 4;

function isPlainLength(claimed: number, length: number): boolean {
  return claimed === length || claimed === length + LINE_ENDS;
}

/** Reads what lies between two lines and looks for captures that have none. */
function createGapReader(source: ByteSource) {
  const window = new InputWindow(source);
  let problem: string | undefined;
  const parser = new RecordParser(window, {
    bufferLimit: DEFAULT_BUFFER_LIMIT,
    onLoss: ({ offset, reason }) => {
      problem ??= `the bytes at offset ${offset} cannot be read (${reason})`;
    },
  });
  return {
    async findCapture(from: number, to: number): Promise<string | undefined> {
      if (from >= to) return undefined;
      problem = undefined;
      parser.seek(from, to, false);
      while (problem === undefined) {
        const record = parser.next();
        if (record === 'end') return problem;
        if (record === 'need-input') {
          window.nextFillBytes = Math.max(PEEK_BYTES, to - window.position);
          await window.fill();
        } else if (isIndexed(record)) problem = `the record at offset ${record.offset} has no line`;
      }
      return problem;
    },
  };
}

function isSame(record: ArchiveRecord, entry: CdxEntry): boolean {
  if (record.damage !== undefined || !record.isAddressable || record.isStreamed) return false;
  if (!agrees(record.header, entry)) return false;
  if (record.type === 'response' && record.status !== entry.status) return false;
  const { storedLength = 0 } = record;
  return storedLength === entry.length || isPlainLength(entry.length, storedLength);
}

/** Whether a line is about the record with this header. */
export function agrees(header: RecordHeader, entry: CdxEntry): boolean {
  const { url, time, fields } = header;
  if (!isIndexed(header) || time !== entry.time) return false;
  const digest = bareDigest(fields.get('warc-payload-digest'));
  if (digest !== '' && entry.digest !== '' && digest !== bareDigest(entry.digest)) return false;
  return url === entry.url || toSurt(url) === toSurt(entry.url);
}
