// The captures of a library by address and time: every response, resource and revisit of its archives.
import type { Database } from 'better-sqlite3';
import type { MatchType } from '../archive/archive.ts';
import type { Capture, Timestamp } from '../model/capture.ts';
import { toMillis } from '../model/timestamp.ts';
import { FirstReader } from './captures-first-reader.ts';
import { type CaptureKey, type KeyRange, toKeyRange } from './captures-range.ts';
import { type CaptureReader, PackedReader } from './captures-reader.ts';
import {
  FORMAT,
  formatOf,
  type OriginalPlace,
  openTables,
  type RevisitSeen,
  toTime,
} from './captures-table.ts';
import {
  type FileCaptures,
  removeBelow,
  removeFiles,
  removeRecord,
  renameFile,
  startFile,
} from './captures-writer.ts';
import { whileUsing } from './library-errors.ts';

export { REVISIT_MIME } from './captures-mime.ts';
export type { CaptureKey } from './captures-range.ts';
export { CAPTURES_FILE, type OriginalPlace } from './captures-table.ts';
export type { FileCaptures } from './captures-writer.ts';

/** A question to the index. */
export interface CaptureSelection {
  /** The key to look for. */
  readonly surt: string;
  /** How much of the key must be the same; default `exact`. */
  readonly matchType?: MatchType;
  /** Earliest and latest time, inclusive; default any. */
  readonly from?: Timestamp;
  readonly to?: Timestamp;
  /** From the last to the first; default false. */
  readonly isReverse?: boolean;
  /** Go on behind this place of the order (before it, if reverse). */
  readonly after?: CaptureKey;
  /** Most captures to read, of any time; default all. */
  readonly maxRows?: number;
}

/** The captures around a moment. Absent where there are none. */
export interface Neighbours {
  readonly first: Capture | undefined;
  readonly previous: Capture | undefined;
  readonly next: Capture | undefined;
  readonly last: Capture | undefined;
}

/** How the index is opened. */
export interface CapturesOptions {
  /**
   * `write` makes the index where there is none. The caller holds the writer's lock of the library.
   * Default `read`: a missing index is an empty one, until it appears.
   */
  readonly access?: 'read' | 'write';
}

/** Captures handed out at a time. */
const BATCH_ROWS = 500;

/** Opens the capture index of a library. Throws `LIBRARY_DAMAGED`, `LIBRARY_TOO_NEW` or `LIBRARY_UNREADABLE`. */
export function openCaptures(folder: string, options: CapturesOptions = {}): Captures {
  return new Captures(folder, options.access === 'write');
}

/** The open index. Made by `openCaptures`. */
export class Captures {
  readonly folder: string;
  readonly #isWriter: boolean;
  #database: Database | undefined;
  #reader: CaptureReader | undefined;

  /** @internal use `openCaptures` */
  constructor(folder: string, isWriter: boolean) {
    this.folder = folder;
    this.#isWriter = isWriter;
    if (isWriter) this.#use(() => this.#open());
  }

  /**
   * Starts to replace the captures of a file. Keep them before the library notes the file as read: a crash
   * between the two then only makes the next run read it again.
   */
  replaceFile(name: string): FileCaptures {
    const file = this.#use(() => startFile(this.#writable(), name));
    return {
      add: (captures) => this.#use(() => file.add(captures)),
      commit: () => this.#use(() => file.commit()),
      rollback: () => this.#use(() => file.rollback()),
    };
  }

  /** Takes out the captures of files; gives their number. */
  removeFiles(names: readonly string[]): number {
    return this.#use(() => removeFiles(this.#writable(), names));
  }

  /** Takes out the captures of a file. */
  removeFile(name: string): number {
    return this.removeFiles([name]);
  }

  /** Takes out all captures whose key begins so; a prefix with a slash at its end is a folder. */
  removeWhere(surtPrefix: string): number {
    return this.#use(() => removeBelow(this.#writable(), surtPrefix));
  }

  /** Takes out the captures that one record is of. */
  removeRecord(place: Pick<Capture, 'surt' | 'file' | 'offset'>): number {
    return this.#use(() => removeRecord(this.#writable(), place));
  }

