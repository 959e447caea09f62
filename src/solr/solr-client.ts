// Requests to a Solr cluster over HTTP: another node is asked when one does not answer, for as long as an election takes.
import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf, PinakesError } from '../support/errors.ts';
import type { SolrAddress } from './solr-address.ts';

/** How a cluster is talked to. */
export interface SolrClientOptions extends SolrAddress {
  /** `user:password` for basic authentication. */
  readonly credentials?: string | undefined;
  /** Tries are given up after this time, milliseconds; electing a leader took up to 15 seconds. Default 60,000. */
  readonly patienceMs?: number | undefined;
  /** A request was answered by another node than the first, or later: why. */
  readonly onRetry?: ((reason: string) => void) | undefined;
}

/** A request. */
export interface SolrRequest {
  /** Below the base URL of a node, with its parameters. */
  readonly path: string;
  /** Sent as JSON; a text is sent as it is. Absent: nothing is sent. */
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
  /** Longest wait for one answer in milliseconds. Default 30,000. */
  readonly timeoutMs?: number;
  /** Tries are given up after this time. Default: that of the client. */
  readonly patienceMs?: number;
}

/** An answer of Solr: an object, of which each caller knows its own part. */
export type SolrAnswer = Readonly<Record<string, unknown>>;

/** What Solr refused, and would refuse again. */
export class SolrRefusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 1000;
const TIMEOUT_MS = 30_000;
const PATIENCE_MS = 60_000;
/** Larger answers are none of ours. */
const MAX_ANSWER_CHARACTERS = 512 * 1024 * 1024;

/** Talks to a cluster. */
export class SolrClient {
  readonly collection: string;
  /** Tries are given up after this time, milliseconds. */
  readonly patienceMs: number;
  readonly #nodes: readonly string[];
  readonly #headers: Readonly<Record<string, string>>;
  readonly #onRetry: (reason: string) => void;
  /** The node that answered last. */
  #current = 0;

  constructor({ nodes, collection, credentials, patienceMs, onRetry }: SolrClientOptions) {
    this.#nodes = nodes;
    this.collection = collection;
    this.patienceMs = patienceMs ?? PATIENCE_MS;
    this.#onRetry = onRetry ?? (() => {});
    this.#headers =
      credentials === undefined
        ? {}
        : { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` };
  }

  /** Asks the collection; `${...}` in texts stays as it is. */
  query(body: unknown, signal?: AbortSignal): Promise<SolrAnswer> {
    return this.send({
      path: `${this.collection}/query?expandMacros=false&wt=json`,
      body,
      signal,
      // Any replica answers, so no election is waited for; and a question that no node can answer must end.
      patienceMs: this.patienceMs / 4,
    });
  }

  /** Changes the collection. */
  update(body: unknown, parameters = '', signal?: AbortSignal): Promise<SolrAnswer> {
    return this.send({ path: `${this.collection}/update?wt=json${parameters}`, body, signal });
  }

  /**
   * Sends a request until a node takes it: every request of ours can be repeated. Rejects with a `SolrRefusal` for what
   * Solr does not accept, with `REMOTE_FAILED` when no node answers in time, and with the reason of the signal.
   */
  async send(request: SolrRequest): Promise<SolrAnswer> {
    const end = performance.now() + (request.patienceMs ?? this.patienceMs);
    let pause = FIRST_PAUSE_MS;
    for (let tries = 1; ; tries++) {
      request.signal?.throwIfAborted();
      const node = this.#nodes[this.#current % this.#nodes.length] ?? '';
      try {
        return await this.#try(node, request);
      } catch (thrown) {
        request.signal?.throwIfAborted();
        if (thrown instanceof SolrRefusal || performance.now() > end) throw toError(node, thrown);
        this.#onRetry(`${node}: ${messageOf(thrown)}`);
        this.#current++;
        // All nodes were asked: wait for the cluster to come to terms.
        if (tries % this.#nodes.length !== 0) continue;
        await sleep(pause, undefined, { signal: request.signal }).catch(() => {});
        pause = Math.min(LONGEST_PAUSE_MS, pause * 2);
      }
    }
  }

  async #try(
    node: string,
    { path, body, signal, timeoutMs = TIMEOUT_MS }: SolrRequest,
  ): Promise<SolrAnswer> {
    const timeout = AbortSignal.timeout(timeoutMs);
    const isText = typeof body === 'string';
    const response = await fetch(`${node}/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        ...this.#headers,
        ...(body !== undefined && {
          'content-type': isText ? 'application/octet-stream' : 'application/json',
        }),
      },
      ...(body !== undefined && { body: isText ? body : JSON.stringify(body) }),
      redirect: 'error',
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    });
    const answer = parseAnswer(await readText(response));
    if (response.ok && answer !== undefined) return answer;
    const message = messageIn(answer) ?? `status ${response.status}`;
    if (isFinal(response.status)) throw new SolrRefusal(response.status, message);
    throw new Error(message);
  }
}

/** What another try would not change. A collection is unknown (404) to a node that is starting or has lost ZooKeeper. */
function isFinal(status: number): boolean {
  return status >= 400 && status < 500 && status !== 404 && status !== 408 && status !== 429;
}

async function readText(response: Response): Promise<string> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > MAX_ANSWER_CHARACTERS) throw new Error('an answer without end');
  }
  return text + decoder.decode();
}

function parseAnswer(text: string): SolrAnswer | undefined {
  try {
    // Versions have more digits than numbers of JavaScript can hold.
    const answer: unknown = JSON.parse(text.replace(/("_version_":)(-?\d+)/g, '$1"$2"'));
    return isObject(answer) ? answer : undefined;
  } catch {
    return undefined; // a proxy, or a page about an error
  }
}

function messageIn(answer: SolrAnswer | undefined): string | undefined {
  const error = answer?.['error'];
  const message = isObject(error) ? error['msg'] : undefined;
  return typeof message === 'string' ? message : undefined;
}

/** Whether a value is an object with members. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function toError(node: string, thrown: unknown): unknown {
  if (thrown instanceof SolrRefusal) return thrown;
  return new PinakesError('REMOTE_FAILED', { url: node, detail: messageOf(thrown) });
}
