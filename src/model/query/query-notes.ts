// What the parser may have to tell about a query: codes, severities and messages.
import { tidy } from './characters.ts';
import type { QueryNote } from './query.ts';
import type { Span } from './scan-query.ts';

/** Longest text of a query that is read, in UTF-16 units. */
export const MAX_QUERY_LENGTH = 10_000;

/** Most words, phrases and operators of a query. */
export const MAX_QUERY_PARTS = 64;

/** What a message tells beside its code. */
interface Details {
  /** The part as typed, shortened and between quotes. */
  readonly shown: string;
  /** What would be possible, or what was done: a sentence. */
  readonly more: string;
}

interface NoteKind {
  readonly severity: QueryNote['severity'];
  /** The same is said once in a query, since anyone can type ten thousand of them. */
  readonly isOnce?: true;
  readonly message: (details: Details) => string;
}

/** All notes by code. */
export const QUERY_NOTES = {
  'too-long': error(
    () => `A query has at most ${MAX_QUERY_LENGTH} characters; the rest was left out.`,
  ),
  'too-many-parts': error(
    () => `A query has at most ${MAX_QUERY_PARTS} words and filters; the rest was left out.`,
  ),
  'empty-value': error(
    ({ shown, more }) => `${shown} was left out: no value follows the colon. ${more}`,
  ),
  'bad-value': error(({ shown, more }) => `${shown} was left out. ${more}`),
  'value-taken-as': hint(({ more }) => more),
  'unknown-operator': hint(({ shown, more }) => `${shown} was taken as words. ${more}`),
  'url-as-words': hint(({ shown, more }) => `${shown} was taken as words. ${more}`),
  'unbalanced-quote': hint(() => 'A quote is not closed; all that follows belongs to it.'),
  parentheses: hint(
    () =>
      'Parentheses do nothing: OR binds its neighbours alone, and - stands before each part it rules out.',
    true,
  ),
  'stray-or': hint(() => 'OR stands between two parts; here it was passed over.', true),
  'not-an-operator': hint(({ shown, more }) => `${shown} is no operator. ${more}`, true),
  'nothing-to-find': hint(
    ({ shown }) => `${shown} holds no letter or digit and was passed over.`,
    true,
  ),
  'odd-signs': hint(({ shown, more }) => `${shown}: ${more}`),
} as const satisfies Readonly<Record<string, NoteKind>>;

/** Code of a note. */
export type QueryNoteCode = keyof typeof QUERY_NOTES;

/** Notes as they are gathered. */
export class QueryNotes {
  readonly #notes: QueryNote[] = [];
  readonly #told = new Set<string>();
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** Adds a note about a stretch of the text. */
  add(code: QueryNoteCode, { start, end }: Span, more = ''): void {
    const kind: NoteKind = QUERY_NOTES[code];
    if (kind.isOnce && this.#told.has(code + more)) return;
    this.#told.add(code + more);
    const message = kind.message({ shown: shorten(this.#text, start, end), more }).trim();
    this.#notes.push({ severity: kind.severity, code, message, start, end });
  }

  /** All notes in the order of the text. */
  sorted(): readonly QueryNote[] {
    return this.#notes.sort((a, b) => a.start - b.start || a.end - b.end);
  }
}

/** The start of a stretch of text, between quotes, fit for a message. */
function shorten(text: string, start: number, end: number): string {
  // Half a pair of surrogates is no character, and no program downstream should get one.
  const shown = text.slice(start, Math.min(end, start + 40)).replace(/\p{Cs}/gu, '');
  return `‘${tidy(shown)}${end > start + 40 ? '…' : ''}’`;
}

function error(message: NoteKind['message']): NoteKind {
  return { severity: 'error', message };
}

function hint(message: NoteKind['message'], isOnce?: true): NoteKind {
  return isOnce ? { severity: 'hint', message, isOnce } : { severity: 'hint', message };
}
