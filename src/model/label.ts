// Labels: what a classifier of the operator says is in a picture.
import type { PictureLabel } from './field-types.ts';

/** Labels of a picture that are kept; facets count each of them. */
export const MAX_LABELS = 3;

const MAX_LABEL_LENGTH = 60;

/** A label as it is kept, shown and asked for: in lower case, without needless spaces. */
export function tidyLabel(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\s+/gu, ' ')
    .trim()
    .slice(0, MAX_LABEL_LENGTH);
}

/** The name of the label at a place; `''` where there are fewer. */
export function toLabel(place: number): (labels: readonly PictureLabel[]) => string {
  return (labels) => labels[place]?.text ?? '';
}
