// Words of a URL: what a person would read in it, for search.
import { limitMarks } from './analysis/character-classes.ts';

const MAX_URL_LENGTH = 10_000;

const utf8 = new TextDecoder('utf-8', { fatal: true });
const western = new TextDecoder('windows-1252');

// Everything but letters (with their accents) and digits; a lower-case letter followed by a capital
// (`fooBar`); and the last capital of a run that starts a word (`HTMLPage`).
const BOUNDARY =
  /[^\p{L}\p{M}\p{N}]+|(?<=[\p{Ll}\p{N}])(?=\p{Lu}\p{Ll})|(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;

/**
 * The words of a URL in order: percent-decoded, split on everything but letters and digits, and at
 * the humps of camelCase. Case is kept. Only the first 10,000 characters are read.
 *
 * @example toUrlTokens('http://a.pt/Caf%C3%A9Central.jpg') // ['http', 'a', 'pt', 'Café', 'Central', 'jpg']
 */
export function toUrlTokens(url: string): string[] {
  const text = limitMarks(decodePercent(url.slice(0, MAX_URL_LENGTH))).normalize('NFC');
  return text.split(BOUNDARY).filter((token) => token !== '');
}

/** Escapes of one run are decoded together: UTF-8, or windows-1252 as old sites wrote them. */
function decodePercent(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (run) => {
    const bytes = Uint8Array.from(run.slice(1).split('%'), (hex) => Number.parseInt(hex, 16));
    try {
      return utf8.decode(bytes);
    } catch {
      // Not UTF-8: every byte has a meaning in windows-1252, so this cannot fail.
      return western.decode(bytes);
    }
  });
}
