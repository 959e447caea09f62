// Facts made in another process: a decoder that hangs or crashes takes one image with it, and no more.
import { type ChildProcess, fork } from 'node:child_process';
import { cpuTimeOfProcess } from '../support/process-stat.ts';
import { type MadeFacts, noFacts } from './made-facts.ts';
import type { PictureModels } from './picture-models.ts';

/** Looks at images, one at a time. */
export interface FactMaker extends AsyncDisposable {
  /** What the producers of some names tell about an image. Rejects only when no process can be started, or a producer cannot work there. */
  make(bytes: Uint8Array, names: readonly string[]): Promise<MadeFacts>;
  /** Ends the process; an image that is being worked on comes out as `crashed`. */
  close(): Promise<void>;
}

/** Options of `openFactMaker`. */
export interface FactMakerOptions {
  /**
   * Processor time that an image may take; what else the machine does must not decide which images are too slow. Where the system does not
   * tell of processor time it is the time of the clock. Milliseconds, default 5,000.
   */
  readonly timeoutMs?: number;
  /** Networks of the operator. */
  readonly models?: PictureModels | undefined;
  /** Program of the process, with flags of Node. Default: our own; none when sources run uncompiled. */
  readonly program?: { readonly module: URL; readonly flags?: readonly string[] };
}

const TIMEOUT_MS = 5000;
/** What the start of a process may take, of the same time. */
const START_MS = 30_000;
/** A process that waits without computing is given up after so many times the limit by the clock. */
const PATIENCE = 12;
/** What decoders leave behind in memory goes with their process now and then. */
const MAX_IMAGES = 10_000;

/**
 * Opens a maker. Its process starts with the first image, does not keep this one alive between images, and ends
 * when this one does.
 */
export function openFactMaker(options: FactMakerOptions = {}): FactMaker {
  // Sources run as they are (tests, tsx) have no compiled program that a process could load.
  const isCompiled = import.meta.url.endsWith('.js');
  const program =
    options.program ??
    (isCompiled ? { module: new URL('./fact-process.js', import.meta.url) } : undefined);
  if (program === undefined) return new LocalMaker(options.models);
  return new ProcessMaker(program, options);
}

class LocalMaker implements FactMaker {
  readonly #models: PictureModels | undefined;

  constructor(models: PictureModels | undefined) {
    this.#models = models;
  }

  async make(bytes: Uint8Array, names: readonly string[]): Promise<MadeFacts> {
    const { makeFacts } = await import('./make-facts.ts');
    return makeFacts(bytes, names, this.#models);
  }

  async close(): Promise<void> {}

  async [Symbol.asyncDispose](): Promise<void> {}
}

class ProcessMaker implements FactMaker {
  readonly #program: NonNullable<FactMakerOptions['program']>;
  readonly #timeoutMs: number;
  readonly #models: PictureModels | undefined;
  #child: ChildProcess | undefined;
  #images = 0;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(
    program: NonNullable<FactMakerOptions['program']>,
    { timeoutMs = TIMEOUT_MS, models }: FactMakerOptions,
  ) {
    this.#program = program;
    this.#timeoutMs = timeoutMs;
    this.#models = models;
  }

  make(bytes: Uint8Array, names: readonly string[]): Promise<MadeFacts> {
    const made = this.#turn.then(() => this.#make(bytes, names));
    this.#turn = made.catch(() => {}); // told to whoever asked for that image
    return made;
  }

  async close(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child === undefined || hasEnded(child)) return;
    hold(child);
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    child.kill('SIGKILL');
    await ended;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #make(bytes: Uint8Array, names: readonly string[]): Promise<MadeFacts> {
    if (this.#images >= MAX_IMAGES) await this.close();
    const child = this.#child ?? (await this.#start());
    this.#images++;
    hold(child);
    const send = () => child.send({ bytes, names }, () => {}); // one that has ended is told by `exit`
    const answer = await nextMessage(child, this.#timeoutMs, send);
    release(child);
    if (answer.kind === 'message') {
      const message = answer.message as MadeFacts | { readonly failure: string }; // sent by our own program
      if (!('failure' in message)) return message;
      throw new Error(`pinakes: images cannot be looked at: ${message.failure}`);
    }
    await this.close();
    return noFacts(names, answer.kind === 'silent' ? 'too-slow' : 'crashed');
  }

  /** Starts a process and waits until its decoders are loaded. */
  async #start(): Promise<ChildProcess> {
    const { module, flags = [] } = this.#program;
    const child = fork(module, {
      execArgv: [...flags],
      env: environmentOfDecoders(),
      serialization: 'advanced', // bytes as they are
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'], // libraries print what they think of images
    });
    this.#child = child;
    this.#images = 0;
    const answer = await nextMessage(child, START_MS);
    if (answer.kind === 'message') {
      if (this.#models !== undefined) child.send({ models: this.#models }, () => {});
      return child;
    }
    await this.close();
    throw new Error('pinakes: the process that decodes images cannot be started', {
      cause: answer.kind === 'failed' ? answer.error : undefined,
    });
  }
}

type Answer =
  | { readonly kind: 'message'; readonly message: unknown }
  | { readonly kind: 'ended' | 'silent' }
  | { readonly kind: 'failed'; readonly error: Error };

/** What a process says next, after `ask` where there is something to ask; `silent` when it has computed for longer than it may. */
function nextMessage(child: ChildProcess, limitMs: number, ask?: () => void): Promise<Answer> {
  return new Promise((resolve) => {
    const finish = (answer: Answer): void => {
      clearTimeout(timer);
      child.off('message', receive).off('exit', leave).off('error', fail);
      resolve(answer);
    };
    const receive = (message: unknown) => finish({ kind: 'message', message });
    const leave = () => finish({ kind: 'ended' });
    const fail = (error: Error) => finish({ kind: 'failed', error });
    const timeLeft = startTimeLeft(child, limitMs);
    const look = (): void => {
      const left = timeLeft();
      if (left <= 0) finish({ kind: 'silent' });
      else timer = setTimeout(look, left);
    };
    let timer = setTimeout(look, limitMs);
    child.on('message', receive).on('exit', leave).on('error', fail);
    if (hasEnded(child)) return leave();
    ask?.();
  });
}

/** Counts from now on: the function it returns gives the milliseconds that a process may still go on, at the least. */
function startTimeLeft({ pid = 0 }: ChildProcess, limitMs: number): () => number {
  const spentBefore = cpuTimeOfProcess(pid);
  const started = performance.now();
  return () => {
    const waited = performance.now() - started;
    const spent = cpuTimeOfProcess(pid);
    if (spentBefore === undefined || spent === undefined) return limitMs - waited;
    // With several threads processor time may run ahead of the clock.
    const left = Math.min(limitMs - (spent - spentBefore), PATIENCE * limitMs - waited);
    return left <= 0 ? 0 : Math.max(left / MOST_CORES, LEAST_PAUSE_MS);
  };
}

/** Threads that one image keeps busy. */
const MOST_CORES = 2;
const LEAST_PAUSE_MS = 50;

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
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
