// Who may read a library that is not public: holders of a token, or people whom a proxy has signed in.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isFromOperator, type ServerParts } from '../parts.ts';
import { HttpProblem } from '../problems.ts';
import { isFromProxy } from './proxies.ts';

/** How a library that is not public is protected. Absent: everybody may read. */
export interface ReaderAccess {
  /** A secret: `Authorization: Bearer TOKEN`, or the password where a browser asks for one. */
  readonly token?: string;
  /** Name of a header in which a trusted proxy tells who was signed in, such as `x-remote-user`. */
  readonly header?: string;
}

/** Load balancers ask whether the server lives, and have no token. */
const OPEN_ROUTES = new Set(['/health/live', '/robots.txt']);

/** Lets readers pass. Throws an `HttpProblem`, having asked the browser for a password where that helps. */
export function checkReader(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: Pick<ServerParts, 'settings' | 'operatorToken'>,
): void {
  const { readers, trustProxy } = parts.settings;
  if (readers === undefined || OPEN_ROUTES.has(request.routeOptions.url ?? '')) return;
  if (isFromOperator(request, parts)) return;
  const { token, header } = readers;
  const given = givenToken(request.headers.authorization);
  if (token !== undefined && isSame(given, token)) return;
  const name = header === undefined ? undefined : request.headers[header];
  // Anybody can send a header: it counts only where a proxy that we trust has sent it.
  if (typeof name === 'string' && name !== '' && isFromProxy(request, trustProxy)) return;
  if (token !== undefined) askToSignIn(reply);
  throw new HttpProblem('sign-in-needed');
}

/** Has a browser ask for a name and a password. */
export function askToSignIn(reply: FastifyReply): void {
  void reply.header('www-authenticate', 'Basic realm="Pinakes", charset="UTF-8"');
}

/** The token as it is (Bearer), or as the password of any name (Basic); `''` for none. */
export function givenToken(authorization: string | undefined): string {
  const [, scheme = '', value = ''] =
    /^(bearer|basic) +([\w.~+/=-]{1,2000})$/i.exec(authorization ?? '') ?? [];
  return scheme.toLowerCase() === 'basic' ? passwordOf(value) : value;
}

/** Takes the same time for any wrong token. */
function isSame(given: string, token: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(token));
}

function passwordOf(encoded: string): string {
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  return text.slice(text.indexOf(':') + 1);
}
