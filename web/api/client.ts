// Asks the server, and turns what goes wrong into problems.
import { iterateText, readEvents } from './events.ts';
import { NO_ANSWER, RequestError, readProblem } from './problem.ts';

/**
 * The JSON answer of an address. Throws a `RequestError`; an aborted request throws what `fetch` throws.
 * The type is the caller's word: the server is ours, and its answers are tested against its document.
 */
export async function fetchJson<T>(
  address: string,
  signal?: AbortSignal,
  operator: Operator = {},
): Promise<T> {
  return readJson(await ask(address, signal, operator));
}

/** The same for a form that is sent. */
export async function sendJson<T>(
  address: string,
  form: FormData | URLSearchParams,
  signal?: AbortSignal,
): Promise<T> {
  return readJson(await ask(address, signal, { method: 'POST' }, form));
}

async function readJson<T>(answer: Response): Promise<T> {
  const body: unknown = await answer.json().catch(() => undefined);
  if (!answer.ok || body === undefined) {
    throw new RequestError(readProblem(answer.status, body, answer.headers));
  }
  return body as T; // see above
}

/** Who asks, where that matters. */
export interface Operator {
  /** The operator token. */
  readonly token?: string | undefined;
  readonly method?: 'GET' | 'POST';
}

/** Opens a stream of events; every one is JSON. Throws as `fetchJson` does, and ends with the server or the signal. */
export async function* fetchEvents<T>(
  address: string,
  signal: AbortSignal,
  operator: Operator = {},
): AsyncGenerator<T> {
  const answer = await ask(address, signal, operator);
  if (!answer.ok || answer.body === null) {
    const body: unknown = await answer.json().catch(() => undefined);
    throw new RequestError(readProblem(answer.status, body, answer.headers));
  }
  for await (const { data } of readEvents(iterateText(answer.body))) {
    yield data as T; // see above
  }
}

async function ask(
  address: string,
  signal: AbortSignal | undefined,
  { token, method = 'GET' }: Operator,
  body?: FormData | URLSearchParams,
): Promise<Response> {
  const headers = {
    accept: 'application/json, application/problem+json, text/event-stream',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };
  try {
    return await fetch(address, {
      method,
      headers,
      ...(body && { body }),
      ...(signal && { signal }),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new RequestError({ ...NO_ANSWER });
  }
}
