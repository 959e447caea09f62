// What variants of one picture have in common besides their looks: names by which an index finds those that may belong together.
import { toAddressStem } from './address-stem.ts';
import { type ImageDocument, MAX_ELEMENTS } from './document-fields.ts';

/** Names that a document shares with other variants of its picture, if there are any; none twice. */
export function variantKeysOf({ oldest, elements }: ImageDocument): string[] {
  const stem = toAddressStem(oldest.url);
  // A file that is offered beside ever other ones stands in for pictures that are loaded later.
  const offered = elements.length < MAX_ELEMENTS ? elements : [];
  const names = offered.map(({ text }) => `element ${text}`);
  return stem === '' ? names : [stem, ...names];
}

/** The order of variants, the best first: the largest, then the oldest. */
export function compareVariants(a: ImageDocument, b: ImageDocument): number {
  return (
    b.width * b.height - a.width * a.height ||
    compareText(a.oldest.time, b.oldest.time) ||
    compareText(a.oldest.surt, b.oldest.surt) ||
    compareText(a.id, b.id)
  );
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
