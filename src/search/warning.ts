// What an answer tells besides its pictures: parts of a request that were not taken as written.
import type { QueryNote } from '../model/query/query.ts';

/** Something to tell about a request or its answer. */
export interface SearchWarning {
  /** `error`: a part was left out or cannot be met; `hint`: it was taken in another way. */
  readonly severity: 'error' | 'hint';
  /** Never renamed. Those of the parser, and the keys of `WARNINGS`. */
  readonly code: string;
  readonly message: string;
  /** Place in the text of the query, where one is known (UTF-16 units, end exclusive). */
  readonly start?: number;
  readonly end?: number;
}

/** Warnings of search itself with severity and message; `{value}` is replaced. */
const WARNINGS = {
  'no-link-data': [
    'error',
    'This library does not know which pages link where: `link:` finds nothing.',
  ],
  'no-similar-data': [
    'error',
    'Nothing is known of how this picture looks: it is not in the library, tiny, of one colour, or `pinakes enrich` has not seen it.',
  ],
  'no-color-data': [
    'error',
    'This library does not know the colours of its pictures: `pinakes enrich` finds them out.',
  ],
  'no-kind-data': [
    'error',
    'This library does not know the kinds of its pictures: `pinakes enrich` finds them out.',
  ],
  'no-licence-data': ['error', 'No file or page of this library states a licence.'],
  'no-label-data': [
    'error',
    'Nobody told what is in the pictures of this library: `label:` needs a classifier (docs/models.md).',
  ],
  'no-such-place': ['error', 'No place is known by the name {value}: it finds nothing.'],
  'no-place-names': [
    'error',
    'This library does not know places by name; give coordinates: near:38.72,-9.14,10',
  ],
  'no-such-collection': ['hint', 'There is no collection {value} in this library.'],
  'empty-time': [
    'hint',
    'The times of the query exclude one another or are under embargo: nothing can be found.',
  ],
  'no-word': ['hint', '{value} holds no letter or digit and was left out.'],
  'too-many-words': ['error', 'Only the first {value} words of the query were used.'],
  'too-many-similar': [
    'hint',
    'Similar words were looked up for the first {value} words with `~` only.',
  ],
  'no-similar-word': ['hint', 'The library holds no other word like {value}.'],
  'too-complex': ['error', 'Too many alternatives of words and operators: one group was left out.'],
  'limit-lowered': ['hint', 'At most {value} answers are given at once; use `next` for more.'],
  'depth-limit': [
    'hint',
    'Only the first {value} answers can be reached; narrow the query to see others.',
  ],
  'cursor-invalid': [
    'error',
    'This cursor was not made here or is damaged; start again without one.',
  ],
  'cursor-other-query': [
    'error',
    'This cursor belongs to another query, order or profile; start again without one.',
  ],
  'cursor-moved': [
    'hint',
    'The library changed since the last answer; some pictures may be shown twice or left out.',
  ],
} as const satisfies Record<string, readonly [SearchWarning['severity'], string]>;

/** Code of a warning of search itself. */
export type WarningCode = keyof typeof WARNINGS;

/** A warning of search itself. */
export function toWarning(code: WarningCode, value: string | number = ''): SearchWarning {
  const [severity, message] = WARNINGS[code];
  // A function, so that `$&` in a value stays what it is.
  return { severity, code, message: message.replace('{value}', () => String(value)) };
}

/** What the parser noted, as warnings. */
export function toQueryWarnings(notes: readonly QueryNote[]): SearchWarning[] {
  return notes.map(({ severity, code, message, start, end }) => ({
    severity,
    code,
    message,
    start,
    end,
  }));
}
