// Looks at the pixels of pictures of 500 pixels, as the process that decodes does.
import sharp from 'sharp';
import { importBuilt } from './built.ts';

const { makeFacts } =
  await importBuilt<typeof import('../../dist/enrich/make-facts.js')>('enrich/make-facts.js');

const PICTURES = 20;

/** Gives the number of pictures looked at. `isOnce`: each is decoded once for all producers, else for each of them. */
export async function prepare(args: {
  readonly names: readonly string[];
  readonly isOnce: boolean;
  readonly passes: number;
}) {
  const pictures = await Promise.all(Array.from({ length: PICTURES }, (_, at) => draw(at)));
  const asked = args.isOnce ? [args.names] : args.names.map((name) => [name]);
  // What opens a network is not what a picture costs.
  await makeFacts(pictures[0] ?? new Uint8Array(), args.names);
  return async () => {
    for (let pass = 0; pass < args.passes; pass++) {
      for (const bytes of pictures) for (const names of asked) await makeFacts(bytes, names);
    }
    return { pictures: PICTURES * args.passes };
  };
}

/** Clouds with grain, as JPEG of about 40 kB: what photographs of that size take. */
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
