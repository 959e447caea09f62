// Words and operators under one logic: any mixture becomes selections that an index can answer.
import type { IndexFilter, IndexSelection, MatchNode } from '../model/index-query.ts';

/** What a document must meet. Groups that hold only words, or only operators, are one leaf. */
export type Condition =
  | { readonly kind: 'text'; readonly match: MatchNode }
  | { readonly kind: 'filter'; readonly filter: IndexFilter }
  | { readonly kind: 'and'; readonly conditions: readonly Condition[] }
  | { readonly kind: 'or'; readonly conditions: readonly Condition[] };

/** Selections that one query may become; more are refused, as each is a search of its own. */
const MAX_SELECTIONS = 4;

/** A condition that holds where the given one does not. */
export function negate(condition: Condition): Condition {
  switch (condition.kind) {
    case 'text':
      return { kind: 'text', match: negateMatch(condition.match) };
    case 'filter':
      return { kind: 'filter', filter: negateFilter(condition.filter) };
    case 'and':
      return anyOf(condition.conditions.map(negate));
    case 'or':
      return allOf(condition.conditions.map(negate));
  }
}

/** A condition that holds where one of the given ones does; there must be at least one. */
export function anyOf(conditions: readonly Condition[]): Condition {
  const { matches, filters, mixed } = sortOut(conditions, 'or');
  const parts: Condition[] = [];
  if (matches.length > 0) parts.push({ kind: 'text', match: joinMatches('or', matches) });
  if (filters.length > 0) parts.push({ kind: 'filter', filter: anyFilter(filters) });
  parts.push(...mixed);
  const [only] = parts;
  return only !== undefined && parts.length === 1 ? only : { kind: 'or', conditions: parts };
}

/** A condition that holds where all of the given ones do. */
export function allOf(conditions: readonly Condition[]): Condition {
  const { matches, filters, mixed } = sortOut(conditions, 'and');
  const parts: Condition[] = [];
  if (matches.length > 0) parts.push({ kind: 'text', match: joinMatches('and', matches) });
  for (const filter of filters) parts.push({ kind: 'filter', filter });
  parts.push(...mixed);
  const [only] = parts;
  return only !== undefined && parts.length === 1 ? only : { kind: 'and', conditions: parts };
}

/** Selections narrowed by a condition; `undefined` when more than 4 would be needed. */
export function combine(
  selections: readonly IndexSelection[],
  condition: Condition,
): readonly IndexSelection[] | undefined {
  const factors = toSelections(condition);
  if (factors === undefined) return undefined;
  const narrowed = selections.flatMap((selection) =>
    factors.map((other) => both(selection, other)),
  );
  return narrowed.length > MAX_SELECTIONS ? undefined : narrowed;
}

/**
 * The condition as selections of which no two share a document, so that their answers can be added up.
 * An alternative of words and operators, `lisbon OR site:a.pt`, is the pictures with the word, and
 * those of the site without it. `undefined` when more than 4 selections would be needed.
 */
export function toSelections(condition: Condition): readonly IndexSelection[] | undefined {
  switch (condition.kind) {
    case 'text':
      return [{ match: condition.match, filters: [] }];
    case 'filter':
      return [{ filters: [condition.filter] }];
    case 'and':
      return product(condition.conditions);
    case 'or': {
      const selections: IndexSelection[] = [];
      const earlier: Condition[] = [];
      for (const alternative of condition.conditions) {
        const added = product([...earlier, alternative]);
        if (added === undefined) return undefined;
        selections.push(...added);
        if (selections.length > MAX_SELECTIONS) return undefined;
        earlier.push(negate(alternative));
      }
      return selections;
    }
  }
}

function product(conditions: readonly Condition[]): readonly IndexSelection[] | undefined {
  let selections: readonly IndexSelection[] = [{ filters: [] }];
  for (const condition of conditions) {
    const narrowed = combine(selections, condition);
    if (narrowed === undefined) return undefined;
    selections = narrowed;
  }
  return selections;
}

function both(left: IndexSelection, right: IndexSelection): IndexSelection {
  const matches = [left.match, right.match].filter((match) => match !== undefined);
  const filters = [...left.filters, ...right.filters];
  return matches.length === 0 ? { filters } : { match: joinMatches('and', matches), filters };
}

/** Leaves by kind; groups of the same kind as the new one are opened first. */
function sortOut(conditions: readonly Condition[], kind: 'and' | 'or') {
  const matches: MatchNode[] = [];
  const filters: IndexFilter[] = [];
  const mixed: Condition[] = [];
  for (const condition of conditions) {
    if (condition.kind === 'text') matches.push(condition.match);
    else if (condition.kind === 'filter') filters.push(condition.filter);
    else if (condition.kind === kind) {
      const inner = sortOut(condition.conditions, kind);
      matches.push(...inner.matches);
      filters.push(...inner.filters);
      mixed.push(...inner.mixed);
    } else mixed.push(condition);
  }
  return { matches, filters, mixed };
}

function joinMatches(kind: 'and' | 'or', matches: readonly MatchNode[]): MatchNode {
  const nodes = matches.flatMap((match) => (match.kind === kind ? match.nodes : [match]));
  const [only] = nodes;
  return only !== undefined && nodes.length === 1 ? only : { kind, nodes };
}

function anyFilter(filters: readonly IndexFilter[]): IndexFilter {
  const [only] = filters;
  return only !== undefined && filters.length === 1 ? only : { kind: 'any', filters };
}

function negateMatch(match: MatchNode): MatchNode {
  return match.kind === 'not' ? match.node : { kind: 'not', node: match };
}

function negateFilter(filter: IndexFilter): IndexFilter {
  return filter.kind === 'not' ? filter.filter : { kind: 'not', filter };
}
