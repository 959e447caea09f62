// Texts that do not hold on to the page they were cut from.

/** Shorter texts are copied by the engine anyway. */
const MIN_SLICE = 13;

/**
 * The same text, in memory of its own. V8 keeps a part of a string as a view of the whole, so one kept
 * caption would keep its page. Half a surrogate pair becomes U+FFFD.
 */
export function detach(text: string): string {
  return text.length < MIN_SLICE ? text : Buffer.from(text).toString();
}
