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
 * before; lines without a colon are passed over. The text is cut into values only when one is asked
 * for: of the twenty fields of a response two or three ever are.
 */
export function parseHeaderFields(text: string, start = 0): HeaderFields {
  return new LineFields(text, start);
}

/** Fields made from pairs, for records that have no header lines of their own (ARC). */
export function headerFieldsOf(pairs: readonly (readonly [string, string])[]): HeaderFields {
  return {
    entries: pairs,
    get: (name) => pairs.find(([key]) => key === name)?.[1] ?? '',
    all: (name) => pairs.filter(([key]) => key === name).map(([, value]) => value),
  };
}

class LineFields implements HeaderFields {
  readonly #text: string;
  /** Three numbers a field: where its name starts, its colon, and where its last line ends. */
  readonly #marks: number[] = [];
  #hasFolds = false;

  constructor(text: string, start: number) {
    this.#text = text;
    let at = start;
    while (at < text.length && this.#marks.length < 3 * MAX_FIELDS) {
      const feed = text.indexOf('\n', at);
      const end = feed < 0 ? text.length : feed;
      const first = text.charCodeAt(at);
      if ((first === SPACE || first === TAB) && this.#marks.length > 0) {
        this.#hasFolds = true;
        this.#marks[this.#marks.length - 1] = end;
      } else {
        const colon = text.indexOf(':', at);
        if (colon > at && colon < end) this.#marks.push(at, colon, end);
      }
      at = end + 1;
    }
  }

  get(name: string): string {
    const marks = this.#marks;
    for (let i = 0; i < marks.length; i += 3) if (this.#isNamed(i, name)) return this.#valueAt(i);
    return '';
  }

  all(name: string): string[] {
    const values: string[] = [];
    for (let i = 0; i < this.#marks.length; i += 3) {
      if (this.#isNamed(i, name)) values.push(this.#valueAt(i));
    }
    return values;
  }

  get entries(): readonly (readonly [string, string])[] {
    const entries: [string, string][] = [];
    for (let i = 0; i < this.#marks.length; i += 3) {
      entries.push([this.#nameAt(i), this.#valueAt(i)]);
    }
    return entries;
  }

  #isNamed(i: number, name: string): boolean {
    const start = this.#marks[i] ?? 0;
    const colon = this.#marks[i + 1] ?? 0;
    if (colon - start === name.length) {
      for (let j = 0; j < name.length; j++) {
        const code = this.#text.charCodeAt(start + j);
        const lower = code >= 65 && code <= 90 ? code | 32 : code;
        if (lower !== name.charCodeAt(j)) return false;
      }
      return true;
    }
    // Blanks before the colon are rare; a name of another length cannot match without them.
    return colon - start > name.length && this.#text.charCodeAt(colon - 1) <= SPACE
      ? this.#nameAt(i) === name
      : false;
  }

  #nameAt(i: number): string {
    return this.#text
      .slice(this.#marks[i], this.#marks[i + 1])
      .trim()
      .toLowerCase();
  }

  #valueAt(i: number): string {
    const value = this.#text.slice((this.#marks[i + 1] ?? 0) + 1, this.#marks[i + 2]).trim();
    if (!this.#hasFolds || !value.includes('\n')) return value;
    return value
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
      .join(' ');
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

const TAB = 9;
const LF = 10;
const CR = 13;
const SPACE = 32;
