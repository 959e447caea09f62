// Finds keywords in texts, word by word; phrases may go across the borders of texts.
import { analyseText, stemFolded, stemmedLanguage } from '../model/analysis/analysis.ts';
import type { Keyword, WordTest } from './find-query.ts';

/** Words of the text before that are remembered, for phrases. */
const MAX_TAIL = 64;

const NONE: ReadonlySet<number> = new Set();

/** Finds keywords in the texts of one page, which are given in order. */
export class KeywordScanner {
  readonly #language: string;
  /** Keywords by the form of a single word. */
  readonly #single = new Map<string, number[]>();
  readonly #exact = new Map<string, number[]>();
  /** What is more than one word, or only the start of one. */
  readonly #sequences: { readonly keyword: number; readonly tests: readonly WordTest[] }[] = [];
  #stems: string[] = [];
  #plain: string[] = [];
  /** Pages repeat the words about their images. */
  readonly #known = new Map<string, ReadonlySet<number>>();

  constructor(keywords: readonly Keyword[], language: string) {
    this.#language = language;
    for (const [keyword, { alternatives }] of keywords.entries()) {
      for (const tests of alternatives) {
        this.#add(
          keyword,
          tests.map((test) => inLanguage(test, language)),
        );
      }
    }
  }

  /** The keywords that end in a text, by number, once for each time. */
  scan(text: string): number[] {
    const found: number[] = [];
    const stems = analyseText(text, this.#language).stems;
    const isPlainNeeded = this.#exact.size > 0 || this.#sequences.length > 0;
    const plain = isPlainNeeded ? analyseText(text, '').stems : stems;
    for (const [at, stem] of stems.entries()) {
      for (const keyword of this.#single.get(stem) ?? []) found.push(keyword);
      const word = plain[at] ?? stem;
      if (this.#exact.size > 0) found.push(...(this.#exact.get(word) ?? []));
      if (this.#sequences.length === 0) continue;
      this.#stems.push(stem);
      this.#plain.push(word);
      for (const { keyword, tests } of this.#sequences) {
        if (this.#endsHere(tests)) found.push(keyword);
      }
    }
    if (this.#stems.length > MAX_TAIL) {
      this.#stems = this.#stems.slice(-MAX_TAIL);
      this.#plain = this.#plain.slice(-MAX_TAIL);
    }
    return found;
  }

  /** The keywords in a text that nothing goes before, by number, each once. */
  scanAlone(text: string): ReadonlySet<number> {
    if (text === '') return NONE;
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    this.#stems = [];
    this.#plain = [];
    const found = new Set(this.scan(text));
    this.#known.set(text, found);
    return found;
  }

  #add(keyword: number, tests: readonly WordTest[]): void {
    const [first] = tests;
    if (first === undefined) return;
    if (tests.length > 1 || first.isPrefix) {
      this.#sequences.push({ keyword, tests });
      return;
    }
    const table = first.isExact ? this.#exact : this.#single;
    for (const form of first.forms) {
      const known = table.get(form);
      if (known === undefined) table.set(form, [keyword]);
      else if (!known.includes(keyword)) known.push(keyword);
    }
  }

  #endsHere(tests: readonly WordTest[]): boolean {
    const start = this.#stems.length - tests.length;
    if (start < 0) return false;
    return tests.every((test, at) =>
      matches(test, this.#stems[start + at] ?? '', this.#plain[start + at] ?? ''),
    );
  }
}

/** Which keywords stand in a text of its own, by number. */
export function keywordsOf(
  text: string,
  keywords: readonly Keyword[],
  language: string,
): ReadonlySet<number> {
  return new KeywordScanner(keywords, language).scanAlone(text);
}

/** A word as pages in one language have it: stems of another would be other words there. */
function inLanguage(test: WordTest, code: string): WordTest {
  const language = stemmedLanguage(code);
  const [word] = test.forms;
  if (language === '' || test.isExact || word === undefined) return test;
  return { ...test, forms: new Set([word, stemFolded(word, language)]) };
}

function matches({ forms, isPrefix, isExact }: WordTest, stem: string, plain: string): boolean {
  if (forms.has(plain) || (!isExact && forms.has(stem))) return true;
  if (!isPrefix) return false;
  for (const form of forms) if (plain.startsWith(form)) return true;
  return false;
}
