// Percent escapes the way SURT keys need them: undone wholly, then put back only where they must be.

const PERCENT = 0x25;

/** Characters per call of `fromCharCode`: far below the limit on arguments of any engine. */
const CHUNK = 4096;

const ESCAPES: readonly string[] = Array.from(
  { length: 256 },
  (_, byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`,
);

/** A URL with everything outside ASCII as percent escapes of its UTF-8 bytes; lone surrogates become U+FFFD. */
export function toAsciiUrl(url: string): string {
  return url.replace(/[^\0-\x7f]+/g, (run) =>
    encodeURIComponent(run.replace(/\p{Surrogate}/gu, '\ufffd')),
  );
}

/**
 * Undoes percent escapes until none is left, `%2525` included; broken ones stay. The result has one
 * character for each byte. An escape holds its `%` in first place only, so two never overlap and the
 * order does not matter: undoing each as soon as its last digit is there gives, in one pass, what
 * pass after pass over the text would give.
 */
export function unescapeFully(text: string): string {
  const first = text.indexOf('%');
  if (first < 0) return text;
  const bytes = new Uint8Array(text.length - first);
  let size = 0;
  for (let i = first; i < text.length; i++) {
    bytes[size++] = text.charCodeAt(i);
    while (size >= 3 && bytes[size - 3] === PERCENT) {
      const high = hexValue(bytes[size - 2] ?? 0);
      const low = hexValue(bytes[size - 1] ?? 0);
      if (high < 0 || low < 0) break;
      size -= 2;
      bytes[size - 1] = high * 16 + low;
    }
  }
  let unescaped = text.slice(0, first);
  for (let at = 0; at < size; at += CHUNK) {
    const chunk = bytes.subarray(at, Math.min(at + CHUNK, size));
    unescaped += Reflect.apply(String.fromCharCode, undefined, chunk);
  }
  return unescaped;
}

/** Escapes controls, space, `#`, `%` and everything from 0x7F up in a text of one character per byte. */
export function escapeMinimally(bytes: string): string {
  return bytes.replace(/[^\x21\x22\x24\x26-\x7e]/g, (char) => ESCAPES[char.charCodeAt(0)] ?? '');
}

/** Only the escapes that must be, whatever was escaped before and how often. */
export function minimalEscapes(text: string): string {
  return escapeMinimally(unescapeFully(text));
}

function hexValue(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const letter = code | 0x20; // lower case
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}
