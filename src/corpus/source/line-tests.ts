// Conditions on the bytes of a scanned line; they say the same as the plain way says of the parsed line.
import { hostTest, isOfHost, urlKeys } from '../where/capture-keys.ts';
import { compileRegex } from '../where/linear-regex.ts';
import { matchesPattern } from '../where/text-pattern.ts';
import type { CountRange, TextField, TextPattern, TimeRange, Where } from '../where/where.ts';
import { namesPath, toTimeBounds } from '../where/where-match.ts';
import { FIELD, type LineScanner } from './scanned-line.ts';

/** Tells whether the line that was scanned last meets a condition. */
export type LineTest = (line: LineScanner) => boolean;

/** The test that a condition stands for. */
export function compileLineTest(where: Where): LineTest {
  switch (where.kind) {
    case 'and':
      return every(where.conditions.map(compileLineTest));
    case 'or':
      return some(where.conditions.map(compileLineTest));
    case 'not': {
      const test = compileLineTest(where.condition);
      return (line) => !test(line);
    }
    case 'text':
      return some(where.patterns.map((pattern) => compileText(where.field, pattern)));
    case 'count':
      return some(where.ranges.map((range) => compileCount(FIELD[where.field], range)));
    case 'match': {
      const fits = compileRegex(where.source);
      return (line) => fits(textAt(line, FIELD.url));
    }
    case 'time':
      return some(where.ranges.map(compileTime));
  }
}

/** Loops rather than methods of arrays: they run for every line of an index. */
function every(tests: readonly LineTest[]): LineTest {
  const [only] = tests;
  if (only !== undefined && tests.length === 1) return only;
  return (line) => {
    for (const test of tests) if (!test(line)) return false;
    return true;
  };
}

function some(tests: readonly LineTest[]): LineTest {
  const [only] = tests;
  if (only !== undefined && tests.length === 1) return only;
  return (line) => {
    for (const test of tests) if (test(line)) return true;
    return false;
  };
}

function compileCount(field: number, { from, to }: CountRange): LineTest {
  return (line) => {
    const count = Math.max(0, line.countOf(field)); // what is no number counts as none
    return count >= from && count <= to;
  };
}

function compileTime(range: TimeRange): LineTest {
  const bounds = toTimeBounds(range);
  const from = Number(bounds.from);
  const to = Number(bounds.to);
  return ({ time }) => time >= from && time <= to;
}

function compileText(field: TextField, pattern: TextPattern): LineTest {
  switch (field) {
    case 'url': {
      const keys = urlKeys(pattern);
      if (keys === undefined) return textTest(FIELD.url, pattern);
      const tests = keys.map(({ text, isPrefix }) =>
        textTest(FIELD.key, isPrefix ? [text, ''] : [text]),
      );
      return some(tests);
    }
    case 'host':
      return compileHost(pattern);
    case 'surt':
      return textTest(FIELD.key, pattern);
    case 'mime':
      return compileMime(pattern);
    case 'digest':
      return compileDigest(pattern);
    case 'file':
      return namesPath(pattern) ? textTest(FIELD.file, pattern) : compileBaseName(pattern);
    case 'redirect':
      return textTest(FIELD.redirect, pattern);
    case 'meta':
      return textTest(FIELD.meta, pattern);
  }
}

function textTest(field: number, pattern: TextPattern): LineTest {
  const matches = compileBytes(pattern);
  return ({ bytes, starts, ends }) => matches(bytes, starts[field] ?? 0, ends[field] ?? 0);
}

/** Hosts are compared as texts: few lines of an index come so far, as their keys are searched for. */
function compileHost(pattern: TextPattern): LineTest {
  const test = hostTest(pattern);
  return (line) => isOfHost(textAt(line, FIELD.key), test);
}

function compileMime(pattern: TextPattern): LineTest {
  const matches = compileBytes(pattern);
  return (line) => {
    const { bytes } = line;
    const from = line.starts[FIELD.mime] ?? 0;
    const to = line.ends[FIELD.mime] ?? 0;
    for (let at = from; at < to; at++) {
      const byte = bytes[at] ?? 0;
      // Parameters and capitals are rare; then it is worth a text.
      if (byte === 0x3b || (byte >= 0x41 && byte <= 0x5a)) {
        return matchesPattern(pattern, bareMime(textAt(line, FIELD.mime)));
      }
    }
    return matches(bytes, from, to);
  };
}

/** Without parameters, in lower case: what a parsed line has. */
function bareMime(text: string): string {
  const end = text.indexOf(';');
  return (end < 0 ? text : text.slice(0, end)).trim().toLowerCase();
}

function compileDigest(pattern: TextPattern): LineTest {
  return (line) => {
    const digest = textAt(line, FIELD.digest).replace(/^sha1:/i, '');
    return matchesPattern(pattern, digest.toUpperCase());
  };
}

function compileBaseName(pattern: TextPattern): LineTest {
  const matches = compileBytes(pattern);
  return ({ bytes, starts, ends }) => {
    const first = starts[FIELD.file] ?? 0;
    const to = ends[FIELD.file] ?? 0;
    let from = to;
    while (from > first && bytes[from - 1] !== 0x2f) from--;
    return matches(bytes, from, to);
  };
}

function textAt({ bytes, starts, ends }: LineScanner, field: number): string {
  const from = starts[field] ?? 0;
  const to = ends[field] ?? 0;
  return Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString('latin1');
}

type BytesTest = (bytes: Uint8Array, from: number, to: number) => boolean;

/** A pattern for ASCII text: wildcards at its end are compared as bytes, others as text. */
function compileBytes(pattern: TextPattern): BytesTest {
  const [first = '', last = ''] = pattern;
  const start = Buffer.from(first, 'utf8');
  if (pattern.length === 1) {
    return (bytes, from, to) => to - from === start.length && isAt(start, bytes, from);
  }
  if (pattern.length === 2 && last === '') {
    return (bytes, from, to) => to - from >= start.length && isAt(start, bytes, from);
  }
  return (bytes, from, to) => {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString('latin1');
    return matchesPattern(pattern, text);
  };
}

function isAt(wanted: Uint8Array, bytes: Uint8Array, from: number): boolean {
  for (let index = 0; index < wanted.length; index++) {
    if (wanted[index] !== bytes[from + index]) return false;
  }
  return true;
}
