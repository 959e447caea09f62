// What labelled images are like: the figures of paper 004, section III, and its tables I to III.
import { siteOf } from '../features/site.ts';
import { countTerms, type ScoredTerm, strongestTerms, type TermKind } from '../paper/terms.ts';
import type { LabelledImage } from '../read-clues.ts';
import type { LabelledSet } from './labelled-set.ts';

/** A description of labelled images. */
export interface DataTables {
  readonly images: number;
  readonly pageSites: number;
  readonly imageSites: number;
  /** Images of each class; `unknown` have no size. */
  readonly classes: {
    readonly small: number;
    readonly big: number;
    readonly middle: number;
    readonly unknown: number;
  };
  /** Images whose size was told by the file, and by the markup. */
  readonly sources: { readonly file: number; readonly declared: number };
  /** The most frequent n-grams: table I. */
  readonly frequent: readonly ScoredTerm[];
  /** The strongest n-grams of each class: table II. */
  readonly ngrams: StrongTerms;
  /** The strongest tokens of each class: table III. */
  readonly tokens: StrongTerms;
}

/** Terms that speak for a class. */
export interface StrongTerms {
  readonly small: readonly ScoredTerm[];
  readonly big: readonly ScoredTerm[];
}

const SHOWN = 20;

/** Describes labelled images. */
export function describeData(images: readonly LabelledImage[], set: LabelledSet): DataTables {
  const count = (own: string) => set.classes.filter((each) => each === own).length;
  const urls = Array.from(set.rows, (row) => ({
    url: set.images[row]?.url ?? '',
    isBig: set.labels[row] === 1,
  }));
  const addresses = { small: count('small'), big: count('big') };
  const strongest = (kind: TermKind): StrongTerms => {
    const counts = countTerms(urls, kind);
    const of = (own: 'small' | 'big') =>
      strongestTerms(counts, { of: own, score: 'trf', limit: SHOWN, addresses: addresses[own] });
    return { small: of('small'), big: of('big') };
  };
  return {
    images: images.length,
    pageSites: new Set(set.sites.page).size,
    imageSites: new Set(images.map(({ clues }) => siteOf(clues.url))).size,
    classes: { ...addresses, middle: count('middle'), unknown: count('unknown') },
    sources: {
      file: images.filter(({ source }) => source === 'file').length,
      declared: images.filter(({ source }) => source === 'declared').length,
    },
    frequent: frequentTerms(urls),
    ngrams: strongest('ngrams'),
    tokens: strongest('tokens'),
  };
}

function frequentTerms(urls: readonly { readonly url: string }[]): ScoredTerm[] {
  const all = urls.map(({ url }) => ({ url, isBig: true }));
  const { big } = countTerms(all, 'ngrams');
  return [...big]
    .map(([term, score]) => ({ term, score }))
    .sort((a, b) => b.score - a.score || (a.term < b.term ? -1 : 1))
    .slice(0, SHOWN);
}
