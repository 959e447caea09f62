// Work spread over threads: tasks go out one at a time, messages come back under back-pressure.
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { messageOf } from './errors.ts';
import { openFilesLimit } from './process-stat.ts';
import { letClose } from './thread-pool.ts';
import type { FromWorker, ToWorker } from './worker-entry.ts';

/**
 * The work on one task. It sends messages as it goes; awaiting `send` keeps it from running ahead of
 * the receiver. Views sent are copied unless their buffers are listed in `transfer`.
 */
export type TaskHandler<Task, Message, Result> = (
  task: Task,
  send: (message: Message, transfer?: readonly ArrayBuffer[]) => Promise<void>,
  signal: AbortSignal,
) => Promise<Result>;

/** What became of a task. */
export type TaskOutcome<Result> =
  | { readonly kind: 'done'; readonly result: Result }
  | { readonly kind: 'failed'; readonly error: Error };

/** Options of `runTasks`. */
export interface TaskRun<Task, Message, Result> {
  readonly tasks: readonly Task[];
  /** Module whose export `handle` is the `TaskHandler`. Its export `close`, if it has one, is called after the last task. */
  readonly module: URL;
  /** Threads; 0 works in this one. Default: one for each core, at most one for each task. */
  readonly workers?: number;
  /** Called for each message, in the order each task sent them; the next one waits for it. */
  readonly onMessage: (message: Message, task: Task) => void | Promise<void>;
  /** Called once for each task that was begun. */
  readonly onOutcome: (outcome: TaskOutcome<Result>, task: Task) => void;
  /** The system lets too few files be open for all threads: the run starts with this many, 0 for none besides the main one. */
  readonly onFewerWorkers?: ((workers: number) => void) | undefined;
  /** Asks running tasks to end early; no further ones are begun. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Runs all tasks and resolves when the last one has ended. A task that throws, or whose thread dies,
 * fails alone. An error thrown by `onMessage` stops the run and is thrown on.
 */
export async function runTasks<Task, Message, Result>(
  run: TaskRun<Task, Message, Result>,
): Promise<void> {
  const queue = run.tasks[Symbol.iterator]();
  const wanted = run.workers ?? availableParallelism();
  const threads = Math.min(wanted, run.tasks.length, threadsThatFit());
  if (threads < Math.min(wanted, run.tasks.length)) run.onFewerWorkers?.(threads);
  // Sources run as they are (tests, tsx) have no compiled module that a thread could load.
  const isCompiled = import.meta.url.endsWith('.js');
  if (threads === 0 || !isCompiled) return workHere(run, queue);
  await Promise.all(Array.from({ length: threads }, () => workInThread(run, queue)));
}

/** Files that this process has open beside those of its threads: databases, archives, streams. */
const FILES_OF_PROCESS = 64;
/** Files a thread may have open at once, most of them modules while it starts. */
const FILES_OF_THREAD = 64;

/** How many threads can work without running out of files, since a module that could not be opened stays unusable. */
function threadsThatFit(): number {
  return Math.max(0, Math.floor((openFilesLimit() - FILES_OF_PROCESS) / FILES_OF_THREAD));
}

async function workHere<Task, Message, Result>(
  run: TaskRun<Task, Message, Result>,
  queue: Iterator<Task>,
): Promise<void> {
  const loaded = await import(run.module.href);
  const handle = loaded.handle as TaskHandler<Task, Message, Result>; // the module's side of the contract
  const signal = run.signal ?? new AbortController().signal;
  const perform = async (task: Task): Promise<void> => {
    let receiverError: unknown;
    try {
      const send = async (message: Message) => {
        try {
          await run.onMessage(message, task);
        } catch (thrown) {
          receiverError = thrown;
          throw thrown;
        }
      };
      run.onOutcome({ kind: 'done', result: await handle(task, send, signal) }, task);
    } catch (thrown) {
      if (receiverError !== undefined) throw receiverError;
      run.onOutcome({ kind: 'failed', error: toError(thrown) }, task);
    }
  };
  try {
    for (let next = queue.next(); !next.done && !signal.aborted; next = queue.next()) {
      await perform(next.value);
    }
  } finally {
    await loaded.close?.();
  }
}

/** What a thread may take to close what it has open. Milliseconds. */
const CLOSE_MS = 5000;

async function workInThread<Task, Message, Result>(
  run: TaskRun<Task, Message, Result>,
  queue: Iterator<Task>,
): Promise<void> {
  let worker = startWorker(run.module);
  const abort = () => worker.postMessage({ kind: 'abort' } satisfies ToWorker);
  run.signal?.addEventListener('abort', abort);
  try {
    for (let next = queue.next(); !next.done && !run.signal?.aborted; next = queue.next()) {
      const task = next.value;
      const outcome = await performTask<Message, Result>(worker, task, (message) =>
        run.onMessage(message, task),
      );
      if (outcome.kind === 'died') {
        await worker.terminate();
        worker = startWorker(run.module);
      }
      run.onOutcome(
        outcome.kind === 'died' ? { kind: 'failed', error: outcome.error } : outcome,
        task,
      );
    }
  } finally {
    run.signal?.removeEventListener('abort', abort);
    await letClose(worker, CLOSE_MS);
    await worker.terminate();
  }
}

function startWorker(module: URL): Worker {
  const worker = new Worker(new URL('./worker-entry.js', import.meta.url), {
    workerData: { module: module.href },
    // Batches of small objects die young: room for them saves a tenth of the time, at 64 MB a thread.
    resourceLimits: { maxYoungGenerationSizeMb: 64 },
  });
  // After its last task nobody else listens, and an error nobody listens to would end this process.
  return worker.on('error', () => {});
}

function performTask<Message, Result>(
  worker: Worker,
  task: unknown,
  onMessage: (message: Message) => void | Promise<void>,
): Promise<TaskOutcome<Result> | { readonly kind: 'died'; readonly error: Error }> {
  return new Promise((resolve, reject) => {
    let chain: Promise<void> = Promise.resolve();
    const listen = (message: FromWorker<Message, Result>): void => {
      if (message.kind === 'message') {
        chain = chain
          .then(() => onMessage(message.value))
          .then(() => worker.postMessage({ kind: 'taken' } satisfies ToWorker));
        chain.catch(reject);
      } else if (message.kind === 'done') {
        finish(() => resolve({ kind: 'done', result: message.result }));
      } else if (message.kind === 'failed') {
        finish(() => resolve({ kind: 'failed', error: toError(message.error) }));
      }
    };
    const die = (error: Error) => finish(() => resolve({ kind: 'died', error }));
    const leave = (code: number) => die(new Error(`the worker thread ended with code ${code}`));
    // One by one: a Worker keeps listeners of its own that must stay.
    const finish = (act: () => void): void => {
      worker.off('message', listen).off('messageerror', die).off('error', die).off('exit', leave);
      chain.then(act, reject);
    };
    worker.on('message', listen).on('messageerror', die).on('error', die).on('exit', leave);
    worker.postMessage({ kind: 'task', task } satisfies ToWorker);
  });
}

function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(messageOf(thrown));
}
