// The candidates of a `srcset` attribute.

/** Candidates of one attribute beyond this many are not read. */
const MAX_CANDIDATES = 1000;

/** One image of a `srcset`. */
export interface SrcsetCandidate {
  /** As written. */
  readonly url: string;
  /** Such as `2x` or `640w`; `''` if there is none. */
  readonly descriptor: string;
}

/**
 * Splits a `srcset` as the HTML standard does: a URL is all up to a blank, so it may hold commas
 * (`data:` URLs do); commas at its end part candidates, and so do commas outside parentheses after
 * its descriptor.
 */
export function parseSrcset(srcset: string): SrcsetCandidate[] {
  const candidates: SrcsetCandidate[] = [];
  let index = 0;
  while (index < srcset.length && candidates.length < MAX_CANDIDATES) {
    index = skip(srcset, index, SEPARATORS);
    const end = skip(srcset, index, NOT_BLANK);
    const written = srcset.slice(index, end);
    const url = withoutCommas(written);
    index = end;
    if (url === '') continue;
    if (url.length < written.length) {
      candidates.push({ url, descriptor: '' });
      continue;
    }
    index = endOfDescriptor(srcset, end);
    candidates.push({ url, descriptor: srcset.slice(end, index).trim() });
  }
  return candidates;
}

// Sticky expressions read on from where they are told to, so nothing is read twice.
const SEPARATORS = /[\s,]*/y;
const NOT_BLANK = /\S*/y;

function skip(text: string, from: number, expression: RegExp): number {
  expression.lastIndex = from;
  expression.test(text);
  return expression.lastIndex;
}

/** By hand: `/,+$/` would try every comma of a long run. */
function withoutCommas(text: string): string {
  let end = text.length;
  while (end > 0 && text.charAt(end - 1) === ',') end -= 1;
  return text.slice(0, end);
}

function endOfDescriptor(srcset: string, start: number): number {
  let depth = 0;
  for (let index = start; index < srcset.length; index += 1) {
    const character = srcset.charAt(index);
    if (character === '(') depth += 1;
    else if (character === ')') depth = Math.max(0, depth - 1);
    else if (character === ',' && depth === 0) return index;
  }
  return srcset.length;
}
