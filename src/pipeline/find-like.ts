// Finds images like one in a file: it is decoded in a process of its own, and nothing of it is kept.
import { readFile } from 'node:fs/promises';
import {
  openFactMaker,
  openWordsReader,
  readLook,
  readModels,
  WORDS_REACH,
} from '../enrich/enrich.ts';
import {
  findByImage,
  type ImageAnswer,
  type ImageRequest,
  type SearchIndex,
} from '../search/search.ts';
import { messageOf, PinakesError } from '../support/errors.ts';
import { openPlacesFor } from './place-reader.ts';

/** Finds images of a library like that of a file. Throws `USAGE` for a file that cannot be read. */
export async function findLike(
  { index, folder }: { readonly index: SearchIndex; readonly folder: string },
  file: string,
  request: Omit<ImageRequest, 'digest' | 'look' | 'vector'>,
): Promise<ImageAnswer> {
  const bytes = await readFile(file).catch((thrown: unknown) => {
    const detail = `The image cannot be read: ${messageOf(thrown)}`;
    throw new PinakesError('USAGE', { detail, command: 'search' });
  });
  const places = await openPlacesFor(request.query ?? '');
  await using maker = openFactMaker({ models: await readModels(folder) });
  return findByImage(index, { ...request, places, ...(await readLook(maker, bytes)) });
}

/**
 * Finds images of a library that show what words say, by a network of the operator. Throws `WORDS_MISSING` where the library has
 * none, and `USAGE` for words of which it makes nothing.
 */
export async function findShown(
  { index, folder }: { readonly index: SearchIndex; readonly folder: string },
  words: string,
  request: Omit<ImageRequest, 'digest' | 'look' | 'vector' | 'reach'>,
): Promise<ImageAnswer> {
  await using reader = await openWordsReader(await readModels(folder));
  const vector = await reader.read(words);
  if (vector === undefined) {
    const detail = 'The network makes nothing of these words.';
    throw new PinakesError('USAGE', { detail, command: 'search' });
  }
  const places = await openPlacesFor(request.query ?? '');
  return findByImage(index, { ...request, places, vector, reach: WORDS_REACH });
}
