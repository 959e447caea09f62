// Errors of requests: a problem document in the API, a page for people elsewhere; never a stack.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PinakesError } from '../support/errors.ts';
import { sendErrorPage } from './html/error-page.ts';
import type { App, ServerParts } from './parts.ts';
import {
  HttpProblem,
  type ParameterError,
  PROBLEM_TYPE,
  PROBLEMS,
  toProblemOf,
} from './problems.ts';
import type { Settings } from './settings.ts';

/** Answers all errors, and addresses that lead nowhere. */
export function registerErrors(app: App, parts: ServerParts): void {
  const handle = createErrorHandler(parts);
  app.setErrorHandler(handle);
  app.setNotFoundHandler((request, reply) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead) reply.header('allow', 'GET, HEAD');
    return handle(new HttpProblem(isRead ? 'not-found' : 'method-not-allowed'), request, reply);
  });
  app.get('/api/problems/:name', { schema: { hide: true } }, async (request, reply) => {
    const { name } = request.params as { readonly name: string }; // of the path
    const found = Object.entries(PROBLEMS).find(([known]) => known === name)?.[1];
    if (found === undefined) throw new HttpProblem('not-found');
    return reply.send({ type: `/api/problems/${name}`, ...found });
  });
}

/** A handler of errors. */
export function createErrorHandler(parts: ServerParts) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const problem = toHttpProblem(error, parts.settings, request.id);
    if (problem.retryAfter !== undefined) reply.header('retry-after', problem.retryAfter);
    reply.code(problem.status).header('cache-control', 'no-store');
    const isApi = /^\/(?:api|cdx|metrics|health)(?:\/|$|\?)/.test(request.url);
    const wantsPage = request.headers.accept?.includes('text/html') === true;
    if (!isApi && wantsPage) return sendErrorPage(parts, { request, reply }, problem);
    return reply.type(PROBLEM_TYPE).send(JSON.stringify(problem.toDocument(request.id)));
  };
}

/** The problem that anything thrown is; what is nobody's business goes to the operator alone. */
export function toHttpProblem(
  error: unknown,
  { onTrouble }: Settings,
  requestId = '',
): HttpProblem {
  if (error instanceof HttpProblem) return error;
  if (error instanceof PinakesError) {
    onTrouble(`${requestId} ${error.code}: ${error.message}`);
    return toProblemOf(error.code, error.message);
  }
  if (isFastifyError(error)) {
    if (error.validation !== undefined) return toParameterProblem(error.validation);
    if (error.statusCode === 413 || error.code === 'FST_ERR_MAX_PARAM_LENGTH') {
      return new HttpProblem('too-large');
    }
    if (error.statusCode !== undefined && error.statusCode < 500) {
      return new HttpProblem(error.statusCode === 404 ? 'not-found' : 'bad-request');
    }
    if (error.statusCode === 503)
      return new HttpProblem('unavailable', undefined, { retryAfter: 5 });
  }
  onTrouble(`${requestId} ${error instanceof Error ? error.stack : String(error)}`);
  return new HttpProblem('internal');
}

interface FrameworkError extends Error {
  readonly code?: string;
  readonly statusCode?: number;
  readonly validation?: readonly {
    readonly keyword?: string;
    readonly instancePath: string;
    readonly message?: string;
    readonly params: Readonly<Record<string, unknown>>;
  }[];
}

function isFastifyError(error: unknown): error is FrameworkError {
  return error instanceof Error && ('validation' in error || 'statusCode' in error);
}

function toParameterProblem(found: NonNullable<FrameworkError['validation']>): HttpProblem {
  const errors = found.map(
    ({ keyword, instancePath, message = 'cannot be used', params }): ParameterError => {
      const missing = params['missingProperty'];
      const pointer = instancePath || `/${typeof missing === 'string' ? missing : ''}`;
      const parameter = pointer.split('/')[1] ?? '';
      const choices = params['allowedValues'];
      const more = Array.isArray(choices) ? `: ${choices.join(', ')}` : '';
      // A pattern tells people nothing.
      const text = keyword === 'pattern' ? 'is not written as it should be' : message + more;
      return { parameter, pointer, message: text };
    },
  );
  const [first] = errors;
  const detail = first && `${first.parameter}: ${first.message}`;
  return new HttpProblem('invalid-parameter', detail, { errors });
}
