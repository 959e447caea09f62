// From a query as people mean it to what an index is asked: selections, words for the score, warnings.
import type {
  IndexFilter,
  IndexSelection,
  MatchNode,
  SearchIndex,
  WordForms,
} from '../model/index-query.ts';
import type { OperatorNode, Query, QueryNode } from '../model/query/query.ts';
import { fieldsOf, type TextField } from '../model/ranking.ts';
import { anyOf, type Condition, combine, negate } from './condition.ts';
import { alternativeKey, intersectTimes, NSFW_LIMIT, toFilter, type Warn } from './plan-filters.ts';
import { createWordPlanner, type WordPlanner } from './plan-words.ts';
import { type SelectionRequest, toProfile, type WordMatch } from './request.ts';
import { type SearchWarning, toWarning } from './warning.ts';

/** What an index is asked for a query. */
export interface Plan {
  /** No two share a document; together they are what was asked for. Empty: nothing can match. */
  readonly selections: readonly IndexSelection[];
  /** What holds some of the words but not all, where `match` is `most`; shares no document with `selections`. */
  readonly some: readonly IndexSelection[];
  /** Words that count for the score, in the order of the query. */
  readonly words: readonly WordForms[];
  readonly warnings: readonly SearchWarning[];
}

/** A part of the query that must hold, and the condition it became. */
interface Part {
  readonly node: QueryNode;
  readonly condition: Condition;
}

/**
 * Plans a query for an index. What cannot be used of the query is left out and told; throws a `PinakesError` only for a
 * profile that does not exist.
 */
export async function toPlan(
  index: SearchIndex,
  query: Query,
  request: SelectionRequest,
): Promise<Plan> {
  const { nodes, isSafe, isAll } = takeWays(query.nodes, {
    isSafe: request.safe ?? true,
    isAll: request.duplicates === 'all',
  });
  const warnings = new Map<string, SearchWarning>();
  const warn: Warn = (code, value) => {
    const warning = toWarning(code, value);
    warnings.set(`${code} ${warning.message}`, warning);
  };
  const planner = await createWordPlanner(index, {
    fields: fieldsOf(toProfile(request.profile)),
    warn,
  });
  const { places } = request;
  const parts = await toParts(index, nodes, { toMatch: planner.toMatch, warn, places });
  const base = baseFilters(request, isSafe);
  const isNothing = parts.length === 0 && isMisunderstood(query, request.query);
  const { match = 'most' } = request;
  const narrow = (conditions: readonly Condition[]): readonly IndexSelection[] => {
    let selections: readonly IndexSelection[] = isNothing ? [] : [{ filters: base }];
    for (const condition of conditions) {
      const narrowed = combine(selections, condition);
      if (narrowed === undefined) warn('too-complex');
      else selections = narrowed;
    }
    return selections;
  };
  const selections = narrow(joinParts(parts, match));
  const possible = selections.flatMap(simplify);
  if (possible.length === 0 && selections.some(isTimeless)) warn('empty-time');
  const loose = match === 'most' ? loosen(parts) : undefined;
  const some = loose === undefined ? [] : narrow(loose).flatMap(simplify);
  const together = [...possible, ...some];
  const collapsed = isAll ? together : together.map(collapseInTurn);
  return {
    selections: collapsed.slice(0, possible.length),
    some: collapsed.slice(possible.length),
    words: planner.words,
    warnings: [...warnings.values()],
  };
}

/**
 * What must hold of pictures that have some of the plain words of a query but not all of them. `undefined` where that would
 * leave nothing to look for. Phrases, alternatives and words with `+` are still needed; beside them plain words need not
 * be there at all.
 */
function loosen(parts: readonly Part[]): Condition[] | undefined {
  const words: MatchNode[] = [];
  const needed: Part[] = [];
  for (const part of parts) {
    const { node, condition } = part;
    const isPlain = node.kind === 'word' && node.isRequired !== true;
    if (isPlain && condition.kind === 'text') words.push(condition.match);
    else needed.push(part);
  }
  const [first] = words;
  if (first === undefined) return undefined;
  const notAll: MatchNode = { kind: 'not', node: { kind: 'and', nodes: words } };
  const hasText = needed.some(({ node, condition }) => {
    return node.kind !== 'not' && condition.kind === 'text';
  });
  if (!hasText && words.length < 2) return undefined;
  const match: MatchNode = hasText
    ? notAll
    : { kind: 'and', nodes: [{ kind: 'or', nodes: words }, notAll] };
  return [...joinParts(needed, 'all'), { kind: 'text', match }];
}

