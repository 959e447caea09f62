// Header fields as WARC and HTTP write them: `Name: value` lines, tolerant of what real files hold.
import { type HeaderScan, MAX_FIELDS } from './header-scan.ts';

/** Named fields in the order they were written; names are compared without regard to case. */
export interface HeaderFields {
  /** Value of the first field with this name, given in lower case; `''` when there is none. */
  get(name: string): string;
  /** All values of the fields with this name, given in lower case. */
  all(name: string): string[];
  /** Pairs of lower-case name and value, in order. */
  readonly entries: readonly (readonly [name: string, value: string])[];
}

/**
 * Reads header lines. Lines may end in CRLF or LF; a line that starts with a blank continues the one
 * before; lines without a colon are passed over. The text is cut into values only when one is asked
 * for: of the twenty fields of a response two or three ever are.
 */
export function parseHeaderFields(text: string, start = 0): HeaderFields {
  const marks: number[] = [];
  let hasFolds = false;
  for (let at = start; at < text.length && marks.length < 3 * MAX_FIELDS; ) {
    const feed = text.indexOf('\n', at);
    const end = feed < 0 ? text.length : feed;
    const first = text.charCodeAt(at);
    if ((first === SPACE || first === TAB) && marks.length > 0) {
      hasFolds = true;
      marks[marks.length - 1] = end;
    } else {
      const colon = text.indexOf(':', at);
      if (colon > at && colon < end) marks.push(at, colon, end);
    }
    at = end + 1;
  }
  return new LineFields(text, marks, hasFolds);
}

/** The fields of a header that was just scanned; `text` has one character for each of its bytes. */
export function scannedFields(text: string, scan: HeaderScan): HeaderFields {
  return new LineFields(text, scan.marks.slice(0, scan.markCount), scan.hasFolds);
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
  readonly #marks: readonly number[];
  readonly #hasFolds: boolean;

  constructor(text: string, marks: readonly number[], hasFolds: boolean) {
    this.#text = text;
    this.#marks = marks;
    this.#hasFolds = hasFolds;
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

const TAB = 9;
const SPACE = 32;
