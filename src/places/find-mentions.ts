// Finds the stretches of a text that may be place names, with what the words around say about each.
import { isClearAbbreviation } from './abbreviations.ts';
import { type Cues, cuesOf, lastNames } from './cues.ts';
import {
  COMMON_WORDS,
  CONNECTORS,
  GIVEN_NAMES,
  NEVER_PLACES,
  PLACE_PREPOSITIONS,
  SHORT_NAMES,
  TITLES,
} from './lexicon.ts';
import { bestPrior, findAbbreviated, findPlaces, type Mention } from './mention.ts';
import { MAX_NAME_WORDS, type Token } from './name-key.ts';
import { WORD } from './place-file.ts';
import type { PlaceTable } from './place-table.ts';
import { isCapital, isCommaBetween, type ReadText, readText } from './read-text.ts';

/** A mention with its cues. */
export interface FoundMention extends Mention {
  readonly cues: Cues;
}

type BareMention = Omit<Mention, 'weight'> & { readonly isAbbreviation: boolean };

/** Least prior of a name in a text that is written without capitals. */
const LOWER_CASE_PRIOR = 5;
/** Least prior of a place whose name is a common word, behind a preposition: in Nice, near Reading. */
const COMMON_WORD_PRIOR = 4.8;
/** Mentions of one text; a list of all towns need not be decided town by town. */
const MAX_MENTIONS = 2000;
/** Characters that join the words of one name. */
const JOINTS = new Set([' ', '-', "'", '’', '\u00a0']);

/** All mentions, the longest where several begin at one word, in the order of the text. */
export function findMentions(table: PlaceTable, text: string): FoundMention[] {
  const read = readText(text);
  const found: BareMention[] = [];
  for (let at = 0; at < read.tokens.length && found.length < MAX_MENTIONS; at++) {
    const mention = mentionAt(table, read, at, found.at(-1));
    if (mention === undefined) continue;
    found.push(mention);
    at = mention.to - 1;
  }
  return found.length === 0 ? [] : withCues(read, found);
}

function withCues(read: ReadText, found: readonly BareMention[]): FoundMention[] {
  const persons = lastNames(read);
  const lower = new Set<string>();
  if (read.casing === 'prose') {
    for (const { shape, word } of read.tokens) if (shape === 'lower') lower.add(word);
  }
  return found.map((mention, index) => {
    const cues = cuesOf(read, mention, {
      isAbbreviation: mention.isAbbreviation,
      isPersonElsewhere: persons.has(mention.key),
      isLowerElsewhere: lower.has(mention.key),
      commaBeside:
        isCommaBetween(read, found[index - 1]?.end, mention.start) ||
        isCommaBetween(read, mention.end, found[index + 1]?.start),
    });
    // Written out: copying with spread took half of the time of a caption.
    const { start, end, from, to, key, values } = mention;
    return { start, end, from, to, key, values, weight: voteOf(cues), cues };
  });
}

/** How much a mention may speak for others before it is judged itself. */
function voteOf(cues: Cues): number {
  let vote = 1;
  if (cues.personBefore || cues.isPersonElsewhere) vote *= 0.15;
  if (cues.capitalBefore || cues.capitalAfter) vote *= 0.5;
  if (cues.isWord) vote *= 0.4;
  if (cues.isGivenName) vote *= 0.6;
  if (cues.endingAfter) vote *= 0.4;
  return vote;
}

/** The longest name that begins at a word. */
function mentionAt(
  table: PlaceTable,
  read: ReadText,
  at: number,
  before: BareMention | undefined,
): BareMention | undefined {
  const { text, tokens } = read;
  const first = tokens[at];
  if (first === undefined || !mayBegin(read, first)) return undefined;
  const abbreviation = abbreviationAt(table, read, at, before);
  if (abbreviation !== undefined) return abbreviation;
  for (let to = reach(read, at); to > at; to--) {
    const last = tokens[to - 1];
    if (last === undefined || (to - at > 1 && !mayEnd(read, last))) continue;
    const values = findPlaces(table, tokens, at, to);
    if (values.length === 0 || !isLikely(table, read, { at, to, values })) continue;
    const isInitials = text[last.end] === '.' && text[last.end - 2] === '.'; // the last dot of U.S.
    return {
      start: first.start,
      end: isInitials ? last.end + 1 : last.end,
      from: at,
      to,
      key: keyOf(tokens, at, to),
      values,
      isAbbreviation: false,
    };
  }
  return undefined;
}

