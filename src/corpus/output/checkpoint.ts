// How far an output is good, in a file beside it: whole or not there, and only good for the run that wrote it.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { writeAtomically } from '../../support/output-file.ts';
import type { Extent } from './growing-file.ts';
import type { JsonValue } from './json-value.ts';
import type { Progress } from './sink.ts';

/** The state of an output between two batches. */
export interface Checkpoint extends Progress {
  /** What is durable of each file, in an order that the sink knows. */
  readonly files: readonly Extent[];
  /** What else the sink must know to go on. */
  readonly state: JsonValue;
  /** What the caller wants to know when it goes on. */
  readonly carried: JsonValue;
  /** Bytes that are not in a file yet, because they wait for others to be compressed with. */
  readonly pending: Uint8Array;
}

/** The checkpoint of an output. */
export const checkpointPathOf = (output: string): string => `${output}.checkpoint`;

const VERSION = 1;

/** Writes a checkpoint in place of the last one. The files must be durable already. */
export async function writeCheckpoint(
  path: string,
  key: string,
  { pending, ...rest }: Checkpoint,
): Promise<void> {
  const header = JSON.stringify({ version: VERSION, key, ...rest });
  const body = Buffer.concat([Buffer.from(`${header}\n`), pending]);
  await writeAtomically(path, onePiece(Buffer.concat([Buffer.from(sumOf(body)), body])));
}

/** Reads a checkpoint; `undefined` when there is none, it is damaged, or of another run. */
export async function readCheckpoint(path: string, key: string): Promise<Checkpoint | undefined> {
  const bytes = await readFile(path).catch(() => undefined); // none, or as good as none
  if (bytes === undefined) return undefined;
  const body = bytes.subarray(SUM_LENGTH);
  const headerEnd = body.indexOf('\n');
  if (headerEnd < 0 || bytes.toString('latin1', 0, SUM_LENGTH) !== sumOf(body)) return undefined;
  // Written by `writeCheckpoint`: the sum above says so.
  const header = JSON.parse(body.toString('utf8', 0, headerEnd)) as Omit<Checkpoint, 'pending'> & {
    readonly version: number;
    readonly key: string;
  };
  if (header.version !== VERSION || header.key !== key) return undefined;
  return { ...header, pending: body.subarray(headerEnd + 1) };
}

const SUM_LENGTH = 65;

function sumOf(bytes: Uint8Array): string {
  return `${createHash('sha256').update(bytes).digest('hex')}\n`;
}

async function* onePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
