// Shows captures: small pages at once, large ones in a thread, so that nobody else waits for them.
import { Worker } from 'node:worker_threads';
import { HttpProblem } from '../problems.ts';
import { rewrittenKind, type Shown, type ShowRequest, showCapture } from './show-capture.ts';

/** Shows captures. */
export interface Shower {
  /** Throws the problem `timeout` or `unavailable` for large pages, `internal` when the thread dies. */
  show(request: ShowRequest): Promise<Shown>;
  close(): Promise<void>;
}

/** How a shower works. */
export interface ShowerOptions {
  /** Script of the thread; default ours, or none where sources run as they are (tests, tsx). */
  readonly script?: URL | undefined;
  /** Pages up to this size are written in the calling thread. Bytes, default 128 KB. */
  readonly smallBytes?: number;
  /** Longest time for one page, default 10,000. */
  readonly timeoutMs?: number;
}

// A hostile page takes up to half a millisecond for each kilobyte: 64 ms for the largest of these.
const SMALL_BYTES = 128 * 1024;
const TIMEOUT_MS = 10_000;
/** Pages that may wait for their turn; each is held in memory. */
const MAX_WAITING = 16;

const isCompiled = import.meta.url.endsWith('.js');
const OWN_SCRIPT = isCompiled ? new URL('./show-thread.js', import.meta.url) : undefined;

/** Makes a shower. Its thread starts with the first large page. */
export function createShower(options: ShowerOptions = {}): Shower {
  const { script = OWN_SCRIPT, smallBytes = SMALL_BYTES, timeoutMs = TIMEOUT_MS } = options;
  let worker: Worker | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;

  const end = async (): Promise<void> => {
    const ending = worker;
    worker = undefined;
    await ending?.terminate();
  };

  const showInThread = async (request: ShowRequest, from: URL): Promise<Shown> => {
    worker ??= new Worker(from);
    try {
      return await askOnce(worker, request, timeoutMs);
    } catch (problem) {
      await end(); // it is dead, or busy with what nobody wants any more
      throw problem;
    }
  };

  return {
    async show(request) {
      const isSmall = request.bytes.length <= smallBytes;
      if (script === undefined || isSmall || rewrittenKind(request) === undefined) {
        return showCapture(request);
      }
      if (waiting >= MAX_WAITING)
        throw new HttpProblem('unavailable', undefined, { retryAfter: 5 });
      waiting++;
      const shown = last.then(() => showInThread(request, script));
      last = shown.catch(() => {}); // told to whoever asked
      return shown.finally(() => {
        waiting--;
      });
    },
    async close() {
      await last;
      await end();
    },
  };
}

function askOnce(worker: Worker, request: ShowRequest, timeoutMs: number): Promise<Shown> {
  return new Promise((resolve, reject) => {
    const take = (shown: Shown & { readonly body: Uint8Array }): void => {
      const { buffer, byteOffset, length } = shown.body;
      settle(() => resolve({ ...shown, body: Buffer.from(buffer, byteOffset, length) }));
    };
    const fail = (): void => settle(() => reject(new HttpProblem('internal')));
    const timer = setTimeout(() => {
      const detail = 'The archived page is too large or too odd to be shown.';
      settle(() => reject(new HttpProblem('timeout', detail)));
    }, timeoutMs);
    const settle = (act: () => void): void => {
      clearTimeout(timer);
      worker.off('message', take).off('error', fail).off('exit', fail);
      act();
    };
    worker.on('message', take).on('error', fail).on('exit', fail);
    // Only what is needed: the rest of a loaded capture stays here.
    const { mime, contentType, bytes, place, modifier, banner } = request;
    worker.postMessage({ mime, contentType, bytes, place, modifier, banner });
  });
}
