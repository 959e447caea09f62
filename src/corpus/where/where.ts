// Conditions on captures, such as `mime=text/html status=200 time=2011..2012`: the face of this folder.

export { type KeyRange, keyRangesOf } from './key-ranges.ts';
export { type TimeSpan, timeSpanOf } from './time-span.ts';
export { type CaptureTest, compileWhere, matchesWhere } from './where-match.ts';
export {
  allOf,
  anyOf,
  type CountField,
  type CountRange,
  not,
  type TextField,
  type TextPattern,
  type TimeRange,
  type Where,
} from './where-node.ts';
export { parseWhere } from './where-parser.ts';
export { printWhere } from './where-printer.ts';
