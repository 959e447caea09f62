// Words of the library that are like a word: for `~word` and for corrections.
import type { SearchIndex } from '../model/index-query.ts';
import { editDistance } from '../support/edit-distance.ts';

/** A word of the library near to another one. */
export interface SimilarWord {
  readonly word: string;
  /** In how many documents it stands. */
  readonly count: number;
  /** Slips between the two. */
  readonly distance: number;
}

/** Longer words are not looked up: nobody types them, and the work grows with them. */
const MAX_LETTERS = 64;

/** Words looked at for each beginning; the index gives the most frequent ones. */
const MAX_CANDIDATES = 1000;

/** For words whose first letter is wrong or missing; the library's words are folded. */
const FIRST_LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];

/**
 * Words of the library within `limit` slips of a folded word, itself left out: nearest first, then most
 * frequent, then by letters. Looks at the most frequent words that begin like it; when none of them is near, at
 * those that begin with any other letter and then like it.
 */
export async function similarWords(
  index: SearchIndex,
  word: string,
  limit: number,
): Promise<SimilarWord[]> {
  const letters = [...word];
  if (letters.length > MAX_LETTERS || limit === 0) return [];
  const found = new Map<string, SimilarWord>();
  const look = async (beginnings: readonly string[]) => {
    for (const beginning of new Set(beginnings)) {
      for (const { word: candidate, count } of await index.wordsFrom(beginning, MAX_CANDIDATES)) {
        if (candidate === word || found.has(candidate)) continue;
        const distance = editDistance(word, candidate, limit);
        if (distance <= limit) found.set(candidate, { word: candidate, count, distance });
      }
    }
  };
  const from = (start: number, end: number) => letters.slice(start, end).join('');
  // Short beginnings cover more slips but only frequent words, long ones fewer slips in all words.
  await look([from(0, 3), from(0, 2), from(0, 1), from(1, 2) + from(0, 1), from(1, 4)]);
  if (found.size === 0 && letters.length > 3) {
    await look(FIRST_LETTERS.flatMap((first) => [first + from(1, 3), first + from(0, 2)]));
  }
  return [...found.values()].sort(
    (a, b) => a.distance - b.distance || b.count - a.count || (a.word < b.word ? -1 : 1),
  );
}

/** Words of the library that begin with a folded word, itself left out, most frequent first. */
export async function longerWords(
  index: SearchIndex,
  word: string,
  limit: number,
): Promise<SimilarWord[]> {
  const letters = [...word];
  if (letters.length > MAX_LETTERS || letters.length < 3) return [];
  const words = await index.wordsFrom(word, limit + 1);
  return words
    .filter((found) => found.word !== word)
    .slice(0, limit)
    .map((found) => ({ ...found, distance: [...found.word].length - letters.length }));
}
