// Which stemmer a language code asks for.
import { stemDutch } from './stem-dutch.ts';
import { stemEnglish } from './stem-english.ts';
import { stemFrench } from './stem-french.ts';
import { stemGerman } from './stem-german.ts';
import { stemGreek } from './stem-greek.ts';
import { stemItalian } from './stem-italian.ts';
import { stemPortuguese } from './stem-portuguese.ts';
import { stemDanish, stemNorwegian, stemSwedish } from './stem-scandinavian.ts';
import { stemArabic, stemHebrew } from './stem-semitic.ts';
import { stemCzech, stemPolish, stemRussian } from './stem-slavic.ts';
import { stemSpanish } from './stem-spanish.ts';
import { stemTurkish } from './stem-turkish.ts';
import type { Stemmer } from './suffix-rules.ts';

const STEMMER_OF: readonly (readonly [code: string, stemmer: Stemmer])[] = [
  ['pt', stemPortuguese],
  ['es', stemSpanish],
  ['fr', stemFrench],
  ['de', stemGerman],
  ['it', stemItalian],
  ['en', stemEnglish],
  ['nl', stemDutch],
  ['sv', stemSwedish],
  ['da', stemDanish],
  ['no', stemNorwegian],
  ['ru', stemRussian],
  ['pl', stemPolish],
  ['cs', stemCzech],
  ['el', stemGreek],
  ['tr', stemTurkish],
  ['ar', stemArabic],
  ['he', stemHebrew],
];

/** Languages that are stemmed, ISO 639-1 codes. */
export const STEMMED_LANGUAGES: readonly string[] = STEMMER_OF.map(([code]) => code);

/** Stemmers by number of the language: 0 stands for all languages that are not stemmed. */
export const STEMMERS: readonly (Stemmer | undefined)[] = [
  undefined,
  ...STEMMER_OF.map(([, stemmer]) => stemmer),
];

/** Codes of three letters, some with an old second one, and other codes of two. */
const LONG_CODES: Readonly<Record<string, string>> = {
  por: 'pt',
  spa: 'es',
  fra: 'fr',
  fre: 'fr',
  deu: 'de',
  ger: 'de',
  ita: 'it',
  eng: 'en',
  nld: 'nl',
  dut: 'nl',
  swe: 'sv',
  dan: 'da',
  nor: 'no',
  nob: 'no',
  nno: 'no',
  nb: 'no',
  nn: 'no',
  rus: 'ru',
  pol: 'pl',
  ces: 'cs',
  cze: 'cs',
  ell: 'el',
  gre: 'el',
  tur: 'tr',
  ara: 'ar',
  heb: 'he',
  iw: 'he',
};

/** Number of a language in `STEMMERS`. Takes `pt`, `PT`, `pt-BR`, `pt_BR` and `por` alike. */
export function languageNumber(code: string): number {
  const direct = STEMMED_LANGUAGES.indexOf(code);
  if (direct >= 0) return direct + 1;
  // Longer codes name nothing we know; cutting them first keeps hostile ones cheap.
  const primary = /^[a-z]+/.exec(code.trim().slice(0, 12).toLowerCase())?.[0] ?? '';
  const short = Object.hasOwn(LONG_CODES, primary) ? (LONG_CODES[primary] ?? '') : primary;
  return STEMMED_LANGUAGES.indexOf(short) + 1;
}
