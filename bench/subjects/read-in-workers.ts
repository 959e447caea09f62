// Reads several archives at once, each in a worker thread.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** Gives what each thread read. */
export async function prepare({ files }: { readonly files: readonly string[] }) {
  return () => Promise.all(files.map(readInWorker));
}

async function readInWorker(file: string): Promise<{ records: number; bodyBytes: number }> {
  const worker = new Worker(new URL('./read-worker.js', import.meta.url), { workerData: { file } });
  const [result] = await once(worker, 'message');
  await worker.terminate();
  return result;
}
