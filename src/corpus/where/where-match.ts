// Whether a capture meets a condition: the plain way, which faster ones must agree with.
import type { CdxEntry } from '../../archive/archive.ts';
import { hostTest, isOfHost, urlKeys } from './capture-keys.ts';
import { compileRegex } from './linear-regex.ts';
import { matchesPattern } from './text-pattern.ts';
import type { CountRange, TextField, TextPattern, TimeRange, Where } from './where-node.ts';

/** Tells whether a capture meets a condition. */
export type CaptureTest = (capture: CdxEntry) => boolean;

/** Whether a capture meets a condition. For many captures `compileWhere` is quicker. */
export function matchesWhere(where: Where, capture: CdxEntry): boolean {
  const known = compiled.get(where);
  if (known !== undefined) return known(capture);
  const test = compileWhere(where);
  compiled.set(where, test);
  return test(capture);
}

const compiled = new WeakMap<Where, CaptureTest>();

/** The test that a condition stands for. */
export function compileWhere(where: Where): CaptureTest {
  switch (where.kind) {
    case 'and': {
      const tests = where.conditions.map(compileWhere);
      return (capture) => tests.every((test) => test(capture));
    }
    case 'or': {
      const tests = where.conditions.map(compileWhere);
      return (capture) => tests.some((test) => test(capture));
    }
    case 'not': {
      const test = compileWhere(where.condition);
      return (capture) => !test(capture);
    }
    case 'text': {
      const tests = where.patterns.map((pattern) => compileText(where.field, pattern));
      return (capture) => tests.some((test) => test(capture));
    }
    case 'count':
      return compileCount(where.field, where.ranges);
    case 'match': {
      const fits = compileRegex(where.source);
      return ({ url }) => fits(url);
    }
    case 'time':
      return compileTime(where.ranges);
  }
}

function compileCount(
  field: 'status' | 'length' | 'offset',
  ranges: readonly CountRange[],
): CaptureTest {
  return (capture) => {
    const count = capture[field];
    return ranges.some(({ from, to }) => count >= from && count <= to);
  };
}

function compileTime(ranges: readonly TimeRange[]): CaptureTest {
  const bounds = ranges.map(toTimeBounds);
  return ({ time }) => bounds.some(({ from, to }) => time >= from && time <= to);
}

/** The first and last time of a range, in 14 digits. */
export function toTimeBounds({ from, to }: TimeRange): TimeRange {
  return { from: from.padEnd(14, '0'), to: to.padEnd(14, '9') };
}

function compileText(field: TextField, pattern: TextPattern): CaptureTest {
  switch (field) {
    case 'url':
      return compileUrl(pattern);
    case 'host': {
      const test = hostTest(pattern);
      return ({ surt }) => isOfHost(surt, test);
    }
    case 'surt':
      return ({ surt }) => matchesPattern(pattern, surt);
    case 'mime':
      return ({ mime }) => matchesPattern(pattern, mime);
    case 'digest':
      return ({ digest }) => matchesPattern(pattern, digest.toUpperCase());
    case 'file': {
      const isPath = namesPath(pattern);
      return ({ file }) => matchesPattern(pattern, isPath ? file : baseName(file));
    }
    case 'redirect':
      return ({ redirect = '' }) => matchesPattern(pattern, redirect);
    case 'meta':
      return ({ meta = '' }) => matchesPattern(pattern, meta);
  }
}

function compileUrl(pattern: TextPattern): CaptureTest {
  const keys = urlKeys(pattern);
  if (keys === undefined) return ({ url }) => matchesPattern(pattern, url);
  return ({ surt }) =>
    keys.some(({ text, isPrefix }) => (isPrefix ? surt.startsWith(text) : surt === text));
}

/** Whether a pattern of files is about whole paths; without a slash it is about the last part of them. */
export function namesPath(pattern: TextPattern): boolean {
  return pattern.some((piece) => piece.includes('/'));
}

function baseName(file: string): string {
  return file.slice(file.lastIndexOf('/') + 1);
}
