// The inside of a worker thread: loads a module and runs its handler on the tasks that come in.
import { parentPort, workerData } from 'node:worker_threads';
import type { TaskHandler } from './worker-pool.ts';

/** What the pool tells a thread. */
export type ToWorker =
  | { readonly kind: 'task'; readonly task: unknown }
  /** One message was dealt with: another may be sent. */
  | { readonly kind: 'taken' }
  | { readonly kind: 'abort' };

/** What a thread tells the pool. */
export type FromWorker<Message, Result> =
  | { readonly kind: 'message'; readonly value: Message }
  | { readonly kind: 'done'; readonly result: Result }
  | { readonly kind: 'failed'; readonly error: Error };

/** Messages under way before `send` waits: enough to keep both sides busy. */
const MAX_UNDER_WAY = 4;

if (parentPort !== null) serve(parentPort);

function serve(port: NonNullable<typeof parentPort>): void {
  const abort = new AbortController();
  let underWay = 0;
  let resume: (() => void) | undefined;

  const send = (value: unknown, transfer: readonly ArrayBuffer[] = []): Promise<void> => {
    underWay++;
    port.postMessage({ kind: 'message', value }, [...transfer]);
    if (underWay < MAX_UNDER_WAY) return Promise.resolve();
    return new Promise((resolve) => {
      resume = resolve;
    });
  };

  const work = async (task: unknown): Promise<void> => {
    try {
      const loaded = await import(workerData.module);
      const handle = loaded.handle as TaskHandler<unknown, unknown, unknown>; // the module's side
      port.postMessage({ kind: 'done', result: await handle(task, send, abort.signal) });
    } catch (thrown) {
      port.postMessage({ kind: 'failed', error: thrown });
    }
  };

  port.on('message', (message: ToWorker) => {
    if (message.kind === 'task') void work(message.task);
    else if (message.kind === 'abort') abort.abort();
    else {
      underWay--;
      resume?.();
      resume = undefined;
    }
  });
}
