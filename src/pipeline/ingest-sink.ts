// Where extraction hands its observations to a library: one transaction for each archive file.
import { fromSortLine, type LooseEnd, type SheetEnd } from '../extract/extract.ts';
import {
  type FileReport,
  type Library,
  type LibraryFile,
  type NewFile,
  toPayloadMark,
} from '../index/index.ts';
import type { Observation } from '../model/observation.ts';
import { messageOf } from '../support/errors.ts';
import { fromCaptureLines } from './capture-lines.ts';
import { DEFAULT_COLLECTION } from './enter-collection.ts';
import type { ExtractSink, ExtractTotals } from './extract-archives.ts';
import { NO_TOTALS } from './extract-archives.ts';
import type { PlannedArchive } from './extract-plan.ts';
import { FileRows } from './file-rows.ts';
import { fingerprintOf, isGone, modifiedTimeOf, stampOf } from './fingerprint.ts';
import { dropHiddenReferences } from './hidden-references.ts';
import type { SkipReason } from './ingest.ts';
import {
  addCounts,
  addedReasons,
  addReasons,
  countObservations,
  emptyCounts,
  type ObservationCounts,
} from './observation-counts.ts';
import { SheetLinks } from './sheet-links.ts';
import { hidesEnd, type Takedown } from './takedown.ts';

/** What the sink works with. */
export interface IngestSinkOptions {
  readonly library: Library;
  /** The archives in the order in which they are extracted. */
  readonly archives: readonly PlannedArchive[];
  /** Default: where files are already, `DEFAULT_COLLECTION` for new ones. */
  readonly collection: string | undefined;
  readonly takedown: Takedown;
  /** How the files are read: whoever reads them again does the same. */
  readonly manner?: Pick<FileReport, 'minSide' | 'isUnlisted' | 'isUnlinked'>;
  readonly signal?: AbortSignal | undefined;
  readonly onSkipped?: (archive: PlannedArchive, reason: SkipReason, detail?: string) => void;
  /** Told between two files how many keys wait to be derived; answers whether they no longer do. */
  readonly onWaitingKeys: (count: number) => Promise<boolean>;
}

/** A sink that counts what it took. */
export interface IngestSink extends ExtractSink {
  readonly files: number;
  /** Files that turned out to be copies of known ones, or were taken down. */
  readonly copies: number;
  /** Files that could be read, but changed meanwhile, or could not be read a second time for their fingerprints. */
  readonly vanished: number;
  /** What style sheets hold in themselves. */
  readonly counts: ObservationCounts;
  /** Lets go of a file that was not finished. */
  abandon(): void;
  /** Notes that an archive could not be read to its end. */
  fail(archive: PlannedArchive, reason: string): void;
}

/** Parts that what a file has grown by takes at most: it grows by megabytes, a part holds 100,000 observations. */
const PARTS_OF_GROWTH = 16;

/** Opens the sink. */
export function openIngestSink(options: IngestSinkOptions): IngestSink {
  return new LibrarySink(options);
}

/** The file that is being read. */
interface CurrentFile {
  readonly id: number;
  readonly rows: FileRows;
  readonly links: SheetLinks;
}

class LibrarySink implements IngestSink {
  files = 0;
  copies = 0;
  vanished = 0;
  counts = emptyCounts();
  readonly #options: IngestSinkOptions;
  readonly #failures = new Map<PlannedArchive, string>();
  /** What each file was like before the first of them was read. */
  readonly #stamps: ReadonlyMap<PlannedArchive, string>;
  #next = 0;
  #current: CurrentFile | undefined;
  #totals: ExtractTotals = NO_TOTALS;
  #waitingKeys = 0;

  constructor(options: IngestSinkOptions) {
    this.#options = options;
    this.#stamps = new Map(options.archives.map((one) => [one, stampOf(one.location)]));
  }

  async writeLines(lines: Uint8Array): Promise<void> {
    if (lines.length === 0) return;
    const { rows } = this.#file();
    const isUnlinked = this.#options.manner?.isUnlinked === true;
    const text = Buffer.from(lines.buffer, lines.byteOffset, lines.length).toString('utf8');
    for (const line of text.split('\n')) {
      if (line === '') continue;
      const observation = JSON.parse(line) as Observation; // made by `toJsonLines`
      // Another machine may have noted links that are not wanted here.
      const isBare = isUnlinked && observation.kind === 'page';
      rows.add(isBare ? { ...observation, linkKeys: '' } : observation);
    }
  }

  async keepLooseEnds(lines: readonly string[]): Promise<void> {
    for (const line of lines) {
      this.#keep(fromSortLine(line));
    }
  }

