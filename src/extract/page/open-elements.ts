// The stack of open elements of a page, with every question about it answered in constant time.
import { TAG, TAG_LIMIT, TRAIT, traitsOf } from './html-names.ts';
import { at, grown } from './html-tree.ts';

/** Frames beyond this many are counted but not kept. */
const MAX_FRAMES = 1 << 16;

// Layout of one frame. The last six are "the index of the topmost frame of that sort, up to here".
const TAG_NUMBER = 0;
const NODE = 1;
const FLAGS = 2;
const BELOW = 3;
const SCOPE = 4;
const BUTTON_SCOPE = 5;
const LIST_SCOPE = 6;
const TABLE_SCOPE = 7;
const SPECIAL = 8;
const ITEM_LIMIT = 9;
const FRAME_SIZE = 10;

/** The kinds of boundary a search for an open element may respect. */
export const LIMIT = {
  scope: SCOPE,
  button: BUTTON_SCOPE,
  list: LIST_SCOPE,
  table: TABLE_SCOPE,
  special: SPECIAL,
  item: ITEM_LIMIT,
} as const;

/** A kind of boundary. */
export type Limit = (typeof LIMIT)[keyof typeof LIMIT];

/** State of a frame that its descendants share, as bits. */
export const FRAME = {
  /** Children are SVG or MathML. */
  foreign: 1,
  /** Text is no text of the page. */
  silent: 2,
  /** Inside `noscript`. */
  noscript: 4,
  /** Deeper than the tree goes: shares the node of the frame below. Not inherited. */
  flat: 8,
} as const;

/**
 * The open elements of one page. Frame 0 is the document. Frames remember the topmost boundary of
 * each kind below them, and every tag its topmost frame, so a search never walks the stack: a page
 * of a million end tags that match nothing stays linear.
 */
export interface OpenElements {
  /** Index of the innermost open element. */
  readonly top: () => number;
  readonly tagAt: (frame: number) => number;
  readonly nodeAt: (frame: number) => number;
  readonly flagsAt: (frame: number) => number;
  /** Topmost frame of a tag, -1 if none is open. */
  readonly find: (tag: number) => number;
  /** Topmost frame that bounds a search of this kind. */
  readonly limit: (kind: Limit) => number;
  /** Opens an element. Returns false where the stack is full: then nothing must be closed either. */
  readonly push: (tag: number, node: number, flags: number) => boolean;
  /** Closes the innermost element and returns its node, or -1 if that is shared with its parent. */
  readonly pop: () => number;
  /** Makes an open element unfindable; it closes together with what is around it. */
  readonly forget: (frame: number) => void;
}

/** An empty stack on top of the document node. */
export function createOpenElements(documentNode: number): OpenElements {
  let frames = new Int32Array(64 * FRAME_SIZE);
  let top = 0;
  const topmost = new Int32Array(TAG_LIMIT).fill(-1);
  frames[NODE] = documentNode;

  const cell = (frame: number, field: number) => at(frames, frame * FRAME_SIZE + field);

  const push = (tag: number, node: number, flags: number): boolean => {
    if (top + 1 === MAX_FRAMES) return false;
    top += 1;
    const row = top * FRAME_SIZE;
    if (row === frames.length) frames = grown(frames);
    frames[row + TAG_NUMBER] = tag;
    frames[row + NODE] = node;
    frames[row + FLAGS] = flags;
    frames[row + BELOW] = at(topmost, tag);
    topmost[tag] = top;
    for (let field = SCOPE; field < FRAME_SIZE; field += 1) {
      frames[row + field] = at(frames, row + field - FRAME_SIZE);
    }
    const traits = traitsOf(tag);
    if ((traits & (TRAIT.scope | TRAIT.special)) !== 0) markLimits(frames, row, tag, top);
    return true;
  };

  const pop = (): number => {
    const row = top * FRAME_SIZE;
    topmost[at(frames, row + TAG_NUMBER)] = at(frames, row + BELOW);
    top -= 1;
    return (at(frames, row + FLAGS) & FRAME.flat) === 0 ? at(frames, row + NODE) : -1;
  };

  const forget = (frame: number): void => {
    const row = frame * FRAME_SIZE;
    topmost[at(frames, row + TAG_NUMBER)] = at(frames, row + BELOW);
    frames[row + TAG_NUMBER] = TAG['#ghost'];
    frames[row + BELOW] = -1;
  };

  return {
    top: () => top,
    tagAt: (frame) => cell(frame, TAG_NUMBER),
    nodeAt: (frame) => cell(frame, NODE),
    flagsAt: (frame) => cell(frame, FLAGS),
    find: (tag) => at(topmost, tag),
    limit: (kind) => cell(top, kind),
    push,
    pop,
    forget,
  };
}

function markLimits(frames: Int32Array, row: number, tag: number, frame: number): void {
  const traits = traitsOf(tag);
  const isScope = (traits & TRAIT.scope) !== 0;
  if (isScope) frames[row + SCOPE] = frame;
  if (isScope || tag === TAG.button) frames[row + BUTTON_SCOPE] = frame;
  if (isScope || tag === TAG.ul || tag === TAG.ol) frames[row + LIST_SCOPE] = frame;
  if (tag === TAG.table || tag === TAG.template || tag === TAG.html)
    frames[row + TABLE_SCOPE] = frame;
  if ((traits & TRAIT.special) === 0) return;
  frames[row + SPECIAL] = frame;
  if ((traits & TRAIT.transparentToItems) === 0) frames[row + ITEM_LIMIT] = frame;
}
