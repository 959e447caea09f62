// The ranges of SURT keys that can meet a condition: what a binary search in a sorted index looks for.
import { hostTest, type KeyTest, urlKeys } from './capture-keys.ts';
import type { TextField, TextPattern, Where } from './where-node.ts';

/**
 * Keys from `start` up to, not including, `end`, in the order of their bytes. The same texts bound lines that begin
 * with a key and a blank.
 */
export interface KeyRange {
  readonly start: string;
  readonly end: string;
}

/**
 * Ranges that hold the keys of all captures that meet a condition, sorted, none of them meeting another. `undefined`
 * when any key can meet it; an empty list when none can.
 */
export function keyRangesOf(where: Where): readonly KeyRange[] | undefined {
  switch (where.kind) {
    case 'and':
      return where.conditions.reduce<readonly KeyRange[] | undefined>((ranges, condition) => {
        const others = keyRangesOf(condition);
        if (ranges === undefined || others === undefined) return ranges ?? others;
        return intersect(ranges, others);
      }, undefined);
    case 'or':
      return unite(where.conditions.map(keyRangesOf));
    case 'text':
      return unite(where.patterns.map((pattern) => rangesOfPattern(where.field, pattern)));
    default:
      return undefined;
  }
}

/** The order of texts by their bytes in UTF-8, which is that of index lines. */
export function compareBytewise(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index++) {
    const one = a.charCodeAt(index);
    const other = b.charCodeAt(index);
    if (one === other) continue;
    // Halves of pairs stand for characters behind all others.
    const isSurrogate = (unit: number) => unit >= 0xd800 && unit < 0xe000;
    if (isSurrogate(one) !== isSurrogate(other)) return isSurrogate(one) ? 1 : -1;
    return one - other;
  }
  return a.length - b.length;
}

function rangesOfPattern(field: TextField, pattern: TextPattern): KeyRange[] | undefined {
  switch (field) {
    case 'surt': {
      const [text = ''] = pattern;
      return rangesOfKeys([{ text, isPrefix: pattern.length > 1 }]);
    }
    case 'url':
      return rangesOfKeys(urlKeys(pattern));
    case 'host':
      return rangesOfHost(pattern);
    default:
      return undefined;
  }
}

function rangesOfKeys(keys: readonly KeyTest[] | undefined): KeyRange[] | undefined {
  if (keys === undefined || keys.some(({ text }) => text === '')) return undefined;
  return keys.map(({ text, isPrefix }) => ({
    start: text,
    // `!` follows the blank that ends the key in a line.
    end: isPrefix ? behindPrefix(text) : `${text}!`,
  }));
}

/**
 * In keys `)` ends a host, a comma begins the name of a sub-domain and a colon a port. `*` follows `)`, `-` the
 * comma and `;` the colon.
 */
function rangesOfHost(pattern: TextPattern): KeyRange[] | undefined {
  const test = hostTest(pattern);
  if (test.kind === 'pattern' || test.host === '') return undefined;
  const { host, hasPort, withSubdomains } = test;
  const ranges = [{ start: `${host})`, end: `${host}*` }];
  if (!hasPort) ranges.push({ start: `${host}:`, end: `${host};` });
  if (withSubdomains) ranges.push({ start: `${host},`, end: `${host}-` });
  return ranges;
}

/** The first text that is behind all that begin with a prefix. */
function behindPrefix(prefix: string): string {
  const last = prefix.charCodeAt(prefix.length - 1);
  const isPlain = last < 0x7f;
  return isPlain ? prefix.slice(0, -1) + String.fromCharCode(last + 1) : `${prefix}\u{10ffff}`;
}

/** All ranges in one list; `undefined` when one of them is. */
function unite(lists: readonly (readonly KeyRange[] | undefined)[]): KeyRange[] | undefined {
  const known = lists.flatMap((list) => list ?? []);
  if (lists.some((list) => list === undefined)) return undefined;
  const sorted = known.sort((a, b) => compareBytewise(a.start, b.start));
  const united: KeyRange[] = [];
  for (const range of sorted) {
    const last = united.at(-1);
    if (last === undefined || compareBytewise(range.start, last.end) > 0) united.push(range);
    else if (compareBytewise(range.end, last.end) > 0) {
      united[united.length - 1] = { start: last.start, end: range.end };
    }
  }
  return united;
}

/** What two sorted lists share: each step leaves one range behind. */
export function intersect(a: readonly KeyRange[], b: readonly KeyRange[]): KeyRange[] {
  const shared: KeyRange[] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const [one, other] = [a[i], b[j]];
    if (one === undefined || other === undefined) break;
    const start = compareBytewise(one.start, other.start) > 0 ? one.start : other.start;
    const isOneFirst = compareBytewise(one.end, other.end) < 0;
    const end = isOneFirst ? one.end : other.end;
    if (compareBytewise(start, end) < 0) shared.push({ start, end });
    if (isOneFirst) i++;
    else j++;
  }
  return shared;
}
