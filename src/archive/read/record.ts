// One record of an archive: what its header says, its HTTP head and its body.
import type { LossReason, Timestamp } from '../../model/capture.ts';
import { type Coding, codingsOf } from './body.ts';
import { BodyCollector, BodyDecoding, BodySink } from './body-reading.ts';
import type { HeaderFields } from './header-fields.ts';
import { type HttpHead, mediaType, parseHttpHead } from './http-head.ts';
import type { OutputBuffer } from './member.ts';
import type { RecordHeader } from './record-header.ts';

/** Decoded bodies larger than this are not held in memory unless asked for. Bytes. */
export const DEFAULT_MAX_BODY_BYTES = 256 * 1024 * 1024;

/** The part of a large block that is not in memory yet. */
export interface BlockStream {
  /** Next part; `need-input` when the window must be filled first; `undefined` at the end. */
  pull(): Buffer | 'need-input' | undefined;
  fillSync(): void;
  fill(): Promise<void>;
}

/** A body as far as it could be read. */
export interface Body {
  /** The decoded bytes: a view that is valid until the next record is read. */
  readonly bytes: Buffer;
  /** Why there may be more than these bytes; `undefined` when they are the whole body. */
  readonly truncated: 'limit' | 'damaged' | undefined;
}

/** Options for reading a body. */
export interface BodyOptions {
  /** Most bytes to hold; what goes beyond is cut and flagged. Default 256 MB. */
  readonly maxBytes?: number;
}

/** Where a record lies, and its bytes. */
export interface RecordPlace {
  readonly file: string;
  readonly offset: number;
  readonly innerOffset: number;
  readonly block: Buffer;
  readonly rest: BlockStream | undefined;
  /** Memory for decoded bodies, used for one record after another; a kept record has its own. */
  readonly scratch: OutputBuffer | undefined;
}

/** A record. It and its views are valid until the next one is read from the same reader. */
export class ArchiveRecord {
  readonly kind = 'record';
  readonly header: RecordHeader;
  /** Path or URL of the archive. */
  readonly file: string;
  /** Stored offset of the record, or of the compressed member that holds it. */
  readonly offset: number;
  /** Decompressed offset in a member that holds several records; 0 for the first. */
  readonly innerOffset: number;
  readonly #block: Buffer;
  readonly #rest: BlockStream | undefined;
  readonly #scratch: OutputBuffer | undefined;
  #storedLength: number | undefined;
  #isAddressable = true;
  #damage: LossReason | undefined;
  #isRead = false;
  #http: HttpHead | undefined | null = null;

  /** @internal records are made by readers */
  constructor(header: RecordHeader, place: RecordPlace) {
    this.header = header;
    this.file = place.file;
    this.offset = place.offset;
    this.innerOffset = place.innerOffset;
    this.#block = place.block;
    this.#rest = place.rest;
    this.#scratch = place.scratch;
  }

  /** Record type in lower case: `response`, `resource`, `revisit`, `request`, ... */
  get type(): string {
    return this.header.type;
  }

  /** Target URL; `''` when there is none. */
  get url(): string {
    return this.header.url;
  }

  /** Capture time; `''` when it cannot be understood. */
  get time(): Timestamp | '' {
    return this.header.time;
  }

  /** Header fields of the record itself. */
  get fields(): HeaderFields {
    return this.header.fields;
  }

  /**
   * Stored bytes of the record; `undefined` for one that shares its member. Of a streamed record it
   * is known only when the next one has been read.
   */
  get storedLength(): number | undefined {
    return this.#isAddressable ? this.#storedLength : undefined;
  }

  /** Whether an index can point at this record: it does not share a compressed member. */
  get isAddressable(): boolean {
    return this.#isAddressable && this.innerOffset === 0;
  }

  /** What is wrong with the record, if anything; for a streamed one right only at its end. */
  get damage(): LossReason | undefined {
    return this.#damage;
  }

