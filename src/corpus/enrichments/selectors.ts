// Elements of a page chosen by CSS selectors, and what can be derived from them.
import { render } from 'dom-serializer';
import type { Element } from 'domhandler';
import { decodeAttribute } from '../../extract/page/entities.ts';
import { CONTENT, scanHtml } from '../../extract/page/html-scanner.ts';
import { defineEnrichment } from '../../model/enrichment.ts';
import { elementsOf, html } from './html.ts';
import { parseHtml } from './html-document.ts';
import { isSilent, textContent, visibleText } from './html-text.ts';
import { type RecordWork, workOf } from './record-work.ts';
import { compileSelector } from './select-elements.ts';
import { selectorName } from './selector-name.ts';
import { string } from './string-content.ts';

/** Elements that one selector gives of a page. */
const MAX_MATCHES = 10_000;

/** Characters of markup that one selector gives of a page: elements may stand in each other. */
const MAX_MARKUP = 16 * 1024 * 1024;

/** Steps that markup takes to be written or read, and those of a tree and of its elements. */
const STEPS_PER_CHARACTER = 2;
const STEPS_PER_TREE = 2000;
const STEPS_PER_ELEMENT = 200;

/**
 * The markup of the first element that a CSS selector matches, `''` if there is none. A selector that cannot be
 * understood throws here, before anything runs. A page that takes too many steps to search fails (`MAX_STEPS`).
 *
 * @example elementText.on(first('h1')) // payload.string.html.h1.text
 */
export function first<const Selector extends string>(selector: Selector) {
  const query = compileSelector(selector);
  return defineEnrichment({
    name: `first(${selector})`,
    needs: html,
    gives: selectorName(selector),
    origin: { module: import.meta.url, export: 'first', arguments: [selector] },
    derive: ({ root }, context): string => {
      const work = workOf(context);
      const element = query.findFirst(root, work);
      return element === undefined ? '' : markupOf(element, work);
    },
  });
}

/**
 * The markup of every element that a CSS selector matches, in document order: at most 10,000 elements and 16
 * million characters. A page that takes too many steps to search fails (`MAX_STEPS`).
 *
 * @example attribute('href').onEach(all('a')) // payload.string.html.a.href
 */
export function all<const Selector extends string>(selector: Selector) {
  const query = compileSelector(selector);
  return defineEnrichment({
    name: `all(${selector})`,
    needs: html,
    gives: selectorName(selector),
    origin: { module: import.meta.url, export: 'all', arguments: [selector] },
    derive: ({ root }, context): readonly string[] => {
      const work = workOf(context);
      const found: string[] = [];
      let left = MAX_MARKUP;
      for (const element of query.findAll(root, work)) {
        const markup = markupOf(element, work);
        left -= markup.length;
        if (left < 0 || found.length === MAX_MATCHES) break;
        found.push(markup);
      }
      return found;
    },
  });
}

/**
 * The text of markup, as `first` and `all` give it: what is visible of it, a line for each block; all of it for
 * an element that is never shown, such as a script.
 */
export const elementText = defineEnrichment({
  name: 'elementText',
  needs: string,
  gives: 'text',
  origin: { module: import.meta.url, export: 'elementText' },
  derive: (markup, context) => {
    const work = workOf(context);
    work.spend(STEPS_PER_TREE + markup.length * STEPS_PER_CHARACTER);
    const root = parseHtml(markup);
    const elements = elementsOf(root);
    work.spend(elements.length * STEPS_PER_ELEMENT);
    const outer = elements.find(({ name }) => !IMPLIED.has(name));
    if (outer !== undefined && isSilent(outer.name) && isAlone(outer))
      return textContent(outer).trim();
    return visibleText([root]);
  },
});

/**
 * An attribute of the first element of markup, as `first` and `all` give it; `''` where it is absent. Repeated
 * attributes: the first counts.
 */
export function attribute<const Name extends string>(name: Name) {
  const wanted = name.toLowerCase();
  return defineEnrichment({
    name: `attribute(${name})`,
    needs: string,
    gives: selectorName(name),
    origin: { module: import.meta.url, export: 'attribute', arguments: [name] },
    derive: (markup): string => findAttribute(markup, wanted) ?? '',
  });
}

function markupOf(element: Element, work: RecordWork): string {
  const markup = render(element, { encodeEntities: 'utf8' });
  work.spend(markup.length * STEPS_PER_CHARACTER);
  return markup;
}

/** Elements that every tree has, asked for or not. */
const IMPLIED: ReadonlySet<string> = new Set(['html', 'head', 'body']);

function isAlone({ prev, next }: Element): boolean {
  return prev === null && next === null;
}

/** Reads the first start tag and no more. */
function findAttribute(markup: string, wanted: string): string | undefined {
  let found: string | undefined;
  let isRead = false;
  scanHtml(markup, {
    attribute: (nameStart, nameEnd, start, end) => {
      if (isRead || found !== undefined || nameEnd - nameStart !== wanted.length) return;
      if (markup.slice(nameStart, nameEnd).toLowerCase() !== wanted) return;
      found = decodeAttribute(markup.slice(start, end));
    },
    startTag: () => {
      isRead = true;
      return CONTENT.html;
    },
    endTag: () => {},
    text: () => {},
    doctype: () => {},
    isInForeign: () => false,
    isFull: () => isRead,
  });
  return found;
}
