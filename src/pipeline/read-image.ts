// The bytes of an image, from the archives that a library was made of.
import { hash } from 'node:crypto';
import type { ArchiveRecord } from '../archive/archive.ts';
import { extractPage } from '../extract/extract.ts';
import { contextOf } from '../extract/record.ts';
import { readSheet } from '../extract/style-sheet.ts';
import { keyOfDigest, type Library } from '../index/index.ts';
import type { ImageDocument, ImageVersion } from '../model/image.ts';
import { PinakesError } from '../support/errors.ts';
import { type ArchivePool, openArchivePool, type StoredRecord } from './archive-pool.ts';
import { loadTakedown } from './takedown.ts';

/** The bytes of an image and where they were found. */
export interface FoundImage {
  /** As they were served, codings undone; their SHA-256 is the digest of the image. */
  readonly bytes: Uint8Array;
  /** Told from the bytes. */
  readonly mime: string;
  /** The capture they were read from. */
  readonly version: ImageVersion;
}

/** Why an image cannot be had now. */
export interface ImageProblem {
  /**
   * `gone`: there is no such image, or its archive cannot be reached. `unreadable`: the archive has no such
   * record, or only revisits. `mismatch`: the record holds something else; the archive was changed.
   */
  readonly problem: 'gone' | 'unreadable' | 'mismatch';
  /** What happened to which file, for people. */
  readonly detail: string;
}

/** Options of `readImage`. */
export interface ReadImageOptions {
  readonly signal?: AbortSignal | undefined;
  /** Larger images are `unreadable`. Bytes, default 64 MB, the most that is ingested. */
  readonly maxBytes?: number;
  /** What an index elsewhere knows of it: where the bytes are when the library has no captures of it. */
  readonly document?: ImageDocument | undefined;
  /** Keeps archives open from one image to the next; default: opened and closed for this one. */
  readonly reader?: ImageReader;
}

/** Captures that are tried: an image of a thousand revisits is not worth more. */
const MAX_TRIES = 50;
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Reads an image by its SHA-256, or by the id of a document. Its captures are tried from the oldest on, until one
 * of them gives bytes of that digest. Throws only when aborted.
 *
 * @example
 * const reader = openImageReader();
 * const image = await readImage(library, id, { reader });
 * if ('problem' in image) console.warn(image.detail);
 */
export async function readImage(
  library: Library,
  id: string,
  { signal, maxBytes = MAX_BYTES, document, reader }: ReadImageOptions = {},
): Promise<FoundImage | ImageProblem> {
  const digest = id.slice(0, 64);
  const own = reader ?? openImageReader();
  const lostFiles = new Set<string>();
  let first: ImageProblem | undefined;
  let tries = 0;
  try {
    for (const { mime, version } of capturesOf(library, digest, document)) {
      signal?.throwIfAborted();
      const { file, offset, url } = version;
      if (lostFiles.has(file)) continue;
      if (tries++ >= MAX_TRIES) break;
      const location = library.files.find(file)?.location ?? file;
      const read = await own.read({ digest, url, file, location, offset }, maxBytes);
      if (!('problem' in read)) return { bytes: read, mime, version };
      if (read.problem === 'gone') lostFiles.add(file);
      first ??= read;
    }
  } finally {
    if (reader === undefined) await own.close();
  }
  return first ?? { problem: 'gone', detail: `The library has no image ${digest}.` };
}

/** One capture of an image. */
export interface ImagePlace extends StoredRecord {
  /** SHA-256 of the image in hexadecimal. */
  readonly digest: string;
  /** URL of the capture; `data:` images are looked for inside the record. */
  readonly url: string;
  /** Name of the archive, for messages; `location` may hold passwords. */
  readonly file: string;
}

/** Opens a reader of images that keeps a few archives open. */
export function openImageReader(pool: ArchivePool = openArchivePool()): ImageReader {
  return new ImageReader(pool);
}

/** Reads images from archives. Made by `openImageReader`. */
export class ImageReader {
  readonly #pool: ArchivePool;
  /** The record with inner images that was read last: they come one after another. */
  #holder: (StoredRecord & { readonly images: ReadonlyMap<string, Uint8Array> }) | undefined;

  /** @internal use `openImageReader` */
  constructor(pool: ArchivePool) {
    this.#pool = pool;
  }

