// The filter panel, made from the table of operators and the facets that are counted.
import type { Facet } from '../../src/model/index-query.ts';
import { findImageType } from '../../src/model/query/image-types.ts';
import { OPERATORS } from '../../src/model/query/operators.ts';
import type { OperatorName } from '../../src/model/query/query.ts';

/** A group of the panel. */
export interface Filter {
  readonly operator: OperatorName;
  /** The facet whose values are its choices; absent: `choices` are all there are. */
  readonly facet?: Facet;
  readonly choices: readonly string[];
}

const FACET_OF: Partial<Readonly<Record<OperatorName, Facet>>> = {
  site: 'site',
  year: 'year',
  type: 'type',
  size: 'size',
  collection: 'collection',
  lang: 'language',
  color: 'color',
  kind: 'kind',
  label: 'label',
  licence: 'licence',
  animated: 'animated',
};

/** Set elsewhere. */
const LEFT_OUT: ReadonlySet<OperatorName> = new Set(['safe']);

/** Groups in the order of the table: all operators with a facet or with choices. */
export const FILTERS: readonly Filter[] = OPERATORS.flatMap(({ name, choices = [] }): Filter[] => {
  const facet = FACET_OF[name];
  if (LEFT_OUT.has(name) || (facet === undefined && choices.length === 0)) return [];
  return [{ operator: name, ...(facet !== undefined && { facet }), choices }];
});

/** The value as it stands in a query: `image/svg+xml` is `svg`. */
export function toChoice(operator: OperatorName, value: string): string {
  return operator === 'type' ? (findImageType(value)?.name ?? value) : value;
}
