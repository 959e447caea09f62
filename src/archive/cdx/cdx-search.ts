// Binary search in the sorted lines of a source, of which only a few blocks are read.

import type { ByteSource } from '../source/source.ts';
import { LINE_FEED, readAt } from './cdx-lines.ts';

/** Bytes per probe. */
const PROBE_BYTES = 1 << 13;

/** A range this short is quicker read than searched. */
const SCAN_BYTES = 1 << 15;

/**
 * The place of a line (or the start of the source) before which all lines are smaller than the target,
 * bytewise. The first line that is not smaller begins there or a little behind it. Lines must be sorted.
 */
export async function seekLine(source: ByteSource, target: Buffer): Promise<number> {
  let low = 0; // a line that is smaller, or the start
  let high = source.size; // no line behind it is smaller
  while (high - low > SCAN_BYTES) {
    const middle = low + Math.floor((high - low) / 2);
    const line = await firstLineBehind(source, middle, high, target.length);
    if (line === undefined || line.bytes.compare(target) >= 0) high = middle;
    else low = line.start;
  }
  return low;
}

/** The first line that begins between two places, cut to the bytes that matter. */
async function firstLineBehind(
  source: ByteSource,
  from: number,
  to: number,
  lengthNeeded: number,
): Promise<{ start: number; bytes: Buffer } | undefined> {
  for (let at = from; at < to; at += PROBE_BYTES) {
    const probe = await readAt(source, at, PROBE_BYTES);
    const lineFeed = probe.indexOf(LINE_FEED);
    if (lineFeed < 0) continue;
    const start = at + lineFeed + 1;
    if (start >= to) return undefined;
    const seen = probe.subarray(lineFeed + 1);
    const isEnough = seen.length >= lengthNeeded || seen.includes(LINE_FEED);
    const bytes = isEnough ? seen : await readAt(source, start, lengthNeeded);
    const end = bytes.indexOf(LINE_FEED);
    return { start, bytes: end < 0 ? bytes : bytes.subarray(0, end) };
  }
  return undefined;
}
