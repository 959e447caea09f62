// Frames of an animation besides the first, spread over all of it.
import sharp from 'sharp';
import { MAX_SECONDS } from './decode.ts';

/** Larger ones have their first frame looked at, and no more. */
const MAX_FRAME_PIXELS = 16_000_000;
/**
 * To show a frame all before it have to be decoded: about a second's work. Animations of more pixels have fewer frames
 * looked at.
 */
const MAX_DECODED_PIXELS = 150_000_000;

/** A frame as a square of bytes, red, green, blue. */
export interface Frame {
  /** Number of the frame in the file, from 0. */
  readonly frame: number;
  readonly data: Uint8Array;
}

/** At most `most` frames of an animation, the first left out, stretched to squares. Those that cannot be decoded are passed over. */
export async function* decodeFrames(
  bytes: Uint8Array,
  side: number,
  most: number,
): AsyncGenerator<Frame> {
  if (!mayMove(bytes)) return;
  for (const frame of await spread(bytes, most)) {
    try {
      const data = await sharp(bytes, {
        page: frame,
        limitInputPixels: MAX_FRAME_PIXELS,
        failOn: 'none',
        sequentialRead: true,
      })
        .resize(side, side, { fit: 'fill', kernel: 'lanczos3' })
        .flatten({ background: 'white' })
        .removeAlpha()
        .toColourspace('srgb')
        .timeout({ seconds: MAX_SECONDS })
        .raw()
        .toBuffer();
      yield { frame, data };
    } catch {
      // A file that was cut has fewer frames than it says: those that are there count.
    }
  }
}

/**
 * Numbers of frames over the whole length, the last one among them, as many as the work allows: the number depends on nothing
 * but the file.
 */
export function spreadFrames(frames: number, pixels: number, most: number): number[] {
  for (let count = Math.min(frames - 1, most - 1); count > 0; count--) {
    const chosen = Array.from({ length: count }, (_, at) =>
      Math.round(((at + 1) * (frames - 1)) / count),
    );
    const decoded = chosen.reduce((sum, frame) => sum + frame + 1, 0) * pixels;
    if (decoded <= MAX_DECODED_PIXELS) return chosen;
  }
  return [];
}

async function spread(bytes: Uint8Array, most: number): Promise<number[]> {
  try {
    const {
      pages = 1,
      width,
      height,
      pageHeight = height,
    } = await sharp(bytes, {
      limitInputPixels: false,
      failOn: 'none',
    }).metadata();
    const pixels = width * pageHeight;
    return pixels > MAX_FRAME_PIXELS ? [] : spreadFrames(pages, pixels, most);
  } catch {
    return []; // its first frame was decoded, which is all there is to see
  }
}

/** Whether the format can hold several frames that sharp reads: GIF or WebP. */
function mayMove(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  return start.startsWith('GIF8') || (start.startsWith('RIFF') && start.endsWith('WEBP'));
}
