// From a question of a request to the answer of a query thread, as HTTP.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { currentView } from './access/view.ts';
import { toSearchLine } from './operation/search-log.ts';
import { isFromOperator, type ServerParts } from './parts.ts';
import { badParameter, HttpProblem, toProblemOf } from './problems.ts';
import type { QueryPool } from './query/query-pool.ts';
import type { QueryAnswer, QueryRequest } from './query/query-requests.ts';

/** Answers with a value, or with bytes. */
export type GoodAnswer = Extract<QueryAnswer, { kind: 'found' | 'unchanged' | 'bytes' }>;

/** How a question is asked. */
export interface AskDetails {
  /** Default: the pool that people wait for. */
  readonly pool?: QueryPool;
  readonly timeoutMs?: number;
  /** What the client has already, as its header `If-None-Match` says. */
  readonly known?: string | undefined;
  /** Whose client may go away before the answer is there. */
  readonly reply?: FastifyReply;
  /** Where archive files are may be told. Default false. */
  readonly isOperator?: boolean;
}

/** Asks a question; throws an `HttpProblem` for whatever is no good answer. */
export async function ask(
  parts: ServerParts,
  query: QueryRequest,
  { pool = parts.queries, timeoutMs, known, reply, isOperator = false }: AskDetails = {},
): Promise<GoodAnswer> {
  const view = currentView();
  const message = { request: query, isOperator, view, ...(known !== undefined && { known }) };
  const watch = reply && watchClient(reply);
  try {
    const options = {
      ...(timeoutMs !== undefined && { timeoutMs }),
      ...(watch && { signal: watch.signal }),
    };
    const answer = toGoodAnswer(parts, query, await pool.ask(message, options));
    noteSearch(parts, { query, answer, reply });
    return answer;
  } finally {
    watch?.stop();
  }
}

/** Writes the search log, where the operator wants one. */
function noteSearch(
  { settings: { searchLog } }: ServerParts,
  {
    query,
    answer,
    reply,
  }: {
    readonly query: QueryRequest;
    readonly answer: GoodAnswer;
    readonly reply: FastifyReply | undefined;
  },
): void {
  if (searchLog === undefined || reply === undefined) return;
  const text = answer.kind === 'found' ? answer.text : undefined;
  const line = toSearchLine(query, text, reply.request);
  if (line !== undefined) searchLog.write(line);
}

/** Asks a question and gives the value of the answer. The type is the caller's word: both ends are ours. */
export async function askFor<T>(
  parts: ServerParts,
  query: QueryRequest,
  details?: Omit<AskDetails, 'known'>,
): Promise<T> {
  const answer = await ask(parts, query, details);
  if (answer.kind !== 'found') throw new HttpProblem('internal');
  return JSON.parse(answer.text) as T; // see above
}

/** Answers a request with JSON: 304 where the client's copy is still right. */
export async function sendAnswer(
  parts: ServerParts,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  query: QueryRequest,
  details: Pick<AskDetails, 'pool' | 'timeoutMs'> = {},
): Promise<FastifyReply> {
  const known = request.headers['if-none-match'];
  const isOperator = isFromOperator(request, parts);
  const answer = await ask(parts, query, { ...details, known, reply, isOperator });
  if (answer.kind === 'bytes') throw new HttpProblem('internal');
  return sendFound({ request, reply }, answer);
}

/** Answers a request with an answer that is there. */
export function sendFound(
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  answer: Exclude<GoodAnswer, { kind: 'bytes' }>,
): FastifyReply {
  const { etag } = answer;
  reply.header('etag', etag).header('cache-control', CACHE);
  const isKnown = request.headers['if-none-match']?.includes(etag) === true;
  if (answer.kind === 'unchanged' || isKnown) return reply.code(304).send();
  if (typeof answer.next === 'string') reply.header('link', toNextLink(request, answer.next));
  return reply.type('application/json; charset=utf-8').send(answer.text);
}

/** Answers of queries may be a minute old; after that the ETag tells whether they still hold. */
const CACHE = 'private, max-age=60';

function toGoodAnswer(parts: ServerParts, query: QueryRequest, answer: QueryAnswer): GoodAnswer {
  switch (answer.kind) {
    case 'found':
      parts.metrics.query(query.kind, answer.stages);
      return answer;
    case 'unchanged':
    case 'bytes':
      return answer;
    case 'missing':
      throw new HttpProblem('not-found', 'There is no such image in this library.');
    case 'refused': {
      const { problem, detail, parameter } = answer;
      if (problem === 'invalid-parameter' && parameter !== undefined) {
        throw badParameter(parameter, detail);
      }
      throw new HttpProblem(problem, detail);
    }
    case 'failed':
      parts.settings.onTrouble(answer.stack ?? `${answer.code}: ${answer.message}`);
      throw toProblemOf(answer.code, answer.message);
  }
}

function toNextLink(request: FastifyRequest, cursor: string): string {
  const [path = '', search = ''] = request.url.split('?', 2);
  const parameters = new URLSearchParams(search);
  parameters.set('cursor', cursor);
  return `<${path}?${parameters}>; rel="next"`;
}

/** A signal that is aborted when the client goes away before its answer is ready. */
export function watchClient({ raw }: FastifyReply): { signal: AbortSignal; stop(): void } {
  const controller = new AbortController();
  const abort = () => controller.abort();
  raw.once('close', abort);
  if (raw.destroyed) abort(); // it has left already
  return { signal: controller.signal, stop: () => raw.off('close', abort) };
}