function mayBegin({ casing }: ReadText, { shape, word }: Token): boolean {
  if (shape === 'lower') return casing === 'lower' && word.length > 3;
  return shape !== 'none' || !/^\d/.test(word);
}

function mayEnd({ casing }: ReadText, { shape, word }: Token): boolean {
  return shape !== 'lower' || casing === 'lower' || !CONNECTORS.has(word);
}

/** Behind the last word that may belong to a name that begins here. */
function reach({ text, tokens, casing }: ReadText, at: number): number {
  let to = at + 1;
  while (to < tokens.length && to - at < MAX_NAME_WORDS) {
    const token = tokens[to];
    const before = tokens[to - 1];
    if (token === undefined || before === undefined) break;
    if (token.shape === 'lower' && casing !== 'lower' && !CONNECTORS.has(token.word)) break;
    if (!isJoined(text, before, token)) break;
    to += 1;
  }
  return to;
}

/** Words of one name stand side by side: St. Louis, Saint-Denis, L'Aquila. */
function isJoined(text: string, before: Token, after: Token): boolean {
  const gap = after.start - before.end;
  if (gap === 1) return JOINTS.has(text[before.end] ?? '');
  const isDot = gap === 2 && text[before.end] === '.' && text[before.end + 1] === ' ';
  return isDot && before.word.length <= 3 && !SHORT_NAMES.has(before.word);
}

/** Drops at once what is hardly a place: everyday words, letters, small places in texts without capitals. */
function isLikely(
  table: PlaceTable,
  read: ReadText,
  { at, to, values }: { at: number; to: number; values: readonly number[] },
): boolean {
  const first = read.tokens[at];
  if (first === undefined) return false;
  const { word } = first;
  const prior = bestPrior(table, values);
  if (read.casing === 'lower') {
    const isWord = ((values[0] ?? 0) & WORD) !== 0;
    if (prior < LOWER_CASE_PRIOR || isWord || GIVEN_NAMES.has(word)) return false;
  }
  if (to - at > 1) {
    const isCommon = read.tokens
      .slice(at, to)
      .every((token) => COMMON_WORDS.has(token.word) || CONNECTORS.has(token.word));
    return !isCommon || prior >= 5;
  }
  if (word.length === 1 || NEVER_PLACES.has(word)) return false;
  if (TITLES.has(word) && prior < 7) return false;
  if (SHORT_NAMES.has(word) && first.shape !== 'upper') return false;
  if (!COMMON_WORDS.has(word)) return true;
  return prior >= COMMON_WORD_PRIOR && (isBehindPreposition(read, at) || isBeforeName(read, at));
}

/** Whether a comma and a capital follow, as in Split, Croatia. */
function isBeforeName(read: ReadText, at: number): boolean {
  const next = read.tokens[at + 1];
  return isCapital(next) && isCommaBetween(read, read.tokens[at]?.end, next?.start);
}

function isBehindPreposition({ text, tokens }: ReadText, at: number): boolean {
  const before = tokens[at - 1];
  if (before?.shape !== 'lower' || text[before.end] !== ' ') return false;
  return PLACE_PREPOSITIONS.has(before.word);
}

/** `La.` behind `Alexandria,`, and what is clear by itself: `N.Y.`, `Calif.` */
function abbreviationAt(
  table: PlaceTable,
  read: ReadText,
  at: number,
  before: BareMention | undefined,
): BareMention | undefined {
  const { text, tokens } = read;
  const token = tokens[at];
  if (token === undefined || token.word.length > 5) return undefined;
  const written = text.slice(token.start, token.end);
  const hasDot = text[token.end] === '.';
  const isBehind =
    isCommaBetween(read, before?.end, token.start) ||
    (tokens[at - 1]?.shape === 'capital' && isCommaBetween(read, tokens[at - 1]?.end, token.start));
  const isClear =
    isClearAbbreviation(written) && (hasDot || written.includes('.') || token.word.length === 3);
  // `Ga` without its dot is a word; `GA` is not.
  if (!(isBehind || isClear) || (token.shape !== 'upper' && !hasDot)) return undefined;
  const values = findAbbreviated(table, text, token);
  if (values.length === 0) return undefined;
  return {
    start: token.start,
    end: hasDot ? token.end + 1 : token.end,
    from: at,
    to: at + 1,
    key: `${token.word}.`,
    values,
    isAbbreviation: true,
  };
}

function keyOf(tokens: readonly Token[], from: number, to: number): string {
  let key = tokens[from]?.word ?? '';
  for (let at = from + 1; at < to; at++) key += ` ${tokens[at]?.word ?? ''}`;
  return key;
}
