// Elements of a page chosen by CSS selectors, and what can be derived from them.
import { render } from 'dom-serializer';
import type { Element } from 'domhandler';
import { decodeAttribute } from '../../extract/page/entities.ts';
import { CONTENT, scanHtml } from '../../extract/page/html-scanner.ts';
import { type AnyEnrichment, defineEnrichment, type Field } from '../../model/enrichment.ts';
import type { Producer } from '../../model/producer.ts';
import { elementsOf, html } from './html.ts';
import { parseHtml } from './html-document.ts';
import { isSilent, textContent, visibleText } from './html-text.ts';
import { type RecordWork, workOf } from './record-work.ts';
import { compileSelector } from './select-elements.ts';
import { type SelectorName, selectorName } from './selector-name.ts';
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
    name: 'html.first',
    version: '1',
    needs: html,
    gives: selectorName(selector),
    settings: { selector },
    from: import.meta,
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
    name: 'html.all',
    version: '1',
    needs: html,
    gives: selectorName(selector),
    settings: { selector },
    from: import.meta,
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
  name: 'html.elementText',
  version: '1',
  needs: string,
  gives: 'text',
  from: import.meta,
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
    name: 'html.attribute',
    version: '1',
    needs: string,
    gives: selectorName(name),
    settings: { name },
    from: import.meta,
    derive: (markup): string => findAttribute(markup, wanted) ?? '',
  });
}

/** The text of every element that a CSS selector matches: `elementText` of each of `all(selector)`. */
export function textOf<const Selector extends string>(selector: Selector) {
  return elementText.onEach(elementsOfAll(selector));
}

/** An attribute of every element that a CSS selector matches: `attribute(name)` of each of `all(selector)`. */
export function attributeOf<const Selector extends string, const Name extends string>(
  selector: Selector,
  name: Name,
) {
  return attribute(name).onEach(elementsOfAll(selector));
}

/** The one value that `all` gives: the compiler cannot tell as long as the selector is not known. */
function elementsOfAll<const Selector extends string>(
  selector: Selector,
): Field<`payload.string.html.${SelectorName<Selector>}`, readonly string[]> {
  return all(selector) as never;
}

/** The enrichment of a selector or a name, for threads. */
export function makeEnrichment({ name, settings }: Producer): AnyEnrichment | undefined {
  const make = FAMILIES[name];
  const [setting] = Object.values(settings);
  return make === undefined || typeof setting !== 'string' ? undefined : make(setting);
}

const FAMILIES: Readonly<Partial<Record<string, (setting: string) => AnyEnrichment>>> = {
  'html.first': first,
  'html.all': all,
  'html.attribute': attribute,
};

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
