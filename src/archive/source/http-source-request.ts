// One GET with what a remote archive needs: redirects, retries, a deadline and authentication.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import { messageOf, PinakesError } from '../../support/errors.ts';
import { parseUrl } from '../../support/parse-url.ts';

/** How patiently a remote server is asked. */
export interface HttpOptions {
  /** Tries per request, the first one included; default 5. */
  readonly attempts?: number;
  /** Wait before the second try, doubled before each further one; default 500 ms. */
  readonly backoffMs?: number;
  /** Longest wait between two tries; a server that asks for more is given up. Default 30 s. */
  readonly maxWaitMs?: number;
  /** Time one try may take, from connecting to the last byte of the answer; default 60 s. */
  readonly timeoutMs?: number;
  /** Stops all requests; reading then throws `INTERRUPTED`. */
  readonly signal?: AbortSignal;
}

/** Adds authentication to the headers of one request. */
export type SignRequest = (url: URL, headers: RequestHeaders) => Promise<RequestHeaders>;

/** Header names in lower case and their values. */
export type RequestHeaders = Readonly<Record<string, string>>;

/** A remote object: where it is, how it is called in messages and how requests are signed. */
export interface RemoteTarget {
  readonly url: URL;
  /** The address without credentials. */
  readonly name: string;
  /** Used for requests to the origin of `url` only, never where a redirect leads elsewhere. */
  readonly sign?: SignRequest;
  /** More about a refused request, from the headers of the answer. */
  readonly explain?: (headers: Answer['headers']) => string;
  /** Whether an answer is what was asked for though it is a redirect or an error. Default: none of them is. */
  readonly isFinal?: (answer: Answer) => boolean;
}

/** An answer whose body has not been read yet. */
export type Answer = Dispatcher.ResponseData;

/** Asks one remote target again and again over kept-alive connections. */
export interface Getter {
  /**
   * Sends a GET and hands a final answer to `take`. What `take` throws is tried again, except a
   * `PinakesError`, which ends the request. The body is dropped when `take` is done.
   */
  get<T>(headers: RequestHeaders, take: (answer: Answer) => Promise<T>): Promise<T>;
  /** Cancels what is under way. */
  close(): void;
}

/** A fault that may pass: the request is worth another try. */
export class PassingFault extends Error {
  /** What the server asked us to wait, if it did. */
  readonly waitMs: number | undefined;
  constructor(message: string, waitMs?: number) {
    super(message);
    this.waitMs = waitMs;
  }
}

/** Makes the getter of a target. Nothing is sent before the first `get`. */
export function openGetter(target: RemoteTarget, options: HttpOptions): Getter {
  const { attempts = 5, timeoutMs = 60_000 } = options;
  const closing = new AbortController();
  const stop = () => closing.abort();
  options.signal?.addEventListener('abort', stop, { once: true });
  if (options.signal?.aborted) stop();
  const route: Route = { target, current: target.url };
  return {
    async get(headers, take) {
      for (let attempt = 1; ; attempt += 1) {
        if (closing.signal.aborted) throw stoppedError(target, options.signal);
        try {
          return await withDeadline(timeoutMs, closing.signal, (signal) =>
            follow(route, { headers, signal }, take),
          );
        } catch (fault) {
          if (closing.signal.aborted) throw stoppedError(target, options.signal);
          if (fault instanceof PinakesError) throw fault;
          const waitMs = waitBefore(attempt, fault, options);
          if (attempt >= attempts || waitMs === undefined) throw gaveUp(target, fault, attempt);
          // Being stopped ends the wait early; the next round sees it and says so.
          await sleep(waitMs, undefined, { signal: closing.signal }).catch(() => {});
        }
      }
    },
    close() {
      options.signal?.removeEventListener('abort', stop);
      stop();
    },
  };
}

/** The error for an answer that is of no use, with the reason. */
export function remoteFailed(target: RemoteTarget, detail: string, cause?: unknown): PinakesError {
  const where = { url: target.name };
  return new PinakesError(
    'REMOTE_FAILED',
    { url: target.name, detail },
    cause === undefined ? { where } : { where, cause },
  );
}

/** The status of an answer for messages, with what the target can say about it. */
export function refused(target: RemoteTarget, answer: Answer): PinakesError {
  const more = target.explain?.(answer.headers) ?? '';
  return remoteFailed(target, `${statusOf(answer)}${more && `; ${more}`}`);
}

/** A header that may be sent once, as text; `''` when it is absent. */
export function headerOf(answer: Answer, name: string): string {
  const value = answer.headers[name];
  return (Array.isArray(value) ? value[0] : value) ?? '';
}

const MAX_REDIRECTS = 5;

// One pool for all sources, so that a hundred files of one host share their connections. Idle
// connections do not keep the process alive. Our own deadline replaces undici's timeouts, which
// restart with every byte and so let a slow server hold a request for ever.
let client: Promise<Client> | undefined;

interface Client {
  readonly request: typeof import('undici').request;
  readonly agent: Dispatcher;
}

/** Loaded when the first address is opened: work on local files should not pay 100 ms for it. */
function loadClient(): Promise<Client> {
  client ??= import('undici').then(({ Agent, request }) => ({
    request,
    agent: new Agent({ connections: 8, headersTimeout: 0, bodyTimeout: 0 }),
  }));
  return client;
}

