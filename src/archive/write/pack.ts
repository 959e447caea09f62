// Packs the folder of a static site into a WARC file, as if each file had been captured from a server.
import { type FileHandle, open, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Timestamp } from '../../model/capture.ts';
import { toMillis, toTimestamp } from '../../model/timestamp.ts';
import { PinakesError } from '../../support/errors.ts';
import { parseUrl } from '../../support/parse-url.ts';
import { uuidFromName } from './digest.ts';
import { contentTypeOf, SNIFF_BYTES } from './mime-types.ts';
import { type SiteFile, type SkipReason, walkSite } from './pack-walk.ts';
import { openWarcWriter, type WarcWriter } from './warc-writer.ts';
import { indexPathOf, OPEN_SUFFIX } from './warc-writer-output.ts';
import type { NewBody } from './warc-writer-record.ts';

export { SKIP_REASONS, type SkipReason } from './pack-walk.ts';

/** How a folder is packed. */
export interface PackOptions {
  /** http or https URL under which the folder was reachable, with or without its last slash. */
  readonly baseUrl: string;
  /** File to write: compressed when the name ends in `.gz`. Its index is written beside it. */
  readonly out: string;
  /**
   * Time of capture of every record, also its `Date` and `Last-Modified`: times of files change
   * with each copy, and the same folder must give the same bytes. The present by default.
   */
  readonly time?: Timestamp;
  /** Replaces an existing `out`. */
  readonly force?: boolean;
  /** Captures `index.html` under its own name instead of its folder's URL (`.../`). */
  readonly keepIndexNames?: boolean;
  /** Stops the work; nothing is left behind. */
  readonly signal?: AbortSignal;
  /** Told after each file: its path within the folder and its size in bytes. */
  readonly onFile?: (path: string, bytes: number) => void;
}

/** What was packed. */
export interface PackReport {
  readonly out: string;
  /** The CDXJ file. */
  readonly index: string;
  readonly baseUrl: string;
  readonly time: Timestamp;
  readonly files: number;
  /** Bytes of these files. */
  readonly bytes: number;
  readonly skipped: readonly { readonly path: string; readonly reason: SkipReason }[];
}

/**
 * Writes one response record for each file of `folder`. `index.html` (or `index.htm`) is the capture
 * of its folder's URL and of nothing else. Hidden files, links that lead out and what cannot be read
 * are left out and reported.
 *
 * Throws `USAGE` for a base URL that is none, `INPUT_NOT_FOUND`, `OUTPUT_EXISTS`, `OUTPUT_UNWRITABLE`
 * and `INTERRUPTED`.
 */
export async function packFolder(folder: string, options: PackOptions): Promise<PackReport> {
  const base = parseBaseUrl(options.baseUrl);
  const time = options.time ?? toTimestamp(new Date());
  const root = await findFolder(folder);
  const writer = await openWarcWriter({
    target: { file: options.out, overwrite: options.force ?? false },
    info: [['description', `Static files packed as ${base}`]],
    clock: () => new Date(toMillis(time)),
    newId: uuidFromName,
  });
  try {
    const counts = await packFiles(root, writer, { ...options, baseUrl: base, time });
    await writer.close();
    return { out: options.out, index: indexPathOf(options.out), baseUrl: base, time, ...counts };
  } catch (error) {
    await writer.discard();
    throw error;
  }
}

/** The URL of a file: each name on the way is percent-encoded where a URL's path needs it. */
export function urlOfFile(file: Pick<SiteFile, 'segments' | 'isIndex'>, baseUrl: string): string {
  const names = file.isIndex ? [...file.segments.slice(0, -1), ''] : file.segments;
  return baseUrl + names.map(encodeSegment).join('/');
}

type Packing = PackOptions & { readonly time: Timestamp };

