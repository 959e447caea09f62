// Most relevant link first, by the formula of paper 001.
import { countTerms, relevanceOf, type TermFrequencies } from './relevance.ts';
import type { ScoredPage, Strategy } from './strategy.ts';

/**
 * Best-first search. The title of a link is its text or, without one, its `title` attribute. Links of equal relevance
 * are the rule: with six keywords there are 19 values. The paper's queue is a binary heap whose last node becomes the root
 * when the first is taken, and stays there if no other is greater (figure 27): of equal ones the newest is next.
 */
export function createBest(): Strategy {
  let counted: { readonly page: ScoredPage; readonly terms: TermFrequencies } | undefined;
  return {
    name: 'best',
    isNewestFirst: true,
    score: (link, page) => {
      // The links of a page come one after the other: its words are counted once.
      if (counted?.page !== page) counted = { page, terms: countTerms(page.reading.text) };
      const isSameHost = hostOf(link.url) === hostOf(page.url);
      return {
        priority: relevanceOf({ title: link.text || link.title, isSameHost }, counted.terms),
      };
    },
  };
}

function hostOf(url: string): string {
  return /^https?:\/\/([^/?#:]*)/i.exec(url)?.[1]?.toLowerCase() ?? '';
}
