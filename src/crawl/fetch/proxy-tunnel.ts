// Connections through an HTTP proxy: a tunnel to the very address that was checked.
import { connect, type Socket } from 'node:net';
import { PinakesError } from '../../support/errors.ts';
import { parseUrl } from '../../support/parse-url.ts';
import { FetchFault } from './fetch-fault.ts';

/** A proxy that takes `CONNECT`. */
export interface HttpProxy {
  readonly hostname: string;
  readonly port: number;
  /** Value of `Proxy-Authorization`; `''` for none. */
  readonly authorization: string;
}

/**
 * Reads the address of a proxy. Throws `USAGE` when it is none.
 *
 * @example parseProxy('http://user:secret@proxy.example:3128')
 */
export function parseProxy(text: string): HttpProxy {
  const url = parseUrl(text);
  const isProxy = url?.protocol === 'http:' && url.pathname === '/' && url.search === '';
  const user = isProxy ? loginOf(url) : undefined;
  if (!isProxy || user === undefined) {
    // The text may hold a password: it is not repeated.
    const detail = 'A proxy is an address such as http://proxy.example:3128.';
    throw new PinakesError('USAGE', { command: 'crawl', detail });
  }
  return {
    hostname: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port || 80),
    authorization: user === ':' ? '' : `Basic ${Buffer.from(user).toString('base64')}`,
  };
}

/** User name and password; `undefined` when they are badly encoded. */
function loginOf({ username, password }: URL): string | undefined {
  try {
    return `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  } catch {
    return undefined;
  }
}

/** The head of an answer to `CONNECT` is short. */
const MAX_HEAD_BYTES = 16_384;

/**
 * Opens a tunnel to an address. The proxy is given the address and not the name of the host, so that it cannot lead
 * anywhere else than where we have decided that we may go.
 */
export function openTunnel(
  { hostname, port, authorization }: HttpProxy,
  target: { readonly address: string; readonly port: number },
  timeoutMs: number,
): Promise<Socket> {
  const place = `${target.address.includes(':') ? `[${target.address}]` : target.address}:${target.port}`;
  return new Promise((resolve, reject) => {
    const socket = connect(port, hostname);
    let head = '';
    const give = (outcome?: FetchFault) => {
      clearTimeout(timer);
      for (const [event, listener] of listeners) socket.off(event, listener);
      if (outcome === undefined) resolve(socket);
      else {
        socket.on('error', () => {}); // nobody waits for a tunnel that is given up
        socket.destroy();
        reject(outcome);
      }
    };
    const ask = () => {
      const login = authorization === '' ? '' : `Proxy-Authorization: ${authorization}\r\n`;
      socket.write(`CONNECT ${place} HTTP/1.1\r\nHost: ${place}\r\n${login}\r\n`);
    };
    // By `read`: a socket that was made to flow could not be handed on.
    const look = () => {
      for (let chunk: Buffer | null = socket.read(); chunk !== null; chunk = socket.read()) {
        head += chunk.toString('latin1');
      }
      const end = head.indexOf('\r\n\r\n');
      if (end < 0 && head.length <= MAX_HEAD_BYTES) return;
      const status = /^HTTP\/1\.[01] (\d{3})/.exec(head)?.[1] ?? '';
      // A server of the web does not speak before it is asked.
      const isOpen = status.startsWith('2') && end + 4 === head.length;
      give(isOpen ? undefined : fault(`it answers ${status || 'what is not HTTP'}`));
    };
    const listeners: readonly (readonly [string, (error: Error) => void])[] = [
      ['connect', ask],
      ['readable', look],
      ['error', (error) => give(fault(error.message))],
      ['close', () => give(fault('it hung up'))],
    ];
    for (const [event, listener] of listeners) socket.on(event, listener);
    const timer = setTimeout(() => give(fault('it does not answer', 'timeout')), timeoutMs);
  });
}

function fault(detail: string, reason: 'connect' | 'timeout' = 'connect'): FetchFault {
  return new FetchFault(reason, `the proxy: ${detail}`);
}
