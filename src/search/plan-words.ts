// Words and phrases of a query as the index must hold them, and the words that count for the score.
import { analyseQuery, foldWord, withoutParticle } from '../model/analysis/analysis.ts';
import type { MatchNode, SearchIndex, WordForms } from '../model/index-query.ts';
import type { QueryNode } from '../model/query/query.ts';
import type { TextField } from '../model/ranking.ts';
import { forgivenSlips } from './forgiven-slips.ts';
import { createFormFinder } from './other-forms.ts';
import { quoteForMessage } from './request.ts';
import { longerWords, similarWords } from './similar-words.ts';
import type { WarningCode } from './warning.ts';

/** Words of a query that are used, those of phrases included. People type fewer than ten. */
export const MAX_WORDS = 64;

/**
 * Forms of all words together. An index may have to name each of them several times, once to find it and
 * once to score it, and full-text engines take some hundred terms.
 */
const MAX_FORMS = 130;

/** Words with `~` that are looked up, and the forms of similar words taken for each. */
const MAX_LOOSE = 4;
const MAX_LOOSE_FORMS = 24;

/** A word or a phrase of a query. */
export type TextNode = Extract<QueryNode, { kind: 'word' | 'phrase' }>;

/** Turns the texts of one query into conditions, in the order of the query. */
export interface WordPlanner {
  /** The condition of a word or phrase; `undefined` when it is left out, which has been told. */
  readonly toMatch: (
    node: TextNode,
    isPositive: boolean,
    /** Where it is looked for; default all fields of the profile. */
    within?: readonly TextField[],
  ) => Promise<MatchNode | undefined>;
  /** Words that count for the score so far. */
  readonly words: readonly WordForms[];
}

/** A planner for one query. */
export async function createWordPlanner(
  index: SearchIndex,
  {
    fields,
    warn,
  }: {
    /** Where words and phrases are looked for. */
    readonly fields: readonly TextField[];
    readonly warn: (code: WarningCode, value: string | number) => void;
  },
): Promise<WordPlanner> {
  const findOtherForms = await createFormFinder(index);
  const words: WordForms[] = [];
  let wordsLeft = MAX_WORDS;
  let formsLeft = MAX_FORMS;
  let looseLeft = MAX_LOOSE;

  async function toMatch(
    node: TextNode,
    isPositive: boolean,
    within = fields,
  ): Promise<MatchNode | undefined> {
    const analysed = analyseQuery(node.text, []);
    if (analysed.words.length === 0) warn('no-word', quoteForMessage(node.text));
    const isLoose = node.kind === 'word' && node.isLoose === true && analysed.words.length === 1;
    const wanted: WordForms[] = [];
    for (const word of analysed.words) {
      const inflected = await inflect(word);
      wanted.push({ ...(isLoose ? await loosen(inflected) : inflected), fields: within });
    }
    const used = takeAffordable(wanted);
    if (used.length < wanted.length) warn('too-many-words', MAX_WORDS - wordsLeft);
    const [word] = used;
    if (word === undefined) return undefined;
    if (isPositive) words.push(...used);
    if (used.length === 1) return { kind: 'word', word };
    const bare = node.kind === 'word' ? withoutParticle(node.text) : undefined;
    const others = bare === undefined ? [] : [analyseQuery(bare, []).words.flatMap(firstForm)];
    const alternatives = [...toAlternatives(used), ...others].slice(0, Math.max(1, formsLeft));
    formsLeft -= alternatives.length;
    return { kind: 'phrase', alternatives, fields: within };
  }

  /** The first words that the limits allow. */
  function takeAffordable(wanted: readonly WordForms[]): WordForms[] {
    const used: WordForms[] = [];
    for (const word of wanted) {
      if (wordsLeft < 1 || formsLeft < word.forms.length) {
        // Nothing after it either: words in the middle that are missing would be hard to explain.
        formsLeft = 0;
        break;
      }
      wordsLeft -= 1;
      formsLeft -= word.forms.length;
      used.push(word);
    }
    return used;
  }

  /** A word with its other forms, as far as the limits allow. */
  async function inflect(word: WordForms): Promise<WordForms> {
    const [form] = word.forms;
    if (form === undefined || word.isPrefix === true || formsLeft < MAX_FORMS / 2) return word;
    return { ...word, forms: [form, ...(await findOtherForms(form))] };
  }

  async function loosen(word: WordForms): Promise<WordForms> {
    if (looseLeft === 0) {
      warn('too-many-similar', MAX_LOOSE);
      return word;
    }
    looseLeft -= 1;
    const folded = foldWord(word.text);
    const similar = [
      ...(await similarWords(index, folded, forgivenSlips(folded))).slice(0, MAX_LOOSE_FORMS / 2),
      ...(await longerWords(index, folded, MAX_LOOSE_FORMS)),
    ];
    if (similar.length === 0) warn('no-similar-word', quoteForMessage(word.text));
    const forms = new Set([...word.forms, ...similar.map((found) => found.word)]);
    return { ...word, forms: [...forms].slice(0, MAX_LOOSE_FORMS) };
  }

  return { toMatch, words };
}

function firstForm({ forms }: WordForms): readonly string[] {
  return forms.slice(0, 1);
}

/** Alternatives of one phrase. */
const MAX_ALTERNATIVES = 24;

/** A phrase as it is typed, and with other forms of its words: first those in which one word differs. */
function toAlternatives(words: readonly WordForms[]): string[][] {
  let alternatives: { forms: string[]; changes: number }[] = [{ forms: [], changes: 0 }];
  for (const { forms } of words) {
    alternatives = alternatives
      .flatMap(({ forms: before, changes }) =>
        forms.map((form, at) => ({
          forms: [...before, form],
          changes: changes + (at > 0 ? 1 : 0),
        })),
      )
      .sort((a, b) => a.changes - b.changes)
      .slice(0, MAX_ALTERNATIVES);
  }
  return alternatives.map(({ forms }) => forms);
}
