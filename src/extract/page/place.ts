// The place of a reference in its page: the words near it and the shape of the tree around it.
import type { Caption, Captioner } from './captions.ts';
import { createCleanCaptions } from './clean-captions.ts';
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
  paperCaption: '',
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
  const parts = createInterfaceParts(tree, read.interfaceNodes);
  const nearTextOf = createNearText(tree, { text, parts, figcaptions: read.figcaptions });
  const toClean = createCleanCaptions({ tree, text, captioner, parts });
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
    const paper = paperCaptionOf(draft, captioner);
    const caption = toClean(draft, paper);
    const { heading, location } = saidPlaceOf(draft);
    return {
      caption: caption.text,
      captionSource: caption.source,
      paperCaption: paper.text,
      anchorText: draft.anchor < 0 ? '' : captioner.inside(draft.anchor),
      nearText: hasNearText(draft) ? nearTextOf(draft.node) : '',
      heading,
      location,
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

/** The caption of a reference by the rule of the paper. */
export function paperCaptionOf(draft: Draft, captioner: Captioner): Caption {
  if (draft.captionPlace === 'around') return captioner.around(draft.node, draft.figure);
  const text = draft.captionPlace === 'inside' ? captioner.inside(draft.node) : '';
  return { text, source: text === '' ? '' : 'anchor' };
}
