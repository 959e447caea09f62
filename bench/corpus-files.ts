// Writes the records of the generated corpus into WARC files, one after the other, and notes their index entries.
import { closeSync, openSync, writevSync } from 'node:fs';
import { join } from 'node:path';
import { type CdxEntry, type Timestamp, toIsoTime } from '../src/archive/archive.ts';
import { encodeBase32, uuidFromName } from '../src/archive/write/digest.ts';
import { type PooledBody, type StoredPart, type Travel, toMember, toPart } from './stored-parts.ts';

/** A response to be written, with its request and the crawler's notes. */
export interface CorpusCapture {
  /** Number of the capture. */
  readonly serial: number;
  readonly time: Timestamp;
  readonly host: string;
  readonly url: string;
  readonly surt: string;
  readonly status: number;
  readonly body: PooledBody;
  readonly travel: Travel;
  /** What the body has at its end that no other has. */
  readonly tail: Buffer;
  /** Links of a page. */
  readonly links: StoredPart | undefined;
}

/** Members that are written at once. */
const MEMBERS_PER_WRITE = 192;

/** The files of one folder. */
export class CorpusFiles {
  readonly names: string[] = [];
  readonly entries: CdxEntry[] = [];
  /** Stored bytes of all files. */
  bytes = 0;
  readonly #folder: string;
  readonly #fileBytes: number;
  #descriptor = -1;
  #size = 0;
  #waiting: Buffer[] = [];

  constructor(folder: string, fileBytes: number) {
    this.#folder = folder;
    this.#fileBytes = fileBytes;
  }

  write(capture: CorpusCapture): void {
    if (this.#descriptor < 0 || this.#size >= this.#fileBytes) this.#nextFile(capture.time);
    const { serial, time, url, surt, status, body, travel, tail } = capture;
    const { parts, sha1 } = body.store(tail, travel);
    const digest = encodeBase32(sha1);
    const id = uuidFromName(`response ${serial}`);
    const http = toHttpHead(capture, parts);
    const header = ['response', id, capture, 'application/http; msgtype=response'] as const;
    const member = toRecord(header, `WARC-Payload-Digest: sha1:${digest}\r\n`, [
      toPart(http),
      ...parts,
    ]);
    this.entries.push({
      surt,
      time,
      url,
      mime: body.contentType.split(';', 1)[0] ?? '',
      status,
      digest,
      file: this.names.at(-1) ?? '',
      offset: this.#size,
      length: member.length,
    });
    this.#append(member);
    this.#appendSides(capture, id);
  }

  close(): void {
    if (this.#descriptor < 0) return;
    this.#flush();
    closeSync(this.#descriptor);
    this.#descriptor = -1;
  }

  /** The request and the crawler's notes. */
  #appendSides(capture: CorpusCapture, responseId: string): void {
    const { serial, url, host, links } = capture;
    const concurrent = `WARC-Concurrent-To: <urn:uuid:${responseId}>\r\n`;
    const request = `GET ${url.slice(url.indexOf(host) + host.length)} HTTP/1.1\r\nHost: ${host}\r\nUser-Agent: Mozilla/5.0 (compatible; bench/1.0)\r\nAccept: text/html,application/xhtml+xml,*/*;q=0.8\r\nConnection: close\r\n\r\n`;
    const requestId = uuidFromName(`request ${serial}`);
    this.#append(
      toRecord(['request', requestId, capture, 'application/http; msgtype=request'], concurrent, [
        toPart(Buffer.from(request)),
      ]),
    );
    const notes = `via: https://${host}/\r\nhopsFromSeed: L\r\nfetchTimeMs: ${serial % 4000}\r\n`;
    this.#append(
      toRecord(
        ['metadata', uuidFromName(`metadata ${serial}`), capture, 'application/warc-fields'],
        concurrent,
        [toPart(Buffer.from(notes)), ...(links === undefined ? [] : [links])],
      ),
    );
  }

  #nextFile(time: Timestamp): void {
    this.close();
    const name = `corpus-${String(this.names.length).padStart(5, '0')}.warc.gz`;
    this.names.push(name);
    this.#descriptor = openSync(join(this.#folder, name), 'w');
    this.#size = 0;
    const info = 'software: Pinakes bench\r\nformat: WARC File Format 1.1\r\n';
    const header = ['warcinfo', uuidFromName(name), { time }, 'application/warc-fields'] as const;
    this.#append(toRecord(header, `WARC-Filename: ${name}\r\n`, [toPart(Buffer.from(info))]));
  }

  #append(member: Buffer): void {
    this.#waiting.push(member);
    this.#size += member.length;
    this.bytes += member.length;
    if (this.#waiting.length >= MEMBERS_PER_WRITE) this.#flush();
  }

  #flush(): void {
    if (this.#waiting.length === 0) return;
    const waiting = Buffer.concat(this.#waiting);
    this.#waiting = [];
    for (let at = 0; at < waiting.length; )
      at += writevSync(this.#descriptor, [waiting.subarray(at)]);
  }
}

type Header = readonly [
  type: string,
  id: string,
  of: { readonly time: Timestamp; readonly url?: string },
  contentType: string,
];

/** The member of one record. */
function toRecord(
  [type, id, { time, url }, contentType]: Header,
  fields: string,
  block: readonly StoredPart[],
): Buffer {
  const length = block.reduce((sum, { bytes }) => sum + bytes.length, 0);
  const header = [
    'WARC/1.1',
    `WARC-Type: ${type}`,
    `WARC-Record-ID: <urn:uuid:${id}>`,
    `WARC-Date: ${toIsoTime(time)}`,
    ...(url === undefined ? [] : [`WARC-Target-URI: ${url}`]),
    `${fields}Content-Type: ${contentType}`,
    `Content-Length: ${length}`,
    '\r\n',
  ].join('\r\n');
  return toMember([toPart(Buffer.from(header)), ...block, RECORD_END]);
}

const RECORD_END = toPart(Buffer.from('\r\n\r\n'));

const REASONS = new Map([
  [200, 'OK'],
  [404, 'Not Found'],
  [403, 'Forbidden'],
  [500, 'Internal Server Error'],
]);

function toHttpHead(
  { serial, time, status, body, travel }: CorpusCapture,
  parts: readonly StoredPart[],
): Buffer {
  const length = parts.reduce((sum, { bytes }) => sum + bytes.length, 0);
  const lines = [
    `HTTP/1.1 ${status} ${REASONS.get(status)}`,
    `Date: ${new Date(toIsoTime(time)).toUTCString()}`,
    'Server: Apache/2.4.29 (Ubuntu)',
    `Content-Type: ${body.contentType}`,
    `ETag: "${serial.toString(16)}"`,
    'Cache-Control: max-age=86400',
    ...(travel.coding === 'plain'
      ? []
      : [`Content-Encoding: ${travel.coding === 'gzip' ? 'gzip' : 'br'}`]),
    travel.isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`,
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`);
}