  #keep(end: LooseEnd): void {
    const { library, takedown } = this.#options;
    const { id, links } = this.#file();
    if (!takedown.isEmpty && hidesEnd(takedown, end)) return;
    if (end.kind === 'revisit') library.revisits.add(id, end);
    else if (end.kind === 'sheet') this.#keepSheet(id, end);
    else if (end.kind === 'sheet-link') links.add(end);
    else if (end.kind === 'other') this.#file().rows.addOther(end);
    // Originals are the pages, images and style sheets themselves, with their digests.
  }

  async writeCaptures(lines: Uint8Array): Promise<void> {
    const { library, takedown } = this.#options;
    const { id, rows } = this.#file();
    const all = fromCaptureLines(lines, '');
    library.captureTable.add(
      id,
      takedown.isEmpty
        ? all
        : all.filter(({ surt, offset }) => !takedown.hidesUrl(surt) && !rows.isHidden(offset)),
    );
  }

  /** Loose ends are settled from the library itself. */
  async *looseEnds(): AsyncGenerator<string> {}

  async archiveDone(archive: PlannedArchive, totals: ExtractTotals): Promise<void> {
    const { library, takedown } = this.#options;
    const { id, rows, links } = this.#file();
    const collection = this.#collectionOf(archive);
    const before = this.#totals;
    this.#totals = totals;
    this.#next++;
    this.#current = undefined;
    // A file that is still being written has none yet: it is known by its name.
    const isGrowing = archive.grownTo !== undefined;
    const fingerprint = isGrowing
      ? ''
      : (archive.told?.fingerprint ?? (await this.#fingerprintOf(archive)));
    const failure = this.#failures.get(archive);
    if (failure === undefined && this.#hasChanged(archive)) {
      // What was read is of no moment, and the fingerprint perhaps of another one: the next run reads all of it.
      library.rollback();
      this.vanished++;
      this.#options.onSkipped?.(archive, 'changed');
      return;
    }
    const isTakenDown = takedown.hidesFile(fingerprint);
    const same = isGrowing ? undefined : library.files.findByFingerprint(fingerprint);
    const isCopy = same !== undefined && same.id !== id && same.report.failure === undefined;
    if (isTakenDown || isCopy) {
      library.rollback();
      this.#passOver(archive, isTakenDown ? undefined : same);
      return;
    }
    rows.flush();
    links.flush();
    library.sheets.markFile(id);
    dropHiddenReferences(library);
    const modified = isGrowing ? 0 : (archive.told?.modified ?? modifiedTimeOf(archive.location));
    const read = differenceOf(totals, before);
    const known = isGrowing ? library.files.find(archive.name)?.report : undefined;
    const report = {
      ...(known === undefined ? read : sumOf(known, read)),
      ...(isGrowing && { growths: (known?.growths ?? 0) + 1 }),
      ...(failure !== undefined && { failure }),
      ...this.#options.manner,
      ...(archive.told?.minSide !== undefined && { minSide: archive.told.minSide }),
    };
    const { location, size } = archive;
    library.files.update(id, { fingerprint, modified, location, size, report });
    // A file that is read again stays where it is, unless another collection was named.
    const isElsewhere = collection === undefined && library.files.collectionsOf(id).length > 0;
    if (!isElsewhere) library.files.addToCollection(id, collection ?? DEFAULT_COLLECTION);
    library.commit();
    this.files++;
    this.#waitingKeys += read.imageCaptures + read.references;
    if (await this.#options.onWaitingKeys(this.#waitingKeys)) this.#waitingKeys = 0;
  }

  #collectionOf({ told }: PlannedArchive): string | undefined {
    return this.#options.collection ?? told?.collection;
  }

  #hasChanged(archive: PlannedArchive): boolean {
    if (archive.told !== undefined) return false;
    // What is read of a file that grows is behind its writer.
    if (archive.grownTo !== undefined) return false;
    const now = stampOf(archive.location);
    return now !== '' && now !== this.#stamps.get(archive);
  }

  /** Lets go of a file that was not finished. */
  abandon(): void {
    this.#current = undefined;
  }

  fail(archive: PlannedArchive, reason: string): void {
    this.#failures.set(archive, reason);
  }

  /** `''` for a file that cannot be read any more: it counts as not read to its end. */
  async #fingerprintOf(archive: PlannedArchive): Promise<string> {
    const { signal, onSkipped } = this.#options;
    try {
      return await fingerprintOf(archive.location, signal);
    } catch (thrown) {
      signal?.throwIfAborted();
      if (!this.#failures.has(archive)) {
        this.vanished++;
        this.fail(archive, messageOf(thrown));
        onSkipped?.(archive, 'unreadable', messageOf(thrown));
      }
      return '';
    }
  }

  /** The archive is not stored: it is a copy of a known file, or was taken down. What it said before goes. */
  #passOver(archive: PlannedArchive, twin: LibraryFile | undefined): void {
    const { library, onSkipped } = this.#options;
    const collection = this.#collectionOf(archive);
    const { files } = library;
    this.copies++;
    // Nothing is left where the file was: it was moved.
    const isMoved = twin !== undefined && isGone(twin.location) && archive.told === undefined;
    library.transaction(() => {
      const before = files.find(archive.name);
      const collections = new Set(collection === undefined ? [] : [collection]);
      if (before !== undefined) {
        for (const name of files.collectionsOf(before.id)) collections.add(name);
        library.takeBack(before.id);
        files.remove(before.id);
      }
      if (twin === undefined) return;
      for (const name of collections) {
        if (files.addToCollection(twin.id, name)) library.markFile(twin.id);
      }
      if (!isMoved) return;
      const { name, location } = archive;
      files.update(twin.id, { name, location, modified: modifiedTimeOf(location) });
      library.rows.refresh();
      // As in `relocateFiles`.
      library.rows.markShared(twin.id);
    });
    onSkipped?.(archive, twin === undefined ? 'taken-down' : isMoved ? 'moved' : 'copy');
  }

  /** The file that is being read; its transaction starts here. */
  #file(): CurrentFile {
    if (this.#current !== undefined) return this.#current;
    const { library, archives, takedown } = this.#options;
    const archive = archives[this.#next];
    if (archive === undefined) throw new Error('pinakes: observations of no archive');
    library.begin();
    const before = library.files.find(archive.name);
    const isGrowing = archive.grownTo !== undefined;
    // What a changed file said before is taken back in the same transaction.
    if (before !== undefined && !isGrowing) library.takeBack(before.id);
    const id = before?.id ?? library.files.add(newFile(archive));
    const part = isGrowing ? (before?.report.growths ?? 0) * PARTS_OF_GROWTH : 0;
    const rows = new FileRows(library, id, takedown, part);
    this.#current = { id, rows, links: new SheetLinks(library, id, takedown, part) };
    return this.#current;
  }

  #keepSheet(file: number, { surt, time, place, says, payloadDigest }: SheetEnd): void {
    const { library, takedown } = this.#options;
    if (says === undefined) throw new Error('pinakes: a style sheet that says nothing');
    const isShown = (other: string) => !takedown.hidesUrl(other);
    const images = says.images.filter(isShown);
    const imports = says.imports.filter(isShown);
    const mark = payloadDigest === undefined ? '' : toPayloadMark(payloadDigest);
    const { offset } = place;
    library.sheets.addSheet(file, { surt, time, offset, images, imports, mark });
    for (const capture of says.captures) this.#file().rows.add(capture);
    this.counts = addCounts(this.counts, countObservations(says.captures));
  }
}

