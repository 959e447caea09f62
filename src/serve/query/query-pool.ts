// Threads that answer queries: a slow one never holds up the others, and none runs for ever.
import { Worker } from 'node:worker_threads';
import { HttpProblem } from '../problems.ts';
import type { FromThread, Queries, QueryAnswer, QueryMessage } from './query-requests.ts';

/** How a pool is made. */
export interface QueryPoolOptions {
  /** Threads, at least 1. */
  readonly size: number;
  /** Longest time of one query in milliseconds, and longest wait for a free thread. */
  readonly timeoutMs: number;
  /** Script of a thread; it is given `data` and speaks the protocol of query-thread.ts. */
  readonly script: URL;
  readonly data: unknown;
  /** Told why a thread ended that nobody stopped. */
  readonly onTrouble?: (error: Error) => void;
}

/** How one question is asked. */
export interface AskOptions {
  /** Longest time in milliseconds. Default: that of the pool. */
  readonly timeoutMs?: number;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal?: AbortSignal;
}

/** Answers questions in threads. */
export interface QueryPool {
  /**
   * Asks a question. Throws an `HttpProblem`: `timeout` when it takes too long, `unavailable` when too many others
   * wait, `internal` when the thread dies of it.
   */
  ask(message: QueryMessage, options?: AskOptions): Promise<QueryAnswer>;
  /** Numbers for metrics. */
  readonly load: PoolLoad;
  /** Stops all threads; questions that wait are answered with `unavailable`. */
  close(): Promise<void>;
}

/** What a pool is at. */
export interface PoolLoad {
  readonly waiting: number;
  readonly running: number;
  readonly timeouts: number;
}

interface Job {
  readonly message: QueryMessage;
  readonly timeoutMs: number;
  readonly resolve: (answer: QueryAnswer) => void;
  readonly reject: (problem: HttpProblem) => void;
  /** Ends the watch over its wait. */
  readonly stopWaiting: () => void;
}

interface Lane {
  worker: Worker;
  isReady: boolean;
  job: Job | undefined;
  timer: NodeJS.Timeout | undefined;
}

/** Questions that may wait for each thread; more than these would only time out. */
const MAX_WAITING_EACH = 200;
/** A thread that cannot start is tried again after this time, milliseconds. */
const RESTART_DELAY_MS = 1000;

/** Starts threads. */
export function createQueryPool(options: QueryPoolOptions): QueryPool {
  const { size, timeoutMs, script, data, onTrouble } = options;
  const waiting: Job[] = [];
  const lanes = new Set<Lane>();
  /** Threads that were told to end but are still inside a call of SQLite. */
  const leaving = new Set<Worker>();
  let timeouts = 0;
  let isClosed = false;
  while (lanes.size < size) startLane();

  function startLane(): void {
    if (isClosed || lanes.size >= size) return;
    const worker = new Worker(script, { workerData: data });
    const lane: Lane = { worker, isReady: false, job: undefined, timer: undefined };
    lanes.add(lane);
    worker.on('message', (message: FromThread) => {
      if (message.kind === 'ready') lane.isReady = true;
      else finish(lane, (job) => job.resolve(message.answer));
      next();
    });
    worker.on('error', (error: Error) => {
      if (lanes.has(lane)) onTrouble?.(error);
    });
    worker.on('exit', () => {
      leaving.delete(worker);
      if (!lanes.delete(lane)) return startWhereRoom();
      finish(lane, (job) => job.reject(new HttpProblem('internal')));
      if (lane.isReady) startWhereRoom();
      else setTimeout(startWhereRoom, RESTART_DELAY_MS).unref();
    });
  }

  /** Stuck threads keep a core busy: there are never more of them than there are lanes. */
  function startWhereRoom(): void {
    while (!isClosed && lanes.size < size && leaving.size <= size) startLane();
  }

  function finish(lane: Lane, settle: (job: Job) => void): void {
    const { job } = lane;
    clearTimeout(lane.timer);
    lane.job = undefined;
    if (job !== undefined) settle(job);
  }

  function next(): void {
    for (const lane of lanes) {
      if (!lane.isReady || lane.job !== undefined) continue;
      const job = waiting.shift();
      if (job === undefined) return;
      job.stopWaiting();
      lane.job = job;
      lane.timer = setTimeout(() => giveUp(lane), job.timeoutMs);
      lane.worker.postMessage(job.message);
    }
  }

  /** A thread inside a query cannot be asked to stop: another takes its place. */
  function giveUp(lane: Lane): void {
    timeouts++;
    lanes.delete(lane);
    leaving.add(lane.worker);
    void lane.worker.terminate();
    finish(lane, (job) => {
      const detail = `It took longer than ${job.timeoutMs / 1000} seconds.`;
      job.reject(new HttpProblem('timeout', detail, { retryAfter: 5 }));
    });
    startWhereRoom();
  }

  function dropWaiting(job: Job, problem: HttpProblem): void {
    job.stopWaiting();
    const at = waiting.indexOf(job);
    if (at >= 0) waiting.splice(at, 1);
    job.reject(problem);
  }

  /** Watches a question that waits: it gives up its place when its time is over, or when nobody wants to know any more. */
  function watch(job: () => Job, ms: number, signal: AbortSignal | undefined): () => void {
    const timer = setTimeout(() => dropWaiting(job(), noThreadFree(ms)), ms);
    const leave = () => dropWaiting(job(), givenUp());
    signal?.addEventListener('abort', leave);
    return () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', leave);
    };
  }

  return {
    ask(message, { timeoutMs: own = timeoutMs, signal } = {}) {
      return new Promise((resolve, reject) => {
        if (isClosed || waiting.length >= size * MAX_WAITING_EACH) {
          reject(busy());
          return;
        }
        if (signal?.aborted) {
          reject(givenUp());
          return;
        }
        const stopWaiting = watch(() => job, own, signal);
        const job: Job = { message, timeoutMs: own, resolve, reject, stopWaiting };
        waiting.push(job);
        next();
      });
    },
    get load() {
      const running = [...lanes].filter(({ job }) => job !== undefined).length;
      return { waiting: waiting.length, running, timeouts };
    },
    async close() {
      isClosed = true;
      for (const job of waiting.splice(0)) {
        job.stopWaiting();
        job.reject(busy());
      }
      const ending = [...lanes].map((lane) => {
        finish(lane, (job) => job.reject(busy()));
        return lane.worker.terminate();
      });
      lanes.clear();
      await Promise.all(ending);
    },
  };
}

/**
 * Answers in this thread, one question after another. For sources run as they are (tests, tsx), which have no
 * compiled script that a thread could load; a query cannot be given up then.
 */
export function createInlinePool(queries: Queries): QueryPool {
  let last: Promise<unknown> = Promise.resolve();
  return {
    ask(message) {
      const answer = last.then(() => queries.answer(message));
      last = answer.catch(() => {}); // told to whoever asked
      return answer;
    },
    load: { waiting: 0, running: 0, timeouts: 0 },
    async close() {
      await last;
      await queries.close();
    },
  };
}

function givenUp(): HttpProblem {
  return new HttpProblem('unavailable', 'The request was given up.');
}

function noThreadFree(ms: number): HttpProblem {
  const detail = `Slow queries are under way: no thread was free for ${ms / 1000} seconds.`;
  return new HttpProblem('unavailable', detail, { retryAfter: 5 });
}

function busy(): HttpProblem {
  return new HttpProblem('unavailable', 'Too many queries wait already.', { retryAfter: 5 });
}
