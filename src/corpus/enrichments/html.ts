// A page as markup: its tree, and what the usual parts of it say.
import { Element, type ParentNode } from 'domhandler';
import { detach } from '../../extract/page/detach.ts';
import { parseJsonLd } from '../../extract/page/json-ld.ts';
import { collapse } from '../../extract/page/white-space.ts';
import { defineEnrichment } from '../../model/enrichment.ts';
import { HtmlDocument } from './html-document.ts';
import { textContent } from './html-text.ts';
import { pageOfText } from './open-page.ts';
import { visibleLines } from './page-text.ts';
import { requireHtml } from './require-html.ts';
import { string } from './string-content.ts';

/** Blocks of one page beyond this many are not kept. */
const MAX_BLOCKS = 1000;

/** JSON-LD of a page beyond this many characters is not read, nor what is nested deeper than this. */
const MAX_JSON_LD = 1 << 20;
const MAX_JSON_DEPTH = 100;

/** The tree of a page, for others to derive from. What is not declared as HTML and does not start like it fails. */
export const html = defineEnrichment({
  name: 'html.document',
  version: '1',
  needs: string,
  gives: 'html',
  isTransient: true,
  from: import.meta,
  derive: (text, context) => {
    requireHtml(() => text, context);
    return new HtmlDocument(text);
  },
});

/** The title of a page, at most 2,000 characters of it, `''` if it has none: that of `page.facts`. */
export const title = defineEnrichment({
  name: 'html.title',
  version: '2',
  needs: html,
  gives: 'title',
  from: import.meta,
  derive: ({ source }, context) => pageOfText(source, context).read.head.title,
});

/** The visible text of a page, a line for each block. */
export const text = defineEnrichment({
  name: 'html.text',
  version: '2',
  needs: html,
  gives: 'text',
  from: import.meta,
  derive: ({ source }, context) => {
    const { tree, hidden } = pageOfText(source, context).read;
    return visibleLines(tree, hidden);
  },
});

/** What `meta` elements say: `content` by `name`, `property` or `http-equiv` in lower case; the first counts. */
export const meta = defineEnrichment({
  name: 'html.meta',
  version: '1',
  needs: html,
  gives: 'meta',
  from: import.meta,
  derive: ({ source }, context): Readonly<Record<string, string>> => {
    const found = new Map<string, string>();
    for (const [name, content] of pageOfText(source, context).read.metas) {
      const key = name.toLowerCase();
      if (!found.has(key)) found.set(detach(key), detach(collapse(content)));
    }
    return Object.fromEntries(found);
  },
});

/** Values of the JSON-LD blocks of a page that can be read. */
export const jsonLd = defineEnrichment({
  name: 'html.jsonLd',
  version: '1',
  needs: html,
  gives: 'jsonLd',
  from: import.meta,
  derive: ({ root }): readonly unknown[] => {
    const blocks: unknown[] = [];
    let left = MAX_JSON_LD;
    for (const element of elementsOf(root)) {
      if (!isJsonLd(element) || blocks.length === MAX_BLOCKS) continue;
      const source = textContent(element);
      left -= source.length;
      const block = left < 0 ? undefined : parseJsonLd(source);
      if (block !== undefined && !isDeep(block)) blocks.push(block);
    }
    return blocks;
  },
});

/** All elements below a node, in document order. */
export function elementsOf(root: ParentNode): Element[] {
  const found: Element[] = [];
  const walk = (parent: ParentNode): void => {
    for (const child of parent.children) {
      if (!(child instanceof Element)) continue;
      found.push(child);
      walk(child);
    }
  };
  walk(root);
  return found;
}

function isJsonLd({ name, attribs }: Element): boolean {
  return name === 'script' && attribs['type']?.trim().toLowerCase() === 'application/ld+json';
}

/** Deep values overflow the stack of whoever prints or copies them; no real block is nearly as deep. */
function isDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; depth < MAX_JSON_DEPTH; depth += 1) {
    level = level.flatMap((item) =>
      typeof item === 'object' && item !== null ? Object.values(item) : [],
    );
    if (level.length === 0) return false;
  }
  return true;
}
