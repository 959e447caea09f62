// What the words around a name say about its being a place, a person or a newspaper.
import {
  CHURCHES,
  CLUB_WORDS,
  COMMON_WORDS,
  CONNECTORS,
  GIVEN_NAMES,
  NAME_ENDINGS,
  NAMED_AFTER,
  NATURE,
  OF_WORDS,
  PERSON_FOLLOWERS,
  PLACE_FOLLOWERS,
  PLACE_LEADERS,
  PLACE_PREPOSITIONS,
  PORTRAITS,
  ROLES,
  SAINTS,
  THINGS,
  TITLES,
  WEAK_PREPOSITIONS,
} from './lexicon.ts';
import { isGeneric, type Mention } from './mention.ts';
import type { Token } from './name-key.ts';
import { WORD } from './place-file.ts';
import { isCapital, type ReadText } from './read-text.ts';

/** What the words around a mention say; each is a reason for or against its being a place. */
export interface Cues {
  /** It is also an everyday word. */
  readonly isWord: boolean;
  /** `in`, `near`, `em` stand before it. */
  readonly hasPreposition: boolean;
  /** `to`, `de` stand before it. */
  readonly hasWeakPreposition: boolean;
  /** Another capitalised word stands before it that explains nothing. */
  readonly capitalBefore: boolean;
  readonly capitalAfter: boolean;
  /** A given name or title stands before it. */
  readonly personBefore: boolean;
  /** It is itself a given name. */
  readonly isGivenName: boolean;
  /** Elsewhere in the text it is the last name of a person. */
  readonly isPersonElsewhere: boolean;
  /** `said` stands behind it. */
  readonly personAfter: boolean;
  /** `Post`, `Times`, `Inc` stand behind it. */
  readonly endingAfter: boolean;
  /** `police`, `County` stand behind it. */
  readonly followerAfter: boolean;
  readonly isSentenceStart: boolean;
  /** An abbreviation such as `La.`, behind a comma. */
  readonly isAbbreviation: boolean;
  readonly isUpper: boolean;
  /** The same name comes again in lower case. */
  readonly isLowerElsewhere: boolean;
  /** A comma parts it from another mention. */
  readonly commaBeside: boolean;
  readonly words: number;
  /** `de`, `of` stand behind it: it is the beginning of a longer name, or no name at all. */
  readonly ofAfter: boolean;
  /** A hyphen joins it to another capitalised word. */
  readonly isPart: boolean;
  /** A club bears its name: `Real`, `Bayern` stand before it. */
  readonly clubBefore: boolean;
  /** A street, a square or a quarter bears its name. */
  readonly isBorrowed: boolean;
  /** `Mount`, `Lake` stand before it. */
  readonly isNatural: boolean;
  /** A dish or a breed bears its name: `beans`, `terrier` stand behind it. */
  readonly thingAfter: boolean;
  /** A number of at most three digits stands behind it: Falcon 9, not Lisbon 1998. */
  readonly numberAfter: boolean;
  /** An everyday word whose capital only says that a sentence begins. */
  readonly isWordAtStart: boolean;
  /** One word of a German text without a preposition or a comma. */
  readonly isBareGerman: boolean;
}

/** What the whole text says about a mention. */
export type FarCues = Pick<
  Cues,
  'isAbbreviation' | 'isPersonElsewhere' | 'isLowerElsewhere' | 'commaBeside'
>;

