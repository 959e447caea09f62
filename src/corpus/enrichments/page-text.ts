// Texts of a page from its compact tree: the lines that are shown, and what stands inside an element.
import { decodeText } from '../../extract/page/entities.ts';
import { TRAIT, traitsOf } from '../../extract/page/html-names.ts';
import {
  type HtmlTree,
  parentOf,
  separatorOf,
  sourceEndOf,
  sourceStartOf,
  tagOf,
  textEndOf,
  textStartOf,
} from '../../extract/page/html-tree.ts';
import { collapse } from '../../extract/page/white-space.ts';

/** The visible text of a page, a line for each block; `hidden` are the elements that are not shown. */
export function visibleLines(tree: HtmlTree, hidden: readonly number[]): string {
  const marks = markTexts(tree, hidden);
  const lines: string[] = [];
  let line = '';
  const endLine = () => {
    const text = collapse(line);
    if (text !== '') lines.push(text);
    line = '';
  };
  for (let text = 0; text < tree.textCount; text += 1) {
    const mark = marks[text] ?? 0;
    if ((mark & MARK.line) !== 0) endLine();
    if ((mark & MARK.hidden) === 0) line += withSeparator(tree, text);
  }
  endLine();
  return lines.join('\n');
}

/** The texts inside an element but for those inside `others`, which come in document order; blanks collapsed. */
export function textInside(tree: HtmlTree, node: number, others: readonly number[] = []): string {
  let inside = '';
  let next = textStartOf(tree, node);
  for (const other of others) {
    for (; next < textStartOf(tree, other); next += 1) inside += withSeparator(tree, next);
    next = Math.max(next, textEndOf(tree, other));
  }
  for (; next < textEndOf(tree, node); next += 1) inside += withSeparator(tree, next);
  return collapse(inside);
}

/** What is known of a text, as bits. */
const MARK = {
  /** A block that is shown starts or ends before it. */
  line: 1,
  /** It is not shown. */
  hidden: 2,
} as const;

/** The marks of all texts. Linear: elements come in document order, each behind the one that holds it. */
function markTexts(tree: HtmlTree, hidden: readonly number[]): Uint8Array {
  const marks = new Uint8Array(tree.textCount + 1);
  const isUnseen = new Uint8Array(tree.nodeCount);
  for (const node of hidden) isUnseen[node] = 1;
  for (let node = 1; node < tree.nodeCount; node += 1) {
    const start = textStartOf(tree, node);
    const end = textEndOf(tree, node);
    if (isUnseen[parentOf(tree, node)] === 1) isUnseen[node] = 1;
    else if (isUnseen[node] === 1) {
      for (let text = start; text < end; text += 1) marks[text] = (marks[text] ?? 0) | MARK.hidden;
    } else if ((traitsOf(tagOf(tree, node)) & TRAIT.block) !== 0) {
      marks[start] = (marks[start] ?? 0) | MARK.line;
      marks[end] = (marks[end] ?? 0) | MARK.line;
    }
  }
  return marks;
}

function withSeparator(tree: HtmlTree, text: number): string {
  const source = tree.source.slice(sourceStartOf(tree, text), sourceEndOf(tree, text));
  return separatorOf(tree, text) + decodeText(source);
}
