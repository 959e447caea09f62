// One writer for each output: a file beside it names the process that writes.
import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { PinakesError } from '../../support/errors.ts';
import { whileWriting } from '../../support/output-file.ts';
import { startOfProcess } from '../../support/process-stat.ts';

/** Holds an output until `release`. */
export interface OutputLock {
  /** Throws `OUTPUT_LOCKED` when the lock was taken away meanwhile, e.g. by a person who removed it. */
  check(): Promise<void>;
  release(): Promise<void>;
}

/** The lock file of an output. */
export const lockPathOf = (output: string): string => `${output}.lock`;

/**
 * Takes the lock of an output, or throws `OUTPUT_LOCKED` when a living process holds it. The lock of a process that has
 * died on this machine is taken over; that of another machine is not, for nobody here knows whether it lives.
 */
export async function takeOutputLock(output: string): Promise<OutputLock> {
  const path = lockPathOf(output);
  const mine: Owner = {
    pid: process.pid,
    host: hostname(),
    started: startOfProcess(process.pid),
    token: randomUUID(),
  };
  const text = `${JSON.stringify(mine)}\n`;
  HELD.add(mine.token);
  try {
    while (!(await create(output, path, text))) {
      if (await takeOver(output, path, text)) break;
    }
  } catch (thrown) {
    HELD.delete(mine.token);
    throw thrown;
  }
  return {
    check: async () => {
      const found = await readIfThere(path);
      if (found !== text) throw lockedError(output, path, parseOwner(found));
    },
    release: async () => {
      HELD.delete(mine.token);
      if ((await readIfThere(path)) === text) await rm(path, { force: true });
    },
  };
}

interface Owner {
  readonly pid: number;
  readonly host: string;
  /** When the process started, as the system counts; tells it from a later one with the same number. `''` if unknown. */
  readonly started: string;
  readonly token: string;
}

/** Locks of this process: one with our number that is not among them was left by an earlier process. */
const HELD = new Set<string>();

async function create(output: string, path: string, text: string): Promise<boolean> {
  // Written under another name first, so that nobody ever reads half a lock.
  const draft = `${path}.${randomUUID()}`;
  return whileWriting(output, async () => {
    await writeFile(draft, text, { flag: 'wx' });
    try {
      await link(draft, path);
      return true;
    } catch (cause) {
      if (hasCode(cause, 'EEXIST')) return false;
      return await createPlainly(path, text);
    } finally {
      await rm(draft, { force: true });
    }
  });
}

/** For file systems without hard links. */
async function createPlainly(path: string, text: string): Promise<boolean> {
  try {
    await writeFile(path, text, { flag: 'wx' });
    return true;
  } catch (cause) {
    if (hasCode(cause, 'EEXIST')) return false;
    throw cause;
  }
}

/**
 * Puts our lock in place of one whose process is dead; throws when its holder may live. Only who has the second lock
 * may do so, and looks again before: else one that is slow would replace the lock of one that was quicker.
 */
async function takeOver(output: string, path: string, text: string): Promise<boolean> {
  const found = await readIfThere(path);
  if (found === undefined) return false; // just released
  refuseLiving(output, path, found);
  const claim = `${path}.takeover`;
  if (!(await create(output, claim, text))) {
    const claimed = await readIfThere(claim);
    if (claimed !== undefined) refuseLiving(output, claim, claimed);
    await rm(claim, { force: true });
    return false;
  }
  try {
    if ((await readIfThere(path)) !== found) return false;
    await whileWriting(output, async () => {
      const draft = `${path}.${randomUUID()}`;
      await writeFile(draft, text, { flag: 'wx' });
      await rename(draft, path);
    });
    return true;
  } finally {
    await rm(claim, { force: true });
  }
}

function refuseLiving(output: string, path: string, found: string): void {
  const owner = parseOwner(found);
  if (owner === undefined || isAlive(owner)) throw lockedError(output, path, owner);
}

function isAlive(owner: Owner): boolean {
  if (owner.host !== hostname()) return true;
  if (owner.pid === process.pid) return HELD.has(owner.token);
  try {
    process.kill(owner.pid, 0);
  } catch (cause) {
    // A process of another user may not be signalled, but it is there.
    if (!hasCode(cause, 'EPERM')) return false;
  }
  const started = startOfProcess(owner.pid);
  return started === '' || owner.started === '' || started === owner.started;
}

function parseOwner(text: string | undefined): Owner | undefined {
  try {
    const owner = JSON.parse(text ?? '') as Partial<Owner> | null; // each field is looked at below
    const { pid, host, started, token } = owner ?? {};
    const isOwner =
      typeof pid === 'number' &&
      Number.isSafeInteger(pid) &&
      pid > 0 &&
      typeof host === 'string' &&
      typeof started === 'string' &&
      typeof token === 'string';
    return isOwner ? { pid, host, started, token } : undefined;
  } catch {
    return undefined; // not written by us
  }
}

function lockedError(output: string, lock: string, owner: Owner | undefined): PinakesError {
  const holder = owner === undefined ? 'unknown' : `process ${owner.pid} on ${owner.host}`;
  return new PinakesError('OUTPUT_LOCKED', { output, holder, lock }, { where: { file: output } });
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    if (hasCode(cause, 'ENOENT')) return undefined;
    throw cause;
  }
}

function hasCode(thrown: unknown, code: string): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === code;
}
