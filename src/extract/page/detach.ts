// Texts that do not hold on to the page they were cut from.

/** Shorter texts are copied by the engine anyway. */
const MIN_SLICE = 13;

/** Texts up to this length are copied through memory that is used again and again. */
const MAX_SHORT = 1000;
const scratch = Buffer.allocUnsafe(3 * MAX_SHORT); // a UTF-16 unit takes at most three bytes

/**
 * The same text, in memory of its own. V8 keeps a part of a string as a view of the whole, so one kept
 * caption would keep its page. Half a surrogate pair becomes U+FFFD.
 */
export function detach(text: string): string {
  if (text.length < MIN_SLICE) return text;
  if (text.length > MAX_SHORT) return Buffer.from(text).toString();
  return scratch.toString('utf8', 0, scratch.write(text));
}
