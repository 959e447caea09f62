// What a planner asks of a query before it looks at the details.
import type { OperatorName, OperatorNode, Query, QueryNode } from './query.ts';

/** A word of a query. */
export type WordNode = Extract<QueryNode, { readonly kind: 'word' }>;

/** A phrase of a query. */
export type PhraseNode = Extract<QueryNode, { readonly kind: 'phrase' }>;

/** A word, phrase or operator, and whether it is wanted or ruled out. */
export interface QueryLeaf {
  readonly node: WordNode | PhraseNode | OperatorNode;
  readonly isNegated: boolean;
}

/** All words, phrases and operators, in the order of the text, also those inside `OR` and `-`. */
export function* iterateLeaves(query: Query): Generator<QueryLeaf, void> {
  for (const node of query.nodes) yield* leavesOf(node, false);
}

/** The words and phrases to look for, in the order of the text: those of `OR` too, those after `-` not. */
export function collectWords(query: Query): readonly (WordNode | PhraseNode)[] {
  const words: (WordNode | PhraseNode)[] = [];
  for (const { node, isNegated } of iterateLeaves(query)) {
    if (!isNegated && node.kind !== 'operator') words.push(node);
  }
  return words;
}

/** Whether there is a word or phrase to look for; without one there is nothing to rank by. */
export function hasWords(query: Query): boolean {
  return collectWords(query).length > 0;
}

/** Whether an operator stands anywhere in a query. */
export function hasOperator(query: Query, name: OperatorName): boolean {
  for (const { node } of iterateLeaves(query)) {
    if (node.kind === 'operator' && node.name === name) return true;
  }
  return false;
}

function* leavesOf(node: QueryNode, isNegated: boolean): Generator<QueryLeaf, void> {
  if (node.kind === 'not') yield* leavesOf(node.node, !isNegated);
  else if (node.kind === 'or') for (const part of node.nodes) yield* leavesOf(part, isNegated);
  else yield { node, isNegated };
}
