// Answers of CDX servers in all their spellings: lines of fields, CDXJ, objects line by line, arrays of rows.
import { type CdxEntry, type CdxLine, parseCdxLine } from '../../archive/archive.ts';
import { type CdxTexts, toCdxLine } from '../../archive/cdx/cdx-entry.ts';
import type { RejectReason } from './line-filter.ts';

/** One line of an answer. */
export type AnswerLine =
  | { readonly kind: 'entry'; readonly entry: CdxEntry }
  | { readonly kind: 'rejected'; readonly reason: RejectReason }
  /** How to ask for what follows. */
  | { readonly kind: 'resume'; readonly key: string }
  /** Says nothing. */
  | { readonly kind: 'none' };

/** The names that servers have for fields. */
const NAMES: Readonly<Record<string, keyof CdxTexts>> = {
  urlkey: 'key',
  timestamp: 'time',
  url: 'url',
  original: 'url',
  mime: 'mime',
  mimetype: 'mime',
  status: 'status',
  statuscode: 'status',
  digest: 'digest',
  length: 'length',
  offset: 'offset',
  filename: 'file',
  redirect: 'redirect',
  redirecturl: 'redirect',
  robotflags: 'meta',
};

const NO_TEXTS: CdxTexts = {
  ...{ key: '', time: '', url: '', mime: '', status: '', digest: '' },
  ...{ length: '', offset: '', file: '', redirect: '', meta: '' },
};

/** Reads the lines of one answer in their order. */
export class AnswerReader {
  /** Names of the fields in an array of rows. */
  #names: readonly string[] | undefined;
  /** A blank line or row stands before the key by which to go on. */
  #isKeyNext = false;

  /** Reads a line without its line end; an array may stand in one line as a whole. */
  read(text: string): readonly AnswerLine[] {
    const line = text.trim();
    const rows = line.startsWith('[[') ? parse(line) : undefined;
    if (isRows(rows)) return rows.map((row) => this.#row(row));
    return [this.#read(line)];
  }

  #read(line: string): AnswerLine {
    if (line.startsWith('[') || line.startsWith(',[') || line === ']') return this.#readRow(line);
    if (line === '') {
      this.#isKeyNext = true;
      return { kind: 'none' };
    }
    if (this.#isKeyNext && !/^\S+ \S+ \S/.test(line)) return { kind: 'resume', key: line };
    this.#isKeyNext = false;
    return line.startsWith('{') ? this.#readObject(line) : parseCdxLine(line);
  }

  #readObject(line: string): AnswerLine {
    const value = parse(line);
    if (!isObject(value)) return { kind: 'rejected', reason: 'json' };
    return toLine(Object.entries(value));
  }

  /** A row of an array that has one row in each line: brackets and commas around it belong to the array. */
  #readRow(line: string): AnswerLine {
    const opened = line.startsWith('[[') ? line.slice(1) : line.replace(/^,/, '');
    const row = opened.replace(/\]\s*\]$/, ']').replace(/,$/, '');
    if (row === ']' || row === '[') return { kind: 'none' };
    const values = parse(row);
    if (!Array.isArray(values)) return { kind: 'rejected', reason: 'json' };
    return this.#row(values);
  }

  #row(values: readonly unknown[]): AnswerLine {
    if (values.length === 0) {
      this.#isKeyNext = true;
      return { kind: 'none' };
    }
    const [first] = values;
    if (this.#isKeyNext && values.length === 1) return { kind: 'resume', key: String(first) };
    if (this.#names === undefined) {
      this.#names = values.map(String);
      if (this.#names.includes('timestamp')) return { kind: 'none' };
      // Without a row of names the fields are those of the Internet Archive.
      this.#names = DEFAULT_NAMES;
    }
    return toLine(this.#names.map((name, at) => [name, values[at]] as const));
  }
}

const DEFAULT_NAMES: readonly string[] = [
  ...['urlkey', 'timestamp', 'original', 'mimetype', 'statuscode', 'digest', 'length'],
  ...['offset', 'filename'],
];

function toLine(values: readonly (readonly [name: string, value: unknown])[]): CdxLine {
  const texts: Record<keyof CdxTexts, string> = { ...NO_TEXTS };
  for (const [name, value] of values) {
    const field = Object.hasOwn(NAMES, name) ? NAMES[name] : undefined;
    if (field !== undefined) texts[field] = textOf(value);
  }
  return toCdxLine(texts);
}

function textOf(value: unknown): string {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '-' ? value : '';
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined; // said by the caller
  }
}

function isRows(value: unknown): value is readonly (readonly unknown[])[] {
  return Array.isArray(value) && value.every((row) => Array.isArray(row));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
