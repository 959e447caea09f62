// Text of a page by ranges: nothing is joined before it is asked for, and never more than is needed.
import { decodeText } from './entities.ts';
import { type HtmlTree, separatorOf, sourceEndOf, sourceStartOf } from './html-tree.ts';
import { collapse } from './white-space.ts';

/**
 * What is kept of each end of a long text. More than a caption ever shows (250), so that captions
 * cut from shortened texts are those of the whole texts.
 */
const EDGE = 256;

/** Source of one text beyond this is read at its two ends only. */
const MAX_SOURCE = 8192;

/** Of a page's whole text this many characters of source are read. */
const MAX_WHOLE = 1_000_000;

/** Lengths are counted up to here. */
const MAX_LENGTH = 10_000;

/** Texts of one page, decoded once each. */
export interface PageText {
  /**
   * The texts from `start` up to `end`, blanks collapsed; a space stands between two of them where a blank or the
   * border of a block, a cell or a picture does. A long range is
   * shortened in its middle: its first and last 256 characters are true, and it stays longer than
   * 512.
   */
  readonly join: (start: number, end: number) => string;
  /** Number of characters of the same texts, at most 10,000. */
  readonly length: (start: number, end: number) => number;
}

/** Reads the texts of a tree. */
export function createPageText(tree: HtmlTree): PageText {
  const known = new Map<number, string>();
  const read = (text: number): string => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const content = readSource(tree.source, sourceStartOf(tree, text), sourceEndOf(tree, text));
    known.set(text, content);
    return content;
  };

  const join = (start: number, end: number): string => {
    let head = '';
    let next = start;
    while (next < end && head.length <= EDGE) {
      head += head === '' ? read(next) : separatorOf(tree, next) + read(next);
      next += 1;
    }
    let tail = '';
    for (let last = end - 1; last >= next && tail.length <= EDGE; last -= 1) {
      tail = separatorOf(tree, last) + read(last) + tail;
    }
    return head + tail;
  };

  const length = (start: number, end: number): number => {
    let total = 0;
    for (let text = start; text < end && total < MAX_LENGTH; text += 1) {
      const size = sourceEndOf(tree, text) - sourceStartOf(tree, text);
      if (text > start) total += separatorOf(tree, text).length;
      total += size > 2 * EDGE ? size : read(text).length;
    }
    return Math.min(total, MAX_LENGTH);
  };

  return { join, length };
}

/** All texts of a page in order, decoded, not shortened, up to a million characters. */
export function wholeText(tree: HtmlTree): string {
  const pieces: string[] = [];
  let left = MAX_WHOLE;
  for (let text = 0; text < tree.textCount && left > 0; text += 1) {
    const content = textOf(tree, text, left);
    pieces.push(separatorOf(tree, text), content);
    left -= sourceEndOf(tree, text) - sourceStartOf(tree, text);
  }
  return pieces.join('');
}

/** One text, decoded, not shortened but for `maxSource` characters of its source. */
export function textOf(tree: HtmlTree, text: number, maxSource = MAX_WHOLE): string {
  const start = sourceStartOf(tree, text);
  const end = Math.min(sourceEndOf(tree, text), start + maxSource);
  return decodeText(tree.source.slice(start, end));
}

function readSource(source: string, start: number, end: number): string {
  const whole = source.slice(start, end);
  if (whole.length <= MAX_SOURCE) return shorten(collapse(decodeText(whole)));
  const head = collapse(decodeText(whole.slice(0, MAX_SOURCE / 2)));
  return shorten(`${head} ${collapse(decodeText(whole.slice(-MAX_SOURCE / 2)))}`);
}

function shorten(text: string): string {
  return text.length <= 2 * EDGE ? text : `${text.slice(0, EDGE)} ${text.slice(-EDGE)}`;
}
