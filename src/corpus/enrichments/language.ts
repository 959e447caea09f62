// The language that a text is written in.
import { languageOf } from '../../extract/page/language.ts';
import { defineEnrichment } from '../../model/enrichment.ts';
import { text } from './html.ts';

/** Characters of a sample, and the lines that are prose rather than menus: as for pages in `extract/page/page.ts`. */
const MAX_SAMPLE = 400;
const MIN_LINE = 30;
const MAX_LINES = 2000;

/** ISO 639 code of a text's language, told from its words; `''` where there are too few to tell. */
export const language = defineEnrichment({
  name: 'html.language',
  version: '1',
  needs: text,
  gives: 'language',
  from: import.meta,
  derive: (words): string =>
    languageOf({ html: '', meta: '', header: '' }, () => sampleOf(words)).language,
});

function sampleOf(words: string): string {
  let sample = '';
  for (const line of words.split('\n', MAX_LINES)) {
    if (line.length >= MIN_LINE) sample += `${line.slice(0, MAX_SAMPLE)}\n`;
    if (sample.length >= MAX_SAMPLE) break;
  }
  return (sample.length > MAX_SAMPLE / 2 ? sample : words).slice(0, MAX_SAMPLE);
}
