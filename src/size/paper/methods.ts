// The six methods of paper 004 (sections IV-A to IV-F), with random forests.
import { createRandom, shuffle } from '../../support/random.ts';
import type { ImageClues } from '../clues.ts';
import { type BinnedRows, toBins } from '../learn/bins.ts';
import { forestOf, trainForest } from '../learn/forest.ts';
import { NON_TEXTUAL, writeNonTextual } from './non-textual.ts';
import { chooseTerms, countTerms, type TermKind, type TermScore, termsOf } from './terms.ts';

/** A row of table V. */
export type PaperMethod =
  | { readonly name: 'features'; readonly trees: number }
  | { readonly name: keyof typeof TEXTUAL; readonly trees: number; readonly features: number }
  | { readonly name: 'hybrid'; readonly adv: number };

const TEXTUAL = {
  NG: ['ngrams', 'frequency'],
  'NG-trf': ['ngrams', 'trf'],
  'TOKENS-trf': ['tokens', 'trf'],
  'NG-tsrf-idf': ['ngrams', 'tsrf-idf'],
} as const satisfies Record<string, readonly [TermKind, TermScore]>;

/** The rows of table V, in its order. */
export const TABLE_V: readonly PaperMethod[] = [
  ...(['NG', 'NG-trf', 'TOKENS-trf', 'NG-tsrf-idf'] as const).flatMap((name) =>
    [1000, 2000].flatMap((features) => [10, 30, 100].map((trees) => ({ name, features, trees }))),
  ),
  ...[10, 30, 100].map((trees) => ({ name: 'features', trees }) as const),
  ...[-0.05, 0, 0.05, 0.1, 0.15].map((adv) => ({ name: 'hybrid', adv }) as const),
];

/** The hybrid takes the best textual classifier, and the smaller non-textual one for its memory (section V-B). */
const HYBRID_TEXT = { name: 'NG-tsrf-idf', features: 2000, trees: 100 } as const;
const HYBRID_FEATURES = { name: 'features', trees: 30 } as const;

/** Images to learn from and to tell. */
export interface PaperTask {
  readonly images: readonly ImageClues[];
  readonly labels: Uint8Array;
  readonly train: Int32Array;
  readonly test: Int32Array;
  readonly seed: number;
}

/** Answers for one split; what methods share is worked out once. */
export class PaperMethods {
  readonly #task: PaperTask;
  /** As many of one class as of the other: section V-A. */
  readonly #train: Int32Array;
  readonly #known = new Map<string, Float32Array>();
  #nonTextual: BinnedRows | undefined;

  constructor(task: PaperTask) {
    this.#task = task;
    this.#train = equalNumbers(task);
  }

  /** The probability of BIG for each row of the test, in its order. */
  predict(method: PaperMethod): Float32Array {
    const key = JSON.stringify(method);
    const known = this.#known.get(key) ?? this.#predict(method);
    this.#known.set(key, known);
    return known;
  }

  #predict(method: PaperMethod): Float32Array {
    if (method.name === 'features') {
      return this.#forest(this.#nonTextualRows(), method.trees);
    }
    if (method.name === 'hybrid') {
      const text = this.predict(HYBRID_TEXT);
      const features = this.predict(HYBRID_FEATURES);
      return text.map((own, at) => joinByConfidence(own, features[at] ?? 0.5, method.adv));
    }
    const [kind, score] = TEXTUAL[method.name];
    return this.#forest(this.#textualRows(kind, score, method.features), method.trees);
  }

  #forest(data: BinnedRows, trees: number): Float32Array {
    const { labels, test, seed } = this.#task;
    const forest = trainForest(data, this.#train, labels, { trees, seed });
    return Float32Array.from(test, (row) => forestOf(forest, data, row));
  }

  #textualRows(kind: TermKind, score: TermScore, features: number): BinnedRows {
    const { images, labels, test } = this.#task;
    const urls = Array.from(this.#train, (row) => ({
      url: images[row]?.url ?? '',
      isBig: labels[row] === 1,
    }));
    const half = urls.length / 2;
    const terms = chooseTerms(countTerms(urls, kind), { small: half, big: half }, score, features);
    const numbers = new Map(terms.map((term, number) => [term, number]));
    const rows = images.length;
    const bins = new Uint8Array(rows * terms.length);
    for (const list of [this.#train, test]) {
      for (const row of list) {
        for (const term of termsOf(images[row]?.url ?? '', kind)) {
          const number = numbers.get(term);
          if (number !== undefined) bins[number * rows + row] = 1;
        }
      }
    }
    return { rows, features: terms.length, bins, borders: terms.map(() => new Float32Array(1)) };
  }

  #nonTextualRows(): BinnedRows {
    if (this.#nonTextual !== undefined) return this.#nonTextual;
    const { images } = this.#task;
    const table = new Float32Array(images.length * NON_TEXTUAL);
    for (const [row, clues] of images.entries()) writeNonTextual(clues, table, row * NON_TEXTUAL);
    this.#nonTextual = toBins(table, NON_TEXTUAL);
    return this.#nonTextual;
  }
}

/** Equation 3: where the classifiers differ, the more confident one is right; the textual one has an advantage. */
export function joinByConfidence(text: number, features: number, adv: number): number {
  const isTextSurer = Math.abs(2 * text - 1) + adv > Math.abs(2 * features - 1);
  return isTextSurer ? text : features;
}

function equalNumbers({ labels, train, seed }: PaperTask): Int32Array {
  const random = createRandom(seed);
  const small = shuffle(
    train.filter((row) => labels[row] === 0),
    random,
  );
  const big = shuffle(
    train.filter((row) => labels[row] === 1),
    random,
  );
  const each = Math.min(small.length, big.length);
  return Int32Array.from([...small.subarray(0, each), ...big.subarray(0, each)]);
}
