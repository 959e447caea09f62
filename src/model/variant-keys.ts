// What variants of one picture have in common besides their looks: names by which an index finds those that may belong together.
import { toAddressStem } from './address-stem.ts';
import type { ImageDocument } from './document-fields.ts';

/** Names that a document shares with other variants of its picture, if there are any; none twice. */
export function variantKeysOf({ oldest }: ImageDocument): string[] {
  const stem = toAddressStem(oldest.url);
  return stem === '' ? [] : [stem];
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
