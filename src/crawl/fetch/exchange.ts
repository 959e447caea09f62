// One request and its answer on a connection, within limits of time and size.
import type { Client, Dispatcher } from 'undici';
import { FetchFault, toFetchFault } from './fetch-fault.ts';
import type { Answer, FetchRequest, Shortening } from './fetcher.ts';
import { decodeBody, type FinalHead, findFinalHead } from './http-message.ts';
import type { WireTap } from './wire-tap.ts';

/** What an exchange needs besides the request. */
export interface ExchangeContext {
  readonly url: URL;
  readonly userAgent: string;
  readonly time: Answer['time'];
  /** Bytes that all exchanges hold together. */
  readonly held: { bytes: number };
  readonly maxHeldBytes: number;
}

/** Sends a request on a connection that is not in use and gathers the answer. Throws a `FetchFault`, or what undici throws. */
export function exchange(
  line: { readonly client: Client; readonly tap: WireTap },
  request: FetchRequest,
  context: ExchangeContext,
): Promise<Answer> {
  const { url, userAgent } = context;
  line.tap.start();
  return new Promise((resolve, reject) => {
    const handler = new Exchange(line.tap, request, context, (outcome) => {
      if (outcome instanceof Error) reject(outcome);
      else resolve(outcome);
    });
    line.client.dispatch(
      {
        path: url.pathname + url.search,
        method: 'GET',
        headers: { 'user-agent': userAgent, ...request.headers },
      },
      handler,
    );
  });
}

class Exchange implements Dispatcher.DispatchHandler {
  readonly #tap: WireTap;
  readonly #request: FetchRequest;
  readonly #context: ExchangeContext;
  readonly #report: (outcome: Answer | Error) => void;
  readonly #started = performance.now();
  readonly #timer: NodeJS.Timeout;
  readonly #onAbort = () => this.#stop(new FetchFault('aborted', this.#context.url.host));
  #controller: Dispatcher.DispatchController | undefined;
  #final: FinalHead | undefined;
  #shortened: Shortening | undefined;
  #fault: FetchFault | undefined;
  #heldBytes = 0;
  /** The start of the body, until it was looked at. */
  #start: Buffer[] | undefined;
  #startBytes = 0;
  #isOver = false;

  constructor(
    tap: WireTap,
    request: FetchRequest,
    context: ExchangeContext,
    report: (outcome: Answer | Error) => void,
  ) {
    this.#tap = tap;
    this.#request = request;
    this.#context = context;
    this.#report = report;
    this.#start = request.look === undefined ? undefined : [];
    this.#timer = setTimeout(() => this.#timeOut(), request.timeoutMs);
    request.signal?.addEventListener('abort', this.#onAbort, { once: true });
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#fault !== undefined) controller.abort(this.#fault);
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number): void {
    if (status < 200) return;
    this.#final = findFinalHead(this.#tap.received());
    if (this.#final === undefined) this.#stop(new FetchFault('http', this.#context.url.host));
    else if (this.#request.wantsBody?.(this.#final.head) === false) this.#stop('unwanted');
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    const { held, maxHeldBytes, url } = this.#context;
    this.#heldBytes += chunk.length;
    held.bytes += chunk.length;
    if (held.bytes > maxHeldBytes) this.#stop(new FetchFault('memory', url.host));
    else if (this.#tap.receivedBytes > this.#request.maxBytes) this.#stop('length');
    else if (this.#start !== undefined) this.#lookAt(chunk);
  }

  onResponseEnd(): void {
    this.#finish();
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#finish(error);
  }

  #lookAt(chunk: Buffer): void {
    const { look } = this.#request;
    if (look === undefined || this.#start === undefined || this.#final === undefined) return;
    this.#start.push(chunk);
    this.#startBytes += chunk.length;
    if (this.#startBytes < look.bytes) return;
    const bytes = Buffer.concat(this.#start);
    this.#start = undefined;
    if (!look.wantsRest(bytes, this.#final.head)) this.#stop('unwanted');
  }

  #timeOut(): void {
    const hasHead = this.#final !== undefined;
    this.#stop(hasHead ? 'time' : new FetchFault('timeout', `${this.#request.timeoutMs} ms`));
  }

  #stop(why: Shortening | FetchFault): void {
    if (why instanceof FetchFault) this.#fault ??= why;
    else this.#shortened ??= why;
    // A request that still waits for its connection has no controller yet.
    if (this.#controller === undefined) this.#finish();
    else this.#controller.abort(why instanceof Error ? why : new Error(why));
  }

  #finish(thrown?: Error): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#request.signal?.removeEventListener('abort', this.#onAbort);
    this.#context.held.bytes -= this.#heldBytes;
    if (this.#fault !== undefined) this.#report(this.#fault);
    else if (this.#final === undefined) {
      this.#report(thrown ?? new FetchFault('http', this.#context.url.host));
    } else {
      if (thrown !== undefined) this.#shortened ??= shorteningOf(thrown);
      this.#report(this.#toAnswer(this.#final));
    }
  }

  #toAnswer({ head, at }: FinalHead): Answer {
    const { time } = this.#context;
    const response = this.#tap.received().subarray(at);
    const { body, isCut } = decodeBody(head, response, this.#request.maxBytes);
    return {
      url: this.#request.url,
      time,
      head,
      request: this.#tap.sent(),
      response,
      body,
      shortened: this.#shortened ?? (isCut ? 'length' : undefined),
      ipAddress: this.#tap.remoteAddress,
      bytes: this.#tap.receivedBytes,
      durationMs: performance.now() - this.#started,
    };
  }
}

/** A broken connection in the middle of a body leaves what was received. */
function shorteningOf(thrown: unknown): Shortening {
  return toFetchFault(thrown).reason === 'timeout' ? 'time' : 'disconnect';
}
