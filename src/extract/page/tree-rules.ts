// Where a tag puts or ends an element: the rules of the HTML standard that decide which text belongs to what.
import { TAG, TRAIT, traitsOf } from './html-names.ts';
import { addElement, closeElement, depthOf, type HtmlTree } from './html-tree.ts';
import { FRAME, LIMIT, type OpenElements } from './open-elements.ts';
import type { WordBorder } from './word-border.ts';

/** Elements deeper than this are flattened into the one at this depth, as browsers do. */
const MAX_DEPTH = 512;

/** What a start tag gives that makes no element. */
export const NO_NODE = -1;

/** A page being read. */
export interface Builder {
  readonly tree: HtmlTree;
  readonly open: OpenElements;
  readonly htmlNode: number;
  /** Node of the body or frameset, `NO_NODE` before it. */
  bodyNode: number;
  /** Open elements that found no place on the stack; their end tags are waited for. */
  overflow: number;
  /** The page asks for the rules of old browsers: a table may stand in a paragraph. */
  isQuirky: boolean;
  /** Nothing but comments came since the last text. */
  isTextOpen: boolean;
  /** Whether what came since the last text ends a word. */
  readonly border: WordBorder;
  isDepthCut: boolean;
}

/**
 * Applies a start tag and returns the node of its element. The rules are those of the standard's
 * tree construction, but for the mending of overlapping formatting elements and the moving of
 * stray content out of tables: `docs/captions.md` says what that costs.
 */
export function startTag(builder: Builder, tag: number, isSelfClosing: boolean): number {
  const { open } = builder;
  if ((open.flagsAt(open.top()) & FRAME.foreign) !== 0) {
    if ((traitsOf(tag) & TRAIT.endsForeign) === 0) return insert(builder, tag, isSelfClosing);
    while ((open.flagsAt(open.top()) & FRAME.foreign) !== 0) pop(builder);
  }
  if (builder.bodyNode === NO_NODE) {
    const node = startBeforeBody(builder, tag);
    if (node !== undefined) return node;
  }
  return startInBody(builder, tag, isSelfClosing);
}

/** Applies an end tag. One that matches nothing changes nothing. */
export function endTag(builder: Builder, tag: number): void {
  const { open } = builder;
  if (builder.overflow > 0) {
    builder.overflow -= 1;
    return;
  }
  const frame = open.find(tag);
  switch (tag) {
    case TAG.html:
    case TAG.head:
    case TAG.body:
      return; // What comes after still belongs to the body.
    case TAG.br:
      ensureBody(builder);
      insert(builder, tag, true);
      return;
    case TAG.p:
      if (frame > open.limit(LIMIT.button)) closeDownTo(builder, frame);
      else if (builder.bodyNode !== NO_NODE) insert(builder, tag, true);
      return;
    case TAG.li:
      if (frame > open.limit(LIMIT.list)) closeDownTo(builder, frame);
      return;
    case TAG.form:
      if (frame > open.limit(LIMIT.scope)) closeOrForget(builder, frame);
      return;
    case TAG.table:
    case TAG.tbody:
    case TAG.thead:
    case TAG.tfoot:
    case TAG.tr:
    case TAG.td:
    case TAG.th:
      if (frame >= open.limit(LIMIT.table)) closeDownTo(builder, frame);
      return;
    default:
      endOther(builder, tag, frame);
  }
}

/** Opens the body if the page has content but no body yet. */
export function ensureBody(builder: Builder): void {
  const { open } = builder;
  if (builder.bodyNode !== NO_NODE || !isBetweenHeadAndBody(builder)) return;
  closeDownTo(builder, open.find(TAG.html) + 1);
  builder.bodyNode = insert(builder, TAG.body, false);
}

/** Ends everything that is still open. */
export function closeAll(builder: Builder): void {
  closeDownTo(builder, 1);
}

