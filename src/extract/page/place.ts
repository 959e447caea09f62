// The place of a reference in its page: the words near it and the shape of the tree around it.
import type { Caption, Captioner } from './captions.ts';
import type { Draft } from './drafts.ts';
import { depthOf, elementsOf, parentOf, textEndOf, textStartOf } from './html-tree.ts';
import { createInterfaceParts } from './interface-parts.ts';
import { createNearText } from './near-text.ts';
import type { ReadPage } from './page-reader.ts';
import type { PageText } from './page-text.ts';
import type { Place } from './references.ts';
import { createSaidPlaces, isPicture } from './stated-places.ts';

/** A place that is nowhere in the page: that of an image in a linked style sheet. */
export const NOWHERE: Place = {
  caption: '',
  captionSource: '',
  anchorText: '',
  heading: '',
  nearText: '',
  location: '',
  depth: 0,
  siblings: 0,
  licence: '',
  parentTextLength: 0,
};

/** Tells the places of the references of one page. */
export function createPlacer(
  read: ReadPage,
  text: PageText,
  captioner: Captioner,
  saidLicenceOf: (draft: Draft) => string,
): (draft: Draft) => Place {
  const { tree } = read;
  const saidPlaceOf = createSaidPlaces(read, captioner);
  const nearTextOf = createNearText(tree, text, createInterfaceParts(tree, read.interfaceNodes));
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
    // What the figcaption says need not be said twice.
    const isOfFigure = caption.source === 'figcaption';
    return {
      caption: caption.text,
      captionSource: caption.source,
      anchorText: draft.anchor < 0 ? '' : captioner.inside(draft.anchor),
      nearText: hasNearText(draft) ? nearTextOf(isOfFigure ? draft.figure : draft.node) : '',
      ...saidPlaceOf(draft),
      licence: saidLicenceOf(draft),
      depth: depthOf(tree, draft.node),
      siblings: elementsOf(tree, parent) - 1,
      parentTextLength: lengthInside(parent),
    };
  };
}

function hasNearText(draft: Draft): boolean {
  return draft.captionPlace === 'around' && isPicture(draft);
}

function captionOf(draft: Draft, captioner: Captioner): Caption {
  if (draft.captionPlace === 'around') return captioner.around(draft.node, draft.figure);
  const text = draft.captionPlace === 'inside' ? captioner.inside(draft.node) : '';
  return { text, source: text === '' ? '' : 'anchor' };
}
