// The address by which a client reached the server.
import type { FastifyRequest } from 'fastify';

/** `http://host:port` as the client wrote it; `''` where the host is no host, so that links stay relative. */
export function originOf({ protocol, host }: FastifyRequest): string {
  return /^(?:[\w.-]{1,255}|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i.test(host)
    ? `${protocol}://${host}`
    : '';
}
