// Searches to begin with, made of what the library has, so that each of them finds something.
import type { Operator } from '../../src/model/query/operators.ts';
import { printPart } from '../../src/model/query/print-query.ts';
import type { OperatorName } from '../../src/model/query/query.ts';
import type { FacetCount, StatsAnswer } from '../api/types.ts';
import type { FacetCounts } from './facets.ts';
import { toChoice } from './filters.ts';
import { toOperator } from './query-edit.ts';

/** A search to begin with. */
export interface StartSearch {
  readonly q: string;
  /** What it is about: `oldest` and `large` have words of their own, others a value as their name. */
  readonly kind: 'oldest' | 'large' | 'gifs' | 'site' | 'collection';
  readonly value: string;
}

const MOST_SITES = 3;
const MOST_SEARCHES = 6;
/** Years of the beginning. */
const EARLY_YEARS = 5;

/** Searches that find something, the most telling first. */
export function startSearches(stats: StatsAnswer | undefined): readonly StartSearch[] {
  if (stats === undefined) return [];
  const { years, sites, types, sizes, collections } = stats;
  const first = Math.min(...years.map(({ value }) => Number(value)).filter(isYear));
  const last = Math.max(...years.map(({ value }) => Number(value)).filter(isYear));
  const early = first + EARLY_YEARS - 1;
  const has = (counts: readonly FacetCount[], value: string) =>
    counts.some((each) => each.value === value && each.count > 0);
  const searches: (StartSearch | undefined)[] = [
    last > early ? { q: `to:${early}`, kind: 'oldest', value: `${first}–${early}` } : undefined,
    has(types, 'image/gif') ? { q: 'type:gif', kind: 'gifs', value: '' } : undefined,
    has(sizes, 'lg') ? { q: 'size:lg', kind: 'large', value: '' } : undefined,
    ...sites.slice(0, MOST_SITES).map(({ value }) => toSearch('site', value)),
    ...(collections.length > 1
      ? collections.map(({ value }) => toSearch('collection', value))
      : []),
  ];
  return searches.flatMap((each) => each ?? []).slice(0, MOST_SEARCHES);
}

/** Examples of an operator with values of the library where it counts them, else those of the table. */
export function ownExamples(
  { name, examples }: Pick<Operator, 'name' | 'examples'>,
  stats: StatsAnswer | undefined,
  facets: FacetCounts = {},
): readonly string[] {
  const counts = (stats && VALUES_OF[name]?.(stats)) ?? facets[FACET_OF[name] ?? ''];
  if (counts === undefined || counts.length === 0) return examples;
  const own = counts.slice(0, 2).flatMap(({ value }) => {
    const operator = toOperator(name, toChoice(name, value));
    return operator === undefined ? [] : [printPart(operator)];
  });
  return own.length > 0 ? own : examples;
}

const VALUES_OF: Partial<
  Readonly<Record<OperatorName, (stats: StatsAnswer) => readonly FacetCount[]>>
> = {
  site: ({ sites }) => sites,
  type: ({ types }) => types,
  size: ({ sizes }) => sizes,
  collection: ({ collections }) => collections,
  year: ({ years }) => years,
  from: ({ years }) => middle(years),
  to: ({ years }) => middle(years),
  src: mostShown,
  similar: mostShown,
};

const FACET_OF: Partial<Readonly<Record<OperatorName, string>>> = {
  kind: 'kind',
  licence: 'licence',
  lang: 'language',
  label: 'label',
};

/** Facts without which an operator finds nothing. */
const NEEDS: Partial<Readonly<Record<OperatorName, string>>> = { text: 'ocr', label: 'labels' };

/** Whether a library can answer an operator, as far as it tells. */
export function canAnswer(name: OperatorName, stats: StatsAnswer | undefined): boolean {
  const needed = NEEDS[name];
  if (needed === undefined || stats?.facts === undefined) return true;
  return stats.facts.some((fact) => fact.name === needed && fact.done > 0);
}

/** The address of the image that most pages show. */
function mostShown({ mostPages = [] }: StatsAnswer): readonly FacetCount[] {
  return mostPages.slice(0, 1).map(({ url, pages }) => ({ value: url, count: pages }));
}

/** A year with others before and after it. */
function middle(years: readonly FacetCount[]): readonly FacetCount[] {
  const sorted = years.filter(({ value }) => isYear(Number(value))).toSorted(byValue);
  const found = sorted[Math.floor(sorted.length / 2)];
  return found === undefined ? [] : [found];
}

function byValue(a: FacetCount, b: FacetCount): number {
  return a.value < b.value ? -1 : 1;
}

function isYear(year: number): boolean {
  return Number.isInteger(year) && year > 1000 && year < 10_000;
}

function toSearch(name: 'site' | 'collection', value: string): StartSearch | undefined {
  const operator = toOperator(name, value);
  return operator && { q: printPart(operator), kind: name, value };
}
