// Sorted loose ends in groups that belong together, each small enough to hold.
import { fromSortLine, keyOfSortLine, type LooseEnd } from '../extract/extract.ts';

/** Limits of `groupLooseEnds`, for tests. */
export interface GroupLimits {
  /** Records that may be meant, kept for each key: more would only be further copies. Default 100,000. */
  readonly maxKnown?: number;
  /** Ends that ask for one of them, given at a time. Default 10,000. */
  readonly maxAsking?: number;
}

/**
 * Groups of loose ends with the same key: the records that may be meant, then those that mean one of
 * them. A style sheet that a million pages link comes in several groups, each with all its captures,
 * so that none is left out and memory stays bounded.
 *
 * @param pieces whole sorted lines of `toSortLines`
 */
export async function* groupLooseEnds(
  pieces: AsyncIterable<Buffer>,
  { maxKnown = 100_000, maxAsking = 10_000 }: GroupLimits = {},
): AsyncGenerator<LooseEnd[]> {
  let key: string | undefined;
  let known: LooseEnd[] = [];
  let asking: LooseEnd[] = [];
  for await (const piece of pieces) {
    for (const line of piece.toString('utf8').slice(0, -1).split('\n')) {
      const own = keyOfSortLine(line);
      if (own !== key) {
        if (known.length + asking.length > 0) yield [...known, ...asking];
        key = own;
        known = [];
        asking = [];
      }
      const end = fromSortLine(line);
      const isKnown = end.kind === 'original' || end.kind === 'sheet';
      if (!isKnown) asking.push(end);
      else if (known.length < maxKnown) known.push(end);
      if (asking.length >= maxAsking) {
        yield [...known, ...asking];
        asking = [];
      }
    }
  }
  if (known.length + asking.length > 0) yield [...known, ...asking];
}
