// The place of a reference in its page: the words near it and the shape of the tree around it.
import type { Caption, Captioner } from './captions.ts';
import type { Draft } from './drafts.ts';
import {
  depthOf,
  elementsOf,
  type HtmlTree,
  parentOf,
  textEndOf,
  textStartOf,
} from './html-tree.ts';
import type { PageText } from './page-text.ts';
import type { Place } from './references.ts';
import type { SaidPlace } from './stated-places.ts';

/** A place that is nowhere in the page: that of an image in a linked style sheet. */
export const NOWHERE: Place = {
  caption: '',
  captionSource: '',
  anchorText: '',
  heading: '',
  location: '',
  depth: 0,
  siblings: 0,
  parentTextLength: 0,
};

/** Tells the places of the references of one page. */
export function createPlacer(
  tree: HtmlTree,
  text: PageText,
  captioner: Captioner,
  saidPlaceOf: (draft: Draft) => SaidPlace,
): (draft: Draft) => Place {
  const lengths = new Map<number, number>();
  const lengthInside = (node: number): number => {
    const known = lengths.get(node);
    if (known !== undefined) return known;
    const length = text.length(textStartOf(tree, node), textEndOf(tree, node));
    lengths.set(node, length);
    return length;
  };
  return (draft) => {
    const parent = parentOf(tree, draft.node);
    const caption = captionOf(draft, captioner);
    return {
      caption: caption.text,
      captionSource: caption.source,
      anchorText: draft.anchor < 0 ? '' : captioner.inside(draft.anchor),
      ...saidPlaceOf(draft),
      depth: depthOf(tree, draft.node),
      siblings: elementsOf(tree, parent) - 1,
      parentTextLength: lengthInside(parent),
    };
  };
}

function captionOf(draft: Draft, captioner: Captioner): Caption {
  if (draft.captionPlace === 'around') return captioner.around(draft.node, draft.figure);
  const text = draft.captionPlace === 'inside' ? captioner.inside(draft.node) : '';
  return { text, source: text === '' ? '' : 'anchor' };
}
