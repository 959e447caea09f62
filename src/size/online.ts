// Learns while a crawl goes on: what images of a host, of a pattern of addresses, of a class turned out to be.
import type { ImageClues } from './clues.ts';
import { imagePattern, toAddressParts } from './features/address.ts';
import { hashText } from './features/hash.ts';
import { bucket } from './features/sparse.ts';
import { statedSize } from './features/url-numbers.ts';
import { sigmoid } from './learn/linear.ts';

/** Corrections of a model's scores, learnt from images whose size became known. Memory is bounded: 512 KB. */
export interface OnlineLearner {
  /** The corrected score of an image whose score by the model is given. */
  correct(clues: ImageClues, score: number): number;
  /** An image turned out to be big enough, or not. `score` is the model's own, without correction. */
  learn(clues: ImageClues, score: number, isBig: boolean): void;
  /** Images learnt from. */
  readonly learnt: number;
  /** What was learnt, to be kept; `restore` takes it back. */
  save(): OnlineState;
}

/** What a learner knows, as JSON can hold it: places, weights and sums of squares of the table. */
export interface OnlineState {
  readonly learnt: number;
  readonly entries: readonly (readonly [place: number, weight: number, square: number])[];
}

const BITS = 16;
const RATE = 1.2;
/** Slows the first steps of a weight down. */
const START = 0.3;
const MAX_CORRECTION = 12;

/** A learner that knows nothing, or what an earlier one knew. */
export function createOnline(state?: OnlineState): OnlineLearner {
  const weights = new Float32Array(1 << BITS);
  const squares = new Float32Array(1 << BITS);
  let learnt = state?.learnt ?? 0;
  for (const [place, weight, square] of state?.entries ?? []) {
    weights[place & MASK] = weight;
    squares[place & MASK] = square;
  }
  const places = new Int32Array(KEYS);
  const correctionOf = (): number => {
    let sum = 0;
    for (const place of places) sum += weights[place] ?? 0;
    return Math.min(MAX_CORRECTION, Math.max(-MAX_CORRECTION, sum));
  };
  return {
    get learnt() {
      return learnt;
    },
    correct: (clues, score) => {
      writeKeys(clues, places);
      return score + correctionOf();
    },
    learn: (clues, score, isBig) => {
      writeKeys(clues, places);
      const gradient = sigmoid(score + correctionOf()) - Number(isBig);
      for (const place of places) {
        const square = (squares[place] ?? 0) + gradient * gradient;
        squares[place] = square;
        weights[place] = (weights[place] ?? 0) - (RATE * gradient) / Math.sqrt(START + square);
      }
      learnt += 1;
    },
    save: () => {
      const entries: [number, number, number][] = [];
      for (const [place, weight] of weights.entries())
        if (squares[place] !== 0) entries.push([place, weight, squares[place] ?? 0]);
      return { learnt, entries };
    },
  };
}

const MASK = (1 << BITS) - 1;
const KEYS = 8;

/** The places of what an image shares with others: of its host mostly, its declared size with all. */
function writeKeys(clues: ImageClues, into: Int32Array): void {
  const address = toAddressParts(clues.url);
  const { host } = address;
  const { width, height } = statedSize(clues.url);
  const declared = `${bucket(clues.width)} ${bucket(clues.height)}`;
  const keys = [
    host,
    imagePattern(address),
    `${host} ${clues.classes.slice(0, 200)}`,
    `${host} ${address.extension} ${clues.tag} ${clues.parentTag}`,
    `${host} ${width}x${height}`,
    `${host} ${clues.depth} ${clues.siblings} ${clues.parentTag}`,
    `${host} ${declared}`,
    declared,
  ];
  for (const [at, key] of keys.entries()) into[at] = hashText(key, at) & MASK;
}
