// A page as markup: its tree, and what the usual parts of it say.
import { Element, type ParentNode } from 'domhandler';
import { detach } from '../../extract/page/detach.ts';
import { parseJsonLd } from '../../extract/page/json-ld.ts';
import { collapse } from '../../extract/page/white-space.ts';
import { defineEnrichment } from '../../model/enrichment.ts';
import { HtmlDocument } from './html-document.ts';
import { findElement, textContent, visibleText } from './html-text.ts';
import { requireHtml } from './require-html.ts';
import { string } from './string-content.ts';

/** Entries of one page beyond these many are not kept. */
const MAX_METAS = 1000;
const MAX_BLOCKS = 1000;

/** JSON-LD of a page beyond this many characters is not read, nor what is nested deeper than this. */
const MAX_JSON_LD = 1 << 20;
const MAX_JSON_DEPTH = 100;

/** The tree of a page, for others to derive from. What is not declared as HTML and does not start like it fails. */
export const html = defineEnrichment({
  name: 'html',
  needs: string,
  gives: 'html',
  isTransient: true,
  origin: { module: import.meta.url, export: 'html' },
  derive: (text, context) => {
    requireHtml(text, context);
    return new HtmlDocument(text);
  },
});

/** The title of a page, `''` if it has none. */
export const title = defineEnrichment({
  name: 'title',
  needs: html,
  gives: 'title',
  origin: { module: import.meta.url, export: 'title' },
  derive: ({ root }) => {
    const element = findTitle(root);
    return element === undefined ? '' : detach(collapse(textContent(element)));
  },
});

/** The visible text of a page, a line for each block. */
export const text = defineEnrichment({
  name: 'text',
  needs: html,
  gives: 'text',
  origin: { module: import.meta.url, export: 'text' },
  derive: ({ root }) => visibleText(findElement(root, 'body')?.children ?? []),
});

/** What `meta` elements say: `content` by `name`, `property` or `http-equiv` in lower case; the first counts. */
export const meta = defineEnrichment({
  name: 'meta',
  needs: html,
  gives: 'meta',
  origin: { module: import.meta.url, export: 'meta' },
  derive: ({ root }): Readonly<Record<string, string>> => {
    const found = new Map<string, string>();
    for (const { name, attribs } of elementsOf(root)) {
      if (name !== 'meta' || found.size === MAX_METAS) continue;
      const key = attribs['name'] ?? attribs['property'] ?? attribs['http-equiv'];
      const content = attribs['content'];
      if (key === undefined || content === undefined || found.has(key.toLowerCase())) continue;
      found.set(detach(key.toLowerCase()), detach(collapse(content)));
    }
    return Object.fromEntries(found);
  },
});

/** Values of the JSON-LD blocks of a page that can be read. */
export const jsonLd = defineEnrichment({
  name: 'jsonLd',
  needs: html,
  gives: 'jsonLd',
  origin: { module: import.meta.url, export: 'jsonLd' },
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

/** The title of the page; those of drawings are none. */
function findTitle(parent: ParentNode): Element | undefined {
  for (const child of parent.children) {
    if (!(child instanceof Element) || child.name === 'svg') continue;
    const found = child.name === 'title' ? child : findTitle(child);
    if (found !== undefined) return found;
  }
  return undefined;
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
