// The pieces of image addresses that paper 004 counts: n-grams of characters, and tokens.

/** N-grams of 3, 4 and 5 characters, or runs of letters, digits and `_` (Java's `\W+` parts them). */
export type TermKind = 'ngrams' | 'tokens';

/** Longer addresses are cut: one of 10 kB would count for a hundred. */
const MAX_LENGTH = 2000;

/** The distinct terms of an address; case is kept, as the tables of the paper show it. */
export function termsOf(url: string, kind: TermKind): Set<string> {
  const text = url.slice(0, MAX_LENGTH);
  if (kind === 'tokens') return new Set(text.split(/\W+/).filter((token) => token !== ''));
  const terms = new Set<string>();
  for (let at = 0; at < text.length; at += 1) {
    for (let length = 3; length <= 5 && at + length <= text.length; length += 1)
      terms.add(text.slice(at, at + length));
  }
  return terms;
}

/** How often each term occurs in addresses of SMALL and of BIG images: each address counts once. */
export interface TermCounts {
  readonly small: Map<string, number>;
  readonly big: Map<string, number>;
}

/** Counts terms. */
export function countTerms(
  urls: readonly { readonly url: string; readonly isBig: boolean }[],
  kind: TermKind,
): TermCounts {
  const counts = { small: new Map<string, number>(), big: new Map<string, number>() };
  for (const { url, isBig } of urls) {
    const own = isBig ? counts.big : counts.small;
    for (const term of termsOf(url, kind)) own.set(term, (own.get(term) ?? 0) + 1);
  }
  return counts;
}

/** How terms are chosen: by frequency, by its difference between the classes, or by equations 1 and 2. */
export type TermScore = 'frequency' | 'trf' | 'tsrf-idf';

/** A term with its score. */
export interface ScoredTerm {
  readonly term: string;
  readonly score: number;
}

/** The paper drops what occurs less than 50 times in 500,000 addresses of a class. */
const RARE = 50 / 500_000;

/** The strongest terms of a class, best first; equal ones by text. */
export function strongestTerms(
  counts: TermCounts,
  options: {
    readonly of: 'small' | 'big';
    readonly score: Exclude<TermScore, 'frequency'>;
    readonly limit: number;
    /** Addresses of the class that were counted. */
    readonly addresses: number;
  },
): ScoredTerm[] {
  const own = counts[options.of];
  const others = counts[options.of === 'big' ? 'small' : 'big'];
  const least = Math.max(2, RARE * options.addresses);
  const scored: ScoredTerm[] = [];
  for (const [term, count] of own) {
    if (count < least) continue;
    const other = others.get(term) ?? 0;
    const score = options.score === 'trf' ? count - other : (count ** 2 - other ** 2) / count;
    if (score > 0) scored.push({ term, score });
  }
  return best(scored, options.limit);
}

/** The terms that become features: half of them from each class, or the most frequent ones of both. */
export function chooseTerms(
  counts: TermCounts,
  addresses: { readonly small: number; readonly big: number },
  score: TermScore,
  features: number,
): string[] {
  if (score === 'frequency') {
    const all = new Map(counts.small);
    for (const [term, count] of counts.big) all.set(term, (all.get(term) ?? 0) + count);
    const ranked = best(
      [...all].map(([term, count]) => ({ term, score: count })),
      features,
    );
    return ranked.map(({ term }) => term);
  }
  const half = Math.floor(features / 2);
  return (['big', 'small'] as const).flatMap((of) =>
    strongestTerms(counts, { of, score, limit: half, addresses: addresses[of] }).map(
      ({ term }) => term,
    ),
  );
}

function best(scored: ScoredTerm[], limit: number): ScoredTerm[] {
  return scored.sort((a, b) => b.score - a.score || (a.term < b.term ? -1 : 1)).slice(0, limit);
}
