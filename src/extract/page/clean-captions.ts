// Captions without the interface: what the paper's rule finds, less menus, share bars and pagers, and the nearest sentence rather than a whole article.
import { type Caption, type Captioner, NO_CAPTION, type TextPlace } from './captions.ts';
import { detach } from './detach.ts';
import type { Draft } from './drafts.ts';
import { TAG, TRAIT, traitsOf } from './html-names.ts';
import {
  childrenOf,
  type HtmlTree,
  holderOf,
  parentOf,
  separatorOf,
  tagOf,
  textEndOf,
  textStartOf,
} from './html-tree.ts';
import type { InterfaceParts } from './interface-parts.ts';
import { isByline, isInterfaceText } from './interface-words.ts';
import type { PageText } from './page-text.ts';

/** A caption is at most this long; what is longer is an article. */
const MAX_CAPTION = 250;
/** Texts that are looked at on each side of the image. */
const MAX_LOOKED_AT = 40;

/** What captions are made clean with. */
export interface CleanSources {
  readonly tree: HtmlTree;
  readonly text: PageText;
  readonly captioner: Captioner;
  readonly parts: InterfaceParts;
}

/** One side of an image: its texts without the interface. */
interface Side {
  readonly text: string;
  /** The nearest text that was taken, -1 if there is none. */
  readonly nearest: number;
  readonly hasSkipped: boolean;
  /** There is more than a caption holds. */
  readonly isLong: boolean;
}

/**
 * Makes the captions of one page clean. `paper` is the caption by the paper's rule; without it there is none. Each side is read up to the
 * length of a caption, and images at one place share what was found.
 */
export function createCleanCaptions(
  sources: CleanSources,
): (draft: Draft, paper: Caption) => Caption {
  const { tree, captioner, parts } = sources;
  const byPlace = new Map<number, Caption>();
  return (draft, paper) => {
    if (paper.source === '') return NO_CAPTION;
    if (paper.source === 'figcaption' || paper.source === 'anchor') {
      return isInterfaceText(paper.text) ? NO_CAPTION : paper;
    }
    const part = parts.partOf(draft.node);
    const place = captioner.placeOf(draft.node);
    if (place === undefined) return NO_CAPTION;
    const isInMenu = part !== 0 && !parts.isAside(part);
    if (isInMenu && !isSmallBox(tree, place, part)) return ofLink(draft, captioner);
    const key = place.id * tree.nodeCount + part;
    const known = byPlace.get(key);
    if (known !== undefined) return known;
    const found = captionAt(sources, place, part, paper);
    // What is left may be the length of a video, or the name of a list.
    const caption = isInterfaceText(found.text) ? NO_CAPTION : found;
    byPlace.set(key, caption);
    return caption;
  };
}

/** Sites give class names such as `menu` to teasers as well, but not these tags. */
const WHOLE_PARTS: ReadonlySet<number> = new Set([TAG.nav, TAG.footer, TAG.form]);

/** A box of its own with a title and perhaps a heading: a teaser, also where it stands in a footer. A `nav`, `footer` or `form` of two texts is none. */
function isSmallBox(
  tree: HtmlTree,
  { source, left: [first], right: [, last] }: TextPlace,
  part: number,
): boolean {
  const isWholePart =
    WHOLE_PARTS.has(tagOf(tree, part)) &&
    first === textStartOf(tree, part) &&
    last === textEndOf(tree, part);
  return source === 'parent' && last - first <= 2 && !isWholePart;
}

/** In a menu or a footer only the text of its own link is about an image: beside a logo stands the menu. */
function ofLink({ anchor }: Draft, captioner: Captioner): Caption {
  const text = anchor < 0 ? '' : captioner.inside(anchor);
  return text === '' || isInterfaceText(text) ? NO_CAPTION : { text, source: 'anchor' };
}

function captionAt(
  sources: CleanSources,
  { source, left, right }: TextPlace,
  part: number,
  paper: Caption,
): Caption {
  const before = gather(sources, left[1] - 1, left[0] - 1, part);
  const after = gather(sources, right[0], right[1], part);
  const length = before.text.length + after.text.length;
  if (before.isLong || after.isLong || length > MAX_CAPTION) {
    return nearestOf(sources, before, after);
  }
  if (!before.hasSkipped && !after.hasSkipped) return paper;
  if (length === 0) return NO_CAPTION;
  const joint = before.text === '' || after.text === '' ? '' : source === 'parent' ? ' ' : '\n';
  return { text: detach(before.text + joint + after.text), source };
}

