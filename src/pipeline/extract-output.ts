// Where extracted lines go: to a stream, or to a file that can be gone on with after an interruption.

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdtemp, open, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { RecordOptions } from '../extract/extract.ts';
import { syncFolder, whileWriting, writeAtomically } from '../support/output-file.ts';
import type { ExtractSink, ExtractTotals } from './extract-archives.ts';
import type { PlannedArchive } from './extract-plan.ts';

/** A sink that is closed at the end. */
export interface ExtractOutput extends ExtractSink {
  /** Archives that an earlier run has done already. */
  readonly doneArchives: number;
  /** Totals of the earlier run. */
  readonly totals: ExtractTotals | undefined;
  /** Completes the output. */
  finish(): Promise<void>;
  /** Lets go of everything; an unfinished file stays, to be gone on with. */
  close(): Promise<void>;
}

/** Lines handed to a function; loose ends are kept in a temporary file. */
export async function openStreamOutput(
  write: (lines: Uint8Array) => Promise<void>,
): Promise<ExtractOutput> {
  const folder = await mkdtemp(join(tmpdir(), 'pinakes-extract-'));
  const path = join(folder, 'loose-ends');
  const kept = await open(path, 'w');
  const close = async () => {
    await kept.close().catch(() => {}); // closed already
    await rm(folder, { recursive: true, force: true });
  };
  return {
    doneArchives: 0,
    totals: undefined,
    writeLines: write,
    keepLooseEnds: async (lines) => void (await appendLines(path, kept, lines)),
    looseEnds: () => linesOf(path),
    archiveDone: async () => {},
    finish: close,
    close,
  };
}

interface Checkpoint {
  readonly fingerprint: string;
  readonly doneArchives: number;
  readonly lineBytes: number;
  readonly looseBytes: number;
  readonly totals: ExtractTotals;
}

/**
 * A file that appears under its name when it is whole. Until then `FILE.open` grows, and after each
 * archive `FILE.checkpoint` remembers how far it is good, so that the same command goes on from there
 * after an interruption of any kind.
 */
export async function openFileOutput(
  path: string,
  archives: readonly PlannedArchive[],
  options: RecordOptions,
): Promise<ExtractOutput> {
  const names = { lines: `${path}.open`, loose: `${path}.loose-ends`, state: `${path}.checkpoint` };
  const fingerprint = fingerprintOf(archives, options);
  const earlier = await readCheckpoint(names.state, fingerprint);
  const lines = await openAt(names.lines, earlier?.lineBytes ?? 0);
  const loose = await openAt(names.loose, earlier?.looseBytes ?? 0);
  let lineBytes = earlier?.lineBytes ?? 0;
  let looseBytes = earlier?.looseBytes ?? 0;
  let doneArchives = earlier?.doneArchives ?? 0;
  return {
    doneArchives,
    totals: earlier?.totals,
    writeLines: async (bytes) => {
      await whileWriting(path, () => lines.writeFile(bytes));
      lineBytes += bytes.length;
    },
    keepLooseEnds: async (added) => {
      looseBytes += await appendLines(path, loose, added);
    },
    looseEnds: () => linesOf(names.loose),
    archiveDone: async (_archive, totals) => {
      doneArchives++;
      await whileWriting(path, () => Promise.all([lines.datasync(), loose.datasync()]));
      const state: Checkpoint = { fingerprint, doneArchives, lineBytes, looseBytes, totals };
      await writeAtomically(names.state, onePiece(JSON.stringify(state)));
    },
    finish: async () => {
      await whileWriting(path, async () => {
        await lines.sync();
        await lines.close();
        await loose.close();
        await rename(names.lines, path);
        await syncFolder(dirname(path));
      });
      await rm(names.state, { force: true });
      await rm(names.loose, { force: true });
    },
    close: async () => {
      await lines.close().catch(() => {}); // closed already by `finish`
      await loose.close().catch(() => {});
    },
  };
}

function fingerprintOf(archives: readonly PlannedArchive[], options: RecordOptions): string {
  const inputs = archives.map(({ name, size, starts }) => [name, size, starts.length]);
  return createHash('sha256')
    .update(JSON.stringify([inputs, options]))
    .digest('hex');
}

async function readCheckpoint(path: string, fingerprint: string): Promise<Checkpoint | undefined> {
  try {
    const state = JSON.parse(await readFile(path, 'utf8')) as Checkpoint; // written by `archiveDone`
    return state.fingerprint === fingerprint ? state : undefined;
  } catch {
    return undefined; // there is none, or it is no checkpoint of ours: start anew
  }
}

/** Opens a file for appending behind its first `size` bytes; what came later is dropped. */
async function openAt(path: string, size: number): Promise<FileHandle> {
  return whileWriting(path, async () => {
    const handle = await open(path, size === 0 ? 'w' : 'a');
    if (size > 0) await handle.truncate(size);
    return handle;
  });
}

async function appendLines(
  path: string,
  handle: FileHandle,
  lines: readonly string[],
): Promise<number> {
  if (lines.length === 0) return 0;
  const bytes = Buffer.from(`${lines.join('\n')}\n`);
  await whileWriting(path, () => handle.writeFile(bytes));
  return bytes.length;
}

async function* linesOf(path: string): AsyncGenerator<string> {
  const stream = createReadStream(path, { encoding: 'utf8' });
  yield* createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY });
}

async function* onePiece(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
