// Makes connections for the crawler: the address that is connected to is the one that was checked.
import { Resolver, lookup as systemLookup } from 'node:dns/promises';
import { isIP, type Socket } from 'node:net';
import { buildConnector } from 'undici';
import { refusalOf } from './address-guard.ts';
import { FetchFault, toFetchFault } from './fetch-fault.ts';
import { type HttpProxy, openTunnel } from './proxy-tunnel.ts';
import { findRule, type ResolveRule } from './resolve-rules.ts';

/** Which connections may be made. */
export interface ConnectorOptions {
  /** Whether private, loopback and other special addresses may be connected to. Default false. */
  readonly allowPrivate?: boolean;
  /** Hosts whose requests go to a given address; for them that address needs no permission. */
  readonly resolve?: readonly ResolveRule[];
  /** Finds the addresses of a host name; the DNS servers of the system by default. */
  readonly lookup?: (hostname: string) => Promise<readonly string[]>;
  /** A proxy that all connections go through, but those of `resolve`. What is checked stays the same. */
  readonly proxy?: HttpProxy | undefined;
  /** Time to connect. Milliseconds, default 5000. */
  readonly connectTimeoutMs?: number;
}

/** Opens connections the way undici asks for them. */
export type Connector = buildConnector.connector;

/**
 * Makes a connector. Every connection is checked by the address it goes to, whatever the URL looked like, and after
 * the name was resolved for the last time: neither odd spellings, redirects nor a DNS server that changes its mind
 * lead to an address that is not allowed.
 */
export function createConnector(options: ConnectorOptions = {}): Connector {
  const { resolve = [], allowPrivate = false, lookup = createLookup(), proxy } = options;
  const timeout = options.connectTimeoutMs ?? 5000;
  const connect = buildConnector({ timeout, allowH2: false });

  const addressOf = async (host: string): Promise<string> => {
    const addresses = isIP(host) === 0 ? await lookup(host) : [host];
    if (addresses.length === 0) throw new FetchFault('dns', host);
    const allowed = allowPrivate
      ? addresses[0]
      : addresses.find((one) => refusalOf(one) === undefined);
    if (allowed !== undefined) return allowed;
    throw new FetchFault('address', `${host} is ${addresses.map(describe).join(', ')}`);
  };

  return (wanted, callback) => {
    const host = wanted.hostname
      .replace(/^\[|\]$/g, '')
      .replace(/\.$/, '')
      .toLowerCase();
    const rule = findRule(resolve, host);
    if (proxy !== undefined && rule === undefined) {
      const port = Number(wanted.port || (wanted.protocol === 'https:' ? 443 : 80));
      addressOf(host)
        .then(async (address) => {
          const tunnel = await openTunnel(proxy, { address, port }, timeout);
          throughTunnel(connect, { wanted, tunnel, address }, callback);
        })
        .catch((thrown: unknown) => callback(toFetchFault(thrown), null));
      return;
    }
    const place =
      rule === undefined
        ? addressOf(host).then((hostname) => ({ ...wanted, hostname }))
        : Promise.resolve({ ...wanted, hostname: rule.address, port: String(rule.port) });
    place.then(
      (target) => connect(target, check(callback, rule !== undefined || allowPrivate)),
      (thrown) => callback(toFetchFault(thrown), null),
    );
  };
}

/** Where the tunnels of proxies end. */
const tunnelEnds = new WeakMap<Socket, string>();

/** The address of the server that a connection leads to; `''` when there is none. */
export function serverAddressOf(socket: Socket): string {
  return tunnelEnds.get(socket) ?? socket.remoteAddress ?? '';
}

/** Hands a tunnel on, encrypted to its end where the URL asks for it. */
function throughTunnel(
  connect: Connector,
  {
    wanted,
    tunnel,
    address,
  }: {
    readonly wanted: buildConnector.Options;
    readonly tunnel: Socket;
    readonly address: string;
  },
  callback: buildConnector.Callback,
): void {
  const done = (socket: Socket) => {
    tunnelEnds.set(socket, address);
    callback(null, socket);
  };
  if (wanted.protocol !== 'https:') {
    done(tunnel);
    return;
  }
  connect({ ...wanted, httpSocket: tunnel }, (...[error, socket]) => {
    if (error === null) done(socket);
    else {
      tunnel.destroy();
      callback(error, null);
    }
  });
}

/** Looks once more when the connection stands: this cannot fail unless the checks before it are wrong. */
function check(callback: buildConnector.Callback, isAllowed: boolean): buildConnector.Callback {
  return (...[error, socket]) => {
    if (error !== null) callback(error, null);
    else if (isAllowed || refusalOf(socket.remoteAddress ?? '') === undefined)
      callback(null, socket);
    else {
      const address = socket.remoteAddress ?? '';
      socket.destroy();
      callback(new FetchFault('address', describe(address)), null);
    }
  };
}

function describe(address: string): string {
  return `${address} (${refusalOf(address) ?? 'public'})`;
}

/** Answers are kept for a while: a crawl asks for the same hosts again and again. */
const KEEP_MS = 60_000;
const MAX_KEPT = 100_000;

/**
 * Looks names up with c-ares, which does not block the four threads that files need. Names without a dot, and
 * machines without a DNS server, are left to the system.
 */
function createLookup(): (hostname: string) => Promise<readonly string[]> {
  const resolver = new Resolver({ timeout: 3000, tries: 2 });
  const known = new Map<
    string,
    { readonly until: number; readonly addresses: Promise<readonly string[]> }
  >();
  const find = async (hostname: string): Promise<readonly string[]> => {
    if (hostname.includes('.')) {
      const [four, six] = await Promise.allSettled([
        resolver.resolve4(hostname),
        resolver.resolve6(hostname),
      ]);
      const found = [
        ...(four.status === 'fulfilled' ? four.value : []),
        ...(six.status === 'fulfilled' ? six.value : []),
      ];
      if (found.length > 0) return found;
      if (four.status === 'rejected' && !isNoServer(four.reason)) throw four.reason;
    }
    return (await systemLookup(hostname, { all: true })).map(({ address }) => address);
  };
  return (hostname) => {
    const now = Date.now();
    const before = known.get(hostname);
    if (before !== undefined && before.until > now) return before.addresses;
    if (known.size >= MAX_KEPT) known.clear();
    const addresses = find(hostname);
    known.set(hostname, { until: now + KEEP_MS, addresses });
    return addresses;
  };
}

function isNoServer(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === 'ECONNREFUSED';
}
