// Completions of the word being typed: words, sites, collections, operators and their values.
import { foldWord } from '../model/analysis/analysis.ts';
import type { Facet, SearchIndex } from '../model/index-query.ts';
import { findImageType } from '../model/query/image-types.ts';
import { findOperator, OPERATORS, type Operator } from '../model/query/operators.ts';
import { parseQuery } from '../model/query/parse-query.ts';
import { printPart } from '../model/query/print-query.ts';
import type { OperatorName } from '../model/query/query.ts';
import { type LastToken, lastToken } from './last-token.ts';
import { toFilter } from './plan-filters.ts';

/** A way to go on with a query. */
export interface Suggestion {
  /** `place`: none yet, as libraries do not know places by name. */
  readonly kind: 'word' | 'site' | 'collection' | 'place' | 'operator';
  /** What is suggested, for showing: `lisboa`, `publico.pt`, `site:`, `type:png`. */
  readonly text: string;
  /** The whole query when the suggestion is taken. */
  readonly replacement: string;
  /** Pictures with it; 0 where that is not known. */
  readonly count: number;
}

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 100;
/** Longer texts are pasted, not typed. */
const MAX_TEXT = 2000;
/** Suggestions of other kinds that are shown beside words. */
const MAX_OTHERS = 3;

/** Operators that no library has data for yet are not suggested. */
const WITHOUT_DATA: ReadonlySet<OperatorName> = new Set(['link', 'similar', 'color']);

/** Operators whose values the index counts. */
const FACET_OF: Partial<Readonly<Record<OperatorName, Facet>>> = {
  type: 'type',
  size: 'size',
  year: 'year',
  lang: 'language',
};

/**
 * Suggestions for the last word of a text, which may be half typed: best first, at most `limit` (default
 * 10, at most 100). None when nothing was begun.
 */
export function suggest(
  index: SearchIndex,
  text: string,
  { limit = DEFAULT_LIMIT }: { readonly limit?: number } = {},
): Suggestion[] {
  const most = Math.max(0, Math.min(Math.trunc(limit) || 0, MAX_LIMIT));
  if (text.length > MAX_TEXT || most === 0) return [];
  const token = lastToken(text);
  const operator = token.operator === undefined ? undefined : findOperator(token.operator);
  const drafts =
    operator === undefined
      ? completeWord(index, token, most)
      : completeValue(index, operator, token.value.toLowerCase());
  return drafts
    .map(({ inserted, ...draft }) => ({ ...draft, replacement: token.before + inserted }))
    .filter(({ replacement }) => replacement !== text)
    .slice(0, most);
}

/** A suggestion with the text that takes the place of the word being typed. */
type Draft = Omit<Suggestion, 'replacement'> & { readonly inserted: string };

function completeWord(index: SearchIndex, token: LastToken, limit: number): Draft[] {
  const prefix = foldWord(token.value);
  if (prefix === '' || token.operator !== undefined) return [];
  const words = index
    .wordsFrom(prefix, limit + 1)
    .map(({ word, count }): Draft => ({ kind: 'word', text: word, inserted: word, count }));
  if (token.isQuoted) return words;
  const others = [
    ...sites(index, prefix, MAX_OTHERS),
    ...collections(index, prefix),
    ...OPERATORS.filter(({ name }) => name.startsWith(prefix) && !WITHOUT_DATA.has(name)).map(
      ({ name }) => toDraft(`${name}:`, 0),
    ),
  ];
  // Words first, but never so many that nothing else is seen.
  const room = Math.max(1, limit - Math.min(others.length, MAX_OTHERS));
  return [...words.slice(0, room), ...others, ...words.slice(room)];
}

function completeValue(index: SearchIndex, operator: Operator, prefix: string): Draft[] {
  const { name, choices = [] } = operator;
  if (name === 'site') return sites(index, prefix, MAX_LIMIT);
  if (name === 'collection') return collections(index, prefix);
  if (WITHOUT_DATA.has(name)) return [];
  const facet = FACET_OF[name];
  if (facet === undefined) {
    return choices
      .filter((choice) => choice.startsWith(prefix))
      .map((choice) => toDraft(`${name}:${choice}`, countChoice(index, `${name}:${choice}`)));
  }
  return index
    .facet({ filters: [] }, facet, MAX_LIMIT)
    .map(({ value, count }) => ({ value: findImageType(value)?.name ?? value, count }))
    .filter(({ value }) => value !== '' && value.startsWith(prefix))
    .map(({ value, count }) => toDraft(`${name}:${value}`, count));
}

function sites(index: SearchIndex, prefix: string, limit: number): Draft[] {
  return index.sitesFrom(prefix, limit).map(({ value, count }) => ({
    kind: 'site',
    text: value,
    inserted: printPart({ kind: 'operator', name: 'site', host: value }),
    count,
  }));
}

function collections(index: SearchIndex, prefix: string): Draft[] {
  return index
    .collections()
    .filter(({ value }) =>
      [value.toLowerCase(), foldWord(value)].some((name) => name.startsWith(prefix)),
    )
    .map(({ value, count }) => ({
      kind: 'collection',
      text: value,
      inserted: printPart({ kind: 'operator', name: 'collection', collection: value }),
      count,
    }));
}

/** Pictures that an operator finds; 0 for `safe:`, which finds none by itself. */
function countChoice(index: SearchIndex, text: string): number {
  const [node] = parseQuery(text).query.nodes;
  if (node?.kind !== 'operator' || node.name === 'safe') return 0;
  return index.count({ filters: [toFilter(index, node, () => {})] });
}

function toDraft(text: string, count: number): Draft {
  return { kind: 'operator', text, inserted: text, count };
}