function endOther(builder: Builder, tag: number, frame: number): void {
  const { open } = builder;
  const traits = traitsOf(tag);
  if (frame < 0 && (traits & TRAIT.heading) === 0) return;
  if ((traits & TRAIT.formatting) !== 0) endFormatting(builder, tag);
  else if ((traits & TRAIT.heading) !== 0) endHeading(builder);
  else if ((traits & TRAIT.special) !== 0) {
    if (frame >= open.limit(LIMIT.scope)) closeDownTo(builder, frame);
  } else if (frame >= open.limit(LIMIT.special)) closeDownTo(builder, frame);
}

/** Any heading's end tag ends whichever heading is open. */
function endHeading(builder: Builder): void {
  const { open } = builder;
  let frame = -1;
  for (let tag = TAG.h1; tag <= TAG.h6; tag += 1) frame = Math.max(frame, open.find(tag));
  if (frame > open.limit(LIMIT.scope)) closeDownTo(builder, frame);
}

/** Where a block is open inside it, the block goes on without it: the element is only forgotten. */
function endFormatting(builder: Builder, tag: number): void {
  const { open } = builder;
  const frame = open.find(tag);
  if (frame <= open.limit(LIMIT.scope)) return;
  closeOrForget(builder, frame);
}

function closeOrForget(builder: Builder, frame: number): void {
  const { open } = builder;
  if (open.limit(LIMIT.special) > frame) {
    builder.border.end(traitsOf(open.tagAt(frame)));
    open.forget(frame);
  } else closeDownTo(builder, frame);
}

/** The node for tags that the time before the body treats in its own way, else `undefined`. */
function startBeforeBody(builder: Builder, tag: number): number | undefined {
  const { open } = builder;
  if (tag === TAG.html) return builder.htmlNode;
  if (!isBetweenHeadAndBody(builder)) return undefined;
  const hasHead = open.tagAt(open.top()) === TAG.head;
  if (tag === TAG.head) return hasHead ? open.nodeAt(open.top()) : insert(builder, tag, false);
  if ((traitsOf(tag) & TRAIT.head) !== 0) {
    if (!hasHead) insert(builder, TAG.head, false);
    return insert(builder, tag, (traitsOf(tag) & TRAIT.void) !== 0);
  }
  if (tag === TAG.body || tag === TAG.frameset) {
    if (hasHead) pop(builder);
    builder.bodyNode = insert(builder, tag, false);
    return builder.bodyNode;
  }
  ensureBody(builder);
  return undefined;
}

function isBetweenHeadAndBody(builder: Builder): boolean {
  const tag = builder.open.tagAt(builder.open.top());
  return tag === TAG.html || tag === TAG.head;
}

function startInBody(builder: Builder, tag: number, isSelfClosing: boolean): number {
  const { open } = builder;
  const traits = traitsOf(tag);
  switch (tag) {
    case TAG.html:
      return builder.htmlNode;
    case TAG.body:
    case TAG.head:
      return tag === TAG.body ? builder.bodyNode : NO_NODE;
    case TAG.svg:
    case TAG.math:
      return insert(builder, tag, isSelfClosing);
    case TAG.form:
      if (open.find(tag) >= 0) return NO_NODE;
      break;
    case TAG.a:
      endFormatting(builder, tag);
      break;
    case TAG.button:
      if (open.find(tag) > open.limit(LIMIT.scope)) closeDownTo(builder, open.find(tag));
      break;
    case TAG.table:
      if (!builder.isQuirky) closeParagraph(builder);
      break;
    case TAG.caption:
    case TAG.colgroup:
    case TAG.col:
    case TAG.tbody:
    case TAG.thead:
    case TAG.tfoot:
    case TAG.tr:
    case TAG.td:
    case TAG.th:
      return insertTablePart(builder, tag);
    default:
      endImplied(builder, tag);
  }
  if ((traits & TRAIT.endsParagraph) !== 0) closeParagraph(builder);
  if ((traits & TRAIT.heading) !== 0 && topHas(builder, TRAIT.heading)) pop(builder);
  return insert(builder, tag, (traits & TRAIT.void) !== 0);
}

