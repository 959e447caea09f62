// Splits the text of a query into parts; what they mean is decided by the parser.
import {
  isColon,
  isOpening,
  isParenthesis,
  isQuote,
  isSeparator,
  type Sign,
  tidy,
  toSign,
} from './characters.ts';
import { findOperator, type Operator } from './operators.ts';

/** Where a part stands: UTF-16 units of the text, end exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A part with the signs before it; its span holds the signs. */
interface Signed extends Span {
  readonly signs: readonly Sign[];
  /** Where an opening quote stands that is never closed. */
  readonly openQuote?: number;
}

/** A piece of the text. Words may be empty: signs that stand alone. */
export type Part =
  | ({ readonly kind: 'word'; readonly text: string } & Signed)
  | ({ readonly kind: 'phrase'; readonly text: string } & Signed)
  | ({
      readonly kind: 'operator';
      readonly operator: Operator;
      /** Without quotes, blanks tidied; may be empty. */
      readonly value: string;
    } & Signed)
  | ({ readonly kind: 'or' } & Span)
  | ({ readonly kind: 'parenthesis' } & Span);

/** A part of a kind. */
export type PartOf<Kind extends Part['kind']> = Extract<Part, { readonly kind: Kind }>;

/** A part that can have signs before it. */
export type SignedPart = PartOf<'word' | 'phrase' | 'operator'>;

/** The parts of a text from left to right. Every character is looked at a fixed number of times. */
export function* scanQuery(text: string): Generator<Part, void> {
  let at = 0;
  while (at < text.length) {
    const character = text.charAt(at);
    if (isSeparator(character)) {
      at++;
      continue;
    }
    const part: Part = isParenthesis(character)
      ? { kind: 'parenthesis', start: at, end: at + 1 }
      : scanPart(text, at);
    yield part;
    at = part.end;
  }
}

function scanPart(text: string, start: number): Part {
  const signs: Sign[] = [];
  let at = start;
  for (let sign = toSign(text.charAt(at)); sign !== undefined; sign = toSign(text.charAt(at))) {
    signs.push(sign);
    at++;
  }
  if (isQuote(text.charAt(at))) return scanPhrase(text, at, { signs, start });
  const end = wordEnd(text, at);
  const word = text.slice(at, end);
  if (word === 'OR' && signs.length === 0) return { kind: 'or', start, end };
  const colon = findColon(word);
  const operator = colon < 0 ? undefined : findOperator(word.slice(0, colon));
  if (operator === undefined) return { kind: 'word', text: word, signs, start, end };
  const { value, ...rest } = scanValue(text, at + colon + 1);
  return { kind: 'operator', operator, value, signs, start, ...rest };
}

function scanPhrase(
  text: string,
  quote: number,
  { signs, start }: { readonly signs: readonly Sign[]; readonly start: number },
): Part {
  const closing = closingQuote(text, quote);
  const phrase = tidy(text.slice(quote + 1, closing));
  const isOpen = closing === text.length;
  const end = isOpen ? closing : closing + 1;
  const part = { kind: 'phrase', text: phrase, signs, start, end } as const;
  return isOpen ? { ...part, openQuote: quote } : part;
}

/**
 * A value reaches to the next separator outside quotes. Parentheses belong to it, since URLs hold
 * some, but for one that closes what was opened before the value: `(site:a.org OR site:b.org)`.
 */
function scanValue(
  text: string,
  start: number,
): { readonly value: string; readonly end: number; readonly openQuote?: number } {
  let value = '';
  let depth = 0;
  let at = start;
  for (; at < text.length; at++) {
    const character = text.charAt(at);
    if (isQuote(character)) {
      const closing = closingQuote(text, at);
      value += text.slice(at + 1, closing);
      if (closing === text.length) return { value: tidy(value), end: closing, openQuote: at };
      at = closing;
      continue;
    }
    if (isSeparator(character)) break;
    if (isOpening(character)) depth++;
    else if (isParenthesis(character) && --depth < 0) break;
    value += character;
  }
  return { value: tidy(value), end: at };
}

function wordEnd(text: string, start: number): number {
  let at = start;
  while (at < text.length && !isWordEnd(text.charAt(at))) at++;
  return at;
}

function isWordEnd(character: string): boolean {
  return isSeparator(character) || isQuote(character) || isParenthesis(character);
}

function closingQuote(text: string, opening: number): number {
  let at = opening + 1;
  while (at < text.length && !isQuote(text.charAt(at))) at++;
  return at;
}

/** Place of the first colon in a word, -1 when it has none. */
export function findColon(word: string): number {
  for (let at = 0; at < word.length; at++) if (isColon(word.charAt(at))) return at;
  return -1;
}
