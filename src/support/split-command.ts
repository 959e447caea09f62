// A line of a command as its words, by the quotes of shells and nothing else of them.

/** The words of a command: between blanks, where `'…'`, `"…"` and `\` keep blanks. Throws for a quote without its end. */
export function splitCommand(line: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quote = '';
  for (let at = 0; at < line.length; at++) {
    const character = line[at] ?? '';
    if (character === '\\' && quote !== "'") {
      at++;
      word = (word ?? '') + (line[at] ?? '\\');
    } else if (quote !== '') {
      if (character === quote) quote = '';
      else word = (word ?? '') + character;
    } else if (character === '"' || character === "'") {
      quote = character;
      word ??= '';
    } else if (/\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? '') + character;
  }
  if (quote !== '') throw new Error(`the quote ${quote} has no end: ${line}`);
  if (word !== undefined) words.push(word);
  return words;
}