function newFile({ name, location, size }: PlannedArchive): NewFile {
  const { archives: _archives, failedArchives: _failed, ...report } = NO_TOTALS;
  return { name, location, size, modified: 0, fingerprint: '', report };
}

/** What two parts of one file came to. */
function sumOf(a: NewFile['report'], b: NewFile['report']): NewFile['report'] {
  return {
    records: a.records + b.records,
    bytes: a.bytes + b.bytes,
    pages: a.pages + b.pages,
    imageCaptures: a.imageCaptures + b.imageCaptures,
    references: a.references + b.references,
    losses: a.losses + b.losses,
    skippedBytes: a.skippedBytes + b.skippedBytes,
    truncatedPages: (a.truncatedPages ?? 0) + (b.truncatedPages ?? 0),
    rejected: addReasons(a.rejected, b.rejected),
    placesRejected: addReasons(a.placesRejected, b.placesRejected),
  };
}

/** What an archive gave, from totals after it and before it. */
export function differenceOf(now: ExtractTotals, before: ExtractTotals): NewFile['report'] {
  return {
    records: now.records - before.records,
    bytes: now.bytes - before.bytes,
    pages: now.pages - before.pages,
    imageCaptures: now.imageCaptures - before.imageCaptures,
    references: now.references - before.references,
    losses: now.losses - before.losses,
    skippedBytes: now.skippedBytes - before.skippedBytes,
    truncatedPages: now.truncatedPages - before.truncatedPages,
    rejected: addedReasons(now.rejected, before.rejected),
    placesRejected: addedReasons(now.placesRejected, before.placesRejected),
  };
}
