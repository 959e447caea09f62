// Sites that may have been meant by one that shows nothing: those whose names begin so.
import { printPart } from '../../src/model/query/print-query.ts';
import { suggestAddress } from '../api/addresses.ts';
import { fetchJson } from '../api/client.ts';
import type { SuggestAnswer } from '../api/types.ts';
import { listFilters, removeFilter, toOperator, withPart } from './query-edit.ts';
import { createResource } from './resource.ts';

/** The query with another site. */
export interface SiteGuess {
  readonly host: string;
  readonly q: string;
}

const MOST = 3;

/** The guesses for the query that is their key. */
export const siteGuesses = createResource<readonly SiteGuess[]>();

/** Asks for sites that begin as the one of a query; nothing to ask where it has none. */
export function loadSiteGuesses(q: string): void {
  const filter = listFilters(q).find(
    ({ operator, isNegated }) => operator?.name === 'site' && !isNegated,
  );
  siteGuesses.load(q, async (signal) => {
    if (filter?.operator === undefined) return [];
    const typed = printPart(filter.operator);
    const answer = await fetchJson<SuggestAnswer>(suggestAddress(typed, MOST), signal);
    const rest = removeFilter(q, filter.at);
    return answer.suggestions.flatMap(({ kind, text }) => {
      const operator = kind === 'site' ? toOperator('site', text) : undefined;
      return operator === undefined ? [] : [{ host: text, q: withPart(rest, printPart(operator)) }];
    });
  });
}
