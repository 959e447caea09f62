// The words of the form for reports.
import { FRENCH } from '../html/languages/french.ts';
import { GERMAN } from '../html/languages/german.ts';
import { SPANISH } from '../html/languages/spanish.ts';
import type { Language } from '../html/messages.ts';

/** What can be wrong with an image. */
export const REASONS = ['rights', 'privacy', 'harmful', 'wrong', 'other'] as const;

/** What the form says. */
export interface ReportWords {
  readonly title: string;
  readonly about: string;
  readonly reason: string;
  readonly text: string;
  readonly contact: string;
  readonly send: string;
  readonly thanks: string;
  readonly back: string;
  readonly write: string;
  readonly reasons: Readonly<Record<(typeof REASONS)[number], string>>;
}

/** The words by language. */
export const REPORT_WORDS: Readonly<Record<Language, ReportWords>> = {
  en: {
    title: 'Report this image',
    about: 'The operator of this library reads what you write and decides about the image.',
    reason: 'What is wrong',
    text: 'In your words',
    contact: 'How to answer you, if you wish (kept with the report alone)',
    send: 'Send',
    thanks: 'Thank you. The report has been kept for the operator.',
    back: 'Back to the image',
    write: 'Write to the operator',
    reasons: {
      rights: 'It is mine, or of somebody I speak for',
      privacy: 'It shows somebody who does not want it',
      harmful: 'It harms or offends',
      wrong: 'What is said of it is wrong',
      other: 'Something else',
    },
  },
  pt: {
    title: 'Denunciar esta imagem',
    about: 'O operador desta biblioteca lê o que escrever e decide sobre a imagem.',
    reason: 'O que está mal',
    text: 'Pelas suas palavras',
    contact: 'Como lhe responder, se quiser (fica só com a denúncia)',
    send: 'Enviar',
    thanks: 'Obrigado. A denúncia ficou guardada para o operador.',
    back: 'Voltar à imagem',
    write: 'Escrever ao operador',
    reasons: {
      rights: 'É minha, ou de alguém por quem falo',
      privacy: 'Mostra alguém que não o quer',
      harmful: 'Prejudica ou ofende',
      wrong: 'O que se diz dela está errado',
      other: 'Outra coisa',
    },
  },
  es: SPANISH.report,
  fr: FRENCH.report,
  de: GERMAN.report,
};
