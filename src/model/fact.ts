// Facts of contents: what pixels or a model told about one distinct picture, or why they told nothing.
import { type Producer, producerKey } from './producer.ts';

/** What a producer told about a content: a value as JSON or bytes, or the reason why there is none. */
export type FactValue =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'none'; readonly reason: string };

/** The facts of one content by the names of their producers. */
export type ContentFacts = ReadonlyMap<string, FactValue>;

/**
 * Which of two producers of one name is preferred when libraries are merged: a total order, so that neither the
 * sequence of libraries nor repeats matter. Versions of numbers are compared as numbers, all else as text.
 */
export function compareProducers(a: Producer, b: Producer): number {
  return compareVersions(a.version, b.version) || compareText(producerKey(a), producerKey(b));
}

/** `10` is above `9`, and `2.1` above `2`. */
function compareVersions(a: string, b: string): number {
  const left = a.split('.');
  const right = b.split('.');
  for (let at = 0; at < Math.max(left.length, right.length); at++) {
    const difference = toNumber(left[at]) - toNumber(right[at]);
    if (difference !== 0) return difference;
  }
  return 0;
}

function toNumber(part: string | undefined): number {
  if (part === undefined) return -1;
  return /^\d{1,15}$/.test(part) ? Number(part) : 0;
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
