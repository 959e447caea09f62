// An output between its first byte and its last: locked, checkpointed, and gone on with after a kill.
import { createHash } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder, whileWriting } from '../../support/output-file.ts';
import {
  type Checkpoint,
  checkpointPathOf,
  readCheckpoint,
  writeCheckpoint,
} from './checkpoint.ts';
import { type Extent, GrowingFile, openPathOf } from './growing-file.ts';
import type { JsonValue } from './json-value.ts';
import { type OutputLock, takeOutputLock } from './output-lock.ts';
import type { Progress, Sink, SinkOptions } from './sink.ts';

/** How a run that may be interrupted is begun. */
export interface CheckpointOptions {
  /** Begin anew, whatever an interrupted run has left; this one can be gone on with all the same. Default false. */
  readonly isAnew?: boolean | undefined;
  /** Least time between two checkpoints in milliseconds; default 2000. The output does not depend on it. */
  readonly checkpointMs?: number | undefined;
}

/** How outputs that survive a kill are opened. */
export interface ResumeOptions extends SinkOptions, CheckpointOptions {
  /**
   * Asked at each checkpoint, after a batch was taken: what the caller wants to know when it goes on, such as its
   * counts. Default: nothing.
   */
  readonly carry?: (() => JsonValue) | undefined;
}

/** A sink that gives back what was carried. */
export interface ResumableSink extends Sink {
  /** Records in the output so far, with those of an earlier run. */
  readonly written: number;
  /** What `carry` said at the checkpoint that is gone on with; `undefined` for a new output. */
  readonly carried: JsonValue | undefined;
}

const CHECKPOINT_MS = 2000;

/** All of a checkpoint that the sink knows; the files are told by themselves. */
export interface SinkState extends Progress {
  readonly state: JsonValue;
  readonly pending: Uint8Array;
}

/** An output that is being written. Made by `openOutput`. */
export class UnfinishedOutput {
  readonly path: string;
  /** What an earlier run left; its files have been found good. */
  readonly earlier: Checkpoint | undefined;
  /** The files of the output, in the order of their checkpoints. */
  readonly files: GrowingFile[];
  readonly #lock: OutputLock;
  readonly #key: string;
  readonly #options: ResumeOptions;
  #lastMs = performance.now();

  /** @internal use `openOutput` */
  constructor(
    path: string,
    begun: { lock: OutputLock; key: string; files: GrowingFile[]; earlier?: Checkpoint },
    options: ResumeOptions,
  ) {
    this.path = path;
    this.earlier = begun.earlier;
    this.files = begun.files;
    this.#lock = begun.lock;
    this.#key = begun.key;
    this.#options = options;
  }

  get resumed(): Progress {
    return { consumed: this.earlier?.consumed ?? 0, written: this.earlier?.written ?? 0 };
  }

  /** Whether it is time for a checkpoint. */
  get isDue(): boolean {
    if (this.#options.mayResume === false) return false;
    return performance.now() - this.#lastMs >= (this.#options.checkpointMs ?? CHECKPOINT_MS);
  }

  /** Makes the files durable, then says so in the checkpoint. */
  async save(state: SinkState): Promise<void> {
    await this.#lock.check();
    const files: Extent[] = [];
    for (const file of this.files) {
      await file.sync();
      files.push(file.extent);
    }
    const carried = this.#options.carry?.() ?? null;
    await writeCheckpoint(checkpointPathOf(this.path), this.#key, { ...state, files, carried });
    this.#lastMs = performance.now();
  }

  /**
   * Lets `work` complete the files and give them their names, then forgets what was only needed on the way. When that
   * fails the output is abandoned: what the last checkpoint says stays.
   */
  async complete<T>(work: () => Promise<T>): Promise<T> {
    try {
      await this.#lock.check();
      const result = await work();
      await whileWriting(this.path, () => syncFolder(dirname(this.path)));
      await rm(checkpointPathOf(this.path), { force: true });
      await this.#lock.release();
      return result;
    } catch (thrown) {
      await this.abandon(undefined);
      throw thrown;
    }
  }

  /** Ends without a result. With a state, a later run goes on from it; without, what the last checkpoint says stays. */
  async abandon(state: SinkState | undefined): Promise<void> {
    try {
      if (this.#options.mayResume === false) await this.#discard();
      else if (state !== undefined && state.consumed > 0) await this.save(state);
    } catch {
      // No room, or the lock was taken away: what the last checkpoint says stays.
    } finally {
      for (const file of this.files) await file.close();
      await this.#lock.release();
    }
  }

  async #discard(): Promise<void> {
    await this.#lock.check();
    await rm(checkpointPathOf(this.path), { force: true });
    for (const file of this.files) await rm(openPathOf(file.path), { force: true });
  }
}

/**
 * Takes the lock of an output and looks for what an interrupted run with the same key has left. `nameFiles` tells the
 * files of a checkpoint by the sink's state in it; `formatKey` tells how records are written, for outputs of other
 * columns cannot be gone on with.
 */
export async function openOutput(
  path: string,
  options: ResumeOptions,
  {
    formatKey,
    nameFiles,
  }: { readonly formatKey: string; readonly nameFiles: (state: JsonValue) => readonly string[] },
): Promise<UnfinishedOutput> {
  await whileWriting(path, () => mkdir(dirname(path), { recursive: true }));
  const lock = await takeOutputLock(path);
  try {
    const key = toKey(options.runKey, formatKey);
    const earlier = await findEarlier(path, key, options);
    const files = earlier && (await reopenAll(nameFiles(earlier.state), earlier.files));
    if (earlier !== undefined && files !== undefined) {
      return new UnfinishedOutput(path, { lock, key, files, earlier }, options);
    }
    // Gone before the files are emptied, so that it never speaks of what is no longer there.
    await whileWriting(path, () => rm(checkpointPathOf(path), { force: true }));
    return new UnfinishedOutput(path, { lock, key, files: [] }, options);
  } catch (thrown) {
    await lock.release();
    throw thrown;
  }
}

function toKey(runKey: string, formatKey: string): string {
  return createHash('sha256')
    .update(JSON.stringify([runKey, formatKey]))
    .digest('hex');
}

async function findEarlier(
  path: string,
  key: string,
  { mayResume, isAnew }: ResumeOptions,
): Promise<Checkpoint | undefined> {
  const isUnwanted = mayResume === false || isAnew === true;
  return isUnwanted ? undefined : readCheckpoint(checkpointPathOf(path), key);
}

async function reopenAll(
  paths: readonly string[],
  extents: readonly Extent[],
): Promise<GrowingFile[] | undefined> {
  const files: GrowingFile[] = [];
  for (const [index, path] of paths.entries()) {
    const extent = extents[index];
    const file = extent && (await GrowingFile.reopen(path, extent));
    if (file === undefined) {
      for (const opened of files) await opened.close();
      return undefined;
    }
    files.push(file);
  }
  return files;
}
