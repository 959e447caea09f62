// Thumbnails made in another process: a decoder that hangs or crashes takes one image with it, and no more.
import { type ChildProcess, fork } from 'node:child_process';
import type { NoThumbnail, Thumbnail } from './thumbnail-result.ts';

/** Makes thumbnails, one at a time. */
export interface ThumbnailMaker extends AsyncDisposable {
  /** The thumbnail of an image. Rejects only when no process can be started. */
  make(bytes: Uint8Array): Promise<Thumbnail | NoThumbnail>;
  /** Ends the process; an image that is being worked on comes out as `crashed`. */
  close(): Promise<void>;
}

/** Options of `openThumbnailMaker`. */
export interface ThumbnailMakerOptions {
  /** What an image may take, the start of a process included. Milliseconds, default 20,000. */
  readonly timeoutMs?: number;
  /** Program of the process, with flags of Node. Default: our own; none when sources run uncompiled. */
  readonly program?: { readonly module: URL; readonly flags?: readonly string[] };
}

const TIMEOUT_MS = 20_000;
/** What decoders leave behind in memory goes with their process now and then. */
const MAX_IMAGES = 10_000;

/**
 * Opens a maker. Its process starts with the first image, does not keep this one alive between images, and ends
 * when this one does.
 */
export function openThumbnailMaker(options: ThumbnailMakerOptions = {}): ThumbnailMaker {
  // Sources run as they are (tests, tsx) have no compiled program that a process could load.
  const isCompiled = import.meta.url.endsWith('.js');
  const program =
    options.program ??
    (isCompiled ? { module: new URL('./thumbnail-process.js', import.meta.url) } : undefined);
  if (program === undefined) return new LocalMaker();
  return new ProcessMaker(program, options.timeoutMs ?? TIMEOUT_MS);
}

class LocalMaker implements ThumbnailMaker {
  async make(bytes: Uint8Array): Promise<Thumbnail | NoThumbnail> {
    const { makeThumbnail } = await import('./thumbnail.ts');
    return makeThumbnail(bytes);
  }

  async close(): Promise<void> {}

  async [Symbol.asyncDispose](): Promise<void> {}
}

class ProcessMaker implements ThumbnailMaker {
  readonly #program: NonNullable<ThumbnailMakerOptions['program']>;
  readonly #timeoutMs: number;
  #child: ChildProcess | undefined;
  #images = 0;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(program: NonNullable<ThumbnailMakerOptions['program']>, timeoutMs: number) {
    this.#program = program;
    this.#timeoutMs = timeoutMs;
  }

  make(bytes: Uint8Array): Promise<Thumbnail | NoThumbnail> {
    const made = this.#turn.then(() => this.#make(bytes));
    this.#turn = made.catch(() => {}); // told to whoever asked for that image
    return made;
  }

  async close(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    hold(child);
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    child.kill('SIGKILL');
    await ended;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #make(bytes: Uint8Array): Promise<Thumbnail | NoThumbnail> {
    if (this.#images >= MAX_IMAGES) await this.close();
    const child = this.#child ?? this.#start();
    this.#images++;
    hold(child);
    const made = await askProcess(child, bytes, this.#timeoutMs).catch((error) => {
      this.#child = undefined; // it never started
      throw error;
    });
    release(child);
    if ('problem' in made && (made.problem === 'too-slow' || made.problem === 'crashed')) {
      await this.close();
    }
    return made;
  }

  #start(): ChildProcess {
    const { module, flags = [] } = this.#program;
    const child = fork(module, {
      execArgv: [...flags],
      env: environmentOfDecoders(),
      serialization: 'advanced', // bytes as they are
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'], // libraries print what they think of images
    });
    this.#child = child;
    this.#images = 0;
    return child;
  }
}

function askProcess(
  child: ChildProcess,
  bytes: Uint8Array,
  timeoutMs: number,
): Promise<Thumbnail | NoThumbnail> {
  return new Promise((resolve, reject) => {
    const finish = (act: () => void): void => {
      clearTimeout(timer);
      child.off('message', receive).off('exit', leave).off('error', fail);
      act();
    };
    const receive = (message: unknown) => finish(() => resolve(message as Thumbnail | NoThumbnail)); // sent by our own program
    const leave = () => finish(() => resolve({ problem: 'crashed' }));
    const fail = (error: Error) => finish(() => reject(error));
    const timer = setTimeout(() => finish(() => resolve({ problem: 'too-slow' })), timeoutMs);
    child.on('message', receive).on('exit', leave).on('error', fail);
    if (child.exitCode !== null || child.signalCode !== null) return leave();
    child.send(bytes, (error) => {
      // A process that ended meanwhile is told by `exit`.
      if (error !== null && child.exitCode === null && child.signalCode === null) leave();
    });
  });
}

/** Decoders need neither credentials nor settings: a process taken over by an image finds none. */
function environmentOfDecoders(): Record<string, string> {
  const names = ['PATH', 'HOME', 'LANG', 'TMPDIR', 'TEMP', 'SystemRoot', 'LD_LIBRARY_PATH'];
  const kept = names.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  // One image at a time; few arenas keep what large images took from staying with the process.
  return { ...Object.fromEntries(kept), UV_THREADPOOL_SIZE: '1', MALLOC_ARENA_MAX: '2' };
}

/** Keeps this process alive while it waits for an answer. */
function hold(child: ChildProcess): void {
  child.ref();
  child.channel?.ref();
}

/** Lets this process end whenever it likes; the other one follows. */
function release(child: ChildProcess): void {
  child.unref();
  child.channel?.unref();
}
