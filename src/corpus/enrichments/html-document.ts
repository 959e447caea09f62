// A page as a tree of nodes, for selectors and for one's own enrichments.
import { Document, Element, type ParentNode, Text } from 'domhandler';
import { decodeAttribute, decodeText } from '../../extract/page/entities.ts';
import { createTagReader, TAG, TRAIT, traitsOf } from '../../extract/page/html-names.ts';
import { CONTENT, type Content, scanHtml } from '../../extract/page/html-scanner.ts';
import { parentOf, tagOf } from '../../extract/page/html-tree.ts';
import { FRAME } from '../../extract/page/open-elements.ts';
import { createBuilder } from '../../extract/page/tree-builder.ts';
import {
  type Builder,
  endTag,
  ensureBody,
  NO_NODE,
  startTag,
} from '../../extract/page/tree-rules.ts';
import { isBlank } from '../../extract/page/white-space.ts';

/** Characters of a page that are read; what pages are read of elsewhere, in bytes. */
const MAX_CHARACTERS = 16 * 1024 * 1024;

/** Nodes and tokens as in `extract/page/tree-builder.ts`, which also bounds the depth: 512. */
const MAX_NODES = 250_000;
const MAX_TOKENS = 300_000;

/** Attributes of an element beyond this many are not kept, nor those of a page beyond `MAX_PAGE_ATTRIBUTES`. */
const MAX_ATTRIBUTES = 256;
const MAX_PAGE_ATTRIBUTES = 1_000_000;

/** A page that was read: a DOM as `domhandler`, `domutils` and `css-select` know it, made when it is asked for. Stays in its thread. */
export class HtmlDocument {
  /** Characters of the markup. */
  readonly length: number;
  readonly #source: string;
  #root: Document | undefined;

  constructor(source: string) {
    this.#source = source;
    this.length = source.length;
  }

  /** Root of the tree; its child is `html`. Comments and the document type are left out. */
  get root(): Document {
    this.#root ??= parseHtml(this.#source.slice(0, MAX_CHARACTERS));
    return this.#root;
  }

  /** @internal The markup, for what needs no tree. */
  get source(): string {
    return this.#source;
  }
}

/**
 * The tree of a page or of a part of one, built by the rules of page extraction. Never throws, takes time linear in
 * the markup, stops at 250,000 nodes; elements beyond a depth of 512 are flattened, attributes beyond 256 of an element
 * and 1,000,000 of a page left out.
 */
export function parseHtml(source: string): Document {
  const builder = createBuilder(source);
  const { tree, open } = builder;
  const readTag = createTagReader(source);
  const root = new Document([]);
  const nodes: ParentNode[] = [root];
  /** Numbers of attributes of `html` and `body`, which may have any number of tags. */
  const sizes = new Map<Element, number>();
  let attributes = noAttributes();
  let attributeCount = 0;
  let pageAttributes = 0;
  let tokens = 0;
  let texts = 0;

  /** Makes nodes of what the rules have added, elements that no tag asked for too. */
  const catchUp = (name?: string): void => {
    for (let id = nodes.length; id < tree.nodeCount; id += 1) {
      const isLast = id === tree.nodeCount - 1;
      const ownName = isLast ? name : undefined;
      const element = new Element(ownName ?? nameOfTag(tagOf(tree, id)), noAttributes());
      append(nodes[parentOf(tree, id)] ?? root, element);
      nodes.push(element);
    }
  };

  const readStartTag = (start: number, end: number, isSelfClosing: boolean): Content => {
    tokens += 1;
    const wasForeign = isInForeign(builder);
    const known = readTag(start, end);
    const tag = known === TAG.image && !wasForeign ? TAG.img : known;
    const before = tree.nodeCount;
    const node = startTag(builder, tag, isSelfClosing);
    catchUp(tag === known ? source.slice(start, end).toLowerCase() : 'img');
    const element = nodes[node];
    const isOwn = node >= before || tag === TAG.html || tag === TAG.body; // else the tag was lost
    if (isOwn && element instanceof Element) {
      if (node >= before) element.attribs = attributes;
      else sizes.set(element, addMissing(element.attribs, attributes, sizes.get(element)));
    }
    attributes = noAttributes();
    attributeCount = 0;
    return wasForeign ? CONTENT.html : contentOf(tag);
  };

  const readText = (start: number, end: number): void => {
    tokens += 1;
    const text = source.slice(start, end);
    const isInHead = open.tagAt(open.top()) === TAG.head;
    if (isInHead || (open.flagsAt(open.top()) & FRAME.silent) === 0) {
      if (!isBlank(text)) ensureBody(builder);
      else if (builder.bodyNode === NO_NODE) return;
      catchUp();
    }
    texts += 1;
    const isRaw = RAW.has(open.tagAt(open.top()));
    append(nodes[open.nodeAt(open.top())] ?? root, new Text(isRaw ? text : decodeText(text)));
  };

  catchUp();
  scanHtml(source, {
    attribute: (nameStart, nameEnd, start, end) => {
      if (attributeCount === MAX_ATTRIBUTES || pageAttributes === MAX_PAGE_ATTRIBUTES) return;
      attributeCount += 1;
      pageAttributes += 1;
      const name = source.slice(nameStart, nameEnd).toLowerCase();
      attributes[name] ??= decodeAttribute(source.slice(start, end));
    },
    startTag: readStartTag,
    endTag: (start, end) => {
      endTag(builder, readTag(start, end));
      catchUp();
    },
    text: readText,
    doctype: () => {
      builder.isQuirky = false;
    },
    isInForeign: () => isInForeign(builder),
    isFull: () => tokens >= MAX_TOKENS || tree.nodeCount + texts >= MAX_NODES,
  });
  return root;
}

/** Without a prototype, so that no name means anything but an attribute. */
function noAttributes(): Record<string, string> {
  return Object.create(null);
}

/** Adds what is not there yet, up to `MAX_ATTRIBUTES`. Takes time for what is new alone; gives the number there are then. */
function addMissing(
  known: Record<string, string>,
  further: Readonly<Record<string, string>>,
  size = Object.keys(known).length,
): number {
  let count = size;
  for (const [name, value] of Object.entries(further)) {
    if (count >= MAX_ATTRIBUTES) break;
    if (known[name] !== undefined) continue;
    known[name] = value;
    count += 1;
  }
  return count;
}

function append(parent: ParentNode, child: Element | Text): void {
  const last = parent.children.at(-1);
  child.parent = parent;
  child.prev = last ?? null;
  if (last !== undefined) last.next = child;
  parent.children.push(child);
}

function isInForeign({ open }: Builder): boolean {
  return (open.flagsAt(open.top()) & FRAME.foreign) !== 0;
}

function contentOf(tag: number): Content {
  if ((traitsOf(tag) & TRAIT.text) === 0) return CONTENT.html;
  if (tag === TAG.script) return CONTENT.script;
  return tag === TAG.plaintext ? CONTENT.rest : CONTENT.text;
}

/** Elements whose text is taken as it stands: `&amp;` in a script is no ampersand. */
const RAW: ReadonlySet<number> = new Set([
  ...[TAG.script, TAG.style, TAG.xmp, TAG.iframe, TAG.noembed, TAG.noframes, TAG.plaintext],
]);

const NAMES: readonly string[] = Object.keys(TAG);

function nameOfTag(tag: number): string {
  return NAMES[tag] ?? 'unknown';
}
