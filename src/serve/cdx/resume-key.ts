// Keys by which a client goes on where an answer ended.

import { toSafeText } from '../../archive/cdx/cdx-entry.ts';
import type { CaptureKey } from '../../index/captures.ts';
import type { KeyRange } from '../../index/captures-range.ts';

/** The key of a place, encoded so that it can be put into an address as it is. */
export function formatResumeKey({ surt, time, file, offset }: CaptureKey): string {
  const text = `${toSafeText(surt)} ${String(time).padStart(14, '0')} ${file} ${offset}`;
  return encodeURIComponent(text).replaceAll('%20', '+');
}

/**
 * The place of a key; `undefined` when it is none. A key of SURT and time alone, as other servers give it,
 * goes on behind all captures of that time. One that was encoded twice is understood.
 */
export function parseResumeKey(text: string): CaptureKey | undefined {
  const plain = text.includes(' ') ? text : decode(text.replaceAll('+', ' '));
  const found = /^(\S+) (\d{1,14})(?: (\d{1,15}) (\d{1,15}))?$/.exec(plain);
  if (found === null) return undefined;
  const [, surt = '', time = '', file, offset] = found;
  return {
    surt,
    time: Number(time.padEnd(14, '0')),
    file: file === undefined ? Number.MAX_SAFE_INTEGER : Number(file),
    offset: offset === undefined ? Number.MAX_SAFE_INTEGER : Number(offset),
  };
}

/**
 * Where a question goes on from a key; `undefined`: at its own start. A key of another question may lie before that, and
 * what lies between the two was not asked for.
 */
export function placeWithin(
  key: CaptureKey,
  { start, end }: KeyRange,
  isReverse: boolean,
): CaptureKey | undefined {
  const isOutside = isReverse ? key.surt > end : key.surt < start;
  return isOutside ? undefined : key;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return ''; // no key looks like this
  }
}
