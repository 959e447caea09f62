// Header fields as WARC and HTTP write them: `Name: value` lines, tolerant of what real files hold.

/** Named fields in the order they were written; names are compared without regard to case. */
export interface HeaderFields {
  /** Value of the first field with this name, given in lower case; `''` when there is none. */
  get(name: string): string;
  /** All values of the fields with this name, given in lower case. */
  all(name: string): string[];
  /** Pairs of lower-case name and value, in order. */
  readonly entries: readonly (readonly [name: string, value: string])[];
}

/** A header with more fields than this is cut: no real one comes near. */
const MAX_FIELDS = 2000;

/**
 * Reads header lines. Lines may end in CRLF or LF; a line that starts with a blank continues the one
 * before; lines without a colon are passed over.
 */
export function parseHeaderFields(text: string, start = 0): HeaderFields {
  const entries: [string, string][] = [];
  let at = start;
  while (at < text.length && entries.length < MAX_FIELDS) {
    let lineEnd = text.indexOf('\n', at);
    if (lineEnd < 0) lineEnd = text.length;
    const first = text.charCodeAt(at);
    const last = entries[entries.length - 1];
    if ((first === 32 || first === 9) && last !== undefined) {
      const more = text.slice(at, lineEnd).trim();
      if (more !== '') last[1] += last[1] === '' ? more : ` ${more}`;
    } else {
      const colon = text.indexOf(':', at);
      if (colon > at && colon < lineEnd) {
        entries.push([
          text.slice(at, colon).trim().toLowerCase(),
          text.slice(colon + 1, lineEnd).trim(),
        ]);
      }
    }
    at = lineEnd + 1;
  }
  return new FieldList(entries);
}

/** Fields made from pairs, for records that have no header lines of their own (ARC). */
export function headerFieldsOf(pairs: readonly (readonly [string, string])[]): HeaderFields {
  return new FieldList(pairs);
}

class FieldList implements HeaderFields {
  readonly entries: readonly (readonly [string, string])[];

  constructor(entries: readonly (readonly [string, string])[]) {
    this.entries = entries;
  }

  get(name: string): string {
    for (const [key, value] of this.entries) if (key === name) return value;
    return '';
  }

  all(name: string): string[] {
    return this.entries.filter(([key]) => key === name).map(([, value]) => value);
  }
}

/**
 * Index just behind the blank line that ends the header starting at `start`, or -1 when it is not
 * within `end`. LF, CRLF and the CR CR LF of twice converted files may be mixed.
 */
export function findHeaderEnd(buffer: Buffer, start: number, end: number): number {
  let from = start;
  for (;;) {
    const feed = buffer.indexOf(LF, from);
    if (feed < 0 || feed >= end) return -1;
    let next = feed + 1;
    if (buffer[next] === CR) next++;
    if (buffer[next] === CR) next++;
    if (next < end && buffer[next] === LF) return next + 1;
    from = feed + 1;
  }
}

const CR = 13;
const LF = 10;
