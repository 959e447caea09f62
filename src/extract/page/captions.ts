// Captions of images by the rule of paper 000: the text that stands nearest to them, as `docs/captions.md` has it.
import type { CaptionSource } from '../../model/observation.ts';
import { detach } from './detach.ts';
import {
  childrenOf,
  depthOf,
  type HtmlTree,
  holderOf,
  isContinued,
  parentOf,
  separatorOf,
  textEndOf,
  textStartOf,
} from './html-tree.ts';
import type { PageText } from './page-text.ts';

/** Captions are cut to about this many characters: the two halves of long ones are kept. */
const MAX_CAPTION = 250;
const HALF = MAX_CAPTION / 2;

/** A caption and how it was found; both `''` if there is none. */
export interface Caption {
  readonly text: string;
  readonly source: CaptionSource;
}

/** That of an image that has none. */
export const NO_CAPTION: Caption = { text: '', source: '' };

/** Finds the captions of one page. */
export interface Captioner {
  /**
   * The caption of the image at `node`. `figure` is the innermost `figure` element around it, -1
   * if there is none.
   */
  readonly around: (node: number, figure: number) => Caption;
  /** The text inside an element, cut like a caption. */
  readonly inside: (node: number) => string;
  /** Where text stands nearest to the image at `node`; `undefined` where there is none. */
  readonly placeOf: (node: number) => TextPlace | undefined;
}

/** Texts from the first up to the second. */
export type TextSpan = readonly [start: number, end: number];

/** Where the caption of an image stands if its figure has none. */
export interface TextPlace {
  /** A number for each distinct place of a page, from 0. */
  readonly id: number;
  readonly source: 'parent' | 'siblings';
  /** Before and after the image; empty where there is none. */
  readonly left: TextSpan;
  readonly right: TextSpan;
}

/** What captions are made of. */
export interface CaptionSources {
  readonly text: PageText;
  /** The element above which nothing is near to an image: `html`. */
  readonly root: number;
  /** In document order. */
  readonly figcaptions: readonly Figcaption[];
}

/** A `figcaption` element. */
export interface Figcaption {
  readonly node: number;
  /** The innermost `figure` around it, -1 if there is none. */
  readonly figure: number;
}

/**
 * Makes the captioner of a page. Climbing is bounded by the depth of the tree, and what is found
 * for one gap between two texts is kept for all images in it, so a page of ten thousand images
 * takes time linear in its length.
 */
export function createCaptioner(tree: HtmlTree, sources: CaptionSources): Captioner {
  const { text, root, figcaptions } = sources;
  const places = new Map<number, TextPlace>();
  const byPlace = new Map<number, Caption>();
  const byFigure = new Map<number, Caption>();
  const captionNodes = firstWithText(tree, figcaptions);

  const inside = (node: number): string =>
    cutCaption(text.join(textStartOf(tree, node), textEndOf(tree, node)));

  const ofFigure = (figure: number): Caption => {
    const node = captionNodes.get(figure);
    if (node === undefined) return NO_CAPTION;
    return remember(byFigure, figure, () => ({ text: inside(node), source: 'figcaption' }));
  };

  const aroundText = (node: number): Caption => {
    const place = placeOf(node);
    if (place === undefined) return NO_CAPTION;
    const { id, source, left, right } = place;
    return remember(byPlace, id, () => {
      // The two of a parent meet where the image stands.
      if (source === 'parent') return { text: cutCaption(text.join(left[0], right[1])), source };
      const before = text.join(...left);
      const after = text.join(...right);
      const both = before === '' || after === '' ? before + after : `${before}\n${after}`;
      return { text: cutCaption(both), source };
    });
  };

  const placeOf = (node: number): TextPlace | undefined => {
    const branch = branchBelowText(tree, node, root);
    if (branch === undefined) return undefined;
    const parent = parentOf(tree, branch);
    // The branch has no text of its own: where it stands among the texts says all about it.
    const gap = textStartOf(tree, branch);
    const isDeep = depthOf(tree, parent) > depthOf(tree, densestAncestor(tree, node, root));
    const key = 2 * (parent * (tree.textCount + 1) + gap) + (isDeep ? 1 : 0);
    const known = places.get(key);
    if (known !== undefined) return known;
    const first = textStartOf(tree, parent);
    const last = textEndOf(tree, parent);
    const place: TextPlace = isDeep
      ? { id: places.size, source: 'parent', left: [first, gap], right: [gap, last] }
      : {
          id: places.size,
          source: 'siblings',
          left: gap > first ? siblingRange(parent, gap - 1) : [gap, gap],
          right: gap < last ? siblingRange(parent, gap) : [gap, gap],
        };
    places.set(key, place);
    return place;
  };

  /**
   * All text of the child of `parent` that a text belongs to, and of those beside it that it shares a word with:
   * of `un<b>believ</b>able` the last child alone would be half a word. Pictures part words, so that the texts passed
   * here are those between two of them.
   */
  const siblingRange = (parent: number, at: number): TextSpan => {
    let [start, end] = childAround(parent, at);
    const first = textStartOf(tree, parent);
    const last = textEndOf(tree, parent);
    while (start > first && separatorOf(tree, start) === '')
      start = childAround(parent, start - 1)[0];
    while (end < last && separatorOf(tree, end) === '') end = childAround(parent, end)[1];
    return [start, end];
  };

  /** The texts of the child of `parent` that a text belongs to; a bare text has the parts that comments cut off from it. */
  const childAround = (parent: number, at: number): TextSpan => {
    let node = holderOf(tree, at);
    if (node === parent) return wholeText(at);
    for (let up = parentOf(tree, node); up !== parent; up = parentOf(tree, node)) node = up;
    return [textStartOf(tree, node), textEndOf(tree, node)];
  };

  const wholeText = (at: number): TextSpan => {
    let start = at;
    while (isContinued(tree, start)) start -= 1;
    let end = at + 1;
    while (end < tree.textCount && isContinued(tree, end)) end += 1;
    return [start, end];
  };

  const around = (node: number, figure: number): Caption => {
    const own = ofFigure(figure);
    return own.source === '' ? aroundText(node) : own;
  };

  return { around, inside, placeOf };
}