/** A target and where redirects led from it; asked there directly from then on. */
interface Route {
  readonly target: RemoteTarget;
  current: URL;
}

interface Question {
  readonly headers: RequestHeaders;
  readonly signal: AbortSignal;
}

async function follow<T>(
  route: Route,
  question: Question,
  take: (answer: Answer) => Promise<T>,
): Promise<T> {
  const { target, current } = route;
  let url = current;
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    const answer = await send(target, url, question);
    try {
      if (target.isFinal?.(answer)) return await take(answer);
      const next = redirectOf(target, url, answer);
      if (next === undefined) {
        checkRoute(route, current, answer);
        checkStatus(target, answer);
        route.current = url;
        return await take(answer);
      }
      url = next;
    } finally {
      answer.body.destroy();
    }
  }
  throw remoteFailed(target, `more than ${MAX_REDIRECTS} redirects`);
}

/** Redirects often lead to addresses that expire: then all starts over from the one given. */
function checkRoute(route: Route, started: URL, answer: Answer): void {
  if (started === route.target.url || ![401, 403, 404, 410].includes(answer.statusCode)) return;
  route.current = route.target.url;
  throw new PassingFault(`the redirect now ends in ${statusOf(answer)}`);
}

async function send(
  target: RemoteTarget,
  url: URL,
  { headers, signal }: Question,
): Promise<Answer> {
  // Ranges count stored bytes, so no encoding may be put on top for the transfer.
  const plain = { 'accept-encoding': 'identity', 'user-agent': 'pinakes', ...headers };
  const isOwn = url.origin === target.url.origin;
  const { request, agent } = await loadClient();
  const answer = await request(url, {
    dispatcher: agent,
    headers: isOwn && target.sign ? await target.sign(url, plain) : plain,
    signal,
  });
  // A body dropped unread emits an error that nobody needs to see.
  answer.body.on('error', () => {});
  return answer;
}

function redirectOf(target: RemoteTarget, from: URL, answer: Answer): URL | undefined {
  const location = headerOf(answer, 'location');
  if (![301, 302, 303, 307, 308].includes(answer.statusCode) || location === '') return undefined;
  const next = parseUrl(location, from.href);
  if (next === undefined) throw remoteFailed(target, 'a redirect to no address');
  next.username = '';
  next.password = '';
  if (next.protocol === 'https:') return next;
  if (next.protocol === 'http:' && from.protocol === 'http:') return next;
  throw remoteFailed(target, `a redirect from ${from.protocol} to ${next.protocol}`);
}

function checkStatus(target: RemoteTarget, answer: Answer): void {
  const status = answer.statusCode;
  if (status === 404 || status === 410) {
    throw new PinakesError(
      'INPUT_NOT_FOUND',
      { input: target.name },
      { where: { url: target.name } },
    );
  }
  if (status === 408 || status === 429 || status >= 500) {
    throw new PassingFault(statusOf(answer), retryAfterMs(headerOf(answer, 'retry-after')));
  }
}

function statusOf(answer: Answer): string {
  return `HTTP ${answer.statusCode}`;
}

/** Retry-After is a number of seconds or an HTTP date. */
function retryAfterMs(value: string): number | undefined {
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}

/** How long to wait after a failed try; `undefined` when another one is of no use. */
function waitBefore(attempt: number, fault: unknown, options: HttpOptions): number | undefined {
  const { backoffMs = 500, maxWaitMs = 30_000 } = options;
  // A host name that does not exist is a typing mistake, not a passing fault.
  if (fault instanceof Error && 'code' in fault && fault.code === 'ENOTFOUND') return undefined;
  const asked = fault instanceof PassingFault ? fault.waitMs : undefined;
  if (asked !== undefined) return asked <= maxWaitMs ? asked : undefined;
  // Half of the wait is random, so that many readers do not come back all at once.
  return Math.min(maxWaitMs, backoffMs * 2 ** (attempt - 1) * (0.5 + Math.random() / 2));
}

function gaveUp(target: RemoteTarget, fault: unknown, attempt: number): PinakesError {
  const asked = fault instanceof PassingFault ? fault.waitMs : undefined;
  const wait = asked === undefined ? '' : `, wait of ${Math.ceil(asked / 1000)} s asked for`;
  const tries = attempt === 1 ? '' : ` (${attempt} tries)`;
  return remoteFailed(target, `${messageOf(fault)}${wait}${tries}`, fault);
}

function stoppedError(target: RemoteTarget, signal: AbortSignal | undefined): PinakesError {
  const where = { url: target.name };
  if (signal?.aborted) return new PinakesError('INTERRUPTED', {}, { where, cause: signal.reason });
  return new PinakesError(
    'INPUT_UNREADABLE',
    { input: target.name, detail: 'it was closed' },
    { where },
  );
}

// Not AbortSignal.any: what it derives from a long-lived signal is never freed while listened to
// (1.2 KB a request, measured on Node 20.20).
async function withDeadline<T>(
  timeoutMs: number,
  outer: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const inner = new AbortController();
  const stop = () => inner.abort(outer.reason);
  const late = () => inner.abort(new PassingFault(`no complete answer within ${timeoutMs} ms`));
  const timer = setTimeout(late, timeoutMs);
  outer.addEventListener('abort', stop, { once: true });
  try {
    return await work(inner.signal);
  } finally {
    clearTimeout(timer);
    outer.removeEventListener('abort', stop);
  }
}
