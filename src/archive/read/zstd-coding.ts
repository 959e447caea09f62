// The content coding `zstd`, undone piece by piece.

import { createZstdDecoder } from '../zstd/zstd.ts';
import type { CodingStage } from './content-coding.ts';

/** Browsers refuse frames that look back further than 8 MB under this coding (RFC 9659). */
const MAX_WINDOW_BYTES = 8 * 1024 * 1024;

/** A stage for `Content-Encoding: zstd`. A false claim is noticed and the bytes pass as they are. */
export function createZstdStage(): CodingStage {
  const decoder = createZstdDecoder({ maxWindowBytes: MAX_WINDOW_BYTES });
  let pending: Buffer = Buffer.alloc(0);
  let needed = 0; // bytes the decoder asked for before it is worth calling again
  let mode: 'start' | 'open' | 'plain' | 'done' | 'failed' = 'start';

  const decode = (sink: (decoded: Buffer) => void): void => {
    for (;;) {
      const step = decoder.decode(pending);
      pending = pending.subarray(step.consumed);
      if (step.state === 'need-input') {
        needed = step.needed;
        return;
      }
      if (step.state === 'more') {
        mode = 'open';
        const { buffer, byteOffset, length } = step.produced;
        sink(Buffer.from(buffer, byteOffset, length));
      } else if (step.state === 'done') {
        mode = 'done';
        if (pending.length === 0) return;
      } else {
        // Behind a whole frame it is padding; before any output the coding was declared falsely.
        if (mode === 'open') mode = 'failed';
        if (mode === 'start') {
          mode = 'plain';
          sink(pending);
        }
        pending = Buffer.alloc(0);
        return;
      }
    }
  };

  return {
    write(piece, sink) {
      if (mode === 'plain') return sink(piece);
      if (mode === 'failed') return;
      pending = pending.length === 0 ? Buffer.from(piece) : Buffer.concat([pending, piece]);
      if (pending.length >= needed) decode(sink);
    },
    end(sink) {
      if (mode === 'start' && pending.length > 0) {
        mode = 'plain';
        sink(pending);
      }
    },
    get isTruncated() {
      return mode === 'open' || mode === 'failed';
    },
  };
}
