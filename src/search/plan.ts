// From a query as people mean it to what an index is asked: selections, words for the score, warnings.
import type { IndexFilter, IndexSelection, SearchIndex, WordForms } from '../model/index-query.ts';
import type { OperatorNode, Query, QueryNode } from '../model/query/query.ts';
import { anyOf, type Condition, combine, negate } from './condition.ts';
import { alternativeKey, intersectTimes, NSFW_LIMIT, toFilter, type Warn } from './plan-filters.ts';
import { createWordPlanner, type WordPlanner } from './plan-words.ts';
import type { SelectionRequest } from './request.ts';
import { type SearchWarning, toWarning } from './warning.ts';

/** What an index is asked for a query. */
export interface Plan {
  /** No two share a document; together they are what was asked for. Empty: nothing can match. */
  readonly selections: readonly IndexSelection[];
  /** Words that count for the score, in the order of the query. */
  readonly words: readonly WordForms[];
  readonly warnings: readonly SearchWarning[];
}

/** A part of the query that must hold, and the condition it became. */
interface Part {
  readonly node: QueryNode;
  readonly condition: Condition;
}

/** Plans a query for an index. Never throws; what cannot be used is left out and told. */
export function toPlan(index: SearchIndex, query: Query, request: SelectionRequest): Plan {
  const { nodes, isSafe } = takeSafe(query.nodes, request.safe ?? true);
  const warnings = new Map<string, SearchWarning>();
  const warn: Warn = (code, value) => {
    const warning = toWarning(code, value);
    warnings.set(`${code} ${warning.message}`, warning);
  };
  const planner = createWordPlanner(index, warn);
  const parts = toParts(index, nodes, { toMatch: planner.toMatch, warn });
  const base = baseFilters(request, isSafe);
  let selections: readonly IndexSelection[] = [{ filters: base }];
  if (parts.length === 0 && isMisunderstood(query, request.query)) selections = [];
  for (const condition of joinParts(parts, request.defaultOperator ?? 'and')) {
    const narrowed = combine(selections, condition);
    if (narrowed === undefined) warn('too-complex');
    else selections = narrowed;
  }
  const possible = selections.flatMap(simplify);
  if (possible.length === 0 && selections.some(isTimeless)) warn('empty-time');
  return { selections: possible, words: planner.words, warnings: [...warnings.values()] };
}

/** Whether something was typed of which nothing is left: everything is not what was meant then. */
function isMisunderstood({ nodes }: Query, typed: string): boolean {
  return nodes.length === 0 ? typed.trim() !== '' : !nodes.every(isAboutSafety);
}

function isAboutSafety(node: QueryNode): boolean {
  if (node.kind === 'not') return isAboutSafety(node.node);
  return node.kind === 'or' ? node.nodes.every(isAboutSafety) : isSafeOperator(node);
}

/** Conditions of the parts of a query, in its order. */
function toParts(
  index: SearchIndex,
  nodes: readonly QueryNode[],
  { toMatch, warn }: { readonly toMatch: WordPlanner['toMatch']; readonly warn: Warn },
): Part[] {
  return nodes.flatMap((node) => {
    const condition = convert(node, true);
    return condition === undefined ? [] : [{ node, condition }];
  });

  function convert(node: QueryNode, isPositive: boolean): Condition | undefined {
    switch (node.kind) {
      case 'word':
      case 'phrase': {
        const match = toMatch(node, isPositive);
        return match && { kind: 'text', match };
      }
      case 'operator':
        return { kind: 'filter', filter: toFilter(index, node, warn) };
      case 'not': {
        const inner = convert(node.node, !isPositive);
        return inner && negate(inner);
      }
      case 'or': {
        const all = node.nodes.map((part) => convert(part, isPositive));
        const conditions = all.filter((condition) => condition !== undefined);
        return conditions.length === 0 ? undefined : anyOf(conditions);
      }
    }
  }
}

/** What must hold: repeated operators and optional words are joined to alternatives. */
function joinParts(parts: readonly Part[], defaultOperator: 'and' | 'or'): Condition[] {
  const joined: Condition[] = [];
  const optional: Condition[] = [];
  const repeated = new Map<string, Condition[]>();
  let hasRequired = false;
  for (const { node, condition } of parts) {
    const key = node.kind === 'operator' ? alternativeKey(node) : undefined;
    const isRequired = node.kind === 'word' && node.isRequired === true;
    hasRequired ||= isRequired;
    if (key !== undefined) repeated.set(key, [...(repeated.get(key) ?? []), condition]);
    else if (defaultOperator === 'or' && condition.kind === 'text' && node.kind !== 'not') {
      (isRequired ? joined : optional).push(condition);
    } else joined.push(condition);
  }
  // Beside a required word the others count for the score only.
  if (optional.length > 0 && !hasRequired) joined.push(anyOf(optional));
  for (const conditions of repeated.values()) joined.push(anyOf(conditions));
  return joined;
}

/** Conditions that no query names: the embargo, and what may offend. */
function baseFilters(request: SelectionRequest, isSafe: boolean): IndexFilter[] {
  const filters: IndexFilter[] = [];
  if (request.embargoMs !== undefined && request.embargoMs > 0) {
    const now = (request.now ?? new Date()).getTime();
    filters.push({ kind: 'time', to: Math.floor((now - request.embargoMs) / 1000) });
  }
  if (isSafe) filters.push({ kind: 'nsfw', max: NSFW_LIMIT });
  return filters;
}

/** A selection with one time span; none when nothing can pass it. */
function simplify(selection: IndexSelection): IndexSelection[] {
  const filters = intersectTimes(selection.filters);
  if (filters === undefined || filters.some((filter) => filter.kind === 'nothing')) return [];
  return [{ ...selection, filters }];
}

function isTimeless(selection: IndexSelection): boolean {
  return intersectTimes(selection.filters) === undefined;
}

/** `safe:` says how to search, not what to find, wherever it stands: the last one counts. */
function takeSafe(
  nodes: readonly QueryNode[],
  isSafeByDefault: boolean,
): { nodes: readonly QueryNode[]; isSafe: boolean } {
  let isSafe = isSafeByDefault;
  return { nodes: nodes.flatMap((node) => strip(node, true)), isSafe };

  function strip(node: QueryNode, isPositive: boolean): QueryNode[] {
    if (isSafeOperator(node)) {
      isSafe = node.isOn === isPositive;
      return [];
    }
    if (node.kind === 'not') {
      return strip(node.node, !isPositive).map((inner) => ({ kind: 'not', node: inner }));
    }
    if (node.kind !== 'or') return [node];
    const left = node.nodes.flatMap((part) => strip(part, isPositive));
    return left.length > 1 ? [{ kind: 'or', nodes: left }] : left;
  }
}

function isSafeOperator(node: QueryNode): node is Extract<OperatorNode, { name: 'safe' }> {
  return node.kind === 'operator' && node.name === 'safe';
}
