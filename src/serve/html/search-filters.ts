// Filters for those without scripts: dates, what is in use with links that take it away, and counts with links that add it.

import { parseQuery } from '../../model/query/parse-query.ts';
import { printPart, printQuery } from '../../model/query/print-query.ts';
import type { OperatorName, Query, QueryNode } from '../../model/query/query.ts';
import type { FacetAnswer } from '../../search/search.ts';
import { html, type Insert, type Markup } from './escape.ts';
import { linkTo, type PageContext, searchValues } from './page-frame.ts';

/** Facets that are counted, with the operator that chooses one of their values. */
const FACETS = { site: 'site', year: 'year', type: 'type', size: 'size' } as const;

/** Names of the facets that the filters show. */
export const FILTER_FACETS = Object.keys(FACETS);

/** Operators that the two dates take the place of. */
const TIMES: readonly OperatorName[] = ['from', 'to', 'before', 'year'];

/** The filters. `facets` is absent until somebody asks for them: counting takes longer than searching. */
export function renderFilters(context: PageContext, facets?: readonly FacetAnswer[]): Markup {
  const { t, q } = context;
  const { nodes } = parseQuery(q).query;
  const values = searchValues(context);
  return html`<section aria-label="${t('filters')}">
<form action="/" method="get" class="dates">
${Object.entries(values)
  .map(
    ([name, value]) => value !== '' && html`<input type="hidden" name="${name}" value="${value}">`,
  )
  .filter((each) => each !== false)}
<div><label for="from">${t('from')}</label><input type="date" id="from" name="from" value="${dateOf(nodes, 'from')}"></div>
<div><label for="to">${t('to')}</label><input type="date" id="to" name="to" value="${dateOf(nodes, 'to')}"></div>
<button type="submit">${t('filterTimes')}</button>
</form>
${renderUsed(context, nodes)}
${
  facets === undefined
    ? html`<p><a href="${linkTo(context, '/', { ...values, filters: 'on' })}">${t('filters')}</a></p>`
    : facets.map((facet) => renderFacet(context, facet))
}
</section>`;
}

/** The query with two dates of a form in place of the times in it; `''` is an open end. */
export function withDates(
  q: string,
  { from, to }: { readonly from: string; readonly to: string },
): string {
  const isDate = (text: string) => /^[1-9]\d{3}-\d\d-\d\d$/.test(text);
  const nodes = parseQuery(q).query.nodes.filter(
    (node) => node.kind !== 'operator' || !TIMES.includes(node.name),
  );
  const parts = [
    printQuery({ nodes }),
    isDate(from) ? `from:${from}` : '',
    isDate(to) ? `to:${to}` : '',
  ];
  return parts.filter(Boolean).join(' ');
}

function renderUsed(context: PageContext, nodes: Query['nodes']): Insert {
  const used = nodes.filter(({ kind }) => kind === 'operator' || kind === 'not');
  if (used.length === 0) return undefined;
  return html`<ul>${used.map((node) => {
    const rest = printQuery({ nodes: nodes.filter((each) => each !== node) });
    return html`<li><a href="${linkTo(context, '/', { ...searchValues(context), q: rest })}">${context.t('without', { filter: printPart(node) })}</a></li>`;
  })}</ul>`;
}

function renderFacet(context: PageContext, { facet, values }: FacetAnswer): Markup {
  const { t, q } = context;
  const operator = Object.entries(FACETS).find(([name]) => name === facet)?.[1];
  if (operator === undefined || values.length === 0) return html``;
  const titles = { site: t('sites'), year: t('years'), type: t('types'), size: t('sizes') };
  return html`<details><summary>${titles[operator]}</summary><ul>${values.map(
    ({ value, count }) => {
      const typed = `${operator}:${value.replace(/^image\//, '')}`;
      const next = `${q} ${typed}`.trim();
      return html`<li><a href="${linkTo(context, '/', { ...searchValues(context), q: next })}">${value}</a> (${count})</li>`;
    },
  )}</ul></details>`;
}

/** The day of an operator, where it names one; a year or month as its first day, or for `to` not at all. */
function dateOf(nodes: readonly QueryNode[], name: 'from' | 'to'): string {
  const node = nodes.find((each) => each.kind === 'operator' && each.name === name);
  if (node === undefined || node.kind !== 'operator' || !('time' in node)) return '';
  const { digits } = node.time;
  if (digits.length < 8 && name === 'to') return '';
  const full = digits + '00000101'.slice(digits.length);
  return `${full.slice(0, 4)}-${full.slice(4, 6)}-${full.slice(6, 8)}`;
}
