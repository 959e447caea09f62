// The parts of a page that are the interface of its site: menus, share bars, pagers, forms, footers. What they say is about no image.
import type { Attributes } from './attributes.ts';
import { ATTRIBUTE, TAG } from './html-names.ts';
import { type HtmlTree, parentOf, tagOf, textEndOf, textStartOf } from './html-tree.ts';

/** Elements beyond this many that say of themselves that they are interface are not kept. */
export const MAX_INTERFACE_NODES = 10_000;

/** Class names and the like beyond this many characters are not read. */
const MAX_NAMES = 300;

const INTERFACE_TAGS: ReadonlySet<number> = new Set([
  TAG.nav,
  TAG.footer,
  TAG.form,
  TAG.button,
  TAG.select,
  TAG.menu,
  TAG.search,
  TAG.dialog,
]);

const INTERFACE_ROLE =
  /^(?:navigation|menu|menubar|menuitem|toolbar|tablist|search|contentinfo|dialog|alertdialog|button|switch)$/i;

/** Words of class names and ids by which sites call such parts: those of WordPress, Drupal, Bootstrap and share plug-ins among them. */
const INTERFACE_NAME =
  /(?:^|[\s_-])(?:nav|navi|navbar|navigation|menu|submenu|breadcrumbs?|pagination|pager|pagenav|share|sharing|sharedaddy|social|addtoany|addthis|shariff|toolbar|footer|cookies?|consent|disqus|newsletter|skip-link|sr-only|screen-reader-text|visually-hidden)(?:$|[\s_-])/i;

/** Whether a start tag says that its element is a part of the interface. */
export function isInterfaceTag(tag: number, attributes: Attributes): boolean {
  // What they say is about the whole page.
  if (tag === TAG.html || tag === TAG.body) return false;
  if (tag === TAG.a && /\b(?:prev|next)\b/i.test(attributes.get(ATTRIBUTE.rel) ?? '')) return true;
  const role = attributes.get(ATTRIBUTE.role);
  if (role !== undefined && INTERFACE_ROLE.test(role.trim())) return true;
  return isInterfaceName(attributes, ATTRIBUTE.class) || isInterfaceName(attributes, ATTRIBUTE.id);
}

function isInterfaceName(attributes: Attributes, attribute: number): boolean {
  if (!attributes.has(attribute)) return false;
  const names = attributes.get(attribute) ?? '';
  return names.length <= MAX_NAMES && INTERFACE_NAME.test(names);
}

/** Which part of the interface an element stands in. */
export interface InterfaceParts {
  /** The outermost part of the interface that is or holds this element; 0 where there is none. */
  readonly partOf: (node: number) => number;
  /** Whether a part is one that pictures with texts of their own stand in: an `aside`. */
  readonly isAside: (part: number) => boolean;
}

/**
 * Finds the parts of the interface. `said` are the elements that say it of themselves, in document order. Elements are
 * numbered with parents first, so one pass tells all of them; it is made when the first is asked for.
 */
export function createInterfaceParts(tree: HtmlTree, said: readonly number[]): InterfaceParts {
  let parts: Int32Array | undefined;
  return {
    partOf: (node) => {
      parts ??= markParts(tree, said);
      return parts[node] ?? 0;
    },
    isAside: (part) => tagOf(tree, part) === TAG.aside,
  };
}

function markParts(tree: HtmlTree, said: readonly number[]): Int32Array {
  const parts = new Int32Array(tree.nodeCount);
  let next = 0;
  for (let node = 1; node < tree.nodeCount; node += 1) {
    const isSaid = said[next] === node;
    if (isSaid) next += 1;
    const around = parts[parentOf(tree, node)] ?? 0;
    if (around !== 0) parts[node] = around;
    else if (isSaid || isInterfaceElement(tagOf(tree, node))) {
      if (!holdsThePage(tree, node)) parts[node] = node;
    }
  }
  return parts;
}

function isInterfaceElement(tag: number): boolean {
  return tag === TAG.aside || INTERFACE_TAGS.has(tag);
}

/** Some sites put everything into one form or into a `div` with a telling name. */
function holdsThePage(tree: HtmlTree, node: number): boolean {
  return 2 * (textEndOf(tree, node) - textStartOf(tree, node)) > tree.textCount;
}
