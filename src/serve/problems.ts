// Problems that the server tells its clients, in the form of RFC 9457: a closed list of types.
import type { ErrorCode } from '../support/errors.ts';

interface ProblemEntry {
  readonly status: number;
  readonly title: string;
  /** What it means and what to do, for the page that its `type` leads to. */
  readonly help: string;
}

/** All problems by name. Names are never renamed. */
export const PROBLEMS = {
  'invalid-parameter': {
    status: 400,
    title: 'A parameter cannot be used as it is.',
    help: '`errors` names each parameter and says what it should be.',
  },
  'bad-request': {
    status: 400,
    title: 'The request cannot be understood.',
    help: 'The address or a header is damaged; check how it is encoded.',
  },
  unauthorized: {
    status: 401,
    title: 'This needs the operator token.',
    help: 'Send `Authorization: Bearer TOKEN`; the token is in the file `serve-token` of the library.',
  },
  'sign-in-needed': {
    status: 401,
    title: 'This library is not open to everybody.',
    help: 'Sign in: `Authorization: Bearer TOKEN`, or the token as password where a browser asks. Its operator gives out tokens.',
  },
  'not-found': {
    status: 404,
    title: 'There is nothing here.',
    help: 'The address is wrong, or the image was removed or is under embargo.',
  },
  'no-thumbnail': {
    status: 404,
    title: 'This image has no thumbnail.',
    help: 'It could not be decoded, or the library was made without thumbnails.',
  },
  'method-not-allowed': {
    status: 405,
    title: 'Only GET and HEAD are answered here.',
    help: 'Ask with GET; parameters go into the address.',
  },
  conflict: {
    status: 409,
    title: 'This cannot be done as things are.',
    help: '`detail` says what is in the way.',
  },
  'cursor-expired': {
    status: 410,
    title: 'This cursor cannot be used any more.',
    help: 'It belongs to another query, order or profile. Start again without a cursor.',
  },
  'too-large': {
    status: 413,
    title: 'The request is too large.',
    help: 'Shorten the address or leave the body out.',
  },
  'unsupported-image': {
    status: 415,
    title: 'The stored bytes are not an image that can be shown.',
    help: 'Only image types are handed out; `/web/` has the record as it was archived.',
  },
  'wrong-host': {
    status: 421,
    title: 'This server does not go by that name.',
    help: 'It answers to names of the machine it runs on. Behind a proxy, it must be told the public URL that clients use.',
  },
  'taken-down': {
    status: 451,
    title: 'This was taken down because a law or a court demands it.',
    help: '`detail` tells by whose demand, as far as it may be told. The archive does not show it any more.',
  },
  'rate-limited': {
    status: 429,
    title: 'Too many requests.',
    help: 'Wait as long as `Retry-After` says.',
  },
  internal: {
    status: 500,
    title: 'The server met a problem it did not expect.',
    help: 'Tell the operator the `instance`: the log of the server has more under it.',
  },
  unavailable: {
    status: 503,
    title: 'The server cannot answer now.',
    help: 'It is busy, stopping, or its library cannot be read. Try again after `Retry-After` seconds.',
  },
  timeout: {
    status: 503,
    title: 'The query took too long and was given up.',
    help: 'Narrow it: fewer or rarer words, a site, a span of years.',
  },
  'archive-missing': {
    status: 503,
    title: 'The archive file that holds these bytes cannot be read.',
    help: 'The operator has moved or unplugged it; `pinakes relocate` tells the library where it is.',
  },
} as const satisfies Record<string, ProblemEntry>;

/** Name of a problem. */
export type ProblemName = keyof typeof PROBLEMS;

/** What is wrong with one parameter. */
export interface ParameterError {
  readonly parameter: string;
  /** JSON pointer into the parameters. */
  readonly pointer: string;
  readonly message: string;
}

/** A problem as clients get it. */
export interface ProblemDocument {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail?: string;
  readonly instance: string;
  readonly errors?: readonly ParameterError[];
}

/** Media type of problems. */
export const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';

/** Thrown by routes: answered with the problem of that name. */
export class HttpProblem extends Error {
  readonly problem: ProblemName;
  readonly detail: string | undefined;
  readonly errors: readonly ParameterError[] | undefined;
  /** Seconds until it may be tried again. */
  readonly retryAfter: number | undefined;

  constructor(
    problem: ProblemName,
    detail?: string,
    more: { readonly errors?: readonly ParameterError[]; readonly retryAfter?: number } = {},
  ) {
    super(detail ?? PROBLEMS[problem].title);
    this.name = 'HttpProblem';
    this.problem = problem;
    this.detail = detail;
    this.errors = more.errors;
    this.retryAfter = more.retryAfter;
  }

  get status(): number {
    return PROBLEMS[this.problem].status;
  }

  /** The problem as JSON for the request of that id. */
  toDocument(requestId: string): ProblemDocument {
    const { title, status } = PROBLEMS[this.problem];
    return {
      type: `/api/problems/${this.problem}`,
      title,
      status,
      ...(this.detail !== undefined && { detail: this.detail }),
      instance: `urn:uuid:${requestId}`,
      ...(this.errors !== undefined && { errors: this.errors }),
    };
  }
}

/** The problem of one parameter. */
export function badParameter(parameter: string, message: string): HttpProblem {
  const errors = [{ parameter, pointer: `/${parameter}`, message }];
  return new HttpProblem('invalid-parameter', `${parameter}: ${message}`, { errors });
}

/** The problem that an error of the table is to a client; what concerns the operator alone stays here. */
export function toProblemOf(code: ErrorCode, message: string): HttpProblem {
  if (code === 'USAGE') return new HttpProblem('invalid-parameter', message, { errors: [] });
  if (code === 'INPUT_UNREADABLE' || code === 'INPUT_NOT_FOUND' || code.startsWith('REMOTE_')) {
    return new HttpProblem('archive-missing', undefined, { retryAfter: 60 });
  }
  if (code.startsWith('LIBRARY_'))
    return new HttpProblem('unavailable', undefined, { retryAfter: 10 });
  return new HttpProblem('internal');
}
