// The face of the stage: observations of images become documents, one for each distinct content.
export {
  type AccumulatorFor,
  addGroup,
  type GroupWitness,
  type ImageGroup,
  mergeGroup,
} from './group.ts';
export { ImageAccumulator } from './image-accumulator.ts';
export {
  type GroupCapture,
  type GroupReference,
  type OtherAnswer,
  seenFrom,
} from './observations.ts';
export { createSplit, type Split, type TimedDigest, type TimedOther } from './split.ts';
