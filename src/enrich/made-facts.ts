// What reading the pixels of an image comes to: apart from the decoders, which take long to load.
import type { FactValue } from '../model/fact.ts';

/** What some producers told about one image. */
export interface MadeFacts {
  /** A value or a reason of each producer that was asked, by name. */
  readonly facts: ReadonlyMap<string, FactValue>;
  /** Small copies of the image, the smallest first; empty when none were asked for or none can be made. */
  readonly pictures: readonly Picture[];
}

/** A small copy of an image. */
export interface Picture {
  /** Pixels of the longer side. */
  readonly side: number;
  /** WebP. */
  readonly bytes: Uint8Array;
}

/** Why the pixels of an image tell nothing. */
export type PixelProblem = keyof typeof PIXEL_PROBLEMS;

/** Every reason with an explanation for reports and documentation. */
export const PIXEL_PROBLEMS = {
  unsupported: 'the bytes are of no format, or of a variant, that can be decoded',
  damaged: 'the bytes end or contradict their format before there is anything to see',
  'too-large': 'decoding would take more memory than an image is allowed',
  'too-slow': 'decoding took more processor time than an image may take',
  crashed: 'the decoder ended the process that it ran in',
} as const;

/** The same reason for all producers. */
export function noFacts(names: readonly string[], reason: PixelProblem): MadeFacts {
  return { facts: new Map(names.map((name) => [name, { kind: 'none', reason }])), pictures: [] };
}
