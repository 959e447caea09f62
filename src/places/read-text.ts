// A text as the geoparser sees it: its words, and how it uses capitals.
import { GERMAN_WORDS } from './lexicon.ts';
import { type Token, toTokens } from './name-key.ts';

/** A text with its words. */
export interface ReadText {
  readonly text: string;
  readonly tokens: readonly Token[];
  /** How capitals are used: as in prose, on every word, or not at all. */
  readonly casing: 'prose' | 'title' | 'lower';
  /** A German text: a capital says little, since every noun has one. */
  readonly isGerman: boolean;
}

/** Reads a text. */
export function readText(text: string): ReadText {
  const tokens = toTokens(text);
  const isGerman = tokens.some(({ shape, word }) => shape === 'lower' && GERMAN_WORDS.has(word));
  return { text, tokens, casing: casingOf(tokens), isGerman };
}

/** Whether nothing but a comma and a space parts two stretches. */
export function isCommaBetween(
  { text }: ReadText,
  end: number | undefined,
  start: number | undefined,
): boolean {
  if (end === undefined || start === undefined) return false;
  return start - end === 2 && text[end] === ',' && text[end + 1] === ' ';
}

/** Whether a capital begins a word. */
export function isCapital(token: Token | undefined): boolean {
  return token?.shape === 'capital' || token?.shape === 'upper';
}

function casingOf(tokens: readonly Token[]): ReadText['casing'] {
  let capital = 0;
  let lower = 0;
  for (const { shape, word } of tokens) {
    if (shape === 'lower') lower += word.length > 3 ? 1 : 0;
    else if (shape !== 'none') capital += 1;
  }
  if (capital === 0) return 'lower';
  return capital > 2 && capital > 3 * lower ? 'title' : 'prose';
}
