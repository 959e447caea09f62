// The main text of a page without its menus and margins, told by the shape of its blocks.
import type { Element } from 'domhandler';
import { defineEnrichment } from '../../model/enrichment.ts';
import { html } from './html.ts';
import type { HtmlDocument } from './html-document.ts';
import {
  findElement,
  isBlock,
  isUnseen,
  linesOf,
  type TextLine,
  type TextRules,
} from './html-text.ts';

/**
 * The readable main text of a page, a line for each block. Blocks are judged by their words, the share of them in
 * links, and the same of their neighbours: C. Kohlschütter, P. Fankhauser, W. Nejdl, "Boilerplate Detection using
 * Shallow Text Features", WSDM 2010, the decision tree on numbers of words (Algorithm 2). Beyond it, what markup
 * declares as navigation is left out.
 */
export const mainText = defineEnrichment({
  name: 'html.mainText',
  version: '1',
  needs: html,
  gives: 'mainText',
  from: import.meta,
  derive: ({ root }): string => toMainText(root),
});

/** The main text of a tree. */
export function toMainText(root: HtmlDocument['root']): string {
  const body = findElement(root, 'body');
  const blocks = linesOf(body?.children ?? [], RULES).map(toBlock);
  const content = blocks.filter((block, index) =>
    isContent(blocks[index - 1] ?? OUTSIDE, block, blocks[index + 1] ?? OUTSIDE),
  );
  // A page of a few words has no prose to stand out: all but its links is what it says.
  const kept = content.length > 0 ? content : blocks.filter((block) => !isLinks(block));
  return kept.map(({ text }) => text).join('\n');
}

interface Block {
  readonly text: string;
  readonly words: number;
  /** Share of the words that stand in links. */
  readonly linkDensity: number;
}

/** What stands before the first block and after the last. */
const OUTSIDE: Block = { text: '', words: 0, linkDensity: 0 };

function toBlock({ text, linked }: TextLine): Block {
  const words = countWords(text);
  const inLinks = linked.reduce((sum, part) => sum + countWords(part), 0);
  return { text, words, linkDensity: words === 0 ? 0 : Math.min(1, inLinks / words) };
}

/** The decision tree of the paper, with its numbers. */
function isContent(previous: Block, block: Block, next: Block): boolean {
  if (isLinks(block)) return false;
  if (previous.linkDensity > 0.555556) return block.words > 40 || next.words > 17;
  return block.words > 16 || next.words > 15 || previous.words > 4;
}

function isLinks({ linkDensity }: Block): boolean {
  return linkDensity > 0.333333;
}

/** Words of a text. In scripts that are written without blanks two characters are taken for one word. */
export function countWords(text: string): number {
  let count = 0;
  for (const _ of text.matchAll(WORD)) count += 1;
  return count;
}

/** Letters of scripts that are written without blanks; `ー` belongs to both kinds of Kana. */
const UNSPACED = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\p{Script=Thai}]`;
/** Letters of the others: digits and marks stand inside their words, as the vowels of Hindi do. */
const FIRST = String.raw`(?!${UNSPACED})[\p{L}\p{N}]`;
const INNER = String.raw`(?!${UNSPACED})[\p{L}\p{M}\p{N}]`;

/** No character can match in two ways, so that no text makes it slow. */
const WORD = new RegExp(`${UNSPACED}{1,2}|${FIRST}(?:${INNER})*(?:['’-](?:${INNER})+)*`, 'gu');

/** Elements that say of themselves that they hold no main text. */
const ASIDE: ReadonlySet<string> = new Set(
  'nav footer aside menu button select option dialog'.split(' '),
);

const RULES: TextRules = {
  isBlock: (name) => isBlock(name) || name === 'td' || name === 'th',
  isSkipped: (element: Element) => ASIDE.has(element.name) || isUnseen(element),
};
