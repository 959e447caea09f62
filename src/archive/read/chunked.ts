// The chunked transfer coding, undone piece by piece.

/** Undoes chunking of a body that arrives in pieces. */
export interface Dechunker {
  /** Hands the data of the chunks in `piece` to `sink`, as views into it. */
  write(piece: Buffer, sink: (data: Buffer) => void): void;
  /** Whether the last chunk was seen, or nothing at all; a body that ends before it is truncated. */
  readonly isComplete: boolean;
}

/** Longest size line taken: 16 digits and an extension. */
const MAX_SIZE_LINE = 4096;
const MAX_CHUNK = 2 ** 46;
/** A size line, or the first part of one. */
const SIZE_LINE = /^[ \t]*([0-9a-f]{0,16})[ \t\r]*(?:;.*)?$/is;

/**
 * A decoder for chunked bodies. Extensions, trailers, upper-case digits and bare LF are taken; where
 * what should be a size line is none, the coding was declared falsely (at the start) or the data is
 * damaged (later): the rest is handed on as it stands.
 */
export function createDechunker(): Dechunker {
  let left = 0; // bytes of the current chunk still to come
  let line = ''; // size line so far
  let isEmpty = true;
  let state: 'size' | 'data' | 'after-data' | 'done' | 'plain' = 'size';

  const readSizeLine = (piece: Buffer, start: number): number => {
    const feed = piece.indexOf(10, start);
    const end = feed < 0 ? piece.length : feed;
    line += piece.toString('latin1', start, Math.min(end, start + MAX_SIZE_LINE));
    const digits = SIZE_LINE.exec(line)?.[1];
    if (digits === undefined || line.length > MAX_SIZE_LINE) return -1;
    if (feed < 0) return piece.length;
    const size = Number.parseInt(digits, 16);
    if (!(size <= MAX_CHUNK)) return -1; // no digits at all make it NaN
    line = '';
    left = size;
    state = size === 0 ? 'done' : 'data';
    return feed + 1;
  };

  return {
    write(piece, sink) {
      let at = 0;
      isEmpty &&= piece.length === 0;
      while (at < piece.length && state !== 'done') {
        if (state === 'plain') {
          sink(piece.subarray(at));
          return;
        }
        if (state === 'size') {
          const before = line;
          const next = readSizeLine(piece, at);
          if (next < 0) {
            state = 'plain';
            const earlier = before.length === 0 ? undefined : Buffer.from(before, 'latin1');
            if (earlier !== undefined) sink(earlier);
            continue;
          }
          at = next;
        } else if (state === 'data') {
          const part = piece.subarray(at, at + left);
          sink(part);
          at += part.length;
          left -= part.length;
          if (left === 0) state = 'after-data';
        } else {
          // The line end behind the data; a server that leaves it out starts the size at once.
          const code = piece[at];
          if (code === 13) at++;
          else {
            if (code === 10) at++;
            state = 'size';
          }
        }
      }
    },
    get isComplete() {
      return isEmpty || state === 'done' || state === 'plain';
    },
  };
}
