// Logistic regression over hashed features, trained by AdaGrad.
import { createRandom, shuffle } from '../../support/random.ts';

/**
 * Rows of sparse features: row `r` has the places from `starts[r]` to `starts[r + 1]`. Those before `middles[r]` are
 * pieces of the address: there are many of them, and they know sites rather than sizes, so they count less.
 */
export interface SparseRows {
  readonly starts: Int32Array;
  readonly middles: Int32Array;
  readonly places: Int32Array;
}

/** Weights of a table of features, and what is added to their sum. */
export interface LinearModel {
  readonly weights: Float32Array;
  readonly bias: number;
  /** How much the pieces of an address count against the facts of an image. */
  readonly pieces: number;
}

/** How a linear model is trained. */
export interface LinearOptions {
  /** Size of the table of weights: `2 ** bits`. */
  readonly bits: number;
  /** How much the pieces of an address count against the facts of an image. */
  readonly pieces: number;
  /** Passes over the rows. Default 6. */
  readonly epochs?: number;
  /** Default 0.1. */
  readonly rate?: number;
  /** Weight of the squares of the weights. Default 1e-4. */
  readonly decay?: number;
  readonly seed?: number;
}

/** Trains on the given rows. `labels` are 0 or 1, `weights` how much each row counts. */
export function trainLinear(
  { starts, middles, places }: SparseRows,
  rows: Int32Array,
  { labels, weights }: { readonly labels: Uint8Array; readonly weights: Float32Array },
  options: LinearOptions,
): LinearModel {
  const { bits, pieces, epochs = 6, rate = 0.1, decay = 1e-4, seed = 1 } = options;
  const table = new Float32Array(1 << bits);
  const squares = new Float32Array(1 << bits).fill(1e-6);
  let bias = 0;
  let biasSquares = 1e-6;
  const order = rows.slice();
  const random = createRandom(seed);
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    shuffle(order, random);
    for (const row of order) {
      const from = starts[row] ?? 0;
      const to = starts[row + 1] ?? 0;
      const middle = middles[row] ?? 0;
      const score = scoreLinear({ weights: table, bias, pieces }, places, from, middle, to);
      const error = (sigmoid(score) - (labels[row] ?? 0)) * (weights[row] ?? 1);
      const pieceStep = (error * pieces) / Math.sqrt(Math.max(1, middle - from));
      const step = error / Math.sqrt(Math.max(1, to - middle));
      for (let at = from; at < to; at += 1) {
        const place = places[at] as number; // typed arrays within their bounds
        const weight = table[place] as number;
        const gradient = (at < middle ? pieceStep : step) + decay * weight;
        const square = (squares[place] as number) + gradient * gradient;
        squares[place] = square;
        table[place] = weight - (rate * gradient) / Math.sqrt(square);
      }
      biasSquares += error * error;
      bias -= (rate * error) / Math.sqrt(biasSquares);
    }
  }
  return { weights: table, bias, pieces };
}

/** The score of an image: the logarithm of its odds of being BIG. */
export function scoreLinear(
  model: Omit<LinearModel, 'weights'> & { readonly weights: ArrayLike<number> },
  places: Int32Array,
  from: number,
  middle: number,
  to: number,
): number {
  const { weights } = model;
  let pieces = 0;
  for (let at = from; at < middle; at += 1) pieces += weights[places[at] as number] as number;
  let facts = 0;
  for (let at = middle; at < to; at += 1) facts += weights[places[at] as number] as number;
  return (
    model.bias +
    (model.pieces * pieces) / Math.sqrt(Math.max(1, middle - from)) +
    facts / Math.sqrt(Math.max(1, to - middle))
  );
}

/** The probability of log odds. */
export function sigmoid(odds: number): number {
  return 1 / (1 + Math.exp(-odds));
}
