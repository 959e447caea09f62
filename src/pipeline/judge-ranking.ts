// How well ranking profiles order images that were judged: nDCG among the first ten.
import type { SearchIndex } from '../model/index-query.ts';
import type { RankingProfile } from '../model/ranking.ts';
import { searchImages } from '../search/search.ts';
import { type Judgements, toNdcg } from './judgements.ts';
import { type Interval, resampleMean } from './resample.ts';

const PLACES = 10;

/** How a judged evaluation is made. */
export interface JudgedOptions {
  readonly profiles: readonly RankingProfile[];
  readonly seed: number;
  readonly signal?: AbortSignal | undefined;
}

/** What came of it. Queries of which no image is judged better than 0, or is there, count for nothing. */
export interface JudgedEvaluation {
  readonly queries: number;
  /** Pairs of a query and an image. */
  readonly judgements: number;
  readonly results: readonly {
    readonly profile: string;
    readonly ndcg: Interval;
    /** Difference of `ndcg` to the first profile, query by query. */
    readonly difference: Interval;
  }[];
}

/** Asks each query as people do, every image for itself, and holds the first ten against the judgements. */
export async function judgeRanking(
  index: SearchIndex,
  judgements: Judgements,
  { profiles, seed, signal }: JudgedOptions,
): Promise<JudgedEvaluation> {
  const gains = profiles.map((): number[] => []);
  let pairs = 0;
  for (const [query, judged] of judgements) {
    if (signal?.aborted === true) break;
    const ids = [...judged.keys()];
    const documents = await index.documents(ids);
    // An image that has gone can be found by nobody.
    const grades = new Map([...judged].filter((_, at) => documents[at] !== undefined));
    if (![...grades.values()].some((grade) => grade > 0)) continue;
    pairs += grades.size;
    for (const [number, profile] of profiles.entries()) {
      const request = { query, profile, safe: false, duplicates: 'all', limit: PLACES } as const;
      const { items } = await searchImages(index, request);
      const found = items.map(({ id }) => id);
      gains[number]?.push(toNdcg(found, grades, PLACES));
    }
  }
  const [first = []] = gains;
  return {
    queries: first.length,
    judgements: pairs,
    results: profiles.map(({ name }, number) => {
      const own = gains[number] ?? [];
      const differences = own.map((gain, at) => gain - (first[at] ?? 0));
      return {
        profile: name,
        ndcg: resampleMean(own, seed),
        difference: resampleMean(differences, seed),
      };
    }),
  };
}
