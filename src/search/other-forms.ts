// Other forms of a word in the library: `trains` for `train`, in the languages whose texts use the word.
import { stemFolded, stemmedLanguage } from '../model/analysis/analysis.ts';
import { isSpokenWord } from '../model/document-words.ts';
import type { SearchIndex, StemKey } from '../model/index-query.ts';

/** Forms of one word that are looked for besides itself. */
export const MAX_OTHER_FORMS = 12;

/**
 * How much rarer than elsewhere a word may be in a language to be one of its words. Texts quote others, and languages are
 * guessed: a few German texts with `rain` make it no German word, so `Rainer` does not find it.
 */
const MOST_TIMES_RARER = 5;

/** Finds other forms of words, for one query. */
export type FindOtherForms = (word: string) => Promise<readonly string[]>;

/** A finder for an index. */
export async function createFormFinder(index: SearchIndex): Promise<FindOtherForms> {
  const codes = (await index.languages()).map(stemmedLanguage);
  const languages = [...new Set(codes)].filter((code) => code !== '');

  /** In how many documents words stand, by language. */
  async function usesOf(words: readonly string[]): Promise<ReadonlyMap<string, number>[]> {
    const keys = words.flatMap((word) => languages.map((language) => toKey(word, language)));
    const families = await index.wordsOfStems(keys);
    return words.map((word, at) => {
      const own = languages.map((language, number): [string, number] => {
        const family = families[at * languages.length + number] ?? [];
        return [language, family.find((one) => one.word === word)?.count ?? 0];
      });
      return new Map(own);
    });
  }

  return async (word) => {
    if (languages.length === 0 || !isSpokenWord(word)) return [];
    const [uses] = await usesOf([word]);
    // Nobody wrote it: it may be of any language.
    const own = languages.filter(
      (language) => uses === undefined || isWordOf(uses, language, true),
    );
    const families = await index.wordsOfStems(own.map((language) => toKey(word, language)));
    const counts = new Map<string, number>();
    const candidates = families.flatMap((family, at) =>
      family.filter((one) => one.word !== word).map((one) => ({ ...one, language: own[at] ?? '' })),
    );
    const usesOfCandidates = await usesOf(candidates.map((one) => one.word));
    for (const [at, candidate] of candidates.entries()) {
      const known = usesOfCandidates[at];
      if (known === undefined || !isWordOf(known, candidate.language, false)) continue;
      counts.set(candidate.word, (counts.get(candidate.word) ?? 0) + candidate.count);
    }
    return [...counts]
      .sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
      .slice(0, MAX_OTHER_FORMS)
      .map(([form]) => form);
  };
}

function toKey(word: string, language: string): StemKey {
  return { language, stem: stemFolded(word, language) };
}

/** Whether a word is one of a language, by its uses in all. */
function isWordOf(
  uses: ReadonlyMap<string, number>,
  language: string,
  isUnknownToo: boolean,
): boolean {
  const most = Math.max(0, ...uses.values());
  if (most === 0) return isUnknownToo;
  return (uses.get(language) ?? 0) * MOST_TIMES_RARER >= most;
}
