// The text of a tree as people read it: blanks collapsed, a line for each block.
import { type AnyNode, Document, Element, Text } from 'domhandler';
import { TRAIT, traitsOfName } from '../../extract/page/html-names.ts';
import { collapse } from '../../extract/page/white-space.ts';
import { createWordBorder } from '../../extract/page/word-border.ts';

/** A line of text: what stands between two block boundaries. */
export interface TextLine {
  readonly text: string;
  /** The parts of it that stand in links, each as written. */
  readonly linked: readonly string[];
}

/** Which elements end a line, and which are passed over with all they hold. */
export interface TextRules {
  readonly isBlock: (name: string) => boolean;
  readonly isSkipped: (element: Element) => boolean;
}

/** The lines of nodes in document order, empty ones left out. Linear; the depth of trees is bounded. */
export function linesOf(nodes: readonly AnyNode[], rules: TextRules): TextLine[] {
  const lines: TextLine[] = [];
  let parts: string[] = [];
  let linked: string[] = [];
  const border = createWordBorder();
  const endLine = (): void => {
    const text = collapse(parts.join(''));
    if (text !== '') lines.push({ text, linked });
    parts = [];
    linked = [];
  };
  const walk = (node: AnyNode, isLinked: boolean): void => {
    if (node instanceof Text) {
      if (border.take()) parts.push(' ');
      parts.push(node.data);
      if (isLinked) linked.push(node.data);
      return;
    }
    if (node instanceof Document) walkAll(node.children, isLinked);
    if (!(node instanceof Element) || rules.isSkipped(node)) return;
    const isBlock = rules.isBlock(node.name);
    const traits = traitsOfName(node.name);
    if (isBlock) endLine();
    border.start(traits);
    walkAll(node.children, isLinked || (node.name === 'a' && 'href' in node.attribs));
    border.end(traits);
    if (isBlock) endLine();
  };
  const walkAll = (children: readonly AnyNode[], isLinked: boolean): void => {
    for (const child of children) walk(child, isLinked);
  };
  walkAll(nodes, false);
  endLine();
  return lines;
}

/** The visible text of nodes, a line for each block. */
export function visibleText(nodes: readonly AnyNode[]): string {
  return linesOf(nodes, VISIBLE)
    .map(({ text }) => text)
    .join('\n');
}

/** All characters inside an element, as they stand. */
export function textContent(element: Element): string {
  const texts: string[] = [];
  const walk = (node: AnyNode): void => {
    if (node instanceof Text) texts.push(node.data);
    else if (node instanceof Element) node.children.forEach(walk);
  };
  walk(element);
  return texts.join('');
}

/** The first element of a name, in document order. */
export function findElement(root: Document | Element, name: string): Element | undefined {
  for (const child of root.children) {
    if (!(child instanceof Element)) continue;
    const found = child.name === name ? child : findElement(child, name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Whether what an element holds is not shown: scripts and the like, and what its markup hides. */
export function isUnseen({ name, attribs }: Element): boolean {
  if (isSilent(name) || 'hidden' in attribs) return true;
  const style = attribs['style'];
  return style !== undefined && /display\s{0,9}:\s{0,9}none/i.test(style);
}

/** Whether an element holds no text that is ever shown as such: as for captions, but for titles and heads, which can be asked for. */
export function isSilent(name: string): boolean {
  return (traitsOfName(name) & TRAIT.silent) !== 0 && name !== 'head' && name !== 'title';
}

/** Whether an element stands on lines of its own. */
export function isBlock(name: string): boolean {
  return (traitsOfName(name) & TRAIT.block) !== 0;
}

const VISIBLE: TextRules = { isBlock, isSkipped: isUnseen };
