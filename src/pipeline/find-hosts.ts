// Asks hosts politely while images are being found: robots.txt first, pauses, few requests at a time, a time limit for each.
import {
  type Answer,
  backOffMs,
  type Fetcher,
  FetchFault,
  type FetchRequest,
  type GatedHost,
  parseRetryAfter,
  RobotsGate,
} from '../crawl/crawl.ts';

/** How hosts are asked. */
export interface HostOptions {
  readonly fetcher: Fetcher;
  /** Name that robots.txt files may call us by. */
  readonly product: string;
  /** Time from the start of a request for a page of a host to the start of the next. Milliseconds. */
  readonly delayMs: number;
  /** Requests for images of a host under way at the same time, beside one for a page, as browsers have it. */
  readonly imagesPerHost: number;
  /** Time for one answer. Milliseconds. */
  readonly timeoutMs: number;
  /** Told of every answer: its bytes are counted. */
  readonly onAnswer: (answer: Answer, kind: AskKind) => Promise<void>;
}

/** What a request is for. */
export type AskKind = 'page' | 'image' | 'robots';

/** What came of a request: an answer, or why there is none. */
export type Asked =
  | { readonly kind: 'answer'; readonly answer: Answer }
  | { readonly kind: 'refused'; readonly reason: string };

interface Host {
  readonly origin: string;
  memory: GatedHost['memory'];
  pages: number;
  images: number;
  readyAt: number;
  failures: number;
  isDown: boolean;
  /** Pause that its robots.txt asks for; 0 where none is. */
  crawlDelayMs: number;
  robots: Promise<void> | undefined;
}

/** Requests that fail one after the other until a host is given up. */
const MAX_FAILURES = 3;

/**
 * How long a host is left alone after an answer. Requests start at least `delayMs` apart, and a host that was busy with an
 * answer has as long to rest: one that is slow is asked more slowly.
 */
export function pauseAfter(answerMs: number, delayMs: number): number {
  return Math.min(delayMs, Math.max(answerMs, delayMs - answerMs));
}

/** Hosts by origin. */
export class PoliteHosts {
  readonly #options: HostOptions;
  readonly #hosts = new Map<string, Host>();

  constructor(options: HostOptions) {
    this.#options = options;
  }

  /** Whether a URL may be asked for now. */
  isReady(url: string, kind: 'page' | 'image'): boolean {
    const host = this.#hostOf(url);
    // What waits for a host that is given up is told so at once.
    if (host.isDown) return true;
    const isPaused = host.readyAt > performance.now();
    if (kind === 'page') return host.pages === 0 && !isPaused;
    // A host that names a pause wants it between any two requests; images of others come like those of a page.
    if (host.crawlDelayMs > 0) return host.images + host.pages === 0 && !isPaused;
    return host.images < this.#options.imagesPerHost;
  }

  /** Milliseconds until a host that is waited for is ready; at least one. */
  waitMs(): number {
    let least = 1000;
    const now = performance.now();
    for (const { readyAt, isDown } of this.#hosts.values()) {
      if (!isDown && readyAt > now) least = Math.min(least, readyAt - now);
    }
    return Math.max(1, least);
  }

  /** Asks for a URL whose host is ready. Redirects are not followed. */
  async ask(
    url: string,
    kind: 'page' | 'image',
    request: Pick<FetchRequest, 'headers' | 'maxBytes' | 'wantsBody' | 'look'>,
    signal: AbortSignal,
  ): Promise<Asked> {
    const host = this.#hostOf(url);
    if (host.isDown) return { kind: 'refused', reason: 'host-down' };
    const gate = this.#gate(signal);
    const started = performance.now();
    host[kind === 'page' ? 'pages' : 'images'] += 1;
    try {
      await this.#loadRobots(host, gate);
      const rules = gate.rulesOf(host);
      const { pathname, search } = new URL(url);
      if (rules?.isAllowed(pathname + search) !== true) {
        if (signal.aborted) return { kind: 'refused', reason: 'aborted' };
        const { kind: verdict, text = '' } = host.memory.robots ?? {};
        return { kind: 'refused', reason: verdict === 'disallow' && text !== '' ? text : 'robots' };
      }
      return await this.#fetch(host, url, kind, request, signal);
    } finally {
      host[kind === 'page' ? 'pages' : 'images'] -= 1;
      if (kind === 'page' || host.crawlDelayMs > 0) {
        const pause = pauseAfter(performance.now() - started, this.#options.delayMs);
        host.readyAt = Math.max(
          host.readyAt,
          performance.now() + Math.max(pause, host.crawlDelayMs),
        );
      }
    }
  }

  async #fetch(
    host: Host,
    url: string,
    kind: AskKind,
    request: Pick<FetchRequest, 'headers' | 'maxBytes' | 'wantsBody' | 'look'>,
    signal: AbortSignal,
  ): Promise<Asked> {
    const { fetcher, timeoutMs, onAnswer } = this.#options;
    try {
      const answer = await fetcher.fetch({ ...request, url, timeoutMs, signal });
      await onAnswer(answer, kind);
      const { status, fields } = answer.head;
      if (status !== 429 && status < 500) {
        host.failures = 0;
        return { kind: 'answer', answer };
      }
      this.#failed(host, parseRetryAfter(fields.get('retry-after'), new Date()));
      return { kind: 'refused', reason: `status-${status}` };
    } catch (thrown) {
      if (!(thrown instanceof FetchFault)) throw thrown;
      if (thrown.reason !== 'aborted') this.#failed(host, undefined);
      return { kind: 'refused', reason: thrown.reason };
    }
  }

  /** A host that fails is left alone for a while, and given up when it goes on failing: there is no time to wait for it. */
  #failed(host: Host, waitMs: number | undefined): void {
    host.failures += 1;
    host.isDown = host.failures >= MAX_FAILURES;
    const pause = waitMs ?? backOffMs(host.failures, () => 0, 1000);
    host.readyAt = performance.now() + pause;
  }

  /** Fetches the robots.txt of a host once, however many requests wait for it. */
  async #loadRobots(host: Host, gate: RobotsGate): Promise<void> {
    if (gate.rulesOf(host) !== undefined) return;
    host.robots ??= gate
      .load(host)
      .then((robots) => {
        host.memory = { ...host.memory, robots };
        host.crawlDelayMs = gate.rulesOf(host)?.crawlDelayMs ?? 0;
        if (robots.kind === 'disallow' && robots.text !== '') host.isDown = true;
      })
      .catch(() => {}) // stopped: the next run asks again
      .finally(() => {
        host.robots = undefined;
      });
    await host.robots;
  }

  #gate(signal: AbortSignal): RobotsGate {
    const { fetcher, product, onAnswer, timeoutMs } = this.#options;
    return new RobotsGate({
      fetcher: {
        fetch: (request) => fetcher.fetch({ ...request, timeoutMs }),
        close: () => fetcher.close(),
      },
      product,
      isOn: true,
      now: Date.now,
      wait: () => Promise.resolve(),
      onAnswer: (answer) => onAnswer(answer, 'robots'),
      signal,
    });
  }

  #hostOf(url: string): Host {
    const { origin } = new URL(url);
    const known = this.#hosts.get(origin);
    if (known !== undefined) return known;
    const host: Host = {
      ...{ origin, memory: {}, pages: 0, images: 0, readyAt: 0, failures: 0 },
      ...{ isDown: false, crawlDelayMs: 0, robots: undefined },
    };
    this.#hosts.set(origin, host);
    return host;
  }
}
