// What a language of the server has to say.
import type { ReportWords } from '../../linked/report-words.ts';
import type { ProblemName } from '../../problems.ts';
import type { ReplayWords } from '../../replay/words.ts';
import type { MessageName } from '../messages.ts';

/** All words of a language. */
export interface LanguageWords {
  /** A message that is newer than its translation is missing, and said in English. */
  readonly messages: Readonly<Partial<Record<MessageName, string>>>;
  /** Titles of problems. */
  readonly problems: Readonly<Partial<Record<ProblemName, string>>>;
  /** Why an image is not in the library, in few words. */
  readonly rejections: Readonly<Record<string, string>>;
  readonly replay: ReplayWords;
  readonly report: ReportWords;
}