/** The texts from one up to another, which may lie before it, as far as a caption may reach. */
function gather(sources: CleanSources, from: number, to: number, part: number): Side {
  const { tree, text, parts } = sources;
  const step = to < from ? -1 : 1;
  let found = '';
  let nearest = -1;
  let hasSkipped = false;
  let isApart = false;
  let at = from;
  for (let looked = 0; at !== to && looked < MAX_LOOKED_AT; looked += 1, at += step) {
    if (found.length > MAX_CAPTION) break;
    const words = text.join(at, at + 1);
    const holder = holderOf(tree, at);
    if (parts.partOf(holder) !== part || isWholeInterface(sources, at, words)) {
      hasSkipped = true;
      isApart = true;
      continue;
    }
    const separator = isApart ? ' ' : separatorOf(tree, step === 1 ? at : at + 1);
    if (nearest < 0) {
      nearest = at;
      found = words;
    } else found = step === 1 ? found + separator + words : words + separator + found;
    isApart = false;
  }
  return { text: found, nearest, hasSkipped, isLong: at !== to || found.length > MAX_CAPTION };
}

/** A word such as "share" counts for interface where it stands alone in its element: there is no prose around it. */
function isWholeInterface(sources: CleanSources, at: number, words: string): boolean {
  const { tree } = sources;
  const holder = holderOf(tree, at);
  if (childrenOf(tree, holder) !== 1 || !isInterfaceText(words)) return false;
  if (isPartOfWord(sources, at)) return false;
  // A number inside a line may be a part of a name.
  const tag = tagOf(tree, holder);
  return !/^[\d.,:/ ]+$/.test(words) || tag === TAG.a || (traitsOf(tag) & TRAIT.block) !== 0;
}

/** Whether a text shares a word with one beside it that is no interface, as the sign in `<s>@</s><b>name</b>` does. */
function isPartOfWord({ tree, text }: CleanSources, at: number): boolean {
  const isProse = (other: number): boolean => !isInterfaceText(text.join(other, other + 1));
  if (at > 0 && separatorOf(tree, at) === '' && isProse(at - 1)) return true;
  return at + 1 < tree.textCount && separatorOf(tree, at + 1) === '' && isProse(at + 1);
}

/** Of a long text what is nearest to the image: the heading just before it, else the block after or before it, or its nearest sentence. */
function nearestOf(sources: CleanSources, before: Side, after: Side): Caption {
  const last = before.nearest < 0 ? '' : blockText(sources, before.nearest, 'end');
  if (before.nearest >= 0 && isInHeading(sources.tree, before.nearest)) return near(last);
  const next = after.nearest < 0 ? '' : blockText(sources, after.nearest, 'start');
  if (isShort(next) && !isByline(next)) return near(next);
  if (isShort(last) && !isByline(last)) return near(last);
  return near(next === '' ? lastSentence(last) : firstSentence(next));
}

function isShort(text: string): boolean {
  return text !== '' && text.length <= MAX_CAPTION;
}

function near(text: string): Caption {
  return text === '' ? NO_CAPTION : { text: detach(text), source: 'near' };
}

function isInHeading(tree: HtmlTree, at: number): boolean {
  return (traitsOf(tagOf(tree, blockOf(tree, at))) & TRAIT.heading) !== 0;
}

/** The innermost element around a text that stands on lines of its own, or is a cell. */
function blockOf(tree: HtmlTree, at: number): number {
  let node = holderOf(tree, at);
  while (node > 0 && (traitsOf(tagOf(tree, node)) & (TRAIT.block | TRAIT.partsWords)) === 0) {
    node = parentOf(tree, node);
  }
  return node;
}

/** The text of the block around a text, which it starts or ends with: an image in the middle of a paragraph parts it. */
function blockText({ tree, text }: CleanSources, at: number, is: 'start' | 'end'): string {
  const block = blockOf(tree, at);
  return is === 'start'
    ? text.join(at, textEndOf(tree, block))
    : text.join(textStartOf(tree, block), at + 1);
}

/** Ends of sentences, also of Chinese and Japanese ones. */
const SENTENCE_END = /[.!?…]["'”’»)]*\s|[。！？]/g;

/** Shorter ones end with an abbreviation. */
const MIN_SENTENCE = 25;

function firstSentence(text: string): string {
  const head = text.slice(0, MAX_CAPTION);
  for (const { index, 0: end } of head.matchAll(SENTENCE_END)) {
    if (index >= MIN_SENTENCE) return head.slice(0, index + end.length).trim();
  }
  const space = head.lastIndexOf(' ');
  return space > 0 ? head.slice(0, space) : head.replace(/[\ud800-\udbff]$/, '');
}

function lastSentence(text: string): string {
  const tail = text.slice(-MAX_CAPTION);
  let start = tail.indexOf(' ') + 1;
  for (const { index, 0: end } of tail.matchAll(SENTENCE_END)) {
    if (index + end.length <= tail.length - MIN_SENTENCE) start = index + end.length;
  }
  return tail.slice(start).replace(/^[\udc00-\udfff]/, '');
}
