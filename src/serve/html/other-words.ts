// Words for what the rest of the program says in English: titles of problems, reasons for leaving images out.
import type { ProblemName } from '../problems.ts';
import { FRENCH } from './languages/french.ts';
import { GERMAN } from './languages/german.ts';
import { SPANISH } from './languages/spanish.ts';
import type { Language } from './messages.ts';
import { PORTUGUESE_PROBLEMS, PORTUGUESE_REJECTIONS } from './portuguese.ts';

/** What English is said in other words. */
export interface OtherWords {
  /** Titles of problems. */
  readonly problems: Readonly<Partial<Record<ProblemName, string>>>;
  /** Why an image is not in the library. */
  readonly rejections: Readonly<Record<string, string>>;
}

/** The words of a language; `undefined` for English. */
export const OTHER_WORDS: Readonly<Record<Language, OtherWords | undefined>> = {
  en: undefined,
  pt: { problems: PORTUGUESE_PROBLEMS, rejections: PORTUGUESE_REJECTIONS },
  es: SPANISH,
  fr: FRENCH,
  de: GERMAN,
};
