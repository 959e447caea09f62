// Places of responses to fetch, chosen at random from an index.
import type { CdxEntry } from 'pinakes/archive';
import { createRandom } from '../random.ts';
import { readIndex } from './read-index.ts';

/** Which responses to fetch. */
export interface Choice {
  /** CDXJ file. */
  readonly index: string;
  /** Number of fetches; a response may come up again. */
  readonly count: number;
  readonly seed: number;
}

/** The index lines of the chosen responses, the same ones for the same seed. */
export function choosePointers({ index, count, seed }: Choice): readonly CdxEntry[] {
  const responses = readIndex(index).filter(({ mime }) => mime !== 'warc/revisit');
  const random = createRandom(seed);
  return Array.from({ length: count }, () => random.pick(responses));
}
