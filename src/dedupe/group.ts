// The observations of a SURT, each given to the content it belongs to.
import type { DedupeMode } from '../model/image.ts';
import { ImageAccumulator } from './image-accumulator.ts';
import {
  type GroupCapture,
  type GroupReference,
  type OtherAnswer,
  seenFrom,
} from './observations.ts';
import { createSplit, type Split } from './split.ts';

/** Captures and references of one SURT, or of several: they are told apart. */
export interface ImageGroup {
  /** All captures of these SURTs, in any order. */
  readonly captures: readonly GroupCapture[];
  /** In any order; passed once. */
  readonly references: Iterable<GroupReference>;
  /** What else these SURTs gave, in any order; default nothing. */
  readonly others?: readonly OtherAnswer[];
}

/** Finds or makes the accumulator of a content; `undefined` for one that is not wanted. */
export type AccumulatorFor = (digest: string) => ImageAccumulator | undefined;

/** Told which content each capture and each reference was given to. */
export interface GroupWitness {
  addCapture(capture: GroupCapture): void;
  addReference(digest: string, reference: GroupReference): void;
}

/**
 * Gives each capture to its content, and each reference to the content captured nearest to its page's
 * time at the SURT it mentions. References to a SURT without captures belong to nothing, and so do those whose nearest
 * capture is of something else.
 */
export function addGroup(
  { captures, references, others = [] }: ImageGroup,
  accumulatorFor: AccumulatorFor,
  witness?: GroupWitness,
): void {
  for (const capture of captures) {
    accumulatorFor(capture.digest)?.addCapture(capture);
    witness?.addCapture(capture);
  }
  const splitOf = toSplits(captures, others);
  for (const reference of references) {
    const split = splitOf(reference.surt);
    const { time } = reference.page;
    const digest = split?.digestFor(time);
    if (split === undefined || digest === undefined) continue;
    accumulatorFor(digest)?.addReference(seenFrom(reference, split.daysTo(time)));
    witness?.addReference(digest, reference);
  }
}

/** The contents of a group by digest. */
export function mergeGroup(
  group: ImageGroup,
  mode: DedupeMode = 'compact',
  witness?: GroupWitness,
): Map<string, ImageAccumulator> {
  const contents = new Map<string, ImageAccumulator>();
  addGroup(
    group,
    (digest) => {
      const known = contents.get(digest);
      if (known !== undefined) return known;
      const made = new ImageAccumulator(mode);
      contents.set(digest, made);
      return made;
    },
    witness,
  );
  return contents;
}

/** The split of each SURT. Nearly always there is one. */
function toSplits(
  captures: readonly GroupCapture[],
  others: readonly OtherAnswer[],
): (surt: string) => Split | undefined {
  const only = captures[0]?.surt;
  if (captures.every(({ surt }) => surt === only)) {
    const split = createSplit(
      captures,
      others.filter(({ surt }) => surt === only),
    );
    return (surt) => (surt === only ? split : undefined);
  }
  const bySurt = new Map<string, GroupCapture[]>();
  for (const capture of captures) {
    const known = bySurt.get(capture.surt);
    if (known === undefined) bySurt.set(capture.surt, [capture]);
    else known.push(capture);
  }
  const splits = new Map<string, Split>();
  for (const [surt, members] of bySurt) {
    const rest = others.filter((other) => other.surt === surt);
    splits.set(surt, createSplit(members, rest));
  }
  return (surt) => splits.get(surt);
}
