// Asks the server, and turns what goes wrong into problems.
import { NO_ANSWER, RequestError, readProblem } from './problem.ts';

/**
 * The JSON answer of an address. Throws a `RequestError`; an aborted request throws what `fetch` throws.
 * The type is the caller's word: the server is ours, and its answers are tested against its document.
 */
export async function fetchJson<T>(address: string, signal?: AbortSignal): Promise<T> {
  const answer = await ask(address, signal);
  const body: unknown = await answer.json().catch(() => undefined);
  if (!answer.ok || body === undefined) {
    throw new RequestError(readProblem(answer.status, body, answer.headers));
  }
  return body as T; // see above
}

async function ask(address: string, signal?: AbortSignal): Promise<Response> {
  const headers = { accept: 'application/json, application/problem+json' };
  try {
    return await fetch(address, { headers, ...(signal && { signal }) });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new RequestError({ ...NO_ANSWER });
  }
}
