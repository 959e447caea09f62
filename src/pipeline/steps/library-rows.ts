// What a library needs of a part of an archive, as rows that no step takes: `pinakes merge` reads them.
import type { ExtractBatch, LooseEnd } from '../../extract/extract.ts';
import type { TakedownEntry } from '../../index/index.ts';
import type { DedupeMode } from '../../model/image.ts';
import { fingerprintOf, modifiedTimeOf, stampOf } from '../fingerprint.ts';
import { addCounts, countObservations, emptyCounts } from '../observation-counts.ts';
import type { ArchiveEnd, ArchiveStart } from '../observation-file.ts';
import type { PartLine } from './plan-line.ts';
import type { StepContext } from './step.ts';

/** The first row of a part. */
export interface PartStart extends Omit<ArchiveStart, 'kind'> {
  readonly kind: 'part';
  readonly start: number;
  readonly end: number | null;
  readonly collection: string;
  /** How a library of it is made. */
  readonly mode: DedupeMode;
  readonly referencedOnly: boolean;
  /** What the run left out of documents, and libraries have to leave out as well. */
  readonly takedowns: readonly TakedownEntry[];
}

/** The last row of a part. */
export interface PartEnd extends Omit<ArchiveEnd, 'kind'> {
  readonly kind: 'part-end';
}

/** Writes the rows of one part: by the name of the archive, in the order of its records. */
export class LibraryRows {
  readonly #part: PartLine;
  readonly #context: StepContext;
  readonly #stamp: string;
  #counts = emptyCounts();
  #read = { records: 0, bytes: 0, losses: 0, skippedBytes: 0 };
  #row = 0;

  constructor(part: PartLine, context: StepContext) {
    this.#part = part;
    this.#context = context;
    this.#stamp = stampOf(part.location);
  }

  async begin(): Promise<void> {
    const { name, location, size, start, end, collection } = this.#part;
    const { mode, referencedOnly, options, takedowns } = this.#context.settings;
    const { minSide } = options;
    const isFirst = start === 0;
    const row: PartStart = {
      ...{ kind: 'part', name, location, size, start, end, collection, mode, referencedOnly },
      ...(minSide !== undefined && { minSide }),
      takedowns,
      // Told once for each archive. Whoever reads its records tells why it cannot be read.
      fingerprint: isFirst ? await fingerprintOf(location).catch(() => '') : '',
      modified: isFirst ? modifiedTimeOf(location) : 0,
    };
    this.#emit(row);
  }

  add({ observations, looseEnds, captures, losses, records, bytes }: ExtractBatch): void {
    for (const observation of observations) this.#emit(observation);
    for (const end of looseEnds) if (isKept(end)) this.#emit(end);
    for (const { file: _, ...record } of captures) this.#emit({ kind: 'record', ...record });
    this.#counts = addCounts(this.#counts, countObservations(observations));
    this.#read.records += records;
    this.#read.bytes += bytes;
    this.#read.losses += losses.length;
    for (const { skippedBytes } of losses) this.#read.skippedBytes += skippedBytes;
  }

  end(failure: string | undefined): void {
    const hasChanged = stampOf(this.#part.location) !== this.#stamp;
    const told = failure ?? (hasChanged ? 'it changed while it was read' : undefined);
    const row: PartEnd = {
      ...{ kind: 'part-end', ...this.#counts, ...this.#read },
      ...(told !== undefined && { failure: told }),
    };
    this.#emit(row);
  }

  #emit(row: object): void {
    const { name, start } = this.#part;
    const rank = `${pad(start)} ${pad(this.#row++)}`;
    this.#context.emit('library', name, rank, JSON.stringify(row));
  }
}

/** Originals are told by the digests of pages, images and style sheets. */
function isKept({ kind }: LooseEnd): boolean {
  return kind !== 'original';
}

/** As text in the order of numbers. */
function pad(number: number): string {
  return String(number).padStart(16, '0');
}
