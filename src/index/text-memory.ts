// Remembers the words of titles and URLs of pages: the images of a page come one by one, in no order.
import { type AnalysedText, analyseText } from '../model/analysis/analysis.ts';
import { analyseUrl, type PageAnalysis } from './text-fields.ts';

/** Characters of the texts that are remembered. Their words take about three times as much memory. */
const MAX_CHARACTERS = 8_000_000;

interface Remembered {
  readonly language: string;
  readonly analysed: AnalysedText;
}

/** An analysis that does equal work once, as far as it may remember: texts of `maxCharacters` together. */
export function createTextMemory(maxCharacters = MAX_CHARACTERS): PageAnalysis {
  const texts = new Map<string, Remembered>();
  let characters = 0;

  function remember(text: string, language: string, analyse: () => AnalysedText): AnalysedText {
    const known = texts.get(text);
    if (known !== undefined && known.language === language) return known.analysed;
    const analysed = analyse();
    characters += text.length;
    if (characters > maxCharacters) {
      texts.clear();
      characters = text.length;
    }
    texts.set(text, { language, analysed });
    return analysed;
  }

  return {
    title: (title, language) => remember(title, language, () => analyseText(title, language)),
    url: (url) => remember(url, URL, () => analyseUrl(url)),
  };
}

/** No code of a language. */
const URL = ':url';

/** Texts that `remembering` remembers: short ones, such as hosts. */
const MOST_TEXTS = 10_000;

/** The same function, which remembers some of what it gave. */
export function remembering(make: (text: string) => string): (text: string) => string {
  const made = new Map<string, string>();
  return (text) => {
    let found = made.get(text);
    if (found === undefined) {
      found = make(text);
      if (made.size >= MOST_TEXTS) made.clear();
      made.set(text, found);
    }
    return found;
  };
}
