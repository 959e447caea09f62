// Archives held open for reading single records: a few at a time, each by one reader at once.
import { statSync } from 'node:fs';
import { type ArchiveRecord, openInput, RecordAccess } from '../archive/archive.ts';
import { placeKind } from '../archive/source/inputs.ts';
import { splitMemberName } from '../archive/source/wacz.ts';

/** Where a record is. */
export interface StoredRecord {
  /** What `openInput` takes. */
  readonly location: string;
  readonly offset: number;
  /** Stored bytes, so that one read is enough; default and 0: not known. */
  readonly length?: number;
}

/** Options of `openArchivePool`. */
export interface ArchivePoolOptions {
  /** Archives that are kept open while nobody reads them. Default 8. */
  readonly maxOpen?: number;
}

const MAX_OPEN = 8;
/** An archive that could not be opened is not tried again so soon: remote ones take long to fail. */
const FAILURE_MS = 5000;

/** Opens a pool; archives are opened as they are asked for. */
export function openArchivePool(options: ArchivePoolOptions = {}): ArchivePool {
  return new ArchivePool(options.maxOpen ?? MAX_OPEN);
}

interface Slot {
  readonly access: Promise<RecordAccess>;
  /** Tells a file from another, or from itself grown, under the same name. */
  readonly stamp: string;
  /** Ends when all that was asked for so far has been read. */
  turn: Promise<unknown>;
  users: number;
  failedAt: number | undefined;
  isDropped: boolean;
}

/** Archives held open. Made by `openArchivePool`. */
export class ArchivePool {
  /** In the order of their last use. */
  readonly #slots = new Map<string, Slot>();
  readonly #maxOpen: number;

  /** @internal use `openArchivePool` */
  constructor(maxOpen: number) {
    this.#maxOpen = maxOpen;
  }

  /**
   * Does something with a record, which is valid until `work` has ended: nobody else reads the same archive
   * meanwhile. Throws what opening and reading throw, `RECORD_NOT_FOUND` among it.
   */
  async read<T>(
    { location, offset, length = 0 }: StoredRecord,
    work: (record: ArchiveRecord) => T | Promise<T>,
  ): Promise<T> {
    const slot = this.#slotOf(location);
    slot.users++;
    const result = slot.turn.then(async () => {
      try {
        const access = await slot.access;
        return await work(await access.loadAt(length > 0 ? { offset, length } : { offset }));
      } finally {
        slot.users--;
      }
    });
    slot.turn = result.catch(() => {}); // told to whoever asked for that record
    try {
      return await result;
    } finally {
      if (slot.isDropped) await closeIdle(slot);
      await this.#shrink();
    }
  }

  /** Closes all archives, those that are being read when that has ended. */
  async close(): Promise<void> {
    const slots = [...this.#slots.keys()].map((location) => this.#drop(location));
    await Promise.all(slots);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #slotOf(location: string): Slot {
    const stamp = stampOf(location);
    const known = this.#slots.get(location);
    if (known !== undefined) {
      this.#slots.delete(location);
      const isFresh =
        known.failedAt === undefined || performance.now() - known.failedAt < FAILURE_MS;
      if (known.stamp === stamp && isFresh) {
        this.#slots.set(location, known);
        return known;
      }
      known.isDropped = true;
      void closeIdle(known);
    }
    const access = openAccess(location);
    const slot: Slot = {
      access,
      stamp,
      turn: Promise.resolve(),
      users: 0,
      failedAt: undefined,
      isDropped: false,
    };
    access.catch(() => {
      slot.failedAt = performance.now();
    });
    this.#slots.set(location, slot);
    return slot;
  }

  /** Closes what was not used for longest. */
  async #shrink(): Promise<void> {
    for (const [location, slot] of this.#slots) {
      if (this.#slots.size <= this.#maxOpen) return;
      if (slot.users === 0) await this.#drop(location);
    }
  }

  async #drop(location: string): Promise<void> {
    const slot = this.#slots.get(location);
    this.#slots.delete(location);
    if (slot === undefined) return;
    slot.isDropped = true;
    await slot.turn;
    await closeIdle(slot);
  }
}

async function openAccess(location: string): Promise<RecordAccess> {
  const source = await openInput(location);
  try {
    return await RecordAccess.open(source);
  } catch (thrown) {
    await source.close();
    throw thrown;
  }
}

/** Closes an archive that nobody reads any more; closing twice does no harm. */
async function closeIdle(slot: Slot): Promise<void> {
  if (slot.users > 0) return;
  try {
    await (await slot.access).source.close();
  } catch {
    // It could not be opened, or its medium has gone: there is nothing left to close.
  }
}

/** Size and times of a local file; `''` for others, and for those that are not there. */
function stampOf(location: string): string {
  if (placeKind(location) !== 'file') return '';
  const path = splitMemberName(location)?.wacz ?? location;
  const found =
    statSync(location, { throwIfNoEntry: false }) ?? statSync(path, { throwIfNoEntry: false });
  return found === undefined ? '' : `${found.ino} ${found.size} ${found.mtimeMs}`;
}
