// A lock file, so that two set-ups at once wait for each other.
import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const BEAT_MS = 5000;
// A holder that has not touched its lock for so long is gone, wherever it ran.
const SILENT_MS = 60_000;
const POLL_MS = 250;

/** Does `work` while holding the lock `file`; waits while another process holds it. */
export async function withLock(file, work) {
  const own = { pid: process.pid, host: hostname(), id: randomUUID() };
  mkdirSync(path.dirname(file), { recursive: true });
  await acquire(file, own);
  const beat = setInterval(() => touch(file), BEAT_MS).unref();
  const release = () => {
    if (read(file)?.id === own.id) rmSync(file, { force: true });
  };
  process.once('exit', release);
  try {
    await work();
  } finally {
    clearInterval(beat);
    release();
    process.removeListener('exit', release);
  }
}

async function acquire(file, own) {
  let isTold = false;
  for (;;) {
    if (create(file, own)) {
      // Two who found the same dead lock may both have replaced it: the later one has it.
      await pause(POLL_MS);
      if (read(file)?.id === own.id) return;
    } else if (isDead(file)) {
      rmSync(file, { force: true });
    } else {
      if (!isTold) process.stderr.write('Another set-up is at work here; waiting for it.\n');
      isTold = true;
      await pause(POLL_MS);
    }
  }
}

function create(file, own) {
  try {
    writeFileSync(file, JSON.stringify(own), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

function isDead(file) {
  try {
    if (Date.now() - statSync(file).mtimeMs > SILENT_MS) return true;
  } catch {
    return false; // released this moment
  }
  const holder = read(file);
  return holder !== undefined && holder.host === hostname() && !isRunning(holder.pid);
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined; // gone, or not yet written in full
  }
}

function touch(file) {
  try {
    utimesSync(file, new Date(), new Date());
  } catch {
    // Taken away by hand; the work itself is not harmed.
  }
}
