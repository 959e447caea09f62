// The inside of a thread of `read-in-workers`.
import { parentPort, workerData } from 'node:worker_threads';
import { prepare } from './parse-pinakes.ts';

const work = await prepare(workerData);
parentPort?.postMessage(await work());
