// Corrections of words that the library does not hold.
import { analyseQuery, foldWord, toWords } from '../model/analysis/analysis.ts';
import type { SearchIndex } from '../model/index-query.ts';
import { parseQuery } from '../model/query/parse-query.ts';
import { printQuery } from '../model/query/print-query.ts';
import type { Query, QueryNode } from '../model/query/query.ts';
import { forgivenSlips } from './forgiven-slips.ts';
import { toPlan } from './plan.ts';
import type { SelectionRequest } from './request.ts';
import { countSelected } from './selected.ts';
import { similarWords } from './similar-words.ts';

/** Words of one query that are looked up. */
const MAX_LOOKED_UP = 8;

/** A word this rare beside one so many times as frequent is more likely a slip than meant. */
const RARE = 3;
const MORE_FREQUENT = 100;

/**
 * The query with words the library does not hold, or hardly, replaced by near and frequent ones; operators,
 * quotes and all else stay. `undefined` when there is nothing to correct, or when the corrected query would
 * find no more than the given one.
 */
export function didYouMean(
  index: SearchIndex,
  query: string,
  request: Omit<SelectionRequest, 'query'> = {},
): string | undefined {
  const parsed = parseQuery(query).query;
  const corrected = correctQuery(index, parsed);
  if (corrected === undefined) return undefined;
  const count = (each: Query) =>
    countSelected(index, toPlan(index, each, { ...request, query }).selections);
  return count(corrected) > count(parsed) ? printQuery(corrected) : undefined;
}

function correctQuery(index: SearchIndex, query: Query): Query | undefined {
  const { languages } = index;
  const lookedUp = new Map<string, string | undefined>();
  let isChanged = false;
  const nodes = query.nodes.map(correct);
  return isChanged ? { nodes } : undefined;

  function correct(node: QueryNode): QueryNode {
    switch (node.kind) {
      case 'word':
        return node.isLoose ? node : { ...node, text: correctWord(node.text) };
      case 'phrase':
        return { ...node, text: correctPhrase(node.text) };
      case 'or':
        return { ...node, nodes: node.nodes.map(correct) };
      case 'not': // nobody misses what was to be left out
      case 'operator':
        return node;
    }
  }

  function correctWord(text: string): string {
    if (!lookedUp.has(text) && lookedUp.size < MAX_LOOKED_UP) {
      lookedUp.set(text, findCorrection(index, text, languages));
    }
    const correction = lookedUp.get(text);
    isChanged ||= correction !== undefined;
    return correction ?? text;
  }

  /** A phrase is left as it is written unless a word of it changes. */
  function correctPhrase(text: string): string {
    const words = text.split(/\s+/);
    const corrected = words.map(correctWord);
    return corrected.some((word, at) => word !== words[at]) ? corrected.join(' ') : text;
  }
}

function findCorrection(
  index: SearchIndex,
  text: string,
  languages: readonly string[],
): string | undefined {
  const analysed = analyseQuery(text, languages).words;
  const [word] = analysed;
  // Several words in one (`e-mail`), and scripts without blanks, are not looked up as a whole.
  if (word === undefined || analysed.length > 1 || word.isPrefix) return undefined;
  const folded = foldWord(toWords(text)[0] ?? text);
  const slips = forgivenSlips(folded);
  const known = index.wordCount(folded);
  if (slips === 0 || known > RARE) return undefined;
  if (known > 0) {
    return similarWords(index, folded, 1).find(({ count }) => count >= MORE_FREQUENT * known)?.word;
  }
  // Not itself, but another form of it: the library knows the word.
  if (index.count({ match: { kind: 'word', word }, filters: [] }) > 0) return undefined;
  return similarWords(index, folded, slips)[0]?.word;
}
