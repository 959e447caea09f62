// Indexes kept beside the archives they were made of, used again only while nothing has changed.
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { writeAtomically } from '../../support/output-file.ts';
import type { CorpusLoss } from './capture-source.ts';

/** An archive as it was when its index was made. */
export interface ArchiveState {
  /** Its path as lines name it. */
  readonly name: string;
  readonly size: number;
  /** When it was last changed, milliseconds since 1970. */
  readonly modified: number;
}

const MARK = '!pinakes-index ';
/** Lines of notes at the start that are read; an index of more archives is made anew each time. */
const MAX_NOTES_BYTES = 64 << 20;
const FORMAT = 1;

interface Notes {
  readonly format: number;
  /** Bytes of the lines behind the notes. */
  readonly bytes: number;
  readonly archives: readonly ArchiveState[];
  readonly losses: readonly CorpusLoss[];
}

/**
 * Writes sorted lines with notes on what they were made of. The notes are comments in pieces of ordinary lines, which
 * sort before all keys.
 */
export async function writeKeptIndex(
  path: string,
  lines: { readonly path: string; readonly bytes: number },
  made: { readonly archives: readonly ArchiveState[]; readonly losses: readonly CorpusLoss[] },
): Promise<void> {
  const notes: Notes = { format: FORMAT, bytes: lines.bytes, ...made };
  await writeAtomically(path, join(toNoteLines(notes), createReadStream(lines.path)));
}

/**
 * The losses noted in a kept index if it can be used: it is whole, younger than its archives, and they are the same.
 * `undefined` otherwise; whatever is wrong with it, it is made again.
 */
export async function checkKeptIndex(
  path: string,
  archives: readonly ArchiveState[],
): Promise<readonly CorpusLoss[] | undefined> {
  try {
    const { size, mtimeMs } = await stat(path);
    const read = await readNotes(path);
    if (read === undefined || read.notes.format !== FORMAT) return undefined;
    const { notes, end } = read;
    const isSame = JSON.stringify(notes.archives) === JSON.stringify(archives);
    const isYounger = archives.every(({ modified }) => modified <= mtimeMs);
    return isSame && isYounger && size === end + notes.bytes ? notes.losses : undefined;
  } catch {
    return undefined; // not there, not readable, not ours: it is made again
  }
}

/** Long notes are cut: lines of an index should stay short. */
const NOTE_CHARACTERS = 4000;

function toNoteLines(notes: Notes): Buffer {
  // In ASCII each character is a byte; escapes keep the meaning.
  const json = JSON.stringify(notes).replace(/[^ -~]/g, (unit) => {
    return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
  const count = Math.ceil(json.length / NOTE_CHARACTERS);
  const lines = Array.from({ length: count }, (_, at) => {
    const number = String(at).padStart(8, '0');
    const part = json.slice(at * NOTE_CHARACTERS, (at + 1) * NOTE_CHARACTERS);
    return `${MARK}${number}/${String(count).padStart(8, '0')} ${part}\n`;
  });
  return Buffer.from(lines.join(''));
}

async function readNotes(path: string): Promise<{ notes: Notes; end: number } | undefined> {
  const handle = await open(path, 'r');
  try {
    const first = Buffer.alloc(MARK.length + 18);
    await handle.read(first, 0, first.length, 0);
    const [, count] = /^!pinakes-index 00000000\/(\d{8}) $/.exec(first.toString()) ?? [];
    const lineBytes = first.length + NOTE_CHARACTERS + 1;
    if (count === undefined || Number(count) * lineBytes > MAX_NOTES_BYTES) return undefined;
    const head = Buffer.alloc(Number(count) * lineBytes);
    const { bytesRead } = await handle.read(head, 0, head.length, 0);
    const lines = head.subarray(0, bytesRead).toString('latin1').split('\n', Number(count));
    if (lines.some((line) => !line.startsWith(MARK))) return undefined;
    const json = lines.map((line) => line.slice(first.length)).join('');
    const end = lines.reduce((sum, line) => sum + line.length + 1, 0);
    return { notes: JSON.parse(json) as Notes, end }; // written by us; what is not makes it unequal
  } finally {
    await handle.close();
  }
}

async function* join(first: Buffer, rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first;
  yield* rest;
}
