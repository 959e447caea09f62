// Loaded into any program by `node --import`: prints what it used when it ends.
import { writeSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
import { startUsage } from './usage.ts';

// Threads load this too, and end before the program does.
if (isMainThread) {
  const usage = startUsage();
  process.on('exit', () => {
    writeSync(1, `${JSON.stringify({ ...usage(), result: null })}\n`);
  });
}
