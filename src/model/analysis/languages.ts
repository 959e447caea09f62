// Which stemmer a language code asks for.
import { stemEnglish } from './stem-english.ts';
import { stemFrench } from './stem-french.ts';
import { stemGerman } from './stem-german.ts';
import { stemItalian } from './stem-italian.ts';
import { stemPortuguese } from './stem-portuguese.ts';
import { stemSpanish } from './stem-spanish.ts';
import type { Stemmer } from './suffix-rules.ts';

/** Languages that are stemmed, ISO 639-1 codes. */
export const STEMMED_LANGUAGES: readonly string[] = ['pt', 'es', 'fr', 'de', 'it', 'en'];

/** Stemmers by number of the language: 0 stands for all languages that are not stemmed. */
export const STEMMERS: readonly (Stemmer | undefined)[] = [
  undefined,
  stemPortuguese,
  stemSpanish,
  stemFrench,
  stemGerman,
  stemItalian,
  stemEnglish,
];

/** Codes of three letters; French and German have an old second one. */
const LONG_CODES: Readonly<Record<string, string>> = {
  por: 'pt',
  spa: 'es',
  fra: 'fr',
  fre: 'fr',
  deu: 'de',
  ger: 'de',
  ita: 'it',
  eng: 'en',
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
