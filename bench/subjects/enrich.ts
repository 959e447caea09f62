// Looks at the pixels of pictures of 500 pixels, as the process that decodes does.
import { importBuilt } from './built.ts';
import { drawPictures } from './enrich-pictures.ts';

const { makeFacts } =
  await importBuilt<typeof import('../../dist/enrich/make-facts.js')>('enrich/make-facts.js');

/** Gives the number of pictures looked at. `isOnce`: each is decoded once for all producers, else for each of them. */
export async function prepare(args: {
  readonly names: readonly string[];
  readonly isOnce: boolean;
  readonly passes: number;
}) {
  const pictures = await drawPictures();
  const asked = args.isOnce ? [args.names] : args.names.map((name) => [name]);
  // What opens a network is not what a picture costs.
  await makeFacts(pictures[0] ?? new Uint8Array(), args.names);
  return async () => {
    for (let pass = 0; pass < args.passes; pass++) {
      for (const bytes of pictures) for (const names of asked) await makeFacts(bytes, names);
    }
    return { pictures: pictures.length * args.passes };
  };
}
