// Changes queries as the filter panel, the chips and the time line ask: always through the parser and printer.
import { parseQuery } from '../../src/model/query/parse-query.ts';
import { printPart, printQuery } from '../../src/model/query/print-query.ts';
import type { OperatorName, OperatorNode, QueryNode } from '../../src/model/query/query.ts';

/** The operator that a value of a filter means: `('type', 'image/png')` is `type:png`. */
export function toOperator(name: OperatorName, value: string): OperatorNode | undefined {
  const [node] = parseQuery(`${name}:"${value}"`).query.nodes;
  return node?.kind === 'operator' && node.name === name ? node : undefined;
}

/** A query of one operator; `''` where it cannot have that value. */
export function toOperatorQuery(name: OperatorName, value: string): string {
  const operator = toOperator(name, value);
  return operator === undefined ? '' : printPart(operator);
}

/** Whether a query asks for what an operator says, alone or as one of several alternatives. */
export function hasFilter(q: string, operator: OperatorNode): boolean {
  const text = printPart(operator);
  return parseQuery(q).query.nodes.some((node) =>
    alternatives(node).some((part) => printPart(part) === text),
  );
}

/** The query with an operator added, or taken out when it was there. */
export function toggleFilter(q: string, operator: OperatorNode): string {
  const { nodes } = parseQuery(q).query;
  if (!hasFilter(q, operator)) return print([...nodes, operator]);
  const text = printPart(operator);
  return print(nodes.flatMap((node) => withoutAlternative(node, text)));
}

/** The query with an operator of this value in place of all others of its name. */
export function withOperator(q: string, name: OperatorName, value: string): string {
  const operator = toOperator(name, value);
  const others = parseQuery(q).query.nodes.filter(
    (node) => !alternatives(node).some((part) => part.kind === 'operator' && part.name === name),
  );
  return print(operator === undefined ? others : [...others, operator]);
}

/** A filter of a query, as a chip shows it. */
export interface ActiveFilter {
  /** Place among the parts of the query. */
  readonly at: number;
  /** The part as it is written. */
  readonly text: string;
  /** The operator, when there is but one. */
  readonly operator?: OperatorNode;
  readonly isNegated: boolean;
}

/** All filters of a query in order. Words and phrases are none. */
export function listFilters(q: string): readonly ActiveFilter[] {
  return parseQuery(q).query.nodes.flatMap((node, at): ActiveFilter[] => {
    if (!isFilter(node)) return [];
    const inner = node.kind === 'not' ? node.node : node;
    return [
      {
        at,
        text: printQuery({ nodes: [node] }),
        isNegated: node.kind === 'not',
        ...(inner.kind === 'operator' && { operator: inner }),
      },
    ];
  });
}

/** The query without one of its filters. */
export function removeFilter(q: string, at: number): string {
  return print(parseQuery(q).query.nodes.filter((_, index) => index !== at));
}

/** The query without any filter: its words alone. */
export function withoutFilters(q: string): string {
  return print(parseQuery(q).query.nodes.filter((node) => !isFilter(node)));
}

/** The query without the filters of some names that are not ruled out by `-`. */
export function withoutOperators(q: string, names: readonly OperatorName[]): string {
  const isMeant = (part: QueryNode) => part.kind === 'operator' && names.includes(part.name);
  return print(
    parseQuery(q).query.nodes.filter((node) => {
      const parts = alternatives(node);
      return parts.length === 0 || !parts.every(isMeant);
    }),
  );
}

/** The query without its last word, for those who found nothing; `undefined` when one word is left. */
export function withoutLastWord(q: string): string | undefined {
  const { nodes } = parseQuery(q).query;
  const words = nodes.filter((node) => !isFilter(node) && node.kind !== 'not');
  const last = words.at(-1);
  return words.length < 2 ? undefined : print(nodes.filter((node) => node !== last));
}

/** The query with its phrases as plain words; `undefined` when there is none. */
export function withoutQuotes(q: string): string | undefined {
  const { nodes } = parseQuery(q).query;
  if (!nodes.some((node) => node.kind === 'phrase')) return undefined;
  const texts = nodes.map((node) =>
    node.kind === 'phrase' ? node.text : printQuery({ nodes: [node] }),
  );
  return texts.join(' ');
}

/** The query with text added behind it. */
export function withPart(q: string, part: string): string {
  return q === '' ? part : `${q} ${part}`;
}

function isFilter(node: QueryNode): boolean {
  if (node.kind === 'not') return node.node.kind === 'operator';
  return alternatives(node).length > 0;
}

/** The operators of a part: itself, or all of an `OR` that joins nothing else. */
function alternatives(node: QueryNode): readonly QueryNode[] {
  if (node.kind === 'operator') return [node];
  if (node.kind !== 'or') return [];
  return node.nodes.every((part) => part.kind === 'operator') ? node.nodes : [];
}

function withoutAlternative(node: QueryNode, text: string): QueryNode[] {
  if (node.kind === 'operator') return printPart(node) === text ? [] : [node];
  if (alternatives(node).length === 0 || node.kind !== 'or') return [node];
  const nodes = node.nodes.filter((part) => printPart(part) !== text);
  return nodes.length < 2 ? nodes : [{ kind: 'or', nodes }];
}

function print(nodes: readonly QueryNode[]): string {
  return printQuery({ nodes });
}
