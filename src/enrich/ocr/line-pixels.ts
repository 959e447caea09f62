// Cuts a line of text out of a picture: turned upright, and scaled to the height that a recogniser takes.
import type { Pixels } from '../bitmap.ts';
import type { TextBox } from './text-boxes.ts';

/** Height of what the recogniser takes, in pixels. */
export const LINE_HEIGHT = 48;
/** Longer lines are pressed together. */
const MAX_LINE_WIDTH = 1600;
const MIN_LINE_WIDTH = 16;

/** A line of text as red, green and blue from 0 to 255, row by row. */
export interface LinePixels {
  readonly width: number;
  readonly data: Uint8Array;
}

/**
 * The pixels of a box. Where the picture is much larger than the line, each pixel is the mean of several, so that thin strokes
 * stay.
 */
export function cutLine(picture: Pixels, box: TextBox): LinePixels {
  const scale = LINE_HEIGHT / box.height;
  const width = Math.round(Math.min(MAX_LINE_WIDTH, Math.max(MIN_LINE_WIDTH, box.length * scale)));
  const samples = Math.min(4, Math.max(1, Math.round(1 / scale)));
  const data = new Uint8Array(width * LINE_HEIGHT * 3);
  const [stepAlong, stepAcross] = [box.length / width, box.height / LINE_HEIGHT];
  const sum = new Float64Array(3);
  for (let row = 0; row < LINE_HEIGHT; row++) {
    for (let column = 0; column < width; column++) {
      sum.fill(0);
      for (let part = 0; part < samples * samples; part++) {
        const inColumn = ((part % samples) + 0.5) / samples;
        const inRow = (Math.floor(part / samples) + 0.5) / samples;
        const along = (column + inColumn) * stepAlong - box.length / 2;
        const across = (row + inRow) * stepAcross - box.height / 2;
        addPixel(
          picture,
          box.centerX + along * box.directionX - across * box.directionY,
          box.centerY + along * box.directionY + across * box.directionX,
          sum,
        );
      }
      const at = (row * width + column) * 3;
      for (let color = 0; color < 3; color++) {
        data[at + color] = Math.round((sum[color] ?? 0) / (samples * samples));
      }
    }
  }
  return { width, data };
}

/** Adds the colour at a point between pixels; beyond the edge it is that of the edge. */
function addPixel(
  { width, height, channels, data }: Pixels,
  x: number,
  y: number,
  sum: Float64Array,
): void {
  const [left, top] = [clamp(x - 0.5, width - 1), clamp(y - 0.5, height - 1)];
  const [x0, y0] = [Math.floor(left), Math.floor(top)];
  const [x1, y1] = [Math.min(width - 1, x0 + 1), Math.min(height - 1, y0 + 1)];
  const [shareX, shareY] = [left - x0, top - y0];
  const corners = [y0 * width + x0, y0 * width + x1, y1 * width + x0, y1 * width + x1];
  const shares = [
    (1 - shareX) * (1 - shareY),
    shareX * (1 - shareY),
    (1 - shareX) * shareY,
    shareX * shareY,
  ];
  for (let corner = 0; corner < 4; corner++) {
    const share = shares[corner] ?? 0;
    if (share === 0) continue;
    const at = (corners[corner] ?? 0) * channels;
    for (let color = 0; color < 3; color++) {
      sum[color] = (sum[color] ?? 0) + (data[at + color] ?? 0) * share;
    }
  }
}

function clamp(value: number, most: number): number {
  return Math.min(most, Math.max(0, value));
}
