// Words and hosts that start with what somebody types.
import { foldWord } from '../model/analysis/analysis.ts';
import {
  type FacetCount,
  MAX_OF_STEM,
  type StemKey,
  type VocabularyWord,
} from '../model/index-query.ts';
import type { Database } from '../sqlite/sqlite.ts';

/** What is offered while somebody types, and what is known of single words. */
export interface Vocabulary {
  wordsFrom(prefix: string, limit: number): VocabularyWord[];
  wordCount(word: string): number;
  /** Words of a stem, most frequent first. */
  wordsOfStem(key: StemKey): readonly VocabularyWord[];
  /** To be called when the generation has changed. */
  reset(): void;
  sitesFrom(prefix: string, limit: number): FacetCount[];
  /** Codes of the languages of texts, most frequent first. */
  languages(): string[];
}

/** Nothing longer is in the vocabulary or is the name of a host. */
const MAX_PREFIX = 253;

/** Stems whose words are remembered: queries repeat theirs, and ask for several in each language. */
const MAX_REMEMBERED = 10_000;

/** Opens the vocabulary of a library. */
export function openVocabulary(db: Database): Vocabulary {
  const selectWords = db.prepare<[string, string, number], VocabularyWord>(
    'SELECT word, documents AS count FROM word WHERE word >= ? AND word < ? ORDER BY documents DESC, word LIMIT ?',
  );
  const selectCount = db
    .prepare<[string], number>('SELECT documents FROM word WHERE word = ?')
    .pluck();
  const selectStem = db.prepare<[string, string, number], VocabularyWord>(
    'SELECT word, documents AS count FROM stem WHERE language = ? AND stem = ? ORDER BY documents DESC, word LIMIT ?',
  );
  const ofStems = new Map<string, readonly VocabularyWord[]>();
  // Before each label of a name stands a dot, if we put one before the first.
  const selectSites = db.prepare<[string, number], FacetCount>(
    "SELECT name AS value, documents AS count FROM host WHERE instr('.' || name, '.' || ?) > 0 ORDER BY documents DESC, name LIMIT ?",
  );
  const selectLanguages = db
    .prepare<[], string>('SELECT name FROM language ORDER BY texts DESC, name')
    .pluck();
  return {
    wordsFrom(prefix, limit) {
      const folded = foldWord(prefix.slice(0, MAX_PREFIX));
      return selectWords.all(folded, upperBound(folded), toLimit(limit));
    },
    wordCount: (word) => selectCount.get(foldWord(word.slice(0, MAX_PREFIX))) ?? 0,
    wordsOfStem({ language, stem }) {
      const key = `${language} ${stem}`;
      let words = ofStems.get(key);
      if (words === undefined) {
        words = selectStem.all(language, stem, MAX_OF_STEM);
        if (ofStems.size >= MAX_REMEMBERED) ofStems.clear();
        ofStems.set(key, words);
      }
      return words;
    },
    reset: () => ofStems.clear(),
    sitesFrom(prefix, limit) {
      return selectSites.all(prefix.slice(0, MAX_PREFIX).toLowerCase(), toLimit(limit));
    },
    languages: () => selectLanguages.all(),
  };
}

/** Sorts behind every text that starts so, byte by byte in UTF-8. */
function upperBound(prefix: string): string {
  return `${prefix}\u{10ffff}`;
}

function toLimit(limit: number): number {
  return Math.max(0, Math.floor(limit) || 0);
}