/** Looks at the words before and behind a mention. */
export function cuesOf(
  { text, tokens, casing, isGerman }: ReadText,
  mention: Omit<Mention, 'weight'>,
  far: FarCues,
): Cues {
  const before = tokens[mention.from - 1];
  const after = tokens[mention.to];
  const first = tokens[mention.from];
  const gap = before === undefined ? '' : text.slice(before.end, mention.start);
  const isNext = gap === ' ' || gap === '\u00a0' || gap === '. ';
  const beforeWord = isNext ? (before?.word ?? '') : '';
  const isTitleDot = gap === '. ' && TITLES.has(beforeWord);
  const isSentenceStart = before === undefined || (/[.!?:"”\n]/.test(gap) && !isTitleDot);
  const afterWord =
    after !== undefined && text.slice(mention.end, after.start) === ' ' ? after.word : '';
  const capitalBehind = afterWord !== '' && isCapital(after);
  const isSingle = mention.to - mention.from === 1;
  const isWeak = WEAK_PREPOSITIONS.has(beforeWord);
  const isGrave = isWeak && text[before?.start ?? 0] === 'à'; // French; without its accent it is a word of many meanings
  const isWord = isSingle && mention.values.every((value) => (value & WORD) !== 0);
  const isBehindPlaceWord = PLACE_PREPOSITIONS.has(beforeWord);
  return {
    isWord,
    isWordAtStart:
      isWord && isSentenceStart && casing === 'prose' && !far.commaBeside && after !== undefined,
    numberAfter: /^\d{1,3}$/.test(afterWord),
    hasPreposition: isBehindPlaceWord && (!isWeak || isGrave),
    hasWeakPreposition: isWeak && !isGrave,
    capitalBefore:
      casing === 'prose' &&
      isNext &&
      !isSentenceStart &&
      isCapital(before) &&
      !explainsItself(beforeWord),
    capitalAfter:
      casing === 'prose' &&
      capitalBehind &&
      !PLACE_FOLLOWERS.has(afterWord) &&
      !NAME_ENDINGS.has(afterWord) &&
      !COMMON_WORDS.has(afterWord),
    personBefore:
      isTitleDot ||
      (isNext &&
        before?.shape === 'capital' &&
        (GIVEN_NAMES.has(beforeWord) || TITLES.has(beforeWord))),
    isGivenName: isSingle && first !== undefined && GIVEN_NAMES.has(first.word),
    personAfter: PERSON_FOLLOWERS.has(afterWord),
    endingAfter: capitalBehind && NAME_ENDINGS.has(afterWord),
    followerAfter: PLACE_FOLLOWERS.has(afterWord),
    isSentenceStart,
    isUpper: first?.shape === 'upper',
    words: mention.to - mention.from,
    ofAfter: isSingle && after?.shape === 'lower' && OF_WORDS.has(afterWord),
    isPart:
      (isSingle && capitalBehind && isGeneric(first?.word ?? '')) ||
      (gap === '-' && isCapital(before) && !PLACE_LEADERS.has(before?.word ?? '')) ||
      (text[mention.end] === '-' && after?.start === mention.end + 1 && isCapital(after)),
    clubBefore: CLUB_WORDS.has(beforeWord) && isCapital(before),
    isBorrowed: isBorrowed(tokens, mention.from),
    isNatural: NATURE.has(beforeWord) && isCapital(before),
    thingAfter: THINGS.has(afterWord),
    isBareGerman:
      isGerman && isSingle && casing === 'prose' && !isBehindPlaceWord && !far.commaBeside,
    isAbbreviation: far.isAbbreviation,
    isPersonElsewhere: far.isPersonElsewhere,
    isLowerElsewhere: far.isLowerElsewhere,
    commaBeside: far.commaBeside,
  };
}

/**
 * Whether a street or the like stands before a name, with at most two small words between: Rue de la Plata. Churches are named after
 * saints, and so are towns.
 */
function isBorrowed(tokens: readonly Token[], from: number): boolean {
  if (CHURCHES.has(tokens[from]?.word ?? '')) {
    const isOf = OF_WORDS.has(tokens[from + 1]?.word ?? '');
    return SAINTS.has(tokens[isOf ? from + 2 : from + 1]?.word ?? '');
  }
  const isSaint = SAINTS.has(tokens[from]?.word ?? '');
  for (let at = from - 1; at >= 0 && at >= from - 3; at--) {
    const word = tokens[at]?.word ?? '';
    if (NAMED_AFTER.has(word) || (isSaint && CHURCHES.has(word))) return true;
    if (tokens[at]?.shape !== 'lower' || !CONNECTORS.has(word)) return false;
  }
  return false;
}

/** Whether a capitalised word before a name is no part of a person's name. */
function explainsItself(word: string): boolean {
  return (
    PLACE_LEADERS.has(word) ||
    COMMON_WORDS.has(word) ||
    PLACE_PREPOSITIONS.has(word) ||
    /^\d/.test(word)
  );
}

/** Words that follow a given name or a title somewhere in the text: last names. */
export function lastNames({ text, tokens }: ReadText): Set<string> {
  const names = new Set<string>();
  const [start] = tokens;
  if (start?.shape === 'capital' && isOfPerson(tokens, text, 0)) names.add(start.word);
  for (let at = 1; at < tokens.length; at++) {
    const token = tokens[at];
    const before = tokens[at - 1];
    if (token?.shape === 'capital' && isOfPerson(tokens, text, at)) names.add(token.word);
    if (token?.shape !== 'capital' || before?.shape !== 'capital') continue;
    const gap = text.slice(before.end, token.start);
    const isPerson =
      (gap === ' ' && GIVEN_NAMES.has(before.word)) ||
      ((gap === ' ' || gap === '. ') && TITLES.has(before.word));
    if (!isPerson) continue;
    names.add(token.word);
    // Behind a second given name or an initial comes the last name itself.
    const next = tokens[at + 1];
    if (next?.shape !== 'capital') continue;
    if (token.word.length === 1 || text.slice(token.end, next.start) === ' ') names.add(next.word);
  }
  return names;
}

/** `Portrait of Ibarra`, and `Ibarra, midfielder`. */
function isOfPerson(tokens: readonly Token[], text: string, at: number): boolean {
  const before = tokens[at - 1]?.word ?? '';
  if (OF_WORDS.has(before) && PORTRAITS.has(tokens[at - 2]?.word ?? '')) return true;
  const [token, after] = [tokens[at], tokens[at + 1]];
  if (token === undefined || after?.shape !== 'lower' || !ROLES.has(after.word)) return false;
  return text.slice(token.end, after.start) === ', ';
}