/**
 * A text of over 250 characters becomes its first 125, cut back to a space, a newline, and its
 * last 125, starting at a space. Words longer than that are cut.
 */
export function cutCaption(text: string): string {
  if (text.length <= MAX_CAPTION) return detach(text);
  const lastSpace = text.lastIndexOf(' ', HALF - 1);
  const head = text.slice(0, lastSpace > 0 ? lastSpace : wholeCharacters(text, HALF));
  const from = text.length - HALF;
  const firstSpace = text.indexOf(' ', from);
  const tail = text.slice(firstSpace < 0 ? wholeCharacters(text, from) : firstSpace + 1);
  return detach(`${head.trim()}\n${tail.trim()}`);
}

/** The index, or the one before it where it would split a surrogate pair. */
function wholeCharacters(text: string, index: number): number {
  return /[\udc00-\udfff]/.test(text.charAt(index)) ? index - 1 : index;
}

/** The node of the first `figcaption` with text of each `figure`. */
function firstWithText(tree: HtmlTree, figcaptions: readonly Figcaption[]): Map<number, number> {
  const nodes = new Map<number, number>();
  for (const { figure, node } of figcaptions) {
    if (figure >= 0 && !nodes.has(figure) && hasText(tree, node)) nodes.set(figure, node);
  }
  return nodes;
}

/** The child, on the way to `node`, of the nearest ancestor that has text. */
function branchBelowText(tree: HtmlTree, node: number, root: number): number | undefined {
  let branch = node;
  for (let parent = parentOf(tree, node); parent > root; parent = parentOf(tree, parent)) {
    if (hasText(tree, parent)) return branch;
    branch = parent;
  }
  return undefined;
}

/** The ancestor with most children; of equals the one nearest to `node`. */
function densestAncestor(tree: HtmlTree, node: number, root: number): number {
  let densest = root;
  let most = -1;
  for (let parent = parentOf(tree, node); parent > root; parent = parentOf(tree, parent)) {
    const count = childrenOf(tree, parent);
    if (count <= most) continue;
    densest = parent;
    most = count;
  }
  return densest;
}

function hasText(tree: HtmlTree, node: number): boolean {
  return textEndOf(tree, node) > textStartOf(tree, node);
}

function remember(known: Map<number, Caption>, key: number, make: () => Caption): Caption {
  const before = known.get(key);
  if (before !== undefined) return before;
  const made = make();
  known.set(key, made);
  return made;
}
