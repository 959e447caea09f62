// Goes on after a cursor, also when documents were added, changed or removed since it was made.
import type { IndexHit, IndexSort } from '../model/index-query.ts';
import type { CursorPlace } from './cursor.ts';
import type { PartsAnswer } from './selected.ts';

/** Answers looked at before and after the old place for the last picture that was shown. */
const WINDOW = 250;

/** Where to go on. */
export interface Resumption {
  readonly offset: number;
  /** False: the last picture shown was not found again, the place is that of its score and time. */
  readonly isSure: boolean;
}

/**
 * Number of answers to leave out in order to go on after a cursor. As long as the generation is the same
 * that is its offset. Otherwise the last picture shown is looked for near its old place, and the answer
 * goes on after it: what was added before it is not shown, nothing is shown twice. When it is not there
 * (removed, or moved far because its score changed), the place is before the first answer that is not ahead of
 * its score and time, found by halving: rather a picture twice than one left out.
 */
export async function resumeAfter(
  place: CursorPlace,
  index: {
    readonly generation: number;
    readonly sort: IndexSort;
    /** Answers after this one are not asked for. */
    readonly maxDepth: number;
    readonly ask: (offset: number, limit: number) => Promise<PartsAnswer>;
  },
): Promise<Resumption> {
  if (place.generation === index.generation) return { offset: place.offset, isSure: true };
  const from = Math.max(0, place.offset - WINDOW);
  const near = await index.ask(from, Math.min(2 * WINDOW, index.maxDepth - from));
  const found = near.hits.findIndex((hit) => hit.document.id === place.id);
  if (found >= 0) return { offset: from + found + 1, isSure: true };
  let low = 0;
  let high = Math.min(near.total, index.maxDepth);
  while (low < high) {
    const middle = (low + high) >>> 1;
    const { hits, all } = await index.ask(middle, 1);
    const [hit] = hits;
    const part = middle < all ? 0 : 1;
    const isBefore =
      hit !== undefined &&
      (part === place.part ? isAhead(hit, place, index.sort) : part < place.part);
    if (isBefore) low = middle + 1;
    else high = middle;
  }
  return { offset: low, isSure: false };
}

function isAhead(hit: IndexHit, place: CursorPlace, sort: IndexSort): boolean {
  if (sort === 'newest') return hit.document.oldest.time > place.time;
  if (sort === 'oldest' || hit.score === place.score) return hit.document.oldest.time < place.time;
  return hit.score > place.score;
}
