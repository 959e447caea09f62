// Overwrites what SQLite leaves of rows in the unused parts of its pages, so that what was removed is gone from the file.
import { fstatSync, openSync, readSync, statSync, writeSync } from 'node:fs';
import type { Database } from '../sqlite/sqlite.ts';

/** Kinds of pages that have children; then those that have none. */
const INNER_KINDS: readonly number[] = [2, 5];
const LEAF_KINDS: readonly number[] = [10, 13];
/** What comes before the first page's own header. */
const FILE_HEADER_BYTES = 100;
/** Pages that are read together, and how many others may lie between two of them. */
const MOST_AT_ONCE = 64;
const MOST_BETWEEN = 3;

/**
 * Overwrites the gap between the cell pointers and the cells of all b-tree pages. `secure_delete` overwrites rows that are deleted, but not
 * the copies that stay in a page when it is split and its rows move to another. Only pages that the trees reach are changed, and
 * of these only bytes that nobody reads, so that others may go on reading. The log must have been written back. Gives the number of
 * bytes that were overwritten.
 */
export function overwriteRemnants(database: Database, path: string): number {
  const roots = database
    .prepare<[], number>('SELECT rootpage FROM sqlite_master WHERE rootpage > 0')
    .pluck()
    .all();
  const pageBytes = Number(database.pragma('page_size', { simple: true }));
  // Pages that stay in memory would bring the old bytes back.
  database.pragma('shrink_memory');
  return new Overwriter(descriptorOf(path), pageBytes).overwrite([1, ...roots]);
}

/**
 * Kept open until the process ends: when any descriptor of a file is closed, the system drops all locks that the process holds
 * on it, those of SQLite as well (POSIX).
 */
const descriptors = new Map<string, number>();

function descriptorOf(path: string): number {
  const { dev, ino } = statSync(path);
  const known = descriptors.get(path);
  if (known !== undefined) {
    const open = fstatSync(known);
    if (open.dev === dev && open.ino === ino) return known;
  }
  const opened = openSync(path, 'r+');
  descriptors.set(path, opened);
  return opened;
}

class Overwriter {
  readonly #file: number;
  readonly #pageBytes: number;
  readonly #pages: Buffer;
  readonly #zeros: Buffer;
  #overwritten = 0;

  constructor(file: number, pageBytes: number) {
    this.#file = file;
    this.#pageBytes = pageBytes;
    this.#pages = Buffer.alloc(pageBytes * MOST_AT_ONCE);
    this.#zeros = Buffer.alloc(pageBytes);
  }

  overwrite(roots: readonly number[]): number {
    const waiting: (readonly number[])[] = [roots];
    for (let pages = waiting.pop(); pages !== undefined; pages = waiting.pop()) {
      for (const run of toRuns(pages)) for (const inner of this.#visit(run)) waiting.push(inner);
    }
    return this.#overwritten;
  }

  /** Gives the children of each inner page. */
  #visit(run: readonly number[]): number[][] {
    const [first = 1] = run;
    const count = (run.at(-1) ?? first) - first + 1;
    const start = (first - 1) * this.#pageBytes;
    const read = readSync(this.#file, this.#pages, 0, count * this.#pageBytes, start);
    const inner: number[][] = [];
    for (const number of run) {
      const at = (number - first) * this.#pageBytes;
      if (at + this.#pageBytes > read) continue; // cut off, as doctor tells
      const children = this.#look(this.#pages.subarray(at, at + this.#pageBytes), number);
      if (children.length > 0) inner.push(children);
    }
    return inner;
  }

  #look(page: Buffer, number: number): number[] {
    const start = number === 1 ? FILE_HEADER_BYTES : 0;
    const kind = page.readUInt8(start);
    const isInner = INNER_KINDS.includes(kind);
    if (!isInner && !LEAF_KINDS.includes(kind)) return []; // damaged
    const cells = page.readUInt16BE(start + 3);
    const pointers = start + (isInner ? 12 : 8);
    const gap = pointers + cells * 2;
    const content = page.readUInt16BE(start + 5) || 65_536;
    if (gap > content || content > this.#pageBytes) return [];
    this.#clear(page.subarray(gap, content), (number - 1) * this.#pageBytes + gap);
    if (!isInner) return [];
    const children = [page.readUInt32BE(start + 8)];
    for (let cell = pointers; cell < gap; cell += 2) {
      const place = page.readUInt16BE(cell);
      if (place + 4 <= this.#pageBytes) children.push(page.readUInt32BE(place));
    }
    return children.filter((child) => child > 1);
  }

  #clear(gap: Buffer, place: number): void {
    if (gap.equals(this.#zeros.subarray(0, gap.length))) return;
    writeSync(this.#file, this.#zeros, 0, gap.length, place);
    this.#overwritten += gap.length;
  }
}

/** Pages in order, those together that lie near each other. */
function* toRuns(pages: readonly number[]): Generator<number[]> {
  let run: number[] = [];
  for (const page of [...pages].sort((a, b) => a - b)) {
    const [first = page] = run;
    const last = run.at(-1) ?? page;
    if (page - last > MOST_BETWEEN + 1 || page - first >= MOST_AT_ONCE) {
      yield run;
      run = [];
    }
    run.push(page);
  }
  if (run.length > 0) yield run;
}
