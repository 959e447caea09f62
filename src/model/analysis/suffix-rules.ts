// Stemmers as tables: what they share is here, each language file is little but its rules.

/** Turns a folded word of at least three letters into its stem. Pure. */
export type Stemmer = (word: string) => string;

/**
 * An ending, what takes its place, and the least length of the words it applies to (default: any).
 * Where both are the same, the rule protects a word from those below it.
 */
export type SuffixRule = readonly [suffix: string, replacement: string, leastLength?: number];

/** A stemmer's tables. */
export interface StemmerTables {
  /** Whole words and their stems; asked first and again after the first step. */
  readonly irregular: ReadonlyMap<string, string>;
  /** Steps one after another; in each the first rule that fits applies. */
  readonly steps: readonly (readonly SuffixRule[])[];
}

/** Shortest stem; a rule that would leave less does not apply. */
const MIN_STEM_LENGTH = 3;

/** Makes a stemmer from its tables. */
export function createStemmer({ irregular, steps }: StemmerTables): Stemmer {
  const [first = NO_RULES, ...others] = steps.map(indexByLastLetter);
  return (word) => {
    const known = irregular.get(word);
    if (known !== undefined) return known;
    let stem = applyStep(word, first);
    if (stem !== word) {
      const knownStem = irregular.get(stem);
      if (knownStem !== undefined) return knownStem;
    }
    for (const step of others) stem = applyStep(stem, step);
    return stem;
  };
}

/** Words that are their own stems. */
export function unchanged(words: string): [string, string][] {
  return words.split(' ').map((word) => [word, word]);
}

/** Words and stems written as `word>stem word>stem`. */
export function pairs(text: string): [string, string][] {
  return text.split(' ').map((pair) => {
    const [word = '', stem = ''] = pair.split('>');
    return [word, stem];
  });
}

/** A rule as it is applied: its least length leaves a stem of `MIN_STEM_LENGTH`. */
interface Rule {
  readonly suffix: string;
  readonly replacement: string;
  readonly leastLength: number;
}

/** Rules by last letter: a word is compared only with those that end as it does. */
type Step = ReadonlyMap<number, readonly Rule[]>;

const NO_RULES: Step = new Map();

function indexByLastLetter(rules: readonly SuffixRule[]): Step {
  const step = new Map<number, Rule[]>();
  for (const [suffix, replacement, length = 0] of rules) {
    const leastLength = Math.max(length, MIN_STEM_LENGTH + suffix.length - replacement.length);
    const letter = lastLetter(suffix);
    const others = step.get(letter) ?? [];
    others.push({ suffix, replacement, leastLength });
    step.set(letter, others);
  }
  return step;
}

function applyStep(word: string, step: Step): string {
  const rules = step.get(lastLetter(word)) ?? [];
  for (const { suffix, replacement, leastLength } of rules) {
    if (word.length < leastLength || !word.endsWith(suffix)) continue;
    return word.slice(0, word.length - suffix.length) + replacement;
  }
  return word;
}

function lastLetter(word: string): number {
  return word.charCodeAt(word.length - 1);
}
