// The inside of the thread that writes large pages anew.
import { parentPort } from 'node:worker_threads';
import { type ShowRequest, showCapture } from './show-capture.ts';

parentPort?.on('message', (request: ShowRequest) => {
  const shown = showCapture({ ...request, bytes: Buffer.from(request.bytes) });
  // As bytes of their own a large page need not be copied on its way.
  const body = new TextEncoder().encode(String(shown.body));
  parentPort?.postMessage({ ...shown, body }, [body.buffer]);
});
