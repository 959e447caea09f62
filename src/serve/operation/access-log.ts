// The access log: a line of JSON for each request, without what could tell who asked for what.
import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Settings } from '../settings.ts';

/** The line of an answered request. Queries and client addresses are left out; the latter unless asked for. */
export function toLogLine(
  request: FastifyRequest,
  reply: FastifyReply,
  { withAddresses }: Settings,
): string {
  const line = {
    time: new Date().toISOString(),
    method: request.method,
    route: routeOf(request),
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime * 100) / 100,
    bytes: sentBytes(request, reply),
    id: request.id,
    ...(withAddresses && { address: request.ip }),
  };
  return `${JSON.stringify(line)}\n`;
}

/** The template of a route, such as `/api/v1/images/:id`; `unknown` for addresses that lead nowhere. */
export function routeOf(request: FastifyRequest): string {
  return request.routeOptions.url ?? 'unknown';
}

const sentBefore = new WeakMap<IncomingMessage, number>();

/** Remembers what the connection had sent before this request; connections are used for many. */
export function noteSentBytes({ raw }: FastifyRequest): void {
  sentBefore.set(raw, raw.socket.bytesWritten ?? 0);
}

/** Bytes sent for an answer, its head included. */
function sentBytes({ raw }: FastifyRequest, reply: FastifyReply): number {
  const sent = (raw.socket.bytesWritten ?? 0) - (sentBefore.get(raw) ?? 0);
  // Requests without a connection (tests) know the length of the body alone.
  return sent > 0 ? sent : Number(reply.getHeader('content-length') ?? 0);
}
