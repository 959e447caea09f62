// Splitting text into words, the same for every language, so that positions line up.
import {
  APOSTROPHE,
  classify,
  classOf,
  IGNORED,
  MARK,
  normaliseText,
  SEPARATOR,
  SURROGATE,
  UNSPACED,
  UNSTABLE,
  WORD,
} from './character-classes.ts';
import { simplify } from './chinese.ts';
import { cutToken, fold } from './fold.ts';
import { MAX_TEXT_LENGTH, MAX_TOKENS } from './limits.ts';

const SMALL_S = 0x73;
const CAPITAL_S = 0x53;

/**
 * The words of a text as written, in order. Runs of scripts without spaces become overlapping
 * pairs of characters, already folded; a run of one character stays as it is.
 */
export function splitText(text: string): string[] {
  const read = text.length > MAX_TEXT_LENGTH ? text.slice(0, MAX_TEXT_LENGTH) : text;
  // Few texts change under NFKC: the scan itself notices, and then starts again.
  return scan(read, false) ?? scan(normaliseText(read), true) ?? [];
}

/** True for a pair or single character of a script without spaces. */
export function isUnspaced(piece: string): boolean {
  const code = piece.charCodeAt(0);
  // All these scripts lie above the Latin, Greek, Cyrillic, Hebrew, Arabic and Indic ones.
  return code >= 0xe00 && classAt(piece, 0, true) === UNSPACED;
}

/** True for a single character, with its marks, of a script without spaces. */
export function isLoneCharacter(piece: string): boolean {
  return isUnspaced(piece) && unitEnd(piece, 0) === piece.length;
}

/** `undefined` when the text is not in NFKC and that would matter. */
function scan(text: string, isNormalised: boolean): string[] | undefined {
  const pieces: string[] = [];
  let kind = SEPARATOR; // of the run that is open
  let start = 0;
  let index = 0;
  while (index < text.length && pieces.length < MAX_TOKENS) {
    let found = classOf(text.charCodeAt(index));
    let width = 1;
    if (found >= MARK) {
      found = classAt(text, index, isNormalised);
      width = widthAt(text, index);
      if (found >= MARK && !isNormalised) return undefined;
    }
    const isGoingOn = found === kind || found === MARK || found === IGNORED;
    if (!isGoingOn) {
      if (kind !== SEPARATOR) pushRun(pieces, text.slice(start, index), kind);
      if (found === APOSTROPHE && kind === WORD && isPossessive(text, index)) width = 2;
      kind = found === WORD || found === UNSPACED ? found : SEPARATOR;
      start = index;
    }
    index += width;
  }
  if (kind !== SEPARATOR && pieces.length < MAX_TOKENS) pushRun(pieces, text.slice(start), kind);
  return pieces;
}

function classAt(text: string, index: number, isNormalised: boolean): number {
  const found = classOf(text.charCodeAt(index));
  if (found < UNSTABLE) return found;
  if (found === UNSTABLE) return isNormalised ? UNSPACED : UNSTABLE;
  const codePoint = text.codePointAt(index) ?? 0;
  return codePoint > 0xffff ? classify(codePoint) : SEPARATOR;
}

function widthAt(text: string, index: number): number {
  if (classOf(text.charCodeAt(index)) !== SURROGATE) return 1;
  return (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1;
}

/** `woman's` is the word `woman`: an apostrophe, an s, and no letter after it. */
export function isPossessive(text: string, index: number): boolean {
  const next = text.charCodeAt(index + 1);
  if (next !== SMALL_S && next !== CAPITAL_S) return false;
  return index + 2 >= text.length || classAt(text, index + 2, true) <= APOSTROPHE;
}

function pushRun(pieces: string[], run: string, kind: number): void {
  if (kind === WORD) pieces.push(run);
  else pushPairs(pieces, simplify(hasMarks(run) ? fold(run) : run));
}

function hasMarks(run: string): boolean {
  for (let index = 0; index < run.length; index++) {
    const found = classOf(run.charCodeAt(index));
    if (found === MARK || found === IGNORED || found === SURROGATE) return true;
  }
  return false;
}

function pushPairs(pieces: string[], run: string): void {
  let first = 0;
  let second = unitEnd(run, 0);
  if (second >= run.length) pieces.push(cutToken(run));
  while (second < run.length && pieces.length < MAX_TOKENS) {
    const end = unitEnd(run, second);
    pieces.push(cutToken(run.slice(first, end)));
    first = second;
    second = end;
  }
}

/** End of the character at an index with the marks that follow it. */
function unitEnd(run: string, index: number): number {
  let end = index + widthAt(run, index);
  while (end < run.length && classAt(run, end, true) === MARK) end += widthAt(run, end);
  return end;
}