  /** Whether the block is too large to be held and is read in parts. */
  get isStreamed(): boolean {
    return this.#rest !== undefined;
  }

  /** The block, or its first megabyte when the record is streamed. */
  get block(): Buffer {
    return this.#block;
  }

  /** HTTP head of a response, request or revisit; `undefined` when the block holds none. */
  get http(): HttpHead | undefined {
    if (this.#http === null) this.#http = this.#hasHttp() ? this.#parseHead() : undefined;
    return this.#http;
  }

  /** @internal Used by the parser when a streamed block breaks off. */
  markDamaged(reason: LossReason): void {
    this.#damage = reason;
  }

  /** HTTP status; 0 when there is none. */
  get status(): number {
    return this.http?.status ?? 0;
  }

  /** Declared media type of the payload in lower case, without parameters; `''` when unknown. */
  get mime(): string {
    const { http } = this;
    return mediaType((http?.fields ?? this.fields).get('content-type'));
  }

  /** The stored bytes behind the HTTP head, codings still on; of a streamed record the first part. */
  get payload(): Buffer {
    return this.#block.subarray(this.http?.length ?? 0);
  }

  /** The codings that the body is stored with, in the order in which they were put on. */
  get codings(): readonly Coding[] {
    return codingsOf(this.http);
  }

  /** Size of the body; `undefined` for one with codings, which has to be decoded to know. Of a streamed one as declared. */
  get bodyBytes(): number | undefined {
    if (this.codings.length > 0) return undefined;
    const length = this.#rest === undefined ? this.#block.length : this.header.blockLength;
    return Math.max(0, length - (this.http?.length ?? 0));
  }

  /**
   * The body with all codings undone, up to a limit. A streamed record can be read once, and one of
   * a remote archive only by `loadBody`.
   */
  readBody(options: BodyOptions = {}): Body {
    const maxBytes = options.maxBytes ?? DEFAULT_MAX_BODY_BYTES;
    const { http } = this;
    const codings = codingsOf(http);
    if (this.#rest === undefined && codings.length === 0) {
      const start = http?.length ?? 0;
      const bytes = this.#block.subarray(start, start + maxBytes);
      return toBody(bytes, this.#block.length - start > maxBytes, this.#damage);
    }
    const collector = new BodyCollector(maxBytes, this.#scratch);
    const isWhole = this.#write(new BodyDecoding(http, codings, collector));
    return toBody(collector.bytes, collector.isFull, isWhole ? this.#damage : 'truncated');
  }

  /** The same for any source. */
  async loadBody(options: BodyOptions = {}): Promise<Body> {
    if (this.#rest === undefined) return this.readBody(options);
    const collector = new BodyCollector(options.maxBytes ?? DEFAULT_MAX_BODY_BYTES, this.#scratch);
    const { http } = this;
    const isWhole = await this.#pipe(new BodyDecoding(http, codingsOf(http), collector));
    return toBody(collector.bytes, collector.isFull, isWhole ? this.#damage : 'truncated');
  }

  /**
   * Hands the decoded body to `sink` in parts, each valid during its call, until the sink answers
   * false. Returns whether the codings ended as they should.
   */
  writeBody(sink: (data: Buffer) => boolean): boolean {
    return this.#write(this.#decodingTo(sink));
  }

  /** The same for any source. */
  pipeBody(sink: (data: Buffer) => boolean): Promise<boolean> {
    return this.#pipe(this.#decodingTo(sink));
  }

  /**
   * The decoded body in parts, which belong to whoever takes them. Nothing is read before it is asked for, so that a
   * large body needs little memory for as long as that takes; only content codings make large parts of little.
   */
  async *iterateBody(): AsyncGenerator<Buffer> {
    const pieces: Buffer[] = [];
    const decoding = this.#decodingTo((data) => pieces.push(Buffer.from(data)) > 0);
    const rest = this.#takeRest();
    if (rest === undefined) decoding.write(this.#block);
    for (let part = rest?.pull(); part !== undefined; part = rest?.pull()) {
      if (part === 'need-input') await rest?.fill();
      else {
        decoding.write(part);
        yield join(pieces.splice(0));
      }
    }
    decoding.end();
    yield join(pieces.splice(0));
  }

  /** Hands the payload to `sink` as it is stored, codings still on; for local sources. */
  writePayload(sink: (data: Buffer) => boolean): void {
    this.#write(new BodyDecoding(this.http, [], new BodySink(sink)));
  }

  /** The same for any source. */
  async pipePayload(sink: (data: Buffer) => boolean): Promise<void> {
    await this.#pipe(new BodyDecoding(this.http, [], new BodySink(sink)));
  }

  #decodingTo(sink: (data: Buffer) => boolean): BodyDecoding {
    return new BodyDecoding(this.http, codingsOf(this.http), new BodySink(sink));
  }

  #write(decoding: BodyDecoding): boolean {
    const rest = this.#takeRest();
    if (rest === undefined) decoding.write(this.#block);
    while (rest !== undefined && decoding.isOpen) {
      const part = rest.pull();
      if (part === undefined) break;
      if (part === 'need-input') rest.fillSync();
      else decoding.write(part);
    }
    return decoding.end();
  }

  async #pipe(decoding: BodyDecoding): Promise<boolean> {
    if (this.#rest === undefined) return this.#write(decoding);
    const rest = this.#takeRest();
    while (rest !== undefined && decoding.isOpen) {
      const part = rest.pull();
      if (part === undefined) break;
      if (part === 'need-input') await rest.fill();
      else decoding.write(part);
    }
    return decoding.end();
  }

  /**
   * A copy that stays valid when the next record is read. A streamed record has none: its block may
   * not fit into memory.
   */
  keep(): ArchiveRecord {
    if (this.#rest !== undefined) throw new Error('pinakes: a streamed record cannot be kept');
    const copy = new ArchiveRecord(this.header, {
      file: this.file,
      offset: this.offset,
      innerOffset: this.innerOffset,
      block: Buffer.from(this.#block),
      rest: undefined,
      scratch: undefined,
    });
    copy.#storedLength = this.#storedLength;
    copy.#isAddressable = this.#isAddressable;
    copy.#damage = this.#damage;
    return copy;
  }

  /** @internal Used by the parser once the end of the record is known. */
  settle(end: {
    readonly storedLength: number;
    readonly isAddressable: boolean;
    readonly damage: LossReason | undefined;
  }): void {
    this.#storedLength = end.storedLength;
    this.#isAddressable = end.isAddressable;
    this.#damage = end.damage;
  }

  #parseHead(): HttpHead | undefined {
    return parseHttpHead(this.#block, this.type === 'request' ? 'request' : 'response');
  }

  #hasHttp(): boolean {
    const { format, type, url } = this.header;
    if (format === 'arc') return type === 'response';
    if (type !== 'response' && type !== 'revisit' && type !== 'request') return false;
    if (/^https?:/i.test(url)) return true;
    return this.fields.get('content-type').toLowerCase().startsWith('application/http');
  }

  #takeRest(): BlockStream | undefined {
    if (this.#isRead) throw new Error('pinakes: a streamed record can be read only once');
    this.#isRead = this.#rest !== undefined;
    return this.#rest;
  }
}

function toBody(bytes: Buffer, isCut: boolean, damage: LossReason | undefined): Body {
  return { bytes, truncated: isCut ? 'limit' : damage === undefined ? undefined : 'damaged' };
}

/** One part however many pieces: there are bodies in chunks of one byte. */
function join(pieces: readonly Buffer[]): Buffer {
  const [only] = pieces;
  return only !== undefined && pieces.length === 1 ? only : Buffer.concat(pieces);
}
