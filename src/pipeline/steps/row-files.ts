// The rows that a task gives, in files by table and bucket, which appear together when the task is done.
import {
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { crc32 } from 'node:zlib';
import { PinakesError } from '../../support/errors.ts';
import { STEP_FORMAT } from './step-format.ts';
import { type EmitRow, type StepTable, toKey } from './step-row.ts';

/** Rows of one table in one bucket. */
export interface RowFile {
  readonly table: StepTable;
  readonly bucket: number;
  readonly rows: number;
}

/** A file of rows, and how many it must have. */
export interface RowSource {
  readonly path: string;
  readonly rows: number;
}

/** What was not used. */
export interface Poison {
  readonly what: string;
  readonly reason: string;
}

/** What a task did; the last thing that it writes. */
export interface TaskEnd {
  readonly format: number;
  readonly read: number;
  readonly files: readonly RowFile[];
  readonly poison: readonly Poison[];
  readonly records: number;
  readonly bytes: number;
  readonly losses: number;
}

const END_FILE = 'end.json';
/** Characters that wait in memory for each file. */
const WAITING_CHARACTERS = 1 << 18;
/** What is told of one task: more says nothing new. */
const MAX_POISON = 1000;

/** The path of rows in the folder of a task. */
export function rowPath(folder: string, { table, bucket }: Omit<RowFile, 'rows'>): string {
  return join(folder, `${table}-${bucket}`);
}

/** What the task of a folder did; `undefined` when it is not done. */
export function readTaskEnd(folder: string): TaskEnd | undefined {
  try {
    const end = JSON.parse(readFileSync(join(folder, END_FILE), 'utf8')) as TaskEnd; // checked by its format
    return end.format === STEP_FORMAT ? end : undefined;
  } catch {
    return undefined; // not done, or cut off: it is done again
  }
}

/** Writes the rows of one task; made anew whatever an earlier try left. */
export class RowFiles {
  readonly #folder: string;
  readonly #buckets: number;
  readonly #files = new Map<string, OpenFile>();
  readonly #poison: Poison[] = [];

  constructor(folder: string, buckets: number) {
    this.#folder = folder;
    this.#buckets = buckets;
    rmSync(this.#open, { recursive: true, force: true });
    mkdirSync(this.#open, { recursive: true });
  }

  readonly emit: EmitRow = (table, key, rank, json) => {
    const own = toKey(key);
    const bucket = crc32(own) % this.#buckets;
    const name = `${table}-${bucket}`;
    const known = this.#files.get(name) ?? { table, bucket, rows: 0, text: '', fd: undefined };
    if (known.rows === 0) this.#files.set(name, known);
    known.rows++;
    known.text += `${own}\t${rank}\t${json}\n`;
    if (known.text.length >= WAITING_CHARACTERS) this.#write(known);
  };

  readonly poison = (what: string, reason: string): void => {
    if (this.#poison.length < MAX_POISON) this.#poison.push({ what, reason });
  };

  /** Ends the task. */
  finish(counts: Pick<TaskEnd, 'read' | 'records' | 'bytes' | 'losses'>): TaskEnd {
    const files: RowFile[] = [];
    for (const file of this.#files.values()) {
      this.#write(file);
      if (file.fd !== undefined) closeSync(file.fd);
      files.push({ table: file.table, bucket: file.bucket, rows: file.rows });
    }
    const end: TaskEnd = { format: STEP_FORMAT, ...counts, files, poison: this.#poison };
    const fd = openSync(join(this.#open, END_FILE), 'w');
    writeAll(fd, JSON.stringify(end), this.#open);
    closeSync(fd);
    rmSync(this.#folder, { recursive: true, force: true });
    renameSync(this.#open, this.#folder);
    return end;
  }

  get #open(): string {
    return `${this.#folder}.open`;
  }

  #write(file: OpenFile): void {
    if (file.text === '') return;
    file.fd ??= openSync(rowPath(this.#open, file), 'w');
    writeAll(file.fd, file.text, this.#open);
    file.text = '';
  }
}

interface OpenFile {
  readonly table: StepTable;
  readonly bucket: number;
  rows: number;
  text: string;
  fd: number | undefined;
}

function writeAll(fd: number, text: string, folder: string): void {
  const bytes = Buffer.from(text, 'utf8');
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
  } catch (cause) {
    const detail = cause instanceof Error ? cause.message : String(cause);
    throw new PinakesError('OUTPUT_UNWRITABLE', { output: folder, detail }, { cause });
  }
}

const READ_BYTES = 1 << 18;

/** The rows of a file. Throws when it has fewer or more than its task gave. */
export function* readRows({ path, rows }: RowSource): Generator<string> {
  const fd = openSync(path, 'r');
  let found = 0;
  try {
    const buffer = Buffer.allocUnsafe(READ_BYTES);
    const decoder = new StringDecoder('utf8');
    let begun = '';
    for (;;) {
      const count = readSync(fd, buffer, 0, READ_BYTES, null);
      if (count === 0) break;
      const lines = (begun + decoder.write(buffer.subarray(0, count))).split('\n');
      begun = lines.pop() ?? '';
      found += lines.length;
      yield* lines;
    }
    if (begun !== '') found = -1;
  } finally {
    closeSync(fd);
  }
  if (found !== rows) {
    const detail = `it has not the ${rows} rows that were written`;
    throw new PinakesError('INPUT_UNREADABLE', { input: path, detail });
  }
}
