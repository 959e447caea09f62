// The links of a page.
import { detach } from '../../extract/page/detach.ts';
import { textEndOf, textStartOf } from '../../extract/page/html-tree.ts';
import type { ReadPage } from '../../extract/page/page-reader.ts';
import { collapse } from '../../extract/page/white-space.ts';
import { defineEnrichment } from '../../model/enrichment.ts';
import { html } from './html.ts';
import { pageOfText } from './open-page.ts';
import { textInside } from './page-text.ts';

/** A link of a page. */
export interface HtmlLink {
  /** As written. */
  readonly href: string;
  /** Absolute http or https URL without fragment. */
  readonly url: string;
  /** Text of the link, or the `alt` of an image map's `area`. */
  readonly text: string;
  /** Value of `rel`; `''` where there is none. */
  readonly rel: string;
}

/**
 * Links of a page in document order, at most 10,000: every `a` and `area`, shown or hidden, that leads to an http or https
 * address. The same links as the `outlinks` of page extraction; `#part`, `javascript:` and `mailto:` lead to none.
 */
export const links = defineEnrichment({
  name: 'html.links',
  version: '2',
  needs: html,
  gives: 'links',
  from: import.meta,
  derive: ({ source }, context): readonly HtmlLink[] => {
    const { read, links } = pageOfText(source, context);
    const inner = createInnerLinks(read);
    return links.map(({ url, draft: { address, node, alt, rel } }) => {
      const text = detach(textInside(read.tree, node, inner(node)) || collapse(alt));
      return { href: detach(address), url, text, rel: detach(rel) };
    });
  },
});

/** The links inside a link: their texts are theirs alone. Markup hardly ever has any. */
function createInnerLinks({ tree, links }: ReadPage): (node: number) => readonly number[] {
  const nodes = links.map(({ node }) => node);
  let last = 0;
  return (node) => {
    while ((nodes[last] ?? node + 1) <= node) last += 1;
    const inside: number[] = [];
    const end = textEndOf(tree, node);
    for (let at = last; textStartOf(tree, nodes[at] ?? 0) < end && at < nodes.length; at += 1) {
      const other = nodes[at] ?? 0;
      if (textEndOf(tree, other) > textStartOf(tree, other)) inside.push(other);
    }
    return inside;
  };
}
