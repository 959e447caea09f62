// The inside of a query thread: opens the library and answers one question at a time.
import { parentPort, workerData } from 'node:worker_threads';
import { openQueries } from './queries.ts';
import type { FromThread, QueryMessage, QueryThreadOptions } from './query-requests.ts';

if (parentPort !== null) await serve(parentPort, workerData as QueryThreadOptions); // by openServer

/** Says `ready` when the library is open; then each message is a question. */
async function serve(
  port: NonNullable<typeof parentPort>,
  options: QueryThreadOptions,
): Promise<void> {
  const queries = await openQueries(options);
  const tell = (message: FromThread, transfer: ArrayBuffer[] = []) =>
    port.postMessage(message, transfer);
  port.on('message', (message: QueryMessage) => {
    void queries.answer(message).then((answer) => tell({ kind: 'answer', answer }, parts(answer)));
  });
  tell({ kind: 'ready' });
}

/** Bytes that need not be copied on their way: those that fill a buffer of their own. */
function parts(answer: Awaited<ReturnType<Awaited<ReturnType<typeof openQueries>>['answer']>>) {
  if (answer.kind !== 'bytes') return [];
  const { buffer, byteLength } = answer.data;
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [];
}
