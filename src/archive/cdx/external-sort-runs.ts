// Sorted runs of lines in temporary files, and their merge. Lines have one character for each byte here.
import { closeSync, openSync, readSync, writeSync } from 'node:fs';

/** Lines per step: enough to make a write worthwhile, few enough to stay small. */
const LINES_PER_BATCH = 4096;

const READ_BYTES = 1 << 16;

/** A sorted sequence of lines, read one at a time. */
export interface Run {
  /** The line at the front, `undefined` at the end. */
  readonly line: string | undefined;
  /** Goes to the next line. */
  advance(): void;
  close(): void;
}

/** A run in memory. */
export function memoryRun(lines: readonly string[]): Run {
  let next = 0;
  const run = {
    line: lines[next++],
    advance() {
      run.line = lines[next++];
    },
    close() {},
  };
  return run;
}

/** A run in a file, of which a little is in memory. */
export function fileRun(path: string): Run {
  const fd = openSync(path, 'r');
  const buffer = Buffer.allocUnsafe(READ_BYTES);
  let lines: string[] = [];
  let next = 0;
  let begun = '';
  const fill = () => {
    lines = [];
    next = 0;
    // Each line has its line end, so that what is begun at the end of the file is empty.
    for (let count = -1; count !== 0 && lines.length === 0; ) {
      count = readSync(fd, buffer, 0, READ_BYTES, null);
      lines = (begun + buffer.toString('latin1', 0, count)).split('\n');
      begun = lines.pop() ?? '';
    }
  };
  const run = {
    line: undefined as string | undefined, // set by the first advance
    advance() {
      if (next === lines.length) fill();
      run.line = lines[next++];
    },
    close() {
      closeSync(fd);
    },
  };
  run.advance();
  return run;
}

/** Writes a run to a file. */
export function writeRun(path: string, batches: Iterable<readonly string[]>): void {
  const fd = openSync(path, 'wx');
  try {
    for (const batch of batches) writeFully(fd, toBytes(batch));
  } finally {
    closeSync(fd);
  }
}

/** Lines with their line ends, as bytes. */
export function toBytes(lines: readonly string[]): Buffer {
  return Buffer.from(`${lines.join('\n')}\n`, 'latin1');
}

/** Merges runs into one sequence, in batches; with `isUnique` equal lines become one. */
export function* mergeRuns(runs: readonly Run[], isUnique: boolean): Generator<string[]> {
  // In the order of their lines: the front run has the smallest.
  const open = runs.filter(hasLine).sort((a, b) => (a.line < b.line ? -1 : 1));
  let batch: string[] = [];
  let last: string | undefined;
  for (let front = open[0]; front !== undefined; front = open[0]) {
    const { line } = front;
    if (!isUnique || line !== last) batch.push(line);
    last = line;
    if (batch.length === LINES_PER_BATCH) {
      yield batch;
      batch = [];
    }
    front.advance();
    if (!hasLine(front)) open.shift();
    else sinkFront(open);
  }
  if (batch.length > 0) yield batch;
}

type OpenRun = Run & { readonly line: string };

function hasLine(run: Run): run is OpenRun {
  return run.line !== undefined;
}

/** Puts the front run back in order. There are few runs, so that moving them costs next to nothing. */
function sinkFront(runs: OpenRun[]): void {
  const [front, second] = runs;
  if (front === undefined || second === undefined || front.line <= second.line) return;
  let low = 1;
  let high = runs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((runs[middle]?.line ?? '') < front.line) low = middle + 1;
    else high = middle;
  }
  runs.copyWithin(0, 1, low);
  runs[low - 1] = front;
}

function writeFully(fd: number, bytes: Buffer): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done);
}
