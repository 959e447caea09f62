// What a record to be written consists of, and how its parts become WARC 1.1 bytes (no I/O).
import { isIP } from 'node:net';
import type { Capture, Timestamp } from '../../model/capture.ts';
import { toSurt } from '../../model/surt.ts';
import { toAsciiUrl } from '../../model/surt-escapes.ts';
import { toIsoTime } from '../../model/timestamp.ts';
import type { CdxEntry } from '../cdx/cdx-entry.ts';
import { toRobotsAndRedirect } from '../cdx/cdx-record.ts';
import { type HttpHead, mediaType, parseHttpHead } from '../read/http-head.ts';
import { cleanUrl } from '../read/record-header.ts';

/** Names and values in order; names may repeat. */
export type HeaderList = readonly (readonly [name: string, value: string])[];

/** Content of known or unknown length. */
export type NewBody = Uint8Array | AsyncIterable<Uint8Array>;

/** First line and headers of an HTTP message. */
export interface NewHttpHead {
  /** `HTTP/1.1 200 OK`, or `GET /path HTTP/1.1` in a request. */
  readonly startLine: string;
  /**
   * As received. One character stands for one byte, as HTTP clients in Node give them; a value
   * with characters above U+00FF is written in UTF-8. Line breaks become spaces.
   */
  readonly headers: HeaderList;
}

/** An HTTP message; the body is as received, with its transfer and content codings. */
export interface NewHttpMessage extends NewHttpHead {
  readonly body: NewBody;
}

/** What all kinds of records have. */
export interface RecordBase {
  /** The captured URL. Bytes no URI may hold (spaces, controls, non-ASCII) are percent-encoded. */
  readonly url: string;
  /** Time of capture; the clock's time by default. */
  readonly time?: Timestamp;
  /** UUID of the record; a new one by default. */
  readonly id?: string;
  /** UUIDs of records that belong to the same capture. */
  readonly concurrentTo?: readonly string[];
  /** Address of the server; left out when it is not an IP address. */
  readonly ipAddress?: string;
  /**
   * Why the content is not whole. A function is asked once the body has been read: only then does
   * a crawler know that the server hung up.
   */
  readonly truncated?: Truncation | (() => Truncation | undefined);
  /** Level of gzip of this record, 0 to 9, in a compressed file; that of the file by default. 0 suits what is compressed already. */
  readonly gzipLevel?: number;
}

/** The reasons for incomplete content that WARC 1.1 section 5.13 defines. */
export type Truncation = 'length' | 'time' | 'disconnect' | 'unspecified';

/** An HTTP request or answer, in parts or as the bytes that went over the wire. */
export interface NewHttpRecord extends RecordBase {
  readonly kind: 'request' | 'response';
  readonly http: NewHttpMessage | Uint8Array;
  /** SHA-1 of the body in base32, where it is known; it is not worked out again. */
  readonly payloadDigest?: string;
}

/** Content obtained without HTTP, or made by us. */
export interface NewResource extends RecordBase {
  readonly kind: 'resource';
  readonly contentType: string;
  readonly body: NewBody;
}

/** A capture whose content is that of an earlier one. */
export interface NewRevisit extends RecordBase {
  readonly kind: 'revisit';
  /** The content was fetched and had the same digest, or the server said so itself (304). */
  readonly profile: 'identical-payload-digest' | 'server-not-modified';
  /** The answer that was received, without its body. */
  readonly http: NewHttpHead;
  /** SHA-1 of the original's payload in base32; `''` when not known. */
  readonly payloadDigest: string;
  readonly original: { readonly url: string; readonly time: Timestamp; readonly id?: string };
}

/** Facts about a capture, as `name: value` lines. */
export interface NewMetadata extends RecordBase {
  readonly kind: 'metadata';
  readonly fields: HeaderList;
}

/** A record to be written. */
export type NewRecord = NewHttpRecord | NewResource | NewRevisit | NewMetadata;

/** The block of a record, in the two parts that digests distinguish. */
export interface Block {
  readonly contentType: string;
  /** HTTP head; empty where there is none. */
  readonly head: Uint8Array;
  /** What follows the head; the payload of responses and resources. */
  readonly body: NewBody;
  /** The head of an answer, read; `undefined` where it was not. */
  readonly http?: HttpHead | undefined;
}

/** The block of a record, not read or digested yet. */
export function toBlock(record: NewRecord): Block {
  switch (record.kind) {
    case 'request':
    case 'response':
      return {
        contentType: `application/http; msgtype=${record.kind}`,
        ...(record.http instanceof Uint8Array
          ? splitMessage(record.http, record.kind)
          : joinMessage(record.http)),
      };
    case 'revisit':
      return {
        contentType: 'application/http; msgtype=response',
        head: encodeHttpHead(record.http),
        body: NOTHING,
      };
    case 'resource':
      return { contentType: record.contentType, head: NOTHING, body: record.body };
    case 'metadata':
      return {
        contentType: 'application/warc-fields',
        head: NOTHING,
        body: encodeFields(record.fields),
      };
  }
}