/** Whether something was typed of which nothing is left: everything is not what was meant then. */
function isMisunderstood({ nodes }: Query, typed: string): boolean {
  return nodes.length === 0 ? typed.trim() !== '' : !nodes.every(isWay);
}

function isWay(node: QueryNode): boolean {
  if (node.kind === 'not') return isWay(node.node);
  return node.kind === 'or' ? node.nodes.every(isWay) : isWayOperator(node);
}

/** Fields of what was read in pictures. */
const READ_FIELDS: readonly TextField[] = ['imgPictureText'];

/** Conditions of the parts of a query, in its order. */
async function toParts(
  index: SearchIndex,
  nodes: readonly QueryNode[],
  {
    toMatch,
    warn,
    places,
  }: {
    readonly toMatch: WordPlanner['toMatch'];
    readonly warn: Warn;
    readonly places: SelectionRequest['places'];
  },
): Promise<Part[]> {
  const parts: Part[] = [];
  // One after another: what the first words take, later ones cannot have.
  for (const node of nodes) {
    const condition = await convert(node, true);
    if (condition !== undefined) parts.push({ node, condition });
  }
  return parts;

  async function convert(node: QueryNode, isPositive: boolean): Promise<Condition | undefined> {
    switch (node.kind) {
      case 'word':
      case 'phrase': {
        const match = await toMatch(node, isPositive);
        return match && { kind: 'text', match };
      }
      case 'operator':
        if (node.name === 'text') {
          const match = await toMatch({ kind: 'phrase', text: node.text }, isPositive, READ_FIELDS);
          return match && { kind: 'text', match };
        }
        return { kind: 'filter', filter: await toFilter(index, node, { warn, places }) };
      case 'not': {
        const inner = await convert(node.node, !isPositive);
        return inner && negate(inner);
      }
      case 'or': {
        const conditions: Condition[] = [];
        for (const part of node.nodes) {
          const condition = await convert(part, isPositive);
          if (condition !== undefined) conditions.push(condition);
        }
        return conditions.length === 0 ? undefined : anyOf(conditions);
      }
    }
  }
}

/** What must hold: repeated operators and optional words are joined to alternatives. */
function joinParts(parts: readonly Part[], match: WordMatch): Condition[] {
  const joined: Condition[] = [];
  const optional: Condition[] = [];
  const repeated = new Map<string, Condition[]>();
  let hasRequired = false;
  for (const { node, condition } of parts) {
    const key = node.kind === 'operator' ? alternativeKey(node) : undefined;
    const isRequired = node.kind === 'word' && node.isRequired === true;
    hasRequired ||= isRequired;
    if (key !== undefined) repeated.set(key, [...(repeated.get(key) ?? []), condition]);
    else if (match === 'any' && condition.kind === 'text' && node.kind !== 'not') {
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
  filters.push(...(request.filters ?? []));
  if (isSafe) filters.push({ kind: 'nsfw', max: NSFW_LIMIT });
  if (request.box !== undefined) filters.push({ kind: 'box', ...request.box });
  if (request.sure !== undefined && request.sure > 0) {
    filters.push({ kind: 'sure', min: request.sure });
  }
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

/** Shows a picture once, by the first selection that means a variant of it: so their totals add up. */
function collapseInTurn(
  selection: IndexSelection,
  at: number,
  all: readonly IndexSelection[],
): IndexSelection {
  return { ...selection, collapse: at === 0 ? {} : { except: all.slice(0, at) } };
}

/** How to search, besides what to find. */
interface Ways {
  readonly isSafe: boolean;
  /** Whether all variants of a picture are shown. */
  readonly isAll: boolean;
}

/** `safe:` and `variants:` say how to search, not what to find, wherever they stand: the last one counts. */
function takeWays(
  nodes: readonly QueryNode[],
  byDefault: Ways,
): Ways & { readonly nodes: readonly QueryNode[] } {
  let { isSafe, isAll } = byDefault;
  const left = nodes.flatMap((node) => strip(node, true));
  return { nodes: left, isSafe, isAll };

  function strip(node: QueryNode, isPositive: boolean): QueryNode[] {
    if (isWayOperator(node)) {
      if (node.name === 'safe') isSafe = node.isOn === isPositive;
      else isAll = node.isAll === isPositive;
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

function isWayOperator(
  node: QueryNode,
): node is Extract<OperatorNode, { name: 'safe' | 'variants' }> {
  return node.kind === 'operator' && (node.name === 'safe' || node.name === 'variants');
}