async function packFiles(root: string, writer: WarcWriter, options: Packing) {
  const own = await ownFiles(options.out);
  const skipped: { path: string; reason: SkipReason }[] = [];
  let files = 0;
  let bytes = 0;
  for await (const found of walkSite(root)) {
    if (options.signal?.aborted) throw new PinakesError('INTERRUPTED');
    if (found.kind === 'skipped') {
      skipped.push({ path: found.path, reason: found.reason });
      continue;
    }
    const path = found.segments.join('/');
    const size = own.has(found.path) ? 'output' : await packFile(found, writer, options);
    if (typeof size === 'string') {
      skipped.push({ path, reason: size });
      continue;
    }
    files += 1;
    bytes += size;
    options.onFile?.(path, size);
  }
  return { files, bytes, skipped };
}

/** Packs one file and returns its size, or why it was left out. */
async function packFile(
  file: SiteFile,
  writer: WarcWriter,
  { baseUrl, time, keepIndexNames }: Packing,
): Promise<number | SkipReason> {
  const isIndex = file.isIndex && !keepIndexNames;
  const date = new Date(toMillis(time)).toUTCString();
  let handle: FileHandle | undefined;
  try {
    handle = await open(file.path, 'r');
    const { size, start, body } = await readContent(handle);
    await writer.write({
      kind: 'response',
      url: urlOfFile({ segments: file.segments, isIndex }, baseUrl),
      time,
      http: {
        startLine: 'HTTP/1.1 200 OK',
        headers: [
          ['Date', date],
          ['Last-Modified', date],
          ['Content-Type', contentTypeOf(basename(file.path), start)],
          ['Content-Length', String(size)],
        ],
        body,
      },
    });
    return size;
  } catch (error) {
    // The writer's own troubles end the run; all else is this file's.
    if (error instanceof PinakesError) throw error;
    return 'unreadable';
  } finally {
    await handle?.close();
  }
}

/** Files up to this size are read at once. */
const WHOLE_BYTES = 4_000_000;

async function readContent(
  handle: FileHandle,
): Promise<{ size: number; start: Uint8Array; body: NewBody }> {
  const { size } = await handle.stat();
  if (size <= WHOLE_BYTES) {
    const body = await handle.readFile();
    return { size: body.length, start: body, body };
  }
  const start = Buffer.alloc(SNIFF_BYTES);
  await handle.read(start, 0, SNIFF_BYTES, 0);
  return { size, start, body: readExactly(handle, size) };
}

async function* readExactly(handle: FileHandle, size: number): AsyncGenerator<Uint8Array> {
  let total = 0;
  for await (const piece of handle.createReadStream({ start: 0, autoClose: false })) {
    total += piece.length;
    yield piece;
  }
  // The length was promised in the header before.
  if (total !== size) throw new Error('the file changed while it was read');
}

function parseBaseUrl(text: string): string {
  const url = parseUrl(text);
  const refuse = (detail: string) =>
    new PinakesError('USAGE', { command: 'pack', detail: `The base URL ${text} ${detail}.` });
  if (url === undefined || !/^https?:$/.test(url.protocol)) throw refuse('is no http or https URL');
  if (url.search || url.hash) throw refuse('may have neither a query nor a fragment');
  if (url.username || url.password) throw refuse('may not have a user name or password');
  return url.href.endsWith('/') ? url.href : `${url.href}/`;
}

/** The folder's path without links. */
async function findFolder(folder: string): Promise<string> {
  const found = await stat(folder).catch(() => undefined);
  if (found?.isDirectory()) return realpath(folder);
  throw new PinakesError('INPUT_NOT_FOUND', { input: folder }, { where: { file: folder } });
}

/** What this run writes, in case it lies in the folder being packed. */
async function ownFiles(out: string): Promise<ReadonlySet<string>> {
  const path = join(await realpath(dirname(out)), basename(out));
  return new Set([path, path + OPEN_SUFFIX, indexPathOf(path)]);
}

/** Percent-encodes a name for use in a path, leaving the characters browsers leave there. */
function encodeSegment(name: string): string {
  return encodeURIComponent(name).replace(/%(?:24|26|2B|2C|3A|3B|3D|40)/g, decodeURIComponent);
}
