// Tells pages from everything else, so that an enrichment of pages says why it cannot be had.
import type { DeriveContext } from '../../model/enrichment.ts';
import { declaredMime, nameOfType } from './declared.ts';

/** Characters in which the first tag is looked for. */
const SAMPLE = 2048;

/** Elements that a page or a part of one starts with; `rss`, `svg` and the like are not among them. */
const FIRST_TAG =
  /^<(?:!doctype\s+html|html|head|title|meta|link|base|body|frameset|script|style|noscript|table|div|p|h[1-6]|ul|ol|dl|center|font|main|header|nav|article|section|form|span|a|b|i|img|br|hr)(?![\w:-])/i;

/** What may stand before the first tag. */
const PROLOGUE = /^(?:\s|\ufeff|<\?[^>]*>|<!--[\s\S]*?-->)/;

/** Throws unless a text is HTML: declared as such, or starting like it. */
export function requireHtml(text: () => string, context: DeriveContext): void {
  if (declaredMime(context).includes('html') || startsLikeHtml(text().slice(0, SAMPLE))) return;
  throw new Error(`no HTML: the payload is ${nameOfType(context)}`);
}

function startsLikeHtml(sample: string): boolean {
  let rest = sample;
  for (let match = PROLOGUE.exec(rest); match !== null; match = PROLOGUE.exec(rest)) {
    rest = rest.slice(match[0].length);
  }
  return FIRST_TAG.test(rest);
}
