// How documents are ranked: the formula, and profiles that say what counts how much.
import { CODES_PER_DOUBLING } from './column-codes.ts';
import { TEXT_FIELDS, type TextField, weightsOf } from './field-lists.ts';

export { TEXT_FIELDS, type TextField } from './field-lists.ts';

/** A boost for query words that stand near one another in a field. */
export interface PhraseBoost {
  /** Words that must stand together; 0: all words of the query (at least two). */
  readonly words: number;
  /** Moves of words that are forgiven, as in Lucene. */
  readonly slop: number;
  readonly boost: number;
}

/**
 * A multiplier for the score that depends on a number known of each document. `table[code]` is the
 * multiplier; the last entry counts for larger codes.
 */
export interface Prior {
  readonly column: PriorColumn;
  readonly table: readonly number[];
}

/**
 * Codes of documents that priors look at, 0 to 255: `pages`, `changes` and `crowd` are
 * `toLogCode` of matchingPages, imageMetadataChanges and imagesInOriginalPage, `area` of width
 * times height, `caption` tells how the best caption was found (`CAPTION_TRUST`).
 */
export type PriorColumn = 'pages' | 'changes' | 'crowd' | 'area' | 'caption';

/**
 * All numbers of a ranking. The formula, for query words t, fields f with weight w_f:
 *
 *   idf(t,f) = ln(1 + (N_f - df(t,f) + 0.5) / (df(t,f) + 0.5))       N_f documents that have the field
 *   K(f)     = k1 * (1 - b + b * length_f / meanLength_f)            exact lengths, mean over N_f
 *   bm25     = idf * tf / (tf + K)
 *
 * `sum`:   sum over f and t of w_f * bm25(t,f)            (paper 000, Eq. 1)
 * `best`:  sum over t of the largest w_f * bm25(t,f)      (as the live service of Arquivo.pt runs it)
 * `bm25f`: sum over t of idf(t) * T / (T + k1) with T = sum over f of w_f * tf / (1 - b + b * length_f / meanLength_f)
 *          and idf(t) from the largest df(t,f) and the number of all documents
 *
 * A word with several forms counts as one: tf is the sum over its forms, in which those that are not the word itself count `inflected`; df
 * is the largest of its forms.
 * To this each phrase boost adds, for each run of neighbouring query words and each field,
 * boost * w_f * (sum of the words' idf(t,f)) * F / (F + K(f)), where F is the sum over matches of
 * 1 / (1 + distance); in `best` the largest field instead of the sum over fields. Priors multiply the total.
 */
export interface RankingProfile {
  readonly name: string;
  readonly combine: 'sum' | 'best' | 'bm25f';
  /** Weights by field; one that is not named counts for nothing. The table of fields has those of our profiles. */
  readonly weights: Readonly<Partial<Record<TextField, number>>>;
  readonly k1: number;
  readonly b: number;
  /** What another form of a word counts (`trains` for `train`), where the word itself counts 1. */
  readonly inflected: number;
  readonly phrases: readonly PhraseBoost[];
  readonly priors: readonly Prior[];
}

/** The fields that count in a profile: what the others say is not found by it either. */
export function fieldsOf({ weights }: RankingProfile): readonly TextField[] {
  return TEXT_FIELDS.filter((field) => (weights[field] ?? 0) > 0);
}

/** The weights of a profile in the order of `TEXT_FIELDS`. */
export function toWeightList({ weights }: RankingProfile): number[] {
  return TEXT_FIELDS.map((field) => weights[field] ?? 0);
}

/**
 * A prior that falls with a count: 1 for none or one, divided by `1 + rate` times the doublings beyond that.
 */
export function falling(rate: number): number[] {
  return Array.from(
    { length: 256 },
    (_, code) => 1 / (1 + rate * Math.max(0, code / CODES_PER_DOUBLING - 1)),
  );
}

/**
 * A prior that falls with a count, and beyond `most` sinks: by the factor `factor` for each doubling.
 */
export function sinking(rate: number, most: number, factor: number): number[] {
  const start = Math.log2(1 + most);
  return falling(rate).map(
    (value, code) => value * factor ** Math.max(0, code / CODES_PER_DOUBLING - start),
  );
}

/**
 * A prior for the area: 1 for a picture of 256 by 256 pixels, and more or less by the factor
 * `2 ** rate` for each doubling.
 */
export function growing(rate: number): number[] {
  return Array.from({ length: 256 }, (_, code) => 2 ** (rate * (code / CODES_PER_DOUBLING - 16)));
}

const PHRASES: readonly PhraseBoost[] = [
  { words: 0, slop: 1, boost: 1000 },
  { words: 2, slop: 2, boost: 100 },
  { words: 3, slop: 3, boost: 10 },
];

/** Paper 000, section 6.1, with the slops of its prose. */
export const PAPER_PROFILE: RankingProfile = {
  name: 'paper',
  combine: 'sum',
  weights: weightsOf('paper'),
  k1: 1.2,
  b: 0.75,
  inflected: 1,
  phrases: PHRASES,
  priors: [],
};

/** As the live service of Arquivo.pt ranks: the best field of each word instead of the sum. */
export const ARQUIVO_PROFILE: RankingProfile = {
  ...PAPER_PROFILE,
  name: 'arquivo',
  weights: weightsOf('arquivo'),
  combine: 'best',
};

/** Our own; its numbers were chosen with `pinakes evaluate-ranking`, see docs/ranking.md. */
export const PINAKES_PROFILE: RankingProfile = {
  name: 'pinakes',
  combine: 'bm25f',
  weights: weightsOf('pinakes'),
  k1: 1.2,
  b: 0.6,
  inflected: 0.6,
  phrases: [
    { words: 0, slop: 1, boost: 1 },
    { words: 2, slop: 1, boost: 0.25 },
  ],
  priors: [
    { column: 'area', table: growing(0.04) },
    { column: 'crowd', table: falling(0.04) },
    // What stands on dozens of pages is furniture of a site.
    { column: 'pages', table: sinking(0.02, 16, 0.85) },
    // What many pages describe in different words shows none of it: "photo no longer available".
    { column: 'changes', table: sinking(0.02, 8, 0.8) },
    { column: 'caption', table: [1, 1.03, 1.06, 1.09, 1.12, 1.15] },
  ],
};

/** All profiles, the default one first. */
export const RANKING_PROFILES: readonly RankingProfile[] = [
  PINAKES_PROFILE,
  PAPER_PROFILE,
  ARQUIVO_PROFILE,
];
