// The status line and header fields of an archived HTTP message, as servers of thirty years wrote them.
import { type HeaderFields, parseHeaderFields, scannedFields } from './header-fields.ts';
import { scanHeader } from './header-scan.ts';

/** Status line and header of an HTTP message. */
export interface HttpHead {
  /** First line as written: `HTTP/1.1 200 OK`, `ICY 200 OK`, `GET / HTTP/1.1`. */
  readonly startLine: string;
  /** Status of a response; 0 for a request or where the line has none. */
  readonly status: number;
  readonly fields: HeaderFields;
  /** Bytes of the head, with the blank line: the body starts there. */
  readonly length: number;
}

/** Heads longer than this are not read as HTTP. */
export const MAX_HTTP_HEAD_BYTES = 1 << 20;

/**
 * Reads the head at the start of `block`. Tolerates LF line ends, folded lines, NUL and latin-1
 * bytes, a missing reason, `HTTP 200 Document follows`, ICY. `undefined` when the block does not
 * start like an HTTP message: then all of it is body, as HTTP/0.9 sent it.
 */
export function parseHttpHead(
  block: Buffer,
  kind: 'request' | 'response' = 'response',
): HttpHead | undefined {
  if (!startsLikeHttp(block, kind)) return undefined;
  const limit = Math.min(block.length, MAX_HTTP_HEAD_BYTES);
  const scan = scanHeader(block, 0, limit, 'http');
  // A message that ends before its blank line is all head; one that is too long is none.
  if (scan.length < 0 && block.length > limit) return undefined;
  const length = scan.length < 0 ? block.length : scan.length;
  const text = block.toString('latin1', 0, length);
  const startLine = text.slice(0, scan.firstLineLength || undefined).trim();
  return {
    startLine,
    status: statusOf(startLine),
    fields:
      scan.length < 0
        ? parseHeaderFields(text, scan.firstLineLength || text.length)
        : scannedFields(text, scan),
    length,
  };
}

/** Media type of a Content-Type value: lower case, without parameters; `''` when it is none. */
export function mediaType(contentType: string): string {
  const semicolon = contentType.indexOf(';');
  const type = (semicolon < 0 ? contentType : contentType.slice(0, semicolon)).trim().toLowerCase();
  return /^[!-.0-~]+\/[!-.0-~]+$/.test(type) ? type : '';
}

const START = {
  response: /^(?:HTTP|ICY )/i,
  request: /^(?:[!#$%&'*+.^_`|~0-9a-z-]{1,32} \S|HTTP)/i,
};

function startsLikeHttp(block: Buffer, kind: 'request' | 'response'): boolean {
  const isUsual = block[0] === 72 && block[1] === 84 && block[2] === 84 && block[3] === 80; // HTTP
  return isUsual || START[kind].test(block.toString('latin1', 0, 40));
}

function statusOf(startLine: string): number {
  // The protocol word may have no version, the number may touch the reason ("200Ok").
  const match = /^(?:HTTP(?:\/[\d.]*)?|ICY)\s+(\d{3})(?!\d)/i.exec(startLine);
  return match?.[1] === undefined ? 0 : Number(match[1]);
}
