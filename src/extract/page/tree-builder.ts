// Builds the tree of a page from its tags as they come: one pass, linear, whatever the page holds.
import { type Attributes, createAttributes } from './attributes.ts';
import { decodeText } from './entities.ts';
import { createTagReader, TAG, TRAIT, traitsOf } from './html-names.ts';
import { CONTENT, type Content, scanHtml } from './html-scanner.ts';
import {
  addElement,
  addText,
  continueText,
  createTree,
  DOCUMENT,
  type HtmlTree,
} from './html-tree.ts';
import { createOpenElements, FRAME } from './open-elements.ts';
import { type Builder, closeAll, endTag, ensureBody, NO_NODE, startTag } from './tree-rules.ts';
import { isBlank, isBlankCode } from './white-space.ts';
import { createWordBorder } from './word-border.ts';

/** A page is read until it has this many elements and texts, or has had this many start tags and texts. */
const MAX_NODES = 250_000;
const MAX_TOKENS = 300_000;

/** What the builder tells about a page while it reads it. */
export interface TreeListener {
  /** A start tag. `node` is its element; `attributes` and `position` are valid during the call. */
  readonly element: (tag: number, node: number, attributes: Attributes, position: Position) => void;
  /** Source range of content of a script, style or title element. */
  readonly rawText: (tag: number, start: number, end: number) => void;
}

/** Where the reader stands. */
export interface Position {
  /** Node of the innermost open element of a tag, -1 if there is none. */
  readonly openNode: (tag: number) => number;
  readonly isInNoscript: () => boolean;
}

/** A finished tree and what was cut to make it. */
export interface BuiltTree {
  readonly tree: HtmlTree;
  /** Elements beyond the greatest depth were flattened. */
  readonly isDepthCut: boolean;
  /** Reading stopped at the greatest number of elements and texts. */
  readonly isNodeCut: boolean;
}

/** Reads a page and tells `listener` what it meets, in document order. */
export function buildTree(source: string, listener: TreeListener): BuiltTree {
  const builder = createBuilder(source);
  const { tree, open } = builder;
  const attributes = createAttributes(source);
  const readTag = createTagReader(source);
  let count = 0;
  // Whether a blank stands before what comes next.
  let endsBlank = false;

  const flags = () => open.flagsAt(open.top());
  const isInForeign = () => (flags() & FRAME.foreign) !== 0;
  const position: Position = {
    openNode: (tag) => {
      const frame = open.find(tag);
      return frame < 0 ? NO_NODE : open.nodeAt(frame);
    },
    isInNoscript: () => (flags() & FRAME.noscript) !== 0,
  };

  const isFull = () => count >= MAX_TOKENS || tree.nodeCount + tree.textCount >= MAX_NODES;

  const readStartTag = (start: number, end: number, isSelfClosing: boolean): Content => {
    count += 1;
    const name = readTag(start, end);
    const wasForeign = isInForeign();
    const tag = name === TAG.image && !wasForeign ? TAG.img : name;
    const node = startTag(builder, tag, isSelfClosing);
    if (node !== NO_NODE) listener.element(tag, node, attributes, position);
    attributes.clear();
    return wasForeign ? CONTENT.html : contentOf(tag);
  };

  const readText = (start: number, end: number): void => {
    count += 1;
    const holder = open.tagAt(open.top());
    if ((flags() & FRAME.silent) !== 0 && holder !== TAG.head) {
      if ((traitsOf(holder) & TRAIT.told) !== 0) listener.rawText(holder, start, end);
      return;
    }
    const first = firstVisible(source, start, end);
    endsBlank ||= first > start;
    if (first === end) return;
    ensureBody(builder);
    const text = { start: first, end, isSpaced: builder.border.take() || endsBlank };
    if (builder.isTextOpen) continueText(tree, text);
    else addText(tree, open.nodeAt(open.top()), text);
    builder.isTextOpen = true;
    endsBlank = endsInBlank(source, end);
  };

  scanHtml(source, {
    attribute: attributes.add,
    startTag: readStartTag,
    endTag: (start, end) => endTag(builder, readTag(start, end)),
    text: readText,
    doctype: (start, end) => {
      builder.isQuirky = asksForQuirks(source.slice(start, Math.min(end, start + 200)));
    },
    isInForeign,
    isFull,
  });
  closeAll(builder);
  return { tree, isDepthCut: builder.isDepthCut, isNodeCut: isFull() };
}

/** The state of a page before its first character. */
export function createBuilder(source: string): Builder {
  const tree = createTree(source);
  const open = createOpenElements(DOCUMENT);
  const htmlNode = addElement(tree, DOCUMENT, TAG.html);
  open.push(TAG.html, htmlNode, 0);
  return {
    tree,
    open,
    htmlNode,
    bodyNode: NO_NODE,
    overflow: 0,
    isQuirky: true,
    isTextOpen: false,
    border: createWordBorder(),
    isDepthCut: false,
  };
}

function contentOf(tag: number): Content {
  if ((traitsOf(tag) & TRAIT.text) === 0) return CONTENT.html;
  if (tag === TAG.script) return CONTENT.script;
  return tag === TAG.plaintext ? CONTENT.rest : CONTENT.text;
}

/** Index of the first character that is not blank, or `end`. */
function firstVisible(source: string, start: number, end: number): number {
  let index = start;
  while (index < end) {
    const code = source.charCodeAt(index);
    if (code === AMPERSAND) {
      const next = endOfBlankEntity(source, index, end);
      if (next < 0) return index;
      index = next;
    } else if (isBlankCode(code)) index += 1;
    else return index;
  }
  return end;
}

const AMPERSAND = 38;
const SEMICOLON = 59;

/** Index after an entity that stands for a blank, -1 if there is none. */
function endOfBlankEntity(source: string, start: number, end: number): number {
  if (source.startsWith('&nbsp;', start)) return start + 6;
  const entity = /^&#?\w{1,30};/.exec(source.slice(start, Math.min(end, start + 33)))?.[0];
  return entity !== undefined && isBlank(decodeText(entity)) ? start + entity.length : -1;
}

/** Whether the text that ends here ends in a blank, written as it is or as an entity. */
function endsInBlank(source: string, end: number): boolean {
  const last = source.charCodeAt(end - 1);
  if (last !== SEMICOLON) return isBlankCode(last);
  if (source.endsWith('&nbsp;', end)) return true;
  const entity = /&#?\w{1,30};$/.exec(source.slice(Math.max(0, end - 33), end))?.[0];
  return entity !== undefined && isBlank(decodeText(entity));
}

/** Whether a document type is one of those for which browsers keep their rules of the nineties. */
function asksForQuirks(declaration: string): boolean {
  if (/dtd html (?:2|3|4\.0 (?:trans|frame))/i.test(declaration)) return true;
  return /dtd html 4\.01 (?:trans|frame)/i.test(declaration) && !/http:/i.test(declaration);
}
