// A crawl whose archive is ingested into a library while it grows.
import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { indexPathOf } from '../archive/write/warc-writer-output.ts';
import {
  type ArchiveProgress,
  type CrawlOptions,
  type CrawlOutcome,
  crawl,
} from '../crawl/crawl.ts';
import type { Library } from '../index/index.ts';
import { writeAtomically } from '../support/output-file.ts';
import { CRAWL_READERS } from './crawl-readers.ts';
import { planExtraction } from './extract-plan.ts';
import { fingerprintOf, modifiedTimeOf } from './fingerprint.ts';
import { indexArchives } from './index-archives.ts';
import { ingestArchives } from './ingest.ts';

/** Options of `crawlIntoLibrary`. */
export interface LibraryCrawl
  extends Omit<CrawlOptions, 'statePath' | 'archiveFolder' | 'readers' | 'onArchive' | 'prefix'> {
  /** Open for writing. */
  readonly library: Library;
  /** Name of the crawl: another one has a frontier of its own. Default `crawl`. */
  readonly name?: string;
  /** Collection of what is captured. Default: the name. */
  readonly collection?: string;
  /** Makes thumbnails at the end. Default true. */
  readonly withThumbnails?: boolean;
  /** Time from one look at the archive to the next. Milliseconds, default 4000. */
  readonly ingestEveryMs?: number;
}

/** Where a library keeps what its crawls capture. */
export const ARCHIVE_FOLDER = 'archive';
/** Where it keeps their frontiers. */
const STATE_FOLDER = 'crawls';

/**
 * Crawls into a library. What is captured can be found some seconds later. A crawl that was interrupted in any way goes
 * on when this is called again with the same name.
 */
export async function crawlIntoLibrary(run: LibraryCrawl): Promise<CrawlOutcome> {
  const { library, name = 'crawl', withThumbnails = true, ...options } = run;
  const archiveFolder = join(library.folder, ARCHIVE_FOLDER);
  const collection = run.collection ?? name;
  const growing = new GrowingArchive(library, collection);
  let timer: NodeJS.Timeout | undefined;
  try {
    return await crawl({
      ...options,
      statePath: join(library.folder, STATE_FOLDER, `${name}.sqlite`),
      archiveFolder,
      prefix: name,
      readers: CRAWL_READERS,
      onArchive: (archive) => {
        growing.take(archive);
        timer = setInterval(() => growing.take(archive), run.ingestEveryMs ?? 4000);
      },
    });
  } finally {
    clearInterval(timer);
    await growing.settle();
    await ingestComplete(run, { archiveFolder, prefix: name, collection, withThumbnails });
  }
}

/** Takes what the files of a crawl have grown by, one piece after the other. */
class GrowingArchive {
  readonly #library: Library;
  readonly #collection: string;
  /** Bytes of each file that are in the library, by final path. */
  readonly #taken = new Map<string, number>();
  readonly #complete = new Set<string>();
  #archive: ArchiveProgress | undefined;
  #work: Promise<void> | undefined;
  #error: unknown;

  constructor(library: Library, collection: string) {
    this.#library = library;
    this.#collection = collection;
  }

  /** Starts to take what is new, unless the last piece is still being taken. */
  take(archive: ArchiveProgress): void {
    this.#archive = archive;
    if (this.#work !== undefined || this.#error !== undefined) return;
    this.#work = this.#takeAll(archive)
      .catch((thrown: unknown) => {
        this.#error = thrown;
      })
      .finally(() => {
        this.#work = undefined;
      });
  }

  /** Takes what is left when the files are complete; throws what went wrong with any piece. */
  async settle(): Promise<void> {
    await this.#work;
    if (this.#archive !== undefined) this.take(this.#archive);
    await this.#work;
    if (this.#error !== undefined) throw this.#error;
  }

  async #takeAll({ files, openFile }: ArchiveProgress): Promise<void> {
    for (const path of files) {
      if (this.#complete.has(path)) continue;
      const { size } = await stat(path);
      await this.#takeUpTo(path, path, size);
      if (this.#taken.get(path) === size) await this.#finish(path, size);
      this.#complete.add(path);
    }
    if (openFile !== undefined)
      await this.#takeUpTo(openFile.finalPath, openFile.path, openFile.size);
  }

  async #takeUpTo(name: string, location: string, size: number): Promise<void> {
    const from = this.#taken.get(name) ?? 0;
    if (size <= from) return;
    const { files } = await ingestArchives({
      library: this.#library,
      archives: [{ location, name, size, starts: [from], grownTo: size }],
      collection: this.#collection,
      options: {},
      // A few megabytes: threads would take longer to start.
      workers: 0,
    });
    // A file of which a piece could not be taken has no fingerprint: it is read as a whole at the end.
    if (files === 1) this.#taken.set(name, size);
  }

  /** A complete file is known by its fingerprint, like any other. */
  async #finish(path: string, size: number): Promise<void> {
    const { files } = this.#library;
    const file = files.find(path);
    if (file === undefined) return;
    const fingerprint = await fingerprintOf(path);
    const modified = modifiedTimeOf(path);
    const { growths: _over, ...report } = file.report;
    this.#library.transaction(() =>
      files.update(file.id, { location: path, fingerprint, modified, size, report }),
    );
  }
}

/** Reads the archive files of a crawl that are not in the library as they are now: those of a run that was killed. */
export async function ingestComplete(
  { library, signal }: Pick<LibraryCrawl, 'library' | 'signal'>,
  crawled: {
    readonly archiveFolder: string;
    readonly prefix: string;
    readonly collection: string;
    readonly withThumbnails: boolean;
  },
): Promise<void> {
  const { archiveFolder, prefix, collection, withThumbnails } = crawled;
  const names = (await readdir(archiveFolder)).filter(
    (name) => name.startsWith(`${prefix}-`) && name.endsWith('.warc.gz'),
  );
  const paths = names.sort().map((name) => join(archiveFolder, name));
  for (const path of paths) await writeMissingIndex(path);
  const { archives } = await planExtraction(paths);
  if (archives.length === 0) return;
  const isStopped = signal?.aborted === true;
  await ingestArchives({
    library,
    archives,
    collection,
    options: {},
    withFacts: withThumbnails && !isStopped,
    withNsfw: true,
  });
}

/** A writer that was killed has left an archive file without its index. */
async function writeMissingIndex(path: string): Promise<void> {
  const indexPath = indexPathOf(path);
  if (existsSync(indexPath)) return;
  const index = await indexArchives([{ kind: 'file', location: path, name: path }], {
    format: 'cdxj',
    workers: 0,
  });
  await writeAtomically(indexPath, index.pieces());
}
