// An answer as it came over the wire, taken apart: final head, decoded body.
import { codingsOf } from '../../archive/read/body.ts';
import { BodyCollector, BodyDecoding } from '../../archive/read/body-reading.ts';
import { type HttpHead, parseHttpHead } from '../../archive/read/http-head.ts';

/** The head of the final answer and where it starts, behind interim answers (100, 103). */
export interface FinalHead {
  readonly head: HttpHead;
  readonly at: number;
}

/** Finds the final answer at the start of what was received; `undefined` when it is not HTTP. */
export function findFinalHead(message: Buffer): FinalHead | undefined {
  for (let at = 0; ; ) {
    const head = parseHttpHead(at === 0 ? message : message.subarray(at));
    if (head === undefined || head.status === 0) return undefined;
    const isInterim = head.status >= 100 && head.status < 200 && head.status !== 101;
    if (!isInterim || head.length === 0) return { head, at };
    at += head.length;
  }
}

/** The body of a message with this head, codings undone, as far as `maxBytes`. */
export function decodeBody(
  head: HttpHead,
  message: Buffer,
  maxBytes: number,
): { readonly body: Buffer; readonly isCut: boolean } {
  const codings = codingsOf(head);
  if (codings.length === 0) {
    const whole = message.subarray(head.length);
    return { body: whole.subarray(0, maxBytes), isCut: whole.length > maxBytes };
  }
  const collector = new BodyCollector(maxBytes, undefined);
  const decoding = new BodyDecoding(head, codings, collector);
  decoding.write(message);
  decoding.end();
  return { body: collector.bytes, isCut: collector.isFull };
}
