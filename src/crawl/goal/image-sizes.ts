// What a crawl expects of the sizes of images before it asks for them; `pipeline/` joins it with a model.
import type { Candidate } from './goal.ts';

/** What to do about an image: leave it, look at its first bytes, or fetch it at once. */
export type SizeAdvice = 'skip' | 'look' | 'fetch';

/** What is expected of an image. */
export interface ExpectedSize {
  /** Probability that it is large enough. */
  readonly chance: number;
  readonly advice: SizeAdvice;
}

/** Tells sizes of images, and learns from those that become known. */
export interface ImageSizes {
  /** What is expected of the images of one page, in their order. */
  expect(candidates: readonly Candidate[]): readonly ExpectedSize[];
  /** The size of an image became known. */
  learn(candidate: Candidate, size: { readonly width: number; readonly height: number }): void;
  /** Share of the images to be skipped that are looked at all the same, to learn how many are missed. */
  readonly auditShare: number;
  /** What was learnt, as JSON can hold it, and the way back. */
  save(): unknown;
  restore(state: unknown): void;
}
