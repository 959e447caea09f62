// What can go wrong with a request, as the page tells it.

/** `offline`: the server was not reached; `missing`: there is no such thing; `problem`: the server said no. */
export interface Problem {
  readonly kind: 'offline' | 'missing' | 'problem';
  /** HTTP status; 0 when there was no answer. */
  readonly status: number;
  /** Name of the kind of problem; empty where there is none. */
  readonly name: string;
  /** Title and detail of the problem document (RFC 9457); empty where there is none. */
  readonly title: string;
  readonly detail: string;
  /** Id of the request, to be found in the server's log. */
  readonly requestId: string;
  /** Seconds to wait as the server asks; 0: none. */
  readonly retryAfterSeconds: number;
}

/** A request that failed. */
export class RequestError extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.title);
    this.problem = problem;
  }
}

/** The problem of anything that was thrown; `undefined` for a request that was given up on purpose. */
export function toProblem(error: unknown): Problem | undefined {
  if (error instanceof RequestError) return error.problem;
  if (error instanceof DOMException && error.name === 'AbortError') return undefined;
  return { ...NO_ANSWER, detail: error instanceof Error ? error.message : '' };
}

/** Reads a problem document, or makes one where the answer is none (a proxy's page, an empty body). */
export function readProblem(
  status: number,
  body: unknown,
  headers: { get(name: string): string | null },
): Problem {
  const text = (name: string): string => {
    if (typeof body !== 'object' || body === null || !Object.hasOwn(body, name)) return '';
    const value: unknown = Reflect.get(body, name);
    return typeof value === 'string' ? value.slice(0, MAX_TEXT) : '';
  };
  const wait = Number(headers.get('retry-after') ?? 0);
  return {
    kind: status === 404 ? 'missing' : 'problem',
    status,
    name: text('type').split('/').at(-1) ?? '',
    title: text('title'),
    detail: text('detail'),
    requestId: text('instance') || (headers.get('x-request-id') ?? ''),
    retryAfterSeconds: Number.isFinite(wait) ? wait : 0,
  };
}

/** Nothing came back: no network, or no server. */
export const NO_ANSWER: Problem = {
  kind: 'offline',
  status: 0,
  name: '',
  title: '',
  detail: '',
  requestId: '',
  retryAfterSeconds: 0,
};

const MAX_TEXT = 500;
