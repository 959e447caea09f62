// Thumbnails for all images of a library that have none yet, and none for those that it no longer has.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { countImages, documentsOf, withoutDocument } from '../index/document-digests.ts';
import type { Library } from '../index/index.ts';
import { openThumbnails, THUMBNAILS_FILE, type ThumbnailStore } from '../index/thumbnails.ts';
import { runTasks } from '../support/worker-pool.ts';
import type { ImagePlace } from './read-image.ts';
import { joinThumbnails } from './thumbnail-join.ts';
import type { ThumbnailMessage, ThumbnailTask } from './thumbnail-task.ts';

/** What came of the images without thumbnails. */
export interface ThumbnailOutcome {
  readonly made: number;
  /** No thumbnail can be made of them, which is kept: they are not tried again. */
  readonly failed: number;
  /** Their bytes cannot be had now: another run tries again. */
  readonly skipped: number;
}

/** Options of `makeThumbnails`. */
export interface ThumbnailRun {
  /** Threads, each with a process that decodes; 0 works in this one. Default: one for each core. */
  readonly workers?: number | undefined;
  /** Ends the run between two images; what was made stays. */
  readonly signal?: AbortSignal | undefined;
  /** Called now and then; `total` is about the number of images without thumbnails at the start. */
  readonly onProgress?:
    | ((progress: ThumbnailOutcome & { readonly total: number }) => void)
    | undefined;
}

/** Images sorted by their places at a time: memory stays the same for any number. */
const BATCH_IMAGES = 20_000;
const TASK_IMAGES = 100;

/**
 * Makes the missing thumbnails. The library is only read, and may be changed by others meanwhile. Interrupted at
 * any moment, the next run goes on; images of one run are read in the order of archives and offsets.
 */
export async function makeThumbnails(
  library: Library,
  options: ThumbnailRun = {},
): Promise<ThumbnailOutcome> {
  const thumbnails = openThumbnails(library.folder, { access: 'write' });
  const generation = library.readNote('generation');
  try {
    const run = new Run(library, thumbnails, options);
    for (const batch of missingImages(library, thumbnails)) {
      if (options.signal?.aborted === true) break;
      await run.work(batch);
    }
    // What was removed while its thumbnail was being made must not stay.
    if (library.readNote('generation') !== generation) removeOrphans(library, thumbnails);
    return run.outcome();
  } finally {
    thumbnails.close();
  }
}

/**
 * Removes the thumbnails of images that the library no longer has, so that no trace of them stays in the file.
 * Gives their number.
 */
export function removeOrphanThumbnails(library: Library): number {
  if (!existsSync(join(library.folder, THUMBNAILS_FILE))) return 0;
  const thumbnails = openThumbnails(library.folder, { access: 'write' });
  try {
    return removeOrphans(library, thumbnails);
  } finally {
    thumbnails.close();
  }
}

class Run {
  readonly #library: Library;
  readonly #thumbnails: ThumbnailStore;
  readonly #options: ThumbnailRun;
  readonly #total: number;
  #made = 0;
  #failed = 0;
  #skipped = 0;
  #error: Error | undefined;

  constructor(library: Library, thumbnails: ThumbnailStore, options: ThumbnailRun) {
    this.#library = library;
    this.#thumbnails = thumbnails;
    this.#options = options;
    this.#total = Math.max(0, countImages(library.database) - thumbnails.count);
  }

  /** What was done; throws when nothing could be, because no task could run. */
  outcome(): ThumbnailOutcome {
    if (this.#error !== undefined && this.#made + this.#failed === 0) throw this.#error;
    return { made: this.#made, failed: this.#failed, skipped: this.#skipped };
  }

  async work(images: readonly ImagePlace[]): Promise<void> {
    const { folder } = this.#library;
    const { workers, signal } = this.#options;
    const open = new Map<ThumbnailTask, number>();
    for (let from = 0; from < images.length; from += TASK_IMAGES) {
      const part = images.slice(from, from + TASK_IMAGES);
      open.set({ folder, images: part }, part.length);
    }
    await runTasks<ThumbnailTask, ThumbnailMessage, void>({
      tasks: [...open.keys()],
      module: new URL(import.meta.url.replace(/thumbnails(?=\.[jt]s$)/, 'thumbnail-task')),
      ...(workers !== undefined && { workers }),
      signal,
      onMessage: (message, task) => {
        const { entries, unread } = message;
        open.set(task, (open.get(task) ?? 0) - entries.length - unread);
        this.#take(message);
      },
      onOutcome: (outcome, task) => {
        if (outcome.kind !== 'failed') return;
        // The thread died or no process could be started: its images wait for another run.
        this.#error ??= outcome.error;
        this.#skipped += open.get(task) ?? 0;
      },
    });
  }

  #take({ entries, unread }: ThumbnailMessage): void {
    this.#thumbnails.putAll(entries);
    const failed = entries.filter(([, entry]) => 'problem' in entry).length;
    this.#made += entries.length - failed;
    this.#failed += failed;
    this.#skipped += unread;
    this.#options.onProgress?.({
      made: this.#made,
      failed: this.#failed,
      skipped: this.#skipped,
      total: this.#total,
    });
  }
}

/** Images without thumbnails, some thousands at a time, in the order of their places. */
function* missingImages(library: Library, thumbnails: ThumbnailStore): Generator<ImagePlace[]> {
  const locations = new Map<string, string>();
  const locate = (file: string): string => {
    const known = locations.get(file) ?? library.files.find(file)?.location ?? file;
    locations.set(file, known);
    return known;
  };
  let batch: ImagePlace[] = [];
  for (const { key, documents, digests } of joinThumbnails(library, thumbnails)) {
    if (documents <= digests.length) continue;
    // In mode `full` an image has several documents: one of them is enough.
    const rows = new Map(documentsOf(library.database, key).map((one) => [one.digest, one.row]));
    const missing = [...rows].flatMap(([digest, row]) => (digests.includes(digest) ? [] : [row]));
    for (const document of library.documents.load(missing)) {
      if (document === undefined) continue; // removed this moment
      const { digest, oldest } = document;
      const { url, file, offset } = oldest;
      batch.push({ digest, url, file, location: locate(file), offset });
    }
    if (batch.length < BATCH_IMAGES) continue;
    yield batch.sort(byPlace);
    batch = [];
  }
  if (batch.length > 0) yield batch.sort(byPlace);
}

function byPlace(a: ImagePlace, b: ImagePlace): number {
  if (a.location !== b.location) return a.location < b.location ? -1 : 1;
  return a.offset - b.offset;
}

function removeOrphans(library: Library, thumbnails: ThumbnailStore): number {
  const orphans: string[] = [];
  for (const { documents, digests } of joinThumbnails(library, thumbnails)) {
    // Two thumbnails under one key may be of images of which one has gone.
    if (documents === 0 || digests.length > 1) {
      orphans.push(...withoutDocument(library.database, digests));
    }
  }
  return orphans.length === 0 ? 0 : thumbnails.remove(orphans);
}
