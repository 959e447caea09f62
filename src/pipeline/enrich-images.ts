// Facts for all images of a library that lack some: each distinct image is read and decoded once, whoever wants to know.
import {
  findTextModels,
  OCR,
  type PictureModels,
  producersWith,
  readModels,
  THUMBNAIL,
} from '../enrich/enrich.ts';
import { type Library, openThumbnails, pictureMark, type ThumbnailStore } from '../index/index.ts';
import { type Producer, producerKey } from '../model/producer.ts';
import { createTurn } from '../support/turn.ts';
import { runTasks } from '../support/worker-pool.ts';
import { deriveDocuments } from './derive.ts';
import type { EnrichMessage, EnrichTask, WantingImage } from './enrich-task.ts';
import { removeNearTakedowns } from './near-takedowns.ts';
import { iterateWanting, type Wanted } from './wanting-images.ts';

/** What came of the images that lacked facts. */
export interface EnrichOutcome {
  /** Images that got a value from every producer that was asked. */
  readonly made: number;
  /** Images that tell nothing, which is kept with the reason: they are not tried again. */
  readonly failed: number;
  /** Images whose bytes cannot be had now: another run tries again. */
  readonly skipped: number;
  /** Failed images by reason. */
  readonly reasons: Readonly<Record<string, number>>;
}

/** An image that tells nothing. */
export interface EnrichFailure {
  readonly digest: string;
  readonly url: string;
  readonly file: string;
  readonly offset: number;
  readonly reason: string;
}

/** Options of `enrichImages`. */
export interface EnrichRun {
  /** Names of producers that are asked; default all that need not be asked for by name. */
  readonly only?: readonly string[] | undefined;
  /** Names of those that are asked besides. */
  readonly also?: readonly string[] | undefined;
  /** Names of those that are not asked. */
  readonly except?: readonly string[] | undefined;
  /** Renews facts of other versions or settings, too. Default false: they are used as they are. */
  readonly isOutdatedWanted?: boolean | undefined;
  /** Tries again what failed. Default false. */
  readonly isFailedWanted?: boolean | undefined;
  /** Only makes again what was lost: thumbnails that a fact is about. Default false. */
  readonly isOnlyLostWanted?: boolean | undefined;
  /** Threads, each with a process that decodes; 0 works in this one. Default: one for each core. */
  readonly workers?: number | undefined;
  /** Ends the run between two images; what was made stays. */
  readonly signal?: AbortSignal | undefined;
  /** Called now and then; `total` is about the number of images that lacked facts at the start. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
  readonly onFailure?: ((failure: EnrichFailure) => void) | undefined;
}

const TASK_IMAGES = 100;
/** Images stored together: each time the pages of two databases that they touch are written. */
const STORED_TOGETHER = 200;
/** After so long fewer are stored, too: a crash costs no more than this. */
const STORE_MS = 2000;
/** Documents show new facts after so long, and at the end. */
const DERIVE_MS = 30_000;

/**
 * Finds out what is missing, for a library that is open for writing. Interrupted at any moment, the next run goes on:
 * thumbnails are stored before the fact that there are some, and one without the other is made again. Images of one run
 * are read in the order of archives and offsets. Throws `MODELS_INVALID` or `OCR_MISSING` where networks that are wanted
 * cannot be used.
 */
export async function enrichImages(
  library: Library,
  options: EnrichRun = {},
): Promise<EnrichOutcome> {
  const thumbnails = openThumbnails(library.folder, { access: 'write' });
  let outcome: EnrichOutcome;
  try {
    const models = await readModels(library.folder);
    const wanted = toWanted(options, models);
    const run = new Run({ library, thumbnails, options, wanted, models });
    for (const batch of iterateWanting(library, thumbnails, wanted)) {
      if (options.signal?.aborted === true) break;
      await run.work(batch);
    }
    await run.finish();
    outcome = run.outcome();
  } finally {
    thumbnails.close();
  }
  await removeNearTakedowns(library, { signal: options.signal });
  return outcome;
}

function toWanted(
  {
    only,
    also = [],
    except = [],
    isOutdatedWanted = false,
    isFailedWanted = false,
    isOnlyLostWanted = false,
  }: EnrichRun,
  models: PictureModels,
): Wanted {
  const { usual, optional } = producersWith(models);
  const asked = only ?? usual.map(({ name }) => name);
  const producers = [...usual, ...optional].filter(
    ({ name }) => (asked.includes(name) && !except.includes(name)) || also.includes(name),
  );
  if (producers.includes(OCR)) findTextModels();
  return { producers, isOutdatedWanted, isFailedWanted, isOnlyLostWanted };
}

/** About the number of images that lack something: what the producer with fewest facts lacks. */
function countWanting(library: Library, wanted: Wanted): number {
  const counts = library.facts.counts();
  const images = library.digests.countImages();
  const knownBy = (producer: Producer): number => {
    let known = 0;
    for (const { producer: by, done, failed } of counts) {
      if (by.name !== producer.name) continue;
      if (wanted.isOutdatedWanted && producerKey(by) !== producerKey(producer)) continue;
      known += done;
      if (wanted.isFailedWanted) continue;
      for (const count of Object.values(failed)) known += count;
    }
    return known;
  };
  return Math.max(0, ...wanted.producers.map((producer) => images - knownBy(producer)));
}

interface RunParts {
  readonly library: Library;
  readonly thumbnails: ThumbnailStore;
  readonly options: EnrichRun;
  readonly wanted: Wanted;
  readonly models: PictureModels;
}

class Run {
  readonly #library: Library;
  readonly #thumbnails: ThumbnailStore;
  readonly #options: EnrichRun;
  readonly #producers: readonly Producer[];
  readonly #models: PictureModels;
  readonly #turn = createTurn();
  readonly #total: number;
  readonly #reasons = new Map<string, number>();
  #waiting: EnrichMessage['made'][number][] = [];
  #derived = performance.now();
  #stored = performance.now();
  #made = 0;
  #failed = 0;
  #skipped = 0;
  #error: Error | undefined;

