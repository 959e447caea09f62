// Text for people: made harmless for a terminal, and coloured where the stream allows it.
import { styleText } from 'node:util';

/** Styles we use, by what they mean. */
export type Style = 'bold' | 'dim' | 'red' | 'yellow';

/** Puts a style around a text, or gives it back as it is where colours are off. */
export type Paint = (style: Style, text: string) => string;

/**
 * Makes text from outside safe to print on one line: control characters (escape sequences, line
 * ends) and characters that turn the writing direction become visible escapes. Everything
 * human-readable passes through here, so a hostile URL or file name cannot drive the terminal.
 */
export function printable(text: string): string {
  return text.replace(UNSAFE, escapeCharacter);
}

/** JSON on one line that is as harmless on a terminal; it parses to the same value. */
export function printableJson(value: unknown): string {
  return JSON.stringify(value).replace(UNSAFE, jsonEscape);
}

/** Colours are used on a terminal only, and never against NO_COLOR, TERM=dumb or the user's flag. */
export function createPaint(
  stream: { readonly isTTY?: boolean },
  env: Readonly<Record<string, string | undefined>>,
  isWanted: boolean,
): Paint {
  const { NO_COLOR: noColor = '', TERM: term } = env;
  const hasColor = isWanted && stream.isTTY === true && noColor === '' && term !== 'dumb';
  // Without validateStream newer Nodes would judge stdout again, which is not always our stream.
  return hasColor
    ? (style, text) => styleText(style, text, { validateStream: false })
    : (_, text) => text;
}

// A tab is harmless and parts columns.
const UNSAFE = /(?!\t)[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

function escapeCharacter(character: string): string {
  if (character === '\n') return '\\n';
  if (character === '\r') return '\\r';
  const code = character.charCodeAt(0);
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : jsonEscape(character);
}

function jsonEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
