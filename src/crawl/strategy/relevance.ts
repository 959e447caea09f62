// How relevant a link is to the page it stands on: paper 001, section 4.3.
import { STOP_WORDS } from '../../model/stop-words.ts';

/** Words of a page that are counted; a page of more is hostile or a book. */
const MAX_WORDS = 200_000;

/** How often each word occurs in a text. */
export type TermFrequencies = ReadonlyMap<string, number>;

/** Counts the words of a page: the paper's TF. */
export function countTerms(text: string): TermFrequencies {
  const counts = new Map<string, number>();
  let left = MAX_WORDS;
  for (const [word] of text.toLowerCase().matchAll(WORD)) {
    counts.set(word, (counts.get(word) ?? 0) + 1);
    left -= 1;
    if (left === 0) break;
  }
  return counts;
}

/** The keywords of a link title: normalised, purified of special characters and stop words, split (section 4.3.2). */
export function toKeywords(title: string): string[] {
  const words = title.slice(0, 2000).toLowerCase().match(WORD) ?? [];
  return words.filter((word) => !STOP_WORDS.has(word));
}

/**
 * R = (h + number of keywords with TF > 1) / (1 + number of keywords), where h is 1 for a link to the same host
 * (section 4.3.3).
 */
export function relevanceOf(
  link: { readonly title: string; readonly isSameHost: boolean },
  terms: TermFrequencies,
): number {
  const keywords = toKeywords(link.title);
  const frequent = keywords.filter((word) => (terms.get(word) ?? 0) > 1).length;
  return ((link.isSameHost ? 1 : 0) + frequent) / (1 + keywords.length);
}

const WORD = /[\p{L}\p{N}]+/gu;