  constructor({ library, thumbnails, options, wanted, models }: RunParts) {
    this.#library = library;
    this.#thumbnails = thumbnails;
    this.#options = options;
    this.#producers = wanted.producers;
    this.#models = models;
    this.#total = countWanting(library, wanted);
  }

  /** What was done; throws when nothing could be, because no task could run. */
  outcome(): EnrichOutcome {
    if (this.#error !== undefined && this.#made + this.#failed === 0) throw this.#error;
    const reasons = Object.fromEntries(this.#reasons);
    return { made: this.#made, failed: this.#failed, skipped: this.#skipped, reasons };
  }

  async work(images: readonly WantingImage[]): Promise<void> {
    const { folder } = this.#library;
    const { workers, signal } = this.#options;
    const open = new Map<EnrichTask, number>();
    for (let from = 0; from < images.length; from += TASK_IMAGES) {
      const part = images.slice(from, from + TASK_IMAGES);
      open.set({ folder, images: part, models: this.#models, turn: this.#turn }, part.length);
    }
    await runTasks<EnrichTask, EnrichMessage, void>({
      tasks: [...open.keys()],
      module: new URL(import.meta.url.replace(/enrich-images(?=\.[jt]s$)/, 'enrich-task')),
      ...(workers !== undefined && { workers }),
      signal,
      onMessage: async (message, task) => {
        const { made, unread } = message;
        open.set(task, (open.get(task) ?? 0) - made.length - unread);
        await this.#take(message);
      },
      onOutcome: (outcome, task) => {
        if (outcome.kind !== 'failed') return;
        // The thread died or no process could be started: its images wait for another run.
        this.#error ??= outcome.error;
        this.#skipped += open.get(task) ?? 0;
      },
    });
  }

  /** Stores what is left, and shows all of it in documents. */
  async finish(): Promise<void> {
    this.#store();
    await deriveDocuments(this.#library, { signal: this.#options.signal });
  }

  async #take({ made, unread }: EnrichMessage): Promise<void> {
    this.#waiting.push(...made);
    this.#skipped += unread;
    for (const entry of made) this.#count(entry);
    const isDue = performance.now() - this.#stored > STORE_MS;
    if (isDue || this.#waiting.length >= STORED_TOGETHER) this.#store();
    if (performance.now() - this.#derived > DERIVE_MS) {
      await deriveDocuments(this.#library, { signal: this.#options.signal });
      this.#derived = performance.now();
    }
    const done = this.#made + this.#failed + this.#skipped;
    this.#options.onProgress?.(done, Math.max(done, this.#total));
  }

  #count([image, { facts }]: EnrichMessage['made'][number]): void {
    const failure = [...facts.values()].find(({ kind }) => kind === 'none');
    if (failure?.kind !== 'none') {
      this.#made++;
      return;
    }
    const { reason } = failure;
    const { digest, url, file, offset } = image;
    this.#failed++;
    this.#reasons.set(reason, (this.#reasons.get(reason) ?? 0) + 1);
    this.#options.onFailure?.({ digest, url, file, offset, reason });
  }

  /** Thumbnails first: killed in between, there is no fact, and they are made again. */
  #store(): void {
    const { digests, facts } = this.#library;
    const gone = new Set(digests.missing(this.#waiting.map(([{ digest }]) => digest)));
    const made = this.#waiting.filter(([{ digest }]) => !gone.has(digest));
    this.#waiting = [];
    this.#stored = performance.now();
    if (made.length === 0) return;
    const pictures = made.filter(([{ names }]) => names.includes(THUMBNAIL.name));
    this.#thumbnails.putAll(
      pictures.map(([{ digest }, told]) => ({ digest, mark: MARK, pictures: told.pictures })),
    );
    this.#library.transaction(() => {
      for (const [{ digest }, told] of made) {
        for (const producer of this.#producers) {
          const fact = told.facts.get(producer.name);
          if (fact !== undefined) facts.put(digest, producer, fact);
        }
      }
    });
  }
}

const MARK = pictureMark(THUMBNAIL);
