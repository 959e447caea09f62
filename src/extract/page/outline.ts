// The tree of a page for those who measure distances in it: parents, names, texts, and where images and links stand.
import type { Draft } from './drafts.ts';
import { nameOfTag, TAG } from './html-names.ts';
import { holderOf, parentOf, tagOf } from './html-tree.ts';
import type { LinkDraft, ReadPage } from './page-reader.ts';
import { textOf } from './page-text.ts';

/** Characters of source of all texts that are told. */
const MAX_SOURCE = 2_000_000;

/** A page as a tree. Elements are numbered in document order, so that parents come before their children. */
export interface PageOutline {
  /** Parent of each element; -1 for the document, which is element 0. */
  readonly parents: Int32Array;
  /** Name of each element; `''` for the document and for names that HTML does not know. */
  readonly names: readonly string[];
  /** Texts in order, with the element each is a child of; first the title of the page. */
  readonly texts: readonly { readonly node: number; readonly text: string }[];
  /** The element of each reference, and the link around it or -1, in the order of `references`. */
  readonly references: readonly { readonly node: number; readonly anchor: number }[];
  /** The element of each link, in the order of `onward.links`. */
  readonly links: readonly number[];
}

/** The outline of a page that was read. Linear in its size. */
export function outlineOf(
  { tree, head }: ReadPage,
  parts: {
    readonly references: readonly Draft[];
    readonly links: readonly { readonly draft: LinkDraft }[];
  },
): PageOutline {
  const parents = new Int32Array(tree.nodeCount);
  const names: string[] = [];
  let title = -1;
  for (let node = 0; node < tree.nodeCount; node += 1) {
    parents[node] = parentOf(tree, node);
    const tag = tagOf(tree, node);
    names.push(node === 0 ? '' : nameOfTag(tag));
    if (tag === TAG.title && title < 0) title = node;
  }
  const texts = title < 0 || head.title === '' ? [] : [{ node: title, text: head.title }];
  let left = MAX_SOURCE;
  for (let text = 0; text < tree.textCount && left > 0; text += 1) {
    const content = textOf(tree, text, left);
    texts.push({ node: holderOf(tree, text), text: content });
    left -= content.length;
  }
  return {
    parents,
    names,
    texts,
    references: parts.references.map(({ node, anchor }) => ({ node, anchor })),
    links: parts.links.map(({ draft }) => draft.node),
  };
}
