// The running text on both sides of an image: what a reader has just read when the eye meets it, and reads next.
import { detach } from './detach.ts';
import { type HtmlTree, holderOf, separatorOf, textEndOf, textStartOf } from './html-tree.ts';
import type { InterfaceParts } from './interface-parts.ts';
import type { PageText } from './page-text.ts';

/** About this many characters are kept of each side, to the end of a word. */
const SIDE = 160;
/** Texts that are looked at on each side: beyond, what is found is not near. */
const MAX_LOOKED_AT = 40;

/** What the texts near images are taken from. */
export interface NearTextSources {
  readonly text: PageText;
  readonly parts: InterfaceParts;
  /** The `figcaption` elements, in document order. */
  readonly figcaptions: readonly { readonly node: number }[];
}

/**
 * Returns the text around the elements of one page: about 160 characters before and after, a newline between the two. Text of the interface is left
 * out, and so are the captions of figures, which are about their own picture; an element in an `aside` has the text of that `aside` alone, one in any
 * other part of the interface has none. All elements between the same two texts share theirs, so the time is linear in the page.
 */
export function createNearText(
  tree: HtmlTree,
  { text, parts, figcaptions }: NearTextSources,
): (node: number) => string {
  const known = new Map<number, string>();
  let captions: Uint8Array | undefined;
  const isCaption = (at: number): boolean => {
    captions ??= markCaptions(tree, figcaptions);
    return captions[at] === 1;
  };
  const gather = (from: number, step: 1 | -1, part: number): string => {
    let found = '';
    let hasSkipped = false;
    for (let looked = 0, at = from; looked < MAX_LOOKED_AT; looked += 1, at += step) {
      if (at < 0 || at >= tree.textCount || found.length > SIDE) break;
      if (isCaption(at) || parts.partOf(holderOf(tree, at)) !== part) {
        hasSkipped = true;
        continue;
      }
      const words = text.join(at, at + 1);
      const separator = hasSkipped ? ' ' : separatorOf(tree, step === 1 ? at : at + 1);
      if (found === '') found = words;
      else found = step === 1 ? found + separator + words : words + separator + found;
      hasSkipped = false;
    }
    return found;
  };
  return (node) => {
    const part = parts.partOf(node);
    if (part !== 0 && !parts.isAside(part)) return '';
    const start = textStartOf(tree, node);
    const end = textEndOf(tree, node);
    // Elements without text of their own, as most images are, share what stands around their gap.
    const isGap = start === end;
    const before = isGap ? known.get(start) : undefined;
    if (before !== undefined) return before;
    const left = cutBefore(gather(start - 1, -1, part));
    const right = cutAfter(gather(end, 1, part));
    const near = detach(left === '' || right === '' ? left + right : `${left}\n${right}`);
    if (isGap) known.set(start, near);
    return near;
  };
}

/** Marks the texts that stand in a `figcaption`. Nested ones lie within texts that are marked already. */
function markCaptions(tree: HtmlTree, figcaptions: NearTextSources['figcaptions']): Uint8Array {
  const marks = new Uint8Array(tree.textCount);
  let end = 0;
  for (const { node } of figcaptions) {
    const start = Math.max(end, textStartOf(tree, node));
    end = Math.max(end, textEndOf(tree, node));
    marks.fill(1, start, end);
  }
  return marks;
}

/** The last words of a text. */
function cutBefore(text: string): string {
  if (text.length <= SIDE) return text;
  const tail = text.slice(-SIDE);
  const space = tail.indexOf(' ');
  return space < 0 ? tail.replace(/^[\udc00-\udfff]/, '') : tail.slice(space + 1);
}

/** The first words of a text. */
function cutAfter(text: string): string {
  if (text.length <= SIDE) return text;
  const head = text.slice(0, SIDE);
  const space = head.lastIndexOf(' ');
  return space < 0 ? head.replace(/[\ud800-\udbff]$/, '') : head.slice(0, space);
}
