// Pictures of 500 pixels: clouds with grain, as JPEG of about 40 kB, which is what photographs of that size take.
import { execFileSync } from 'node:child_process';
import sharp from 'sharp';

const PICTURES = 20;

/** The pictures; two of so many million pixels, interlaced, behind them where that is not 0. */
export async function drawPictures(largeMegapixels = 0): Promise<Uint8Array[]> {
  const small = await Promise.all(Array.from({ length: PICTURES }, (_, at) => draw(at)));
  if (largeMegapixels === 0) return small;
  const large = drawLarge(Math.round(Math.sqrt(largeMegapixels * 1e6)));
  return [...small, large, large];
}

/** Draws in a process of its own: what drawing takes would be counted as memory of decoding. */
function drawLarge(side: number): Buffer {
  const program = `
    const sharp = require('sharp');
    const create = { width: ${side}, height: ${side}, channels: 3, background: '#468' };
    sharp({ create, limitInputPixels: false })
      .png({ progressive: true })
      .toBuffer()
      .then((png) => process.stdout.write(png));`;
  return execFileSync(process.execPath, ['--eval', program], {
    cwd: import.meta.dirname,
    maxBuffer: 1e9,
  });
}

function draw(seed: number): Promise<Buffer> {
  const mean = 90 + seed * 4;
  return sharp({
    create: {
      width: 500,
      height: 375,
      channels: 3,
      background: 'grey',
      noise: { type: 'gaussian', mean, sigma: 60 },
    },
  })
    .blur(1.2)
    .jpeg({ quality: 80 })
    .toBuffer();
}
