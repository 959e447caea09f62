// Parts of a body: what the header `Range` asks for (RFC 9110, section 14).
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A part of a body; both places belong to it. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/**
 * The one part that a header asks for; `whole` where there is none, several, or something that is no range of
 * bytes; `outside` where the body has no such part.
 */
export function parseRange(
  header: string | undefined,
  size: number,
): ByteRange | 'whole' | 'outside' {
  const found = /^bytes=[ \t]*(\d{0,15})-(\d{0,15})[ \t]*$/i.exec(header ?? '');
  const [, from = '', to = ''] = found ?? [];
  if (found === null || (from === '' && to === '')) return 'whole';
  if (from === '') {
    const length = Math.min(Number(to), size);
    return length === 0 ? 'outside' : { first: size - length, last: size - 1 };
  }
  const first = Number(from);
  const last = to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (to !== '' && Number(to) < first) return 'whole';
  return first >= size ? 'outside' : { first, last };
}

/**
 * Which bytes of a body are sent, from the first to before the last, with status and headers of the part where one
 * was asked for. There is no validator, so that a part is never given to a client that asks for one of an older
 * answer (`If-Range`).
 */
export function choosePart(
  request: FastifyRequest,
  reply: FastifyReply,
  size: number,
): { readonly from: number; readonly to: number } {
  void reply.header('accept-ranges', 'bytes');
  const { range: header, 'if-range': older } = request.headers;
  // Errors of the archive are sent as they are.
  if (reply.statusCode !== 200 || older !== undefined) return { from: 0, to: size };
  const range = parseRange(header, size);
  if (range === 'whole') return { from: 0, to: size };
  if (range === 'outside') {
    void reply.code(416).header('content-range', `bytes */${size}`);
    return { from: 0, to: 0 };
  }
  const { first, last } = range;
  void reply.code(206).header('content-range', `bytes ${first}-${last}/${size}`);
  return { from: first, to: last + 1 };
}
