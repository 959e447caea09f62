// The invented language of the generated library: its words by frequency, and texts made of them.
import { createRandom, type Random } from './random.ts';
import { createZipf } from './zipf.ts';

/** Words of the language. */
export const WORDS = 200_000;

const ONSETS = 'b c d f g l m n p r s t v z j br cr tr pr fl gr ch nh qu st'.split(' ');
const VOWELS = 'a e i o u a e o ia ei ou ao'.split(' ');
const ENDINGS = ['', '', '', '', 's', 'r', 'l', 'm', 'n', 'nte'];
const VOCABULARY_SEED = 7;

/** Words that follow another one more often than chance has it are among the first so many. */
const FOLLOWERS = 20_000;
const FOLLOWED = 0.25;

const drawWord = createZipf(WORDS, 1.02, 8);
const words = createWords();

/** The word of a rank; 0 is the most frequent one. */
export function wordAt(rank: number): string {
  return words[rank]!;
}

/** The rank of the word that stands after this one in a quarter of all places, so that there are phrases. */
export function followerOf(rank: number): number {
  return (rank * 7_919 + 104_729) % FOLLOWERS;
}

/** So many words. */
export function text(random: Random, count: number): string[] {
  const made: string[] = [];
  let rank = -1;
  for (let index = 0; index < count; index++) {
    rank = rank >= 0 && random.chance(FOLLOWED) ? followerOf(rank) : drawWord(random);
    made.push(wordAt(rank));
  }
  return made;
}

/** A length around a mean: from 0.4 to 1.6 times as much, at least 1. */
export function lengthAround(random: Random, mean: number): number {
  return Math.max(1, Math.round(mean * (0.4 + 1.2 * random.next())));
}

/** Frequent words are short, as in every language. */
function createWords(): string[] {
  const random = createRandom(VOCABULARY_SEED);
  const known = new Set<string>();
  while (known.size < WORDS) {
    const syllables = known.size < 100 ? 1 : known.size < 20_000 ? 2 : 3;
    const word = random.repeat(syllables, () => random.pick(ONSETS) + random.pick(VOWELS));
    known.add(word + random.pick(ENDINGS));
  }
  return [...known];
}
