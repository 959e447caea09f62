// The chunked transfer coding, undone piece by piece.
import type { BodyTarget, CodingStage } from './content-coding.ts';

/** Longest size line taken: 16 digits and an extension. */
const MAX_SIZE_LINE = 4096;
const MAX_CHUNK = 2 ** 46;
/** A size line, or the first part of one. */
const SIZE_LINE = /^[ \t]*([0-9a-f]{0,16})[ \t\r]*(?:;.*)?$/is;

/**
 * A stage for chunked bodies. Extensions, trailers, upper-case digits and bare LF are taken; where
 * what should be a size line is none, the coding was declared falsely (at the start) or the data is
 * damaged (later): the rest is handed on as it stands. A body that ends before its last chunk is
 * truncated, unless it is empty.
 */
export class ChunkedStage implements CodingStage {
  readonly memory = undefined;
  readonly #next: BodyTarget;
  #state: 'size' | 'data' | 'after-data' | 'done' | 'plain' = 'size';
  /** Bytes of the current chunk still to come. */
  #left = 0;
  /** Size line so far. */
  #line = '';
  #isEmpty = true;

  constructor(next: BodyTarget) {
    this.#next = next;
  }

  get isTruncated(): boolean {
    return !this.#isEmpty && this.#state !== 'done' && this.#state !== 'plain';
  }

  grew(): void {}

  end(): void {}

  write(data: Buffer, start: number, end: number): void {
    let at = start;
    if (end > start) this.#isEmpty = false;
    while (at < end && this.#state !== 'done') {
      if (this.#state === 'data') {
        const to = Math.min(end, at + this.#left);
        this.#next.write(data, at, to);
        this.#left -= to - at;
        at = to;
        if (this.#left === 0) this.#state = 'after-data';
      } else if (this.#state === 'size') {
        at = this.#passSizeLine(data, at, end);
      } else if (this.#state === 'plain') {
        this.#next.write(data, at, end);
        return;
      } else {
        // The line end behind the data; a server that leaves it out starts the size at once.
        const code = data[at];
        if (code === CR) at++;
        else {
          if (code === LF) at++;
          this.#state = 'size';
        }
      }
    }
  }

  /** Index behind the size line, or where what is none starts. */
  #passSizeLine(data: Buffer, start: number, end: number): number {
    const usual = this.#line === '' ? this.#readUsualLine(data, start, end) : -1;
    if (usual >= 0) return usual;
    const before = this.#line;
    const next = this.#readSizeLine(data, start, end);
    if (next >= 0) return next;
    this.#state = 'plain';
    if (before !== '') this.#next.write(Buffer.from(before, 'latin1'), 0, before.length);
    return start;
  }

  /** Index behind a size line of up to seven digits and CR LF, as nearly all are; -1 for others. */
  #readUsualLine(data: Buffer, start: number, end: number): number {
    const limit = Math.min(end - 1, start + 7);
    let size = 0;
    for (let at = start; at <= limit; at++) {
      const code = data[at] ?? 0;
      const digit = hexDigit(code);
      if (digit < 0) {
        if (code !== CR || at === start || at + 1 >= end || data[at + 1] !== LF) return -1;
        this.#begin(size);
        return at + 2;
      }
      size = (size << 4) | digit;
    }
    return -1;
  }

  #readSizeLine(data: Buffer, start: number, end: number): number {
    const feed = data.indexOf(LF, start);
    const isWhole = feed >= 0 && feed < end;
    const lineEnd = isWhole ? feed : end;
    this.#line += data.toString('latin1', start, Math.min(lineEnd, start + MAX_SIZE_LINE));
    const digits = SIZE_LINE.exec(this.#line)?.[1];
    if (digits === undefined || this.#line.length > MAX_SIZE_LINE) return -1;
    if (!isWhole) return end;
    const size = Number.parseInt(digits, 16);
    if (!(size <= MAX_CHUNK)) return -1; // no digits at all make it NaN
    this.#line = '';
    this.#begin(size);
    return feed + 1;
  }

  #begin(size: number): void {
    this.#left = size;
    this.#state = size === 0 ? 'done' : 'data';
  }
}

const LF = 10;
const CR = 13;

function hexDigit(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  const lower = code | 32;
  return lower >= 97 && lower <= 102 ? lower - 87 : -1;
}
