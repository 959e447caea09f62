// Fetches over HTTP/1.1 with undici: connections are kept, limits are kept, and the bytes on the wire are kept.
import { Client } from 'undici';
import { toTimestamp } from '../../model/timestamp.ts';
import { parseUrl } from '../../support/parse-url.ts';
import { type ConnectorOptions, createConnector } from './connector.ts';
import { exchange } from './exchange.ts';
import { FetchFault, toFetchFault } from './fetch-fault.ts';
import type { Answer, Fetcher, FetchRequest } from './fetcher.ts';
import { WireTap } from './wire-tap.ts';

/** Options of `openHttpFetcher`. */
export interface HttpFetcherOptions extends ConnectorOptions {
  /** Who asks: product, version and a way to reach whoever runs it. */
  readonly userAgent: string;
  /** Ports of URLs that may be asked, besides 80 and 443. */
  readonly ports?: readonly number[];
  /** Longest silence in an answer. Milliseconds, default 10000. */
  readonly idleTimeoutMs?: number;
  /** Connections that are kept open while nobody uses them. Default 256. */
  readonly maxIdle?: number;
  /** Bytes that all answers under way may hold; beyond it the one that grows is given up. Default 512 MB. */
  readonly maxHeldBytes?: number;
  /** The present; the system's clock by default. */
  readonly clock?: () => Date;
}

/** Opens a fetcher. */
export function openHttpFetcher(options: HttpFetcherOptions): Fetcher {
  return new HttpFetcher(options);
}

/** A connection to one origin that serves one request at a time. */
interface Line {
  readonly origin: string;
  readonly client: Client;
  readonly tap: WireTap;
}

class HttpFetcher implements Fetcher {
  readonly #options: HttpFetcherOptions;
  readonly #connect: ReturnType<typeof createConnector>;
  readonly #ports: ReadonlySet<number>;
  readonly #clock: () => Date;
  /** In the order of their last use. */
  readonly #idle = new Set<Line>();
  readonly #idleByOrigin = new Map<string, Line[]>();
  readonly #held = { bytes: 0 };

  constructor(options: HttpFetcherOptions) {
    this.#options = options;
    this.#connect = createConnector(options);
    this.#ports = new Set([80, 443, ...(options.ports ?? [])]);
    this.#clock = options.clock ?? (() => new Date());
  }

  async fetch(request: FetchRequest): Promise<Answer> {
    const url = this.#check(request.url);
    const line = this.#take(url.origin);
    let isReusable = false;
    try {
      const answer = await exchange(line, request, {
        url,
        userAgent: this.#options.userAgent,
        time: toTimestamp(this.#clock()),
        held: this.#held,
        maxHeldBytes: this.#options.maxHeldBytes ?? 512_000_000,
      });
      isReusable = answer.shortened === undefined;
      return answer;
    } catch (thrown) {
      throw toFetchFault(thrown);
    } finally {
      if (isReusable) this.#giveBack(line);
      else line.client.destroy().catch(() => {}); // nobody waits for a connection that is given up
    }
  }

  async close(): Promise<void> {
    const all = [...this.#idle];
    this.#idle.clear();
    this.#idleByOrigin.clear();
    await Promise.all(all.map(({ client }) => client.destroy()));
  }

  #check(address: string): URL {
    const url = parseUrl(address);
    if (url === undefined || !/^https?:$/.test(url.protocol))
      throw new FetchFault('scheme', address);
    if (url.username !== '' || url.password !== '') throw new FetchFault('userinfo', url.host);
    const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
    if (!this.#ports.has(port)) throw new FetchFault('port', String(port));
    return url;
  }

  #take(origin: string): Line {
    const line = this.#idleByOrigin.get(origin)?.pop();
    if (line !== undefined) {
      this.#idle.delete(line);
      return line;
    }
    const tap = new WireTap();
    const idle = this.#options.idleTimeoutMs ?? 10_000;
    const client = new Client(origin, {
      pipelining: 1,
      maxHeaderSize: 65_536,
      headersTimeout: idle,
      bodyTimeout: idle,
      keepAliveTimeout: 15_000,
      keepAliveMaxTimeout: 30_000,
      connect: (wanted, callback) =>
        this.#connect(wanted, (...[error, socket]) => {
          if (error !== null) callback(error, null);
          else {
            tap.attach(socket);
            callback(null, socket);
          }
        }),
    });
    return { origin, client, tap };
  }

  #giveBack(line: Line): void {
    this.#idle.add(line);
    const same = this.#idleByOrigin.get(line.origin);
    if (same === undefined) this.#idleByOrigin.set(line.origin, [line]);
    else same.push(line);
    for (const oldest of this.#idle) {
      if (this.#idle.size <= (this.#options.maxIdle ?? 256)) return;
      this.#idle.delete(oldest);
      const others = this.#idleByOrigin.get(oldest.origin)?.filter((one) => one !== oldest) ?? [];
      if (others.length === 0) this.#idleByOrigin.delete(oldest.origin);
      else this.#idleByOrigin.set(oldest.origin, others);
      oldest.client.destroy().catch(() => {}); // as above
    }
  }
}
