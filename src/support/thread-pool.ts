// Threads that answer one question at a time: asked as the need arises, unlike the fixed tasks of `runTasks`.
import { Worker } from 'node:worker_threads';
import { messageOf } from './errors.ts';
import type { FromWorker } from './worker-entry.ts';

/** Threads that answer questions. */
export interface ThreadPool<Question, Answer> {
  readonly size: number;
  /** Asks; waits while all threads are busy. Rejects with what the handler threw, or when its thread dies. */
  ask(question: Question): Promise<Answer>;
  /**
   * Stops all threads; questions under way are rejected. With `graceMs` each thread first calls the export `close` of its
   * module, and is given so long for it.
   */
  close(graceMs?: number): Promise<void>;
}

/** How a pool is made. */
export interface ThreadPoolOptions {
  /** Threads, at least 1; each starts with the first question that finds no other idle. */
  readonly size: number;
  /** Compiled module whose export `handle` is a `TaskHandler` that sends no messages. */
  readonly module: URL;
}

interface Job<Question, Answer> {
  readonly question: Question;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
}

/** Makes a pool. */
export function createThreadPool<Question, Answer>({
  size,
  module,
}: ThreadPoolOptions): ThreadPool<Question, Answer> {
  const waiting: Job<Question, Answer>[] = [];
  const idle: Worker[] = [];
  const busy = new Map<Worker, Job<Question, Answer>>();
  let isClosed = false;

  const release = (worker: Worker): Job<Question, Answer> | undefined => {
    const job = busy.get(worker);
    busy.delete(worker);
    return job;
  };

  const start = (): Worker => {
    const worker = new Worker(new URL('./worker-entry.js', import.meta.url), {
      workerData: { module: module.href },
      // As in `runTasks`: small objects that die young.
      resourceLimits: { maxYoungGenerationSizeMb: 64 },
    });
    worker.on('message', (message: FromWorker<never, Answer>) => {
      if (message.kind === 'closed') return;
      const job = release(worker);
      idle.push(worker);
      if (message.kind === 'done') job?.resolve(message.result);
      else if (message.kind === 'failed') job?.reject(toError(message.error));
      next();
    });
    const leave = (error: Error) => {
      const at = idle.indexOf(worker);
      if (at >= 0) idle.splice(at, 1);
      release(worker)?.reject(error);
      if (!isClosed) next();
    };
    worker.on('error', leave);
    worker.on('messageerror', (error) => {
      leave(error);
      void worker.terminate(); // what it was asked can no longer be told apart from what it is asked next
    });
    worker.on('exit', (code) => leave(new Error(`the thread ended with code ${code}`)));
    return worker;
  };

  const next = (): void => {
    while (waiting.length > 0 && (idle.length > 0 || busy.size < size)) {
      const job = waiting.shift();
      if (job === undefined) return;
      const worker = idle.pop() ?? start();
      busy.set(worker, job);
      worker.postMessage({ kind: 'task', task: job.question });
    }
  };

  return {
    size,
    ask: (question) =>
      new Promise((resolve, reject) => {
        if (isClosed) throw new Error('pinakes: the threads have been stopped');
        waiting.push({ question, resolve, reject });
        next();
      }),
    async close(graceMs = 0) {
      isClosed = true;
      for (const job of waiting.splice(0)) job.reject(new Error('the threads were stopped'));
      const workers = [...idle, ...busy.keys()];
      if (graceMs > 0) await Promise.all(workers.map((worker) => letClose(worker, graceMs)));
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}

/** Waits until a thread has closed what it has open, has ended, or has had its time. */
export function letClose(worker: Worker, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, graceMs);
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    worker.once('exit', end);
    worker.on('message', ({ kind }: FromWorker<never, never>) => {
      if (kind === 'closed') end();
    });
    worker.postMessage({ kind: 'close' });
  });
}

function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(messageOf(thrown));
}
