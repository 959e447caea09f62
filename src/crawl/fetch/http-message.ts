// An answer as it came over the wire, taken apart: final head, decoded body.
import { codingsOf } from '../../archive/read/body.ts';
import { BodyCollector, BodyDecoding } from '../../archive/read/body-reading.ts';
import { type HttpHead, parseHttpHead } from '../../archive/read/http-head.ts';

/** Bytes of the interim answers (100, 103) before the final one. */
export function interimLength(message: Buffer): number {
  let at = 0;
  for (;;) {
    const head = parseHttpHead(message.subarray(at));
    if (head === undefined || head.status < 100 || head.status >= 200) return at;
    if (head.status === 101 || head.length === 0) return at;
    at += head.length;
  }
}

/** The head of a message and its body, codings undone, as far as `maxBytes`; `undefined` when it is not HTTP. */
export function decodeMessage(
  message: Buffer,
  maxBytes: number,
): { readonly head: HttpHead; readonly body: Buffer; readonly isCut: boolean } | undefined {
  const head = parseHttpHead(message);
  if (head === undefined || head.status === 0) return undefined;
  const codings = codingsOf(head);
  if (codings.length === 0) {
    const whole = message.subarray(head.length);
    return { head, body: whole.subarray(0, maxBytes), isCut: whole.length > maxBytes };
  }
  const collector = new BodyCollector(maxBytes, undefined);
  const decoding = new BodyDecoding(head, codings, collector);
  decoding.write(message);
  decoding.end();
  return { head, body: collector.bytes, isCut: collector.isFull };
}