  /** Gives a file another name. */
  renameFile(from: string, to: string): void {
    this.#use(() => renameFile(this.#writable(), from, to));
    if (this.#database !== undefined) this.#reader = makeReader(this.#database);
  }

  /** Writes the index anew without the space of what was taken out. */
  erase(): void {
    this.#use(() => this.#writable().exec('VACUUM; PRAGMA wal_checkpoint(TRUNCATE)'));
  }

  /** Writes a whole copy to a file; nothing when there is no index. */
  copyTo(path: string): void {
    this.#use(() => {
      this.#readable();
      this.#database?.prepare('VACUUM INTO ?').run(path);
    });
  }

  /** Number of captures. Reads the whole index. */
  count(): number {
    return this.#use(() => this.#readable()?.count() ?? 0);
  }

  /**
   * The captures that answer a question, in the order of key and time. They come in batches, some of
   * them empty, so that a caller can let others work in between; no transaction is open then.
   */
  *find(selection: CaptureSelection): Generator<readonly Capture[]> {
    const { isReverse = false, from = '', to = '99999999999999' } = selection;
    const isWanted = ({ time }: Capture): boolean => time >= from && time <= to;
    let after = selection.after ?? this.#startOf(selection);
    let left = selection.maxRows ?? Number.POSITIVE_INFINITY;
    const range = toKeyRange(selection.surt, selection.matchType);
    for (;;) {
      const limit = Math.min(BATCH_ROWS, left);
      const rows = this.#use(() => this.#read(range, after, isReverse, limit));
      const last = rows.at(-1);
      if (last === undefined) return;
      yield rows.filter(isWanted);
      const isPast = range.start === range.end && (isReverse ? last.time < from : last.time > to);
      left -= rows.length;
      if (rows.length < BATCH_ROWS || left <= 0 || isPast) return;
      after = this.keyOf(last);
    }
  }

  /** The captures of a key, the nearest in time first; of two at the same distance the earlier one. */
  *closest(surt: string, time: Timestamp): Generator<Capture> {
    const wanted = toMillis(time);
    const before = flatten(this.find({ surt, isReverse: true, to: time }));
    const after = flatten(this.find({ surt, from: toTime(Number(time) + 1) }));
    let earlier = before.next().value;
    let later = after.next().value;
    while (earlier !== undefined || later !== undefined) {
      const isEarlier =
        later === undefined ||
        (earlier !== undefined && wanted - toMillis(earlier.time) <= toMillis(later.time) - wanted);
      if (isEarlier) {
        if (earlier !== undefined) yield earlier;
        earlier = before.next().value;
      } else {
        if (later !== undefined) yield later;
        later = after.next().value;
      }
    }
  }

  /** The captures around a moment: none of them has that time. */
  neighbours(surt: string, time: Timestamp): Neighbours {
    const one = (selection: Omit<CaptureSelection, 'surt'>): Capture | undefined => {
      for (const [capture] of this.find({ surt, ...selection })) return capture;
      return undefined;
    };
    return {
      first: one({}),
      previous: one({ to: toTime(Math.max(0, Number(time) - 1)), isReverse: true }),
      next: one({ from: toTime(Number(time) + 1) }),
      last: one({ isReverse: true }),
    };
  }

  /**
   * Where the bytes of a revisit are: the record it names, if that has the digest; else one of the
   * same address and digest; else any with the digest, the latest that is not later.
   */
  findOriginal(target: RevisitSeen): OriginalPlace | undefined {
    return this.#use(() => this.#readable()?.original(target));
  }

  /** The last key of every `rows` keys that a question meets, whatever their time; `undefined` in between after a longer search. */
  *blockEnds(
    selection: Pick<CaptureSelection, 'surt' | 'matchType'>,
    rows: number,
  ): Generator<CaptureKey | undefined> {
    const range = toKeyRange(selection.surt, selection.matchType);
    let after: CaptureKey = { surt: range.start, time: -1, file: -1, offset: -1 };
    for (;;) {
      const from = after;
      const end = this.#use(() => this.#readable()?.keyAfter(range, from, rows));
      if (end === undefined) return;
      yield end;
      after = end;
    }
  }

  /** The place of a capture in the order of the index. */
  keyOf({ surt, time, file, offset }: Capture): CaptureKey {
    return { surt, time: Number(time), file: this.#readable()?.fileId(file) ?? 0, offset };
  }

  close(): void {
    this.#database?.close();
    this.#database = undefined;
    this.#reader = undefined;
  }

  [Symbol.dispose](): void {
    this.close();
  }

  #read(range: KeyRange, after: CaptureKey, isReverse: boolean, limit: number): Capture[] {
    return this.#readable()?.read(range, { after, isReverse, limit }) ?? [];
  }

  /** Where a walk through a range begins. Of one key the time is known too. */
  #startOf({ surt, matchType, isReverse = false, from, to }: CaptureSelection): CaptureKey {
    const range = toKeyRange(surt, matchType);
    const isOne = range.start === range.end;
    if (!isReverse) {
      const time = isOne && from !== undefined ? Number(from) : 0;
      return { surt: range.start, time, file: -1, offset: -1 };
    }
    const time = isOne ? Number(to ?? '99999999999999') : -1;
    return { surt: range.end, time, file: Number.MAX_SAFE_INTEGER, offset: 0 };
  }

  #writable(): Database {
    if (!this.#isWriter || this.#database === undefined) {
      throw new Error('pinakes: the capture index is not open for writing');
    }
    return this.#database;
  }

  #readable(): CaptureReader | undefined {
    // A writer may have brought it up to date.
    const old = this.#reader instanceof FirstReader ? this.#database : undefined;
    if (old !== undefined && formatOf(old) === FORMAT) this.close();
    if (this.#database === undefined) this.#open();
    return this.#reader;
  }

  #open(): void {
    this.#database = openTables(this.folder, this.#isWriter);
    if (this.#database !== undefined) this.#reader = makeReader(this.#database);
  }

  #use<T>(work: () => T): T {
    return whileUsing(this.folder, work);
  }
}

function makeReader(database: Database): CaptureReader {
  return formatOf(database) === FORMAT ? new PackedReader(database) : new FirstReader(database);
}

function* flatten(batches: Iterable<readonly Capture[]>): Generator<Capture, undefined> {
  for (const batch of batches) yield* batch;
  return undefined;
}
