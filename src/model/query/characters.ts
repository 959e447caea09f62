// The characters that mean something in a query, in all the forms that keyboards and word processors give them.

/** White space, control characters, and marks of no width that come along when text is copied. */
const SEPARATOR = /[\s\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069]/u;
const SEPARATORS = new RegExp(`${SEPARATOR.source}+`, 'gu');

/** Double quotes of all languages; which one opens and which one closes does not matter. */
const QUOTES = new Set('"“”„‟«»＂〝〞〟「」『』');
const QUOTES_ALL = new RegExp(`[${[...QUOTES].join('')}]`, 'gu');

const SIGNS: ReadonlyMap<string, Sign> = new Map([
  ['+', '+'],
  ['＋', '+'],
  ['-', '-'],
  ['－', '-'],
  ['−', '-'],
  ['~', '~'],
  ['～', '~'],
]);

/** Nothing but these is nothing to search for. Emoji and other pictures are not among them. */
const MARKS_ONLY = /^[\s\p{P}\p{Sm}\p{Sc}\p{Sk}\p{Cf}\p{Cs}]*$/u;

/** What may stand before a part. */
export type Sign = '+' | '-' | '~';

/** Whether a character parts words. Parentheses do too, but are told apart: they deserve a hint. */
export function isSeparator(character: string): boolean {
  // Nearly all characters are ASCII, where all up to the space are separators.
  return character < '\u007f' ? character <= ' ' : SEPARATOR.test(character);
}

/** Whether a character opens or closes a phrase. */
export function isQuote(character: string): boolean {
  return QUOTES.has(character);
}

/** Whether a character is a parenthesis. */
export function isParenthesis(character: string): boolean {
  return isOpening(character) || character === ')' || character === '）';
}

/** Whether a character is an opening parenthesis. */
export function isOpening(character: string): boolean {
  return character === '(' || character === '（';
}

/** Whether a character ends the name of an operator. */
export function isColon(character: string): boolean {
  return character === ':' || character === '：';
}

/** The sign that a character stands for. */
export function toSign(character: string): Sign | undefined {
  return SIGNS.get(character);
}

/** Whether a text holds nothing that could be found: no letter, digit or picture. */
export function isBlank(text: string): boolean {
  return MARKS_ONLY.test(text);
}

/** A text with one space for each run of separators, and none at its ends. */
export function tidy(text: string): string {
  return text.replace(SEPARATORS, ' ').trim();
}

/** A text without quotes, so that it can be put between some. */
export function withoutQuotes(text: string): string {
  return tidy(text.replace(QUOTES_ALL, ' '));
}

/** The one form of texts that are written in many ways: wide digits are digits, capitals do not count. */
export function fold(text: string): string {
  return tidy(text.normalize('NFKC').toLowerCase().normalize('NFKC'));
}
