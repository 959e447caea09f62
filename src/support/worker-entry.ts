// The inside of a worker thread: loads a module and runs its handler on the tasks that come in.
import { parentPort, workerData } from 'node:worker_threads';
import type { TaskHandler } from './worker-pool.ts';

/** What the pool tells a thread. */
export type ToWorker =
  | { readonly kind: 'task'; readonly task: unknown }
  /** One message was dealt with: another may be sent. */
  | { readonly kind: 'taken' }
  | { readonly kind: 'abort' }
  /** There is no more work: the module's export `close` is called, if it has one. */
  | { readonly kind: 'close' };

/** What a thread tells the pool. */
export type FromWorker<Message, Result> =
  | { readonly kind: 'message'; readonly value: Message }
  | { readonly kind: 'done'; readonly result: Result }
  | { readonly kind: 'failed'; readonly error: Error }
  | { readonly kind: 'closed' };

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

  const close = async (): Promise<void> => {
    const loaded = await import(workerData.module);
    try {
      await loaded.close?.();
    } finally {
      port.postMessage({ kind: 'closed' });
    }
  };

  port.on('message', (message: ToWorker) => {
    if (message.kind === 'task') void work(message.task);
    else if (message.kind === 'abort') abort.abort();
    else if (message.kind === 'close') void close();
    else {
      underWay--;
      resume?.();
      resume = undefined;
    }
  });
}
