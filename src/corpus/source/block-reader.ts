// The lines of a plain file through one buffer that is used again: a scan makes no garbage.
import type { ByteSource } from '../../archive/archive.ts';
import type { LineBlock } from '../../archive/cdx/cdx-lines.ts';

const BUFFER_BYTES = 1 << 18;
const LINE_FEED = 0x0a;

/**
 * Whole lines of a source, in blocks that are valid until the next one is asked for (the last line may lack its line
 * end). A line over the limit is left out and `'too-long'` stands in its place.
 */
export async function* readLineBlocks(
  source: ByteSource,
  maxLineBytes: number,
): AsyncGenerator<LineBlock> {
  let buffer = Buffer.allocUnsafe(BUFFER_BYTES);
  let begun = 0; // bytes of a line at the front of the buffer
  let isTooLong = false; // what is begun was too long already
  for (let at = 0; at < source.size; ) {
    const target = buffer.subarray(begun);
    const count = source.readSync?.(target, at) ?? (await source.read(target, at));
    if (count === 0) break;
    at += count;
    const filled = begun + count;
    const end = buffer.lastIndexOf(LINE_FEED, filled - 1) + 1;
    // Behind the last line end there may be bytes of an earlier block.
    const lines = end > begun ? end : 0;
    if (lines > 0) {
      const start = isTooLong ? buffer.indexOf(LINE_FEED) + 1 : 0;
      if (isTooLong) yield 'too-long';
      isTooLong = false;
      if (lines > start) yield buffer.subarray(start, lines);
    }
    buffer.copyWithin(0, lines, filled);
    begun = filled - lines;
    if (begun > maxLineBytes) {
      isTooLong = true;
      begun = 0;
    } else if (begun === buffer.length) {
      buffer = Buffer.concat([buffer], buffer.length * 2);
    }
  }
  if (isTooLong) yield 'too-long';
  else if (begun > 0) yield buffer.subarray(0, begun);
}
