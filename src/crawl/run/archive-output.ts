// Where a crawl writes: WARC files with their index, one capture after the other.
import { randomUUID } from 'node:crypto';
import { parseHttpHead } from '../../archive/read/http-head.ts';
import { sha1Base32 } from '../../archive/write/digest.ts';
import {
  type OpenFile,
  openWarcWriter,
  type WarcWriter,
  type WrittenRecord,
} from '../../archive/write/warc-writer.ts';
import type { HeaderList, NewRecord, Truncation } from '../../archive/write/warc-writer-record.ts';
import type { Timestamp } from '../../model/capture.ts';
import type { Answer } from '../fetch/fetcher.ts';
import type { EarlierCapture } from '../frontier/crawl-store.ts';

/** How a URL came to be captured. */
export interface Provenance {
  /** The page it was found on; `''` for seeds. */
  readonly via: string;
  /** Links from a seed to it. */
  readonly hops: number;
  /** `seed`, `link`, `redirect`, `image`, `robots`, `sitemap`. */
  readonly why: string;
}

/** Where a capture went. */
export interface Captured {
  /** Path of the file once it is complete. */
  readonly file: string;
  readonly offset: number;
  readonly id: string;
  /** SHA-1 of the payload in base32. */
  readonly digest: string;
}

/** Options of `openArchiveOutput`. */
export interface ArchiveOutputOptions {
  readonly folder: string;
  /** Start of the names of the files. */
  readonly prefix: string;
  readonly maxFileBytes?: number;
  /** Lines of the first record of each file, such as `operator`. */
  readonly info?: HeaderList;
}

/** How far the archive of a crawl is. */
export interface ArchiveProgress {
  /** Files that are complete. */
  readonly files: readonly string[];
  readonly openFile: OpenFile | undefined;
}

/** Writes captures. */
export class ArchiveOutput implements ArchiveProgress {
  readonly #writer: WarcWriter;

  private constructor(writer: WarcWriter) {
    this.#writer = writer;
  }

  static async open(options: ArchiveOutputOptions): Promise<ArchiveOutput> {
    const { folder, prefix, info, maxFileBytes } = options;
    const writer = await openWarcWriter({
      target: { folder, prefix },
      // Pages shrink to little more than with level 6, in a third of the time.
      gzipLevel: 1,
      ...(maxFileBytes !== undefined && { maxFileBytes }),
      ...(info && { info }),
    });
    return new ArchiveOutput(writer);
  }

  /** Files that are complete. */
  get files(): readonly string[] {
    return this.#writer.files;
  }

  /** The file that is being written. */
  get openFile(): OpenFile | undefined {
    return this.#writer.openFile;
  }

  /** Writes an answer, the digest of whose payload may be known, with its request and how it came to be asked for. */
  async writeAnswer(answer: Answer, provenance: Provenance, digest?: string): Promise<Captured> {
    const { url, time, ipAddress, response, shortened } = answer;
    const truncated = toTruncation(shortened);
    const written = await this.#write(answer, provenance, (id) => ({
      kind: 'response',
      ...{ id, url, time, ipAddress, http: response },
      ...(digest !== undefined && { payloadDigest: digest }),
      ...(truncated && { truncated }),
      ...(isCompressed(answer) && { gzipLevel: 0 }),
    }));
    return { ...written, digest: written.payloadDigest };
  }

  /** Writes that an answer was the same as an earlier capture. */
  async writeRevisit(
    answer: Answer,
    original: EarlierCapture,
    provenance: Provenance,
  ): Promise<Captured> {
    const { url, time, ipAddress, head } = answer;
    const written = await this.#write(answer, provenance, (id) => ({
      kind: 'revisit',
      id,
      profile: head.status === 304 ? 'server-not-modified' : 'identical-payload-digest',
      ...{ url, time, ipAddress, payloadDigest: original.digest },
      http: { startLine: head.startLine, headers: headersOf(answer) },
      original: { url: original.url, time: original.time as Timestamp, id: original.id }, // as it was written
    }));
    return { ...written, digest: original.digest };
  }

  /** Completes the files. */
  close(): Promise<void> {
    return this.#writer.close();
  }

  /** Writes a capture with its request and how it came to be asked for, in one go. */
  async #write(
    { url, time, request, durationMs }: Answer,
    { via, hops, why }: Provenance,
    toRecord: (id: string) => NewRecord,
  ): Promise<WrittenRecord> {
    const id = randomUUID();
    const concurrentTo = [id];
    const fields = [
      ['via', via],
      ['hopsFromSeed', String(hops)],
      ['why', why],
      ['fetchTimeMs', String(Math.round(durationMs))],
    ] as const;
    const records: NewRecord[] = [toRecord(id)];
    if (request.length > 0) {
      records.push({ kind: 'request', url, time, http: request, concurrentTo });
    }
    const known = fields.filter(([, value]) => value !== '');
    records.push({ kind: 'metadata', url, time, fields: known, concurrentTo });
    const [written] = await this.#writer.writeAll(records);
    if (written === undefined) throw new Error('pinakes: a capture was not written');
    return written;
  }
}

/** The digest that the record of an answer will have. */
export function payloadDigestOf({ response, head }: Answer): string {
  return sha1Base32(response.subarray(head.length));
}

/** Images, and bodies with a coding, do not get smaller. */
function isCompressed({ head }: Answer): boolean {
  const type = head.fields.get('content-type');
  return (
    head.fields.get('content-encoding') !== '' || /^(?:image\/(?!svg|bmp)|video|audio)/i.test(type)
  );
}

function headersOf({ response }: Answer): HeaderList {
  return parseHttpHead(response)?.fields.entries ?? [];
}

/** A body that we did not want to the end was cut because of its length. */
function toTruncation(shortened: Answer['shortened']): Truncation | undefined {
  return shortened === 'unwanted' ? 'length' : shortened;
}