/** Items and options end the one before them. */
function endImplied(builder: Builder, tag: number): void {
  const { open } = builder;
  const top = open.tagAt(open.top());
  const item = open.limit(LIMIT.item);
  const itemTag = open.tagAt(item);
  switch (tag) {
    case TAG.li:
      if (itemTag === TAG.li) closeDownTo(builder, item);
      return;
    case TAG.dd:
    case TAG.dt:
      if (itemTag === TAG.dd || itemTag === TAG.dt) closeDownTo(builder, item);
      return;
    case TAG.optgroup:
      if (top === TAG.option) pop(builder);
      if (open.tagAt(open.top()) === TAG.optgroup) pop(builder);
      return;
    case TAG.option:
      if (top === TAG.option) pop(builder);
      return;
    case TAG.rt:
    case TAG.rp:
      if (top === TAG.rt || top === TAG.rp) pop(builder);
  }
}

function closeParagraph(builder: Builder): void {
  const { open } = builder;
  const frame = open.find(TAG.p);
  if (frame > open.limit(LIMIT.button)) closeDownTo(builder, frame);
}

/** Rows and cells make the body and the row they need; outside a table their tags mean nothing. */
function insertTablePart(builder: Builder, tag: number): number {
  const { open } = builder;
  const table = open.limit(LIMIT.table);
  if (open.tagAt(table) === TAG.template) return insert(builder, tag, tag === TAG.col);
  if (open.tagAt(table) !== TAG.table) return NO_NODE;
  if (tag === TAG.td || tag === TAG.th) {
    const row = open.find(TAG.tr);
    if (row > table) closeDownTo(builder, row + 1);
    else insertTablePart(builder, TAG.tr);
  } else if (tag === TAG.tr) {
    const group = Math.max(open.find(TAG.tbody), open.find(TAG.thead), open.find(TAG.tfoot));
    closeDownTo(builder, Math.max(group, table) + 1);
    if (group < table) insert(builder, TAG.tbody, false);
  } else if (tag === TAG.col) {
    const group = open.find(TAG.colgroup);
    closeDownTo(builder, Math.max(group, table) + 1);
    if (group < table) insert(builder, TAG.colgroup, false);
  } else {
    closeDownTo(builder, table + 1);
  }
  return insert(builder, tag, tag === TAG.col);
}

function insert(builder: Builder, tag: number, isLeaf: boolean): number {
  const { tree, open } = builder;
  const top = open.top();
  const parent = open.nodeAt(top);
  builder.isTextOpen = false;
  builder.border.start(traitsOf(tag));
  if (isLeaf) {
    builder.border.end(traitsOf(tag));
    return addElement(tree, parent, tag);
  }
  const isFlat = depthOf(tree, parent) >= MAX_DEPTH;
  const node = isFlat ? parent : addElement(tree, parent, tag);
  const flags = flagsInside(open.flagsAt(top), tag) | (isFlat ? FRAME.flat : 0);
  if (isFlat) builder.isDepthCut = true;
  if (!open.push(tag, node, flags)) builder.overflow += 1;
  return node;
}

function flagsInside(around: number, tag: number): number {
  const traits = traitsOf(tag);
  let flags = around & (FRAME.foreign | FRAME.silent | FRAME.noscript);
  if ((traits & TRAIT.silent) !== 0) flags |= FRAME.silent;
  if (tag === TAG.noscript) flags |= FRAME.noscript;
  if (tag === TAG.svg || tag === TAG.math) flags |= FRAME.foreign;
  else if ((traits & TRAIT.htmlInside) !== 0) flags &= ~FRAME.foreign;
  return flags;
}

function topHas(builder: Builder, trait: number): boolean {
  return (traitsOf(builder.open.tagAt(builder.open.top())) & trait) !== 0;
}

/** Closes a frame and all above it. */
function closeDownTo(builder: Builder, frame: number): void {
  while (builder.open.top() >= frame) pop(builder);
}

function pop(builder: Builder): void {
  const { open } = builder;
  builder.isTextOpen = false;
  builder.border.end(traitsOf(open.tagAt(open.top())));
  const node = open.pop();
  if (node >= 0) closeElement(builder.tree, node);
}