/** The header of a record up to and with its empty line; one with a value `''` is left out. */
export function encodeWarcHeader(fields: HeaderList): Uint8Array {
  const present = fields.filter(([, value]) => value !== '');
  return Buffer.concat([Buffer.from('WARC/1.1\r\n'), encodeFields(present), Buffer.from('\r\n')]);
}

/** Lines of `name: value` in UTF-8, as WARC headers and `application/warc-fields` blocks have them. */
export function encodeFields(fields: HeaderList): Uint8Array {
  // A line break in what comes from outside would start a header, or a record, of its own.
  let text = '';
  for (const [name, value] of fields) {
    const line = `${name}: ${value}`;
    text += `${CONTROL.test(line) ? line.replace(/\p{Cc}+/gu, ' ') : line}\r\n`;
  }
  return Buffer.from(text);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: what `\p{Cc}` means, which takes ten times as long
const CONTROL = /[\0-\x1f\x7f-\x9f]/;

/** The header fields that come from the record itself, in the order they are written. */
export function describeRecord(record: NewRecord, truncated: string): HeaderList {
  return [
    ['WARC-Target-URI', toUri(record.url)],
    ['WARC-IP-Address', isIP(record.ipAddress ?? '') === 0 ? '' : (record.ipAddress ?? '')],
    ...(record.concurrentTo ?? []).map((id) => ['WARC-Concurrent-To', toUrn(id)] as const),
    ...(record.kind === 'revisit' ? describeOriginal(record) : []),
    ['WARC-Truncated', truncated],
  ];
}

/** What an index says of a record; `undefined` for those that are no captures. */
export function toCapture(
  record: NewRecord,
  block: Block,
  place: Pick<Capture, 'time' | 'digest' | 'file' | 'offset' | 'length'>,
): CdxEntry | undefined {
  if (record.kind === 'request' || record.kind === 'metadata') return undefined;
  const url = toUri(record.url);
  const base = { surt: toSurt(url), url, ...place };
  if (record.kind === 'revisit') return { ...base, mime: 'warc/revisit', status: 0 };
  const http = block.http ?? parseHttpHead(toBuffer(block.head));
  const mime = mediaType(http?.fields.get('content-type') ?? block.contentType);
  const status = http?.status ?? 0;
  // Indexers write `unk` for a type nobody declared.
  return { ...base, mime: mime || 'unk', status, ...toRobotsAndRedirect({ http, status, url }) };
}

/** `<urn:uuid:...>` of a UUID, `''` of `''`. */
export function toUrn(uuid: string): string {
  return uuid === '' ? '' : `<urn:uuid:${uuid}>`;
}

const NOTHING = new Uint8Array(0);

/** The URL as a URI: bytes that none may hold are percent-encoded. */
function toUri(url: string): string {
  return toAsciiUrl(cleanUrl(url));
}

function describeOriginal({ profile, original }: NewRevisit): HeaderList {
  return [
    ['WARC-Profile', `http://netpreserve.org/warc/1.1/revisit/${profile}`],
    ['WARC-Refers-To', toUrn(original.id ?? '')],
    ['WARC-Refers-To-Target-URI', toUri(original.url)],
    ['WARC-Refers-To-Date', toIsoTime(original.time)],
  ];
}

function joinMessage(message: NewHttpMessage) {
  return { head: encodeHttpHead(message), body: message.body };
}

function splitMessage(bytes: Uint8Array, kind: 'request' | 'response') {
  // Nobody asks for the payload of a request, so its head need not be found.
  const http = kind === 'request' ? undefined : parseHttpHead(toBuffer(bytes));
  const cut = http?.length ?? 0; // without a head all of it is body
  return { head: bytes.subarray(0, cut), body: bytes.subarray(cut), http };
}

function toBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}

function encodeHttpHead({ startLine, headers }: NewHttpHead): Uint8Array {
  const named = headers.filter(([name]) => /^[^\s:]+$/.test(name));
  const lines = [startLine, ...named.map(([name, value]) => `${name}: ${value}`)];
  return Buffer.concat([...lines.map(encodeHttpLine), Buffer.from('\r\n')]);
}

function encodeHttpLine(line: string): Uint8Array {
  const oneLine = `${line.replace(/[\r\n]+/g, ' ')}\r\n`;
  const isBytes = /^[\0-\xff]*$/.test(oneLine);
  return Buffer.from(oneLine, isBytes ? 'latin1' : 'utf8');
}
