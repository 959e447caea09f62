// The end of a message about a mistyped word.
import { nearestWord } from '../support/nearest-word.ts';

/** ` Did you mean X?` or nothing, to end a message with. */
export function didYouMean(word: string, candidates: Iterable<string>): string {
  const found = nearestWord(word, candidates);
  return found === undefined ? '' : ` Did you mean \`${found}\`?`;
}
