// What each host allows: its robots.txt, fetched, kept for a day, and read.

import { parseUrl } from '../../support/parse-url.ts';
import { FetchFault } from '../fetch/fetch-fault.ts';
import type { Answer, Fetcher } from '../fetch/fetcher.ts';
import type { HostMemory, HostQueue } from '../frontier/host-queue.ts';
import { ALLOW_ALL, DISALLOW_ALL, parseRobots, type RobotsRules } from '../rules/robots-txt.ts';

/** Options of `RobotsGate`. */
export interface RobotsGateOptions {
  readonly fetcher: Fetcher;
  /** The name that rules are looked for under. */
  readonly product: string;
  /** Whether rules are asked for at all. */
  readonly isOn: boolean;
  readonly now: () => number;
  /** Waits before a redirect is followed. */
  readonly wait: () => Promise<void>;
  /** Every answer on the way. */
  readonly onAnswer: (answer: Answer) => Promise<void>;
  readonly signal: AbortSignal;
}

/** An answer counts for a day (RFC 9309, 2.4); a failure is asked about again after five minutes. */
const KEEP_MS = 24 * 3_600_000;
const KEEP_FAILURE_MS = 300_000;
const MAX_REDIRECTS = 5;
const MAX_BYTES = 1_000_000;

/** A host, and what is remembered of it. */
export type GatedHost = Pick<HostQueue, 'origin' | 'memory'>;

/** Knows the rules of hosts. */
export class RobotsGate {
  readonly #options: RobotsGateOptions;
  readonly #rules = new WeakMap<
    GatedHost,
    { readonly of: HostMemory['robots']; readonly rules: RobotsRules }
  >();

  constructor(options: RobotsGateOptions) {
    this.#options = options;
  }

  /** The rules of a host; `undefined` when its robots.txt has to be fetched first. */
  rulesOf(host: GatedHost): RobotsRules | undefined {
    if (!this.#options.isOn) return ALLOW_ALL;
    const { robots } = host.memory;
    if (robots === undefined) return undefined;
    const age = this.#options.now() - robots.at;
    if (age > (robots.kind === 'disallow' ? KEEP_FAILURE_MS : KEEP_MS)) return undefined;
    const known = this.#rules.get(host);
    if (known?.of === robots) return known.rules;
    const rules = readRules(robots, this.#options.product);
    this.#rules.set(host, { of: robots, rules });
    return rules;
  }

  /**
   * Fetches the robots.txt of a host. A server that says it has none allows everything; one that fails allows nothing
   * (RFC 9309, 2.3.1). Throws only when the crawl is stopped.
   */
  async load(host: GatedHost): Promise<NonNullable<HostMemory['robots']>> {
    const at = this.#options.now();
    try {
      const answer = await this.#fetch(`${host.origin}/robots.txt`);
      const { status } = answer.head;
      if (status >= 200 && status < 300)
        return { kind: 'rules', text: answer.body.toString('utf8'), at };
      const isRefused = status === 429 || status >= 500;
      return { kind: isRefused ? 'disallow' : 'allow', text: '', at };
    } catch (thrown) {
      if (!(thrown instanceof FetchFault) || thrown.reason === 'aborted') throw thrown;
      return { kind: 'disallow', text: thrown.reason, at };
    }
  }

  async #fetch(address: string): Promise<Answer> {
    const { fetcher, signal, onAnswer, wait } = this.#options;
    let url = address;
    for (let redirects = 0; ; redirects += 1) {
      const headers = { accept: 'text/plain,*/*;q=0.5' };
      const answer = await fetcher.fetch({
        url,
        headers,
        maxBytes: MAX_BYTES,
        timeoutMs: 20_000,
        signal,
      });
      await onAnswer(answer);
      const { status, fields } = answer.head;
      const location = status >= 300 && status < 400 ? fields.get('location') : '';
      const target = location === '' ? undefined : parseUrl(location, url);
      // Too many redirects count as a robots.txt that is not there.
      if (target === undefined || redirects === MAX_REDIRECTS) return answer;
      url = target.href;
      await wait();
    }
  }
}

function readRules(
  { kind, text }: NonNullable<HostMemory['robots']>,
  product: string,
): RobotsRules {
  if (kind === 'rules') return parseRobots(text, product);
  return kind === 'allow' ? ALLOW_ALL : DISALLOW_ALL;
}
