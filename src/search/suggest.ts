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
import { withSignal } from './with-signal.ts';

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

/** What somebody has typed so far. */
export interface SuggestRequest {
  /** A query whose last word may be half typed. */
  readonly text: string;
  /** Most suggestions wanted, at most 100. Default 10. */
  readonly limit?: number;
  /** Ends the request: it is rejected with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
}

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 100;
/** Longer texts are pasted, not typed. */
const MAX_TEXT = 2000;
/** Suggestions of other kinds that are shown beside words. */
const MAX_OTHERS = 3;

/** Operators whose values the index counts. */
const FACET_OF: Partial<Readonly<Record<OperatorName, Facet>>> = {
  type: 'type',
  size: 'size',
  year: 'year',
  lang: 'language',
  color: 'color',
  kind: 'kind',
  licence: 'licence',
  animated: 'animated',
};

/**
 * Suggestions for the last word of a text, which may be half typed: best first, at most `limit` (default
 * 10, at most 100). None when nothing was begun.
 */
export async function suggest(
  searched: SearchIndex,
  request: SuggestRequest,
): Promise<Suggestion[]> {
  const { text, limit = DEFAULT_LIMIT } = request;
  const index = withSignal(searched, request.signal);
  const most = Math.max(0, Math.min(Math.trunc(limit) || 0, MAX_LIMIT));
  if (text.length > MAX_TEXT || most === 0) return [];
  const token = lastToken(text);
  const operator = token.operator === undefined ? undefined : findOperator(token.operator);
  const drafts =
    operator === undefined
      ? await completeWord(index, token, most)
      : await completeValue(index, operator, token.value.toLowerCase());
  return drafts
    .map(({ inserted, ...draft }) => ({ ...draft, replacement: token.before + inserted }))
    .filter(({ replacement }) => replacement !== text)
    .slice(0, most);
}

/** A suggestion with the text that takes the place of the word being typed. */
type Draft = Omit<Suggestion, 'replacement'> & { readonly inserted: string };

async function completeWord(index: SearchIndex, token: LastToken, limit: number): Promise<Draft[]> {
  const prefix = foldWord(token.value);
  if (prefix === '' || token.operator !== undefined) return [];
  const found = await index.wordsFrom(prefix, limit + 1);
  const words = found.map(({ word, count }): Draft => {
    return { kind: 'word', text: word, inserted: word, count };
  });
  if (token.isQuoted) return words;
  const others = [
    ...(await sites(index, prefix, MAX_OTHERS)),
    ...(await collections(index, prefix)),
    ...OPERATORS.filter(({ name }) => name.startsWith(prefix)).map(({ name }) =>
      toDraft(`${name}:`, 0),
    ),
  ];
  // Words first, but never so many that nothing else is seen.
  const room = Math.max(1, limit - Math.min(others.length, MAX_OTHERS));
  return [...words.slice(0, room), ...others, ...words.slice(room)];
}

async function completeValue(
  index: SearchIndex,
  operator: Operator,
  prefix: string,
): Promise<Draft[]> {
  const { name, choices = [] } = operator;
  if (name === 'site') return sites(index, prefix, MAX_LIMIT);
  if (name === 'collection') return collections(index, prefix);
  const facet = FACET_OF[name];
  if (facet === undefined) {
    const drafts: Draft[] = [];
    for (const choice of choices.filter((each) => each.startsWith(prefix))) {
      const text = `${name}:${choice}`;
      drafts.push(toDraft(text, await countChoice(index, text)));
    }
    return drafts;
  }
  const values = await index.facet({ filters: [] }, facet, MAX_LIMIT);
  return values
    .map(({ value, count }) => ({ value: findImageType(value)?.name ?? value, count }))
    .filter(({ value }) => value !== '' && value.startsWith(prefix))
    .map(({ value, count }) => toDraft(`${name}:${value}`, count));
}

async function sites(index: SearchIndex, prefix: string, limit: number): Promise<Draft[]> {
  const found = await index.sitesFrom(prefix, limit);
  return found.map(({ value, count }) => ({
    kind: 'site',
    text: value,
    inserted: printPart({ kind: 'operator', name: 'site', host: value }),
    count,
  }));
}

async function collections(index: SearchIndex, prefix: string): Promise<Draft[]> {
  const all = await index.collections();
  return all
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
async function countChoice(index: SearchIndex, text: string): Promise<number> {
  const [node] = parseQuery(text).query.nodes;
  if (node?.kind !== 'operator' || node.name === 'safe') return 0;
  return index.count({ filters: [await toFilter(index, node, { warn: () => {} })] });
}

function toDraft(text: string, count: number): Draft {
  return { kind: 'operator', text, inserted: text, count };
}
