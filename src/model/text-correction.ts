// Corrections of the words of a picture by a person: a fact of its content, shown and searched before all that pages said.
import type { ImageDocument } from './document-fields.ts';

/** Producer of the fact. Its value has `title`, `caption` and `by`, the author and time; empty texts correct nothing. */
export const TEXT_CORRECTION = 'text.correction';

/** Whether two documents were corrected in the same way. */
export function isSameCorrection(a: ImageDocument, b: ImageDocument): boolean {
  return (
    textOf(a.correctedTitle) === textOf(b.correctedTitle) &&
    textOf(a.correctedCaption) === textOf(b.correctedCaption)
  );
}

/**
 * A document with its corrections before the titles and captions of pages, so that words of both are found. `before` is the
 * same document with the corrections that its texts have already: they are the first of each list, and make way.
 */
export function withCorrectedTexts(document: ImageDocument, before: ImageDocument): ImageDocument {
  if (isSameCorrection(document, before)) return document;
  const title = textOf(document.correctedTitle);
  const caption = textOf(document.correctedCaption);
  const titles = before.titles.slice(textOf(before.correctedTitle) === '' ? 0 : 1);
  const captions = before.captions.slice(textOf(before.correctedCaption) === '' ? 0 : 1);
  return {
    ...document,
    titles: title === '' ? titles : [{ text: title, language: '' }, ...titles],
    captions:
      caption === ''
        ? captions
        : [{ text: caption, language: '', source: 'metadata' }, ...captions],
  };
}

function textOf(text: string | undefined): string {
  return text ?? '';
}
