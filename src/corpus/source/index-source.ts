// A source of captures over index files: searched where keys are known, merged where there are several.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Original, RevisitTarget } from '../../archive/archive.ts';
import { compareBytewise, intersect } from '../where/key-ranges.ts';
import { type KeyRange, keyRangesOf, printWhere, type Where } from '../where/where.ts';
import type { ArchiveFinder } from './archive-finder.ts';
import type {
  CaptureBatch,
  CaptureOptions,
  CorpusLoss,
  SourceInput,
  SourcePlan,
} from './capture-source.ts';
import { findOriginalIn } from './find-original.ts';
import type { IndexFile } from './index-file.ts';
import { mergeCaptures } from './merge-captures.ts';
import type { DivisibleSource } from './part-source.ts';
import { makeSortedCopy } from './sorted-copy.ts';

/** Index files that are ready, and what was lost on the way to them. */
export interface PreparedIndex {
  readonly files: readonly IndexFile[];
  readonly losses: readonly CorpusLoss[];
}

/** What an index source is made of. */
export interface IndexSourceParts {
  readonly inputs: readonly SourceInput[];
  readonly finder: ArchiveFinder;
  /** What must be done before captures can be read, for people; `''` when nothing must. */
  readonly preparation: string;
  /** The indexes by their names, as far as they are known before they are opened. */
  readonly names: readonly string[];
  /** Indexes that are open already, to be closed though no captures were ever wanted. */
  readonly opened?: readonly IndexFile[];
  /** Opens or makes the indexes; called once, when the first captures are wanted. `folder` is for what it leaves. */
  prepare(folder: () => Promise<string>, signal?: AbortSignal): Promise<PreparedIndex>;
}

/** Indexes that are open at a time; more are sorted into one file. */
const MAX_FILES = 200;
/** Searches in a file that must be read from its start, after which it is worth a sorted copy. */
const MAX_SLOW_SEARCHES = 1;

/** Makes a source of index files. */
export function createIndexSource(parts: IndexSourceParts): DivisibleSource {
  return new IndexSource(parts);
}

class IndexSource implements DivisibleSource {
  readonly inputs: readonly SourceInput[];
  readonly isSorted = true;
  readonly #parts: IndexSourceParts;
  #prepared: Promise<PreparedIndex> | undefined;
  #folder: Promise<string> | undefined;
  #copies = 0;
  #slowSearches = 0;

  constructor(parts: IndexSourceParts) {
    this.inputs = parts.inputs;
    this.#parts = parts;
  }

  explain(where: Where | undefined): SourcePlan {
    const { preparation, names } = this.#parts;
    const ranges = where && keyRangesOf(where);
    const files = names.length === 1 ? names[0] : `${names.length} index files`;
    const start = preparation === '' ? '' : `${preparation}; then `;
    const condition = where === undefined ? '' : ` for ${printWhere(where) || 'all captures'}`;
    if (ranges === undefined) {
      return { text: `${start}reads all lines of ${files}${condition}`, isScan: true };
    }
    return { text: `${start}binary search in ${files} for ${describe(ranges)}`, isScan: false };
  }

  async *captures(
    where: Where | undefined,
    options: CaptureOptions = {},
  ): AsyncGenerator<CaptureBatch> {
    const asked = where && keyRangesOf(where);
    const only = options.range && [options.range];
    const ranges =
      asked === undefined || only === undefined ? (asked ?? only) : intersect(asked, only);
    const { files, losses } = await this.#ready(options.signal);
    for (const loss of losses) options.onLoss?.(loss);
    yield* this.#read(files, where, ranges, options);
  }

  async sampleKeys(count: number, signal?: AbortSignal): Promise<readonly string[]> {
    const { files } = await this.#ready(signal);
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    const keys: string[] = [];
    for (const file of files) {
      keys.push(...(await file.sampleKeys(Math.ceil((count * file.bytes) / Math.max(1, bytes)))));
      signal?.throwIfAborted();
    }
    return keys.sort(compareBytewise);
  }

  locate(file: string): string | undefined {
    return this.#parts.finder.locate(file);
  }

  async findOriginal(target: RevisitTarget, signal?: AbortSignal): Promise<Original | undefined> {
    const { files } = await this.#searchable(signal);
    return findOriginalIn(
      (where) => this.#read(files, where, keyRangesOf(where), { signal }),
      target,
    );
  }

  async close(): Promise<void> {
    const prepared = await this.#prepared?.catch(() => undefined); // its error was thrown where it was waited for
    this.#prepared = undefined;
    const files = new Set([...(prepared?.files ?? []), ...(this.#parts.opened ?? [])]);
    for (const file of files) await file.close();
    const folder = await this.#folder;
    this.#folder = undefined;
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  }

  async *#read(
    files: readonly IndexFile[],
    where: Where | undefined,
    ranges: readonly KeyRange[] | undefined,
    options: CaptureOptions,
  ): AsyncGenerator<CaptureBatch> {
    const [only] = files;
    if (only !== undefined && files.length === 1) yield* only.captures(where, ranges, options);
    else yield* mergeCaptures(files.map((file) => file.captures(where, ranges, options)));
  }

  /** The indexes, each of them in order. */
  #ready(signal: AbortSignal | undefined): Promise<PreparedIndex> {
    this.#prepared ??= this.#prepare(signal).catch((thrown: unknown) => {
      this.#prepared = undefined; // another try may do better
      throw thrown;
    });
    return this.#prepared;
  }

  async #prepare(signal: AbortSignal | undefined): Promise<PreparedIndex> {
    const { files, losses } = await this.#parts.prepare(() => this.#temporaryFolder(), signal);
    if (files.length > MAX_FILES) return this.#sort(files, files, losses, signal);
    const unsorted = files.filter(({ isSorted }) => !isSorted);
    return unsorted.length === 0 ? { files, losses } : this.#sort(files, unsorted, losses, signal);
  }

  /** The same, each of them quick to search: revisits ask again and again. */
  async #searchable(signal: AbortSignal | undefined): Promise<PreparedIndex> {
    const ready = await this.#ready(signal);
    const slow = ready.files.filter(({ isSearchable }) => !isSearchable);
    if (slow.length === 0 || this.#slowSearches++ < MAX_SLOW_SEARCHES) return ready;
    const { files } = await this.#sort(ready.files, slow, [], signal);
    const searchable = { files, losses: ready.losses };
    this.#prepared = Promise.resolve(searchable);
    return searchable;
  }

  /** Puts a sorted copy in the place of some of the files. */
  async #sort(
    files: readonly IndexFile[],
    some: readonly IndexFile[],
    losses: readonly CorpusLoss[],
    signal: AbortSignal | undefined,
  ): Promise<PreparedIndex> {
    const folder = await this.#temporaryFolder();
    const name = `sorted-${this.#copies++}.cdxj`;
    const copy = await makeSortedCopy(some, { folder, name, signal });
    for (const file of some) await file.close();
    const others = files.filter((file) => !some.includes(file));
    return { files: [...others, copy.file], losses: [...losses, ...copy.losses] };
  }

  #temporaryFolder(): Promise<string> {
    this.#folder ??= mkdtemp(join(tmpdir(), 'pinakes-index-'));
    return this.#folder;
  }
}

function describe(ranges: readonly KeyRange[]): string {
  const [first] = ranges;
  const last = ranges.at(-1);
  if (first === undefined || last === undefined) return 'no keys: nothing can meet the condition';
  const keys = `keys from ${first.start} up to ${last.end}`;
  return ranges.length === 1 ? keys : `${ranges.length} ranges of ${keys}`;
}
