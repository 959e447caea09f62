// The links of a page.
import { Element, type ParentNode, Text } from 'domhandler';
import { detach } from '../../extract/page/detach.ts';
import { createResolver } from '../../extract/page/resolve-url.ts';
import { collapse } from '../../extract/page/white-space.ts';
import { defineEnrichment } from '../../model/enrichment.ts';
import { html } from './html.ts';
import { BLOCKS, findElement, isUnseen } from './html-text.ts';

/** Links of one page beyond this many are not kept. */
const MAX_LINKS = 10_000;

/** A link of a page. */
export interface HtmlLink {
  /** As written. */
  readonly href: string;
  /** Absolute http or https URL without fragment; `''` where there is none. */
  readonly url: string;
  /** Text of the link, or the `alt` of an image map's `area`. */
  readonly text: string;
  /** Value of `rel`; `''` where there is none. */
  readonly rel: string;
}

/** Links (`a` and `area`) of a page in document order, at most 10,000. */
export const links = defineEnrichment({
  name: 'links',
  needs: html,
  gives: 'links',
  origin: { module: import.meta.url, export: 'links' },
  derive: ({ root }, { capture }): readonly HtmlLink[] => {
    const base = findElement(root, 'base')?.attribs['href'];
    const { resolve } = createResolver(capture.url, base);
    return collectLinks(root).map(({ element: { attribs }, parts }) => {
      const { href = '', rel = '', alt = '' } = attribs;
      const text = detach(collapse(parts.join('')) || collapse(alt));
      return { href: detach(href), url: resolve(href) ?? '', text, rel: detach(rel) };
    });
  },
});

interface OpenLink {
  readonly element: Element;
  readonly parts: string[];
}

/** Links with the texts inside. One pass: a text in a link in a link belongs to the inner one alone. */
function collectLinks(root: ParentNode): OpenLink[] {
  const found: OpenLink[] = [];
  const walk = (parent: ParentNode, link: OpenLink | undefined): void => {
    for (const child of parent.children) {
      if (child instanceof Text) link?.parts.push(child.data);
      if (!(child instanceof Element) || isUnseen(child)) continue;
      const isLink = (child.name === 'a' || child.name === 'area') && 'href' in child.attribs;
      const inner = isLink ? { element: child, parts: [] } : link;
      if (isLink && inner !== undefined && found.length < MAX_LINKS) found.push(inner);
      if (BLOCKS.has(child.name)) link?.parts.push(' ');
      walk(child, inner);
      if (BLOCKS.has(child.name)) link?.parts.push(' ');
    }
  };
  walk(root, undefined);
  return found;
}
