// Pictures of 500 pixels: clouds with grain, as JPEG of about 40 kB, which is what photographs of that size take.
import sharp from 'sharp';

const PICTURES = 20;

/** The pictures; two of so many million pixels, interlaced, behind them where that is not 0. */
export async function drawPictures(largeMegapixels = 0): Promise<Uint8Array[]> {
  const small = await Promise.all(Array.from({ length: PICTURES }, (_, at) => draw(at)));
  if (largeMegapixels === 0) return small;
  const side = Math.round(Math.sqrt(largeMegapixels * 1e6));
  const large = await sharp({
    create: { width: side, height: side, channels: 3, background: '#468' },
    limitInputPixels: false,
  })
    .png({ progressive: true })
    .toBuffer();
  return [...small, large, large];
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
