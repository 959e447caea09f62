// Questions to the capture index as ranges of its sorted keys.
import type { MatchType } from '../archive/archive.ts';

/** Where a capture stands in the order of the index. */
export interface CaptureKey {
  readonly surt: string;
  /** A 14-digit time as a number. */
  readonly time: number;
  /** Number of the archive file in the index. */
  readonly file: number;
  readonly offset: number;
}

/** Keys with `start` <= SURT < `end`; of one SURT alone where both are the same. */
export interface KeyRange {
  readonly start: string;
  readonly end: string;
}

/** Follows every character that a key can hold. */
const LAST_CHARACTER = '\u{10ffff}';

/**
 * The range of a question. `host` is all of a host without other ports, `domain` the host and its
 * sub-domains: in a SURT the comma before the name of a sub-domain lies between `)` and `-`.
 */
export function toKeyRange(surt: string, matchType: MatchType = 'exact'): KeyRange {
  const close = surt.indexOf(')');
  const host = close < 0 ? surt : surt.slice(0, close);
  switch (matchType) {
    case 'exact':
      return { start: surt, end: surt };
    case 'prefix':
      return prefixRange(surt);
    case 'host':
      return { start: `${host})`, end: `${host}*` };
    case 'domain':
      return { start: `${host})`, end: `${host}-` };
  }
}

/**
 * The ranges below a prefix. A prefix that ends in a slash or question mark covers the folder itself
 * too, whose key has lost it, and that with a query; not its neighbours of the same beginning.
 */
export function rangesBelow(prefix: string): KeyRange[] {
  if (!/[^)][/?]$/.test(prefix)) return [prefixRange(prefix)];
  const folder = prefix.slice(0, -1);
  return [prefixRange(prefix), toKeyRange(folder), prefixRange(`${folder}?`)];
}

function prefixRange(prefix: string): KeyRange {
  return { start: prefix, end: prefix + LAST_CHARACTER };
}