  /** The bytes of one capture, or why there are none. */
  async read(place: ImagePlace, maxBytes = MAX_BYTES): Promise<Uint8Array | ImageProblem> {
    try {
      if (!place.url.startsWith('data:')) {
        return await this.#pool.read(place, (record) => readBody(record, place, maxBytes));
      }
      const images = await this.#imagesIn(place, maxBytes);
      return images.get(place.digest) ?? notThere(place, 'mismatch', 'it holds other images');
    } catch (thrown) {
      // Programming mistakes are not problems of an image.
      if (!(thrown instanceof PinakesError)) throw thrown;
      return {
        problem: UNREACHABLE.has(thrown.code) ? 'gone' : 'unreadable',
        detail: thrown.message,
      };
    }
  }

  close(): Promise<void> {
    return this.#pool.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #imagesIn(
    { location, offset }: StoredRecord,
    maxBytes: number,
  ): Promise<ReadonlyMap<string, Uint8Array>> {
    const last = this.#holder;
    if (last?.location === location && last.offset === offset) return last.images;
    const images = await this.#pool.read({ location, offset }, async (record) => {
      const { bytes } = await record.loadBody({ maxBytes });
      return findInnerImages(record, bytes);
    });
    this.#holder = { location, offset, images };
    return images;
  }
}

/** Codes of errors that say nothing against the record: the archive as a whole is out of reach. */
const UNREACHABLE: ReadonlySet<string> = new Set([
  'INPUT_NOT_FOUND',
  'INPUT_UNREADABLE',
  'REMOTE_FAILED',
  'REMOTE_NO_RANGES',
  'REMOTE_CHANGED',
  'S3_CREDENTIALS',
]);

async function readBody(
  record: ArchiveRecord,
  place: ImagePlace,
  maxBytes: number,
): Promise<Uint8Array | ImageProblem> {
  if (record.type === 'revisit') return notThere(place, 'unreadable', 'it is a revisit');
  const { bytes, truncated } = await record.loadBody({ maxBytes });
  if (truncated === 'limit') {
    return notThere(place, 'unreadable', `it is larger than ${maxBytes} bytes`);
  }
  if (hash('sha256', bytes) !== place.digest) {
    return notThere(place, 'mismatch', 'it holds something else than when it was ingested');
  }
  return Uint8Array.from(bytes); // a copy: the buffers of an archive are used again
}

/** The `data:` images of a page or style sheet, by digest. */
function findInnerImages(record: ArchiveRecord, bytes: Buffer): ReadonlyMap<string, Uint8Array> {
  const { url, time, contentType } = contextOf(record);
  const type = contentType.toLowerCase();
  const isSheet =
    !type.includes('html') && (type.startsWith('text/css') || /\.css(?:$|[?#])/i.test(url));
  const { dataImages } = isSheet
    ? readSheet(bytes, { url, contentType })
    : extractPage(bytes, { url, time, contentType, outlinks: false });
  return new Map(dataImages.map((image) => [hash('sha256', image.bytes), image.bytes]));
}

function notThere(
  { file, offset }: ImagePlace,
  problem: ImageProblem['problem'],
  reason: string,
): ImageProblem {
  return { problem, detail: `The record at offset ${offset} of ${file}: ${reason}.` };
}

/** An index may not know yet what was taken down. */
function isTakenDown(library: Library, { digest, oldest }: ImageDocument): boolean {
  const takedown = loadTakedown(library);
  return takedown.hidesImage(digest) || takedown.hidesUrl(oldest.surt);
}

/** The captures of an image: the oldest, then all others in order of time. */
function* capturesOf(
  library: Library,
  digest: string,
  told: ImageDocument | undefined,
): Generator<{ readonly mime: string; readonly version: ImageVersion }> {
  const key = keyOfDigest(digest);
  const own = library.documents.oneOf(digest);
  const document = own ?? (told && (isTakenDown(library, told) ? undefined : told));
  const oldest = document && { mime: document.mime, version: document.oldest };
  if (oldest !== undefined) yield oldest;
  // Rarely needed, and costly for an image that thousands of pages show.
  const captures = library.documents
    .keysOf(key)
    .flatMap((place) =>
      [...library.rows.group(place)].flatMap(({ captures }) =>
        captures.flatMap(({ digest: found, mime, surt, url, time, file, offset }) =>
          found === digest ? [{ mime, version: { surt, url, time, file, offset } }] : [],
        ),
      ),
    );
  captures.sort((a, b) => (a.version.time < b.version.time ? -1 : 1));
  for (const capture of captures) {
    const { file, offset } = capture.version;
    if (file !== oldest?.version.file || offset !== oldest.version.offset) yield capture;
  }
}
