// The part of a query that is being typed: what stands after the last blank.

/** The part of a text that a suggestion replaces. */
export interface LastToken {
  /** The text before it, with signs such as `-` that stay. */
  readonly before: string;
  /** Name of the operator in lower case, when it is one: `site` of `site:pub`. */
  readonly operator?: string;
  /** What was typed of the word or value, without quotes. */
  readonly value: string;
  /** Inside the quotes of a phrase. */
  readonly isQuoted: boolean;
}

/** The last token of a text. Quotes that were not closed yet run to the end. */
export function lastToken(text: string): LastToken {
  let start = 0;
  let quote = -1;
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === '"') quote = quote < 0 ? at : -1;
    else if (quote < 0 && /\s/.test(character)) start = at + 1;
  }
  const opening = /^[-+~(]*/.exec(text.slice(start))?.[0].length ?? 0;
  const before = text.slice(0, start + opening);
  const token = text.slice(start + opening);
  const operator = /^([a-z]+):"?([^"]*)"?$/i.exec(token);
  if (operator !== null) {
    const [, name = '', value = ''] = operator;
    return { before, operator: name.toLowerCase(), value, isQuoted: false };
  }
  if (quote < 0) return { before, value: token, isQuoted: false };
  const word = Math.max(quote, text.search(/\s\S*$/)) + 1;
  return { before: text.slice(0, word), value: text.slice(word), isQuoted: true };
}
