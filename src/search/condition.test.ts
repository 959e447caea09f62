import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { IndexFilter, IndexSelection, MatchNode } from '../model/index-query.ts';
import { allOf, anyOf, type Condition, negate, toSelections } from './condition.ts';

const text = (form: string): Condition => ({ kind: 'text', match: word(form) });
const word = (form: string): MatchNode => ({ kind: 'word', word: { forms: [form], text: form } });
const filter = (name: string): Condition => ({
  kind: 'filter',
  filter: { kind: 'collection', name },
});

describe('a condition', () => {
  it('of words alone, or of operators alone, is one selection', () => {
    expect(toSelections(anyOf([text('a'), text('b')]))).toEqual([
      { match: { kind: 'or', nodes: [word('a'), word('b')] }, filters: [] },
    ]);
    expect(toSelections(anyOf([filter('a'), negate(filter('b'))]))).toHaveLength(1);
  });

  it('of a word or an operator is the word, and the operator without the word', () => {
    expect(toSelections(anyOf([filter('x'), text('a')]))).toEqual([
      { match: word('a'), filters: [] },
      { match: { kind: 'not', node: word('a') }, filters: [{ kind: 'collection', name: 'x' }] },
    ]);
  });

  it('is refused when it needs too many selections', () => {
    const mixed = anyOf([text('a'), filter('x')]);
    expect(toSelections(allOf([mixed, mixed]))).toHaveLength(4);
    expect(toSelections(allOf([mixed, mixed, mixed]))).toBeUndefined();
  });

  it('selects each document it holds for exactly once', () => {
    const { tree } = fc.letrec<{ tree: Condition }>((tie) => ({
      tree: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        fc.constantFrom('a', 'b', 'c').map(text),
        fc.constantFrom('x', 'y', 'z').map(filter),
        tie('tree').map(negate),
        fc.array(tie('tree'), { minLength: 1, maxLength: 3 }).map(anyOf),
        fc.array(tie('tree'), { minLength: 1, maxLength: 3 }).map(allOf),
      ),
    }));
    const documents = fc.subarray(['a', 'b', 'c', 'x', 'y', 'z']).map((names) => new Set(names));
    fc.assert(
      fc.property(tree, documents, (condition, document) => {
        const selections = toSelections(condition);
        fc.pre(selections !== undefined);
        const count = selections!.filter((selection) => isSelected(selection, document)).length;
        expect(count).toBe(holds(condition, document) ? 1 : 0);
      }),
      { numRuns: 1000 },
    );
  });
});

type Names = ReadonlySet<string>;

function holds(condition: Condition, names: Names): boolean {
  switch (condition.kind) {
    case 'text':
      return isMatch(condition.match, names);
    case 'filter':
      return passes(condition.filter, names);
    case 'and':
      return condition.conditions.every((part) => holds(part, names));
    case 'or':
      return condition.conditions.some((part) => holds(part, names));
  }
}

function isSelected({ match, filters }: IndexSelection, names: Names): boolean {
  const isMatched = match === undefined || isMatch(match, names);
  return isMatched && filters.every((each) => passes(each, names));
}

function isMatch(match: MatchNode, names: Names): boolean {
  if (match.kind === 'word') return names.has(match.word.text);
  if (match.kind === 'and') return match.nodes.every((node) => isMatch(node, names));
  if (match.kind === 'or') return match.nodes.some((node) => isMatch(node, names));
  if (match.kind === 'not') return !isMatch(match.node, names);
  throw new Error('no phrases here');
}

function passes(filter: IndexFilter, names: Names): boolean {
  if (filter.kind === 'collection') return names.has(filter.name);
  if (filter.kind === 'not') return !passes(filter.filter, names);
  if (filter.kind === 'any') return filter.filters.some((each) => passes(each, names));
  throw new Error('no other filters here');
}
