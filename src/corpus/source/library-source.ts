// Captures of a library: its index of captures answers, its list of files tells where archives are.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { CdxEntry, Original, RevisitTarget } from '../../archive/archive.ts';
import { splitMemberName, toMemberName } from '../../archive/source/wacz.ts';
import { DATABASE_FILE, type Library, openLibrary } from '../../index/index.ts';
import { PinakesError } from '../../support/errors.ts';
import { compareBytewise } from '../where/key-ranges.ts';
import {
  type CaptureTest,
  compileWhere,
  type KeyRange,
  keyRangesOf,
  type Where,
} from '../where/where.ts';
import type {
  CaptureBatch,
  CaptureOptions,
  CaptureSource,
  SourceInput,
  SourcePlan,
} from './capture-source.ts';

/**
 * Opens a library as a source of captures. Throws `LIBRARY_NOT_FOUND`, `LIBRARY_UNREADABLE` when all of it was
 * ingested without a list of records, and what else opening a library can throw.
 */
export async function openLibrarySource(folder: string): Promise<CaptureSource> {
  const library = await openLibrary(folder);
  try {
    const isEmpty = library.files.list().length === 0;
    if (!isEmpty && library.captureTable.isEmpty) {
      const detail =
        'it lists no captures; ingest its archives into a new one that keeps the list of all records';
      throw new PinakesError('LIBRARY_UNREADABLE', { folder, detail });
    }
    return new LibrarySource(library);
  } catch (thrown) {
    library.close();
    throw thrown;
  }
}

class LibrarySource implements CaptureSource {
  readonly inputs: readonly SourceInput[];
  readonly isSorted = true;
  readonly #library: Library;

  constructor(library: Library) {
    const { folder } = library;
    const bytes = statSync(join(folder, DATABASE_FILE), { throwIfNoEntry: false })?.size;
    this.inputs = [
      { kind: 'library', name: folder, bytes },
      ...library.files.list().map(({ name, size }): SourceInput => {
        return { kind: 'archive', name, bytes: size };
      }),
    ];
    this.#library = library;
  }

  explain(where: Where | undefined): SourcePlan {
    const ranges = where && keyRangesOf(where);
    const { folder } = this.#library;
    if (ranges === undefined) {
      return { text: `reads all captures of the library ${folder}`, isScan: true };
    }
    const keys = ranges.map(({ start, end }) => `${start} up to ${end}`).join(', ');
    return { text: `looks up keys in the library ${folder}: ${keys || 'none'}`, isScan: false };
  }

  async *captures(
    where: Where | undefined,
    { signal }: CaptureOptions = {},
  ): AsyncGenerator<CaptureBatch> {
    const test = where && compileWhere(where);
    const ranges = (where && keyRangesOf(where)) ?? [{ start: '', end: '' }];
    for (const range of ranges) {
      for (const batch of this.#read(range, test)) {
        signal?.throwIfAborted();
        yield batch;
        await new Promise(setImmediate); // reading blocks; others get their turn
      }
    }
  }

  locate(file: string): string | undefined {
    const known = this.#library.files.find(file);
    if (known !== undefined) return known.location;
    const member = splitMemberName(file);
    const wacz = member && this.#library.files.find(member.wacz);
    return wacz && toMemberName(wacz.location, member.path);
  }

  async findOriginal(target: RevisitTarget): Promise<Original | undefined> {
    const found = this.#library.captures.findOriginal(target);
    // A record of another URL may stand in for it: it has the same bytes.
    return found && { ...found, surt: target.surt, digest: target.digest };
  }

  async close(): Promise<void> {
    this.#library.close();
  }

  /** Captures of a range of keys; a range without an end is all of them. */
  *#read({ start, end }: KeyRange, test: CaptureTest | undefined): Generator<CaptureBatch> {
    const after = { surt: start, time: -1, file: -1, offset: -1 };
    for (const rows of this.#library.captures.find({ surt: '', matchType: 'prefix', after })) {
      const last = rows.at(-1);
      const isPast = end !== '' && last !== undefined && compareBytewise(last.surt, end) >= 0;
      // What is behind the range may belong to another, and comes in its turn.
      const inside = isPast ? rows.filter(({ surt }) => compareBytewise(surt, end) < 0) : rows;
      const captures: readonly CdxEntry[] = test === undefined ? inside : inside.filter(test);
      yield { captures, lines: rows.length, bytes: 0 };
      if (isPast) return;
    }
  }
}
