// Makes the keys of URLs.
import { toSurt } from 'pinakes/archive';
import { readIndex } from './read-index.ts';

/** Gives the number of keys made and, so that none is left out, of their characters. */
export async function prepare(args: { readonly index: string; readonly passes: number }) {
  const urls = readIndex(args.index).map(({ url }) => url);
  return async () => {
    let characters = 0;
    for (let pass = 0; pass < args.passes; pass++) {
      for (const url of urls) characters += toSurt(url).length;
    }
    return { keys: urls.length * args.passes, characters };
  };
}
