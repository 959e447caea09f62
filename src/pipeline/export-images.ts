// The images of a library as files, in a folder for each host.
import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Library } from '../index/index.ts';
import { FILE_ENDINGS } from '../model/file-endings.ts';
import type { ImageDocument } from '../model/image.ts';
import { toHost } from '../model/url-host.ts';
import { writeAtomically } from '../support/output-file.ts';
import { type ImageProblem, openImageReader, readImage } from './read-image.ts';

/** What came of it. */
export interface ExportedImages {
  readonly written: number;
  /** Files that an earlier run had written. */
  readonly known: number;
  readonly failed: number;
  readonly bytes: number;
}

/** Options of `exportImages`. */
export interface ExportImagesOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProblem?: (id: string, problem: ImageProblem) => void;
  readonly onProgress?: (files: number, bytes: number) => void;
}

/**
 * Writes images as `HOST/DIGEST.ENDING` below a folder; those that are there already with the right size stay as they are, so the same
 * call goes on after an interruption. An image that cannot be had is told and passed over.
 */
export async function exportImages(
  library: Library,
  documents: AsyncIterable<ImageDocument> | Iterable<ImageDocument>,
  folder: string,
  { signal, onProblem, onProgress }: ExportImagesOptions = {},
): Promise<ExportedImages> {
  const counts = { written: 0, known: 0, failed: 0, bytes: 0 };
  const reader = openImageReader();
  const folders = new Set<string>();
  try {
    for await (const document of documents) {
      if (signal?.aborted === true) break;
      const { digest, mime, bytes } = document;
      const own = join(folder, toFolderName(document));
      const path = join(own, `${digest}${endingOf(mime)}`);
      if (await hasSize(path, bytes)) {
        counts.known++;
        continue;
      }
      const image = await readImage(library, digest, { signal, reader });
      if ('problem' in image) {
        counts.failed++;
        onProblem?.(digest, image);
        continue;
      }
      if (!folders.has(own)) await mkdir(own, { recursive: true });
      folders.add(own);
      await writeAtomically(path, once(image.bytes));
      counts.written++;
      counts.bytes += image.bytes.length;
      onProgress?.(1, image.bytes.length);
    }
  } finally {
    await reader.close();
  }
  return counts;
}

/**
 * The host, or that of its page for an image that a page holds in itself. Hosts come from outside: letters, digits, dots and hyphens
 * only, and no name that leads elsewhere.
 */
function toFolderName({ oldest, page }: ImageDocument): string {
  const name = (toHost(oldest.url) || toHost(page?.url ?? ''))
    .replace(/[^a-z0-9.-]/g, '_')
    .replace(/^\.+/, '_');
  return name === '' ? 'no-host' : name;
}

function endingOf(mime: string): string {
  const ending = FILE_ENDINGS[mime];
  return ending === undefined ? '' : `.${ending}`;
}

async function hasSize(path: string, bytes: number): Promise<boolean> {
  try {
    return (await stat(path)).size === bytes;
  } catch {
    return false; // not there yet
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
