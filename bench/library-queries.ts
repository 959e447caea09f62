// What is asked of the generated library: kinds of queries, each with as many distinct ones as are wanted.
import { followerOf, wordAt } from './library-words.ts';
import { createRandom, type Random } from './random.ts';

/** A kind of query. */
export interface QueryKind {
  readonly name: string;
  /** `facet`: documents are counted by type instead of shown. */
  readonly asks: 'answers' | 'facet';
  readonly match: 'all' | 'most' | 'any';
  readonly offset: number;
  /** Text of a query; the same rank of its first word is never drawn twice. */
  write(random: Random, rank: number): string;
  /** Ranks of the first word: from, below. */
  readonly ranks: readonly [number, number];
}

const PLAIN = { asks: 'answers', match: 'most', offset: 0 } as const;
/** At a million images these words stand in 46,000 on average. */
const COMMON = [14, 160] as const;

/** All kinds, from the cheapest on. */
export const QUERY_KINDS: readonly QueryKind[] = [
  { ...PLAIN, name: 'Rare word', ranks: [20_000, 100_000], write: (_, rank) => wordAt(rank) },
  {
    ...PLAIN,
    name: 'Two words',
    ranks: [50, 1000],
    write: (random, rank) => `${wordAt(rank)} ${wordAt(random.int(50, 999))}`,
  },
  {
    ...PLAIN,
    name: 'One of three words, phrases first',
    match: 'any',
    ranks: [50, 2000],
    write: (random, rank) => [rank, followerOf(rank), random.int(50, 399)].map(wordAt).join(' '),
  },
  { ...PLAIN, name: 'Common word', ranks: COMMON, write: (_, rank) => wordAt(rank) },
  {
    ...PLAIN,
    name: 'Common word, four years',
    ranks: COMMON,
    write: (random, rank) => {
      const year = random.int(2004, 2018);
      return `${wordAt(rank)} year:${year}-${year + 3}`;
    },
  },
  {
    ...PLAIN,
    name: 'Facet of a common word',
    asks: 'facet',
    ranks: COMMON,
    write: (_, rank) => wordAt(rank),
  },
  {
    ...PLAIN,
    name: 'Common word, answers from 1,000 on',
    offset: 1000,
    ranks: [20, 300],
    write: (_, rank) => wordAt(rank),
  },
];

/** Distinct queries of a kind. The same seed gives the same ones. */
export function writeQueries(kind: QueryKind, count: number, seed: number): string[] {
  const random = createRandom(seed);
  const [from, below] = kind.ranks;
  const ranks = new Set<number>();
  while (ranks.size < count) ranks.add(random.int(from, below - 1));
  return [...ranks].map((rank) => kind.write(random, rank));
}
