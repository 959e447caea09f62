import { describe, expect, it } from 'vitest';
import type { MatchNode, WordForms } from '../model/index-query.ts';
import { TEXT_FIELDS } from '../model/ranking.ts';
import { type MatchExpression, toMatch, withKeywords } from './match-expression.ts';

const FIELDS = `{${TEXT_FIELDS.join(' ')}} : `;

describe('toMatch', () => {
  it('writes words, phrases and fields', () => {
    expect(textOf(word('a', 'b'))).toBe(`("a") OR ("b")`);
    expect(textOf({ kind: 'phrase', alternatives: [['a', 'b']] })).toBe('"a" + "b"');
    expect(textOf({ kind: 'word', word: { forms: ['日'], text: '', isPrefix: true } })).toBe(
      '"日" *',
    );
    const inTitle: MatchNode = { kind: 'word', word: { ...forms('a'), fields: ['imgTitle'] } };
    expect(textOf(inTitle)).toBe('{imgTitle} : "a"');
  });

  it('takes away where there is something to take from', () => {
    const a = word('a');
    const b = not(word('b'));
    expect(textOf({ kind: 'and', nodes: [a, b] })).toBe('("a") NOT ("b")');
    expect(toMatch(b)).toMatchObject({ text: `${FIELDS}"b"`, isNegated: true });
    const either = toMatch({ kind: 'or', nodes: [a, b] });
    expect(either).toMatchObject({ isNegated: true });
    expect(textOf({ kind: 'or', nodes: [a, b] })).toBe('("b") NOT ("a")');
    expect(textOf(not(not(a)))).toBe('"a"');
  });

  it('knows when nothing or everything is meant', () => {
    expect(toMatch(undefined)).toBe('all');
    expect(toMatch({ kind: 'and', nodes: [] })).toBe('all');
    expect(toMatch({ kind: 'or', nodes: [] })).toBe('none');
    expect(toMatch(word(''))).toBe('none');
    expect(toMatch(not(word('')))).toBe('all');
    expect(toMatch({ kind: 'and', nodes: [word('a'), word('')] })).toBe('none');
    expect(toMatch({ kind: 'word', word: { ...forms('a'), fields: [] } })).toBe('none');
  });

  it('makes one word of whatever characters there are', () => {
    expect(textOf(word('a"b'))).toBe('"a·22b"');
    expect(textOf(word('AND'))).toBe('"and"');
    expect(textOf(word('x\0y z'))).toBe('"x·0y·20z"');
  });

  it('tells which phrases find the words that count', () => {
    const match: MatchNode = { kind: 'and', nodes: [word('a', 'b'), word('c')] };
    expect(phrasesOf(match, forms('c'), forms('a', 'b'))).toEqual([[2], [0, 1]]);
  });

  it('adds words that are not found in all matching documents', () => {
    const both: MatchNode = { kind: 'and', nodes: [word('b'), word('c')] };
    const match: MatchNode = { kind: 'or', nodes: [word('a'), both] };
    const expression = toMatch(match, [forms('a'), forms('b')]) as MatchExpression;
    // a, b, c, then b once more as an alternative of the whole
    expect(numbersOf(expression)).toEqual([[0], [3]]);
    expect(expression.phrases[0]).toEqual([{ number: 0, isExact: true }]);
    expect(phrasesOf({ kind: 'phrase', alternatives: [['a', 'b']] }, forms('a'))).toEqual([[1]]);
    const inTitle: MatchNode = { kind: 'word', word: { ...forms('a'), fields: ['imgTitle'] } };
    expect(phrasesOf(inTitle, forms('a'))).toEqual([[1]]);
  });

  it('puts keywords behind the rest', () => {
    const expression = toMatch(word('a')) as MatchExpression;
    expect(withKeywords(expression, ['¦hpt']).text).toBe(`(${FIELDS}"a") AND keyword:"¦hpt"`);
  });
});

function forms(...list: string[]): WordForms {
  return { forms: list, text: list[0] ?? '' };
}

function word(...list: string[]): MatchNode {
  return { kind: 'word', word: forms(...list) };
}

function not(node: MatchNode): MatchNode {
  return { kind: 'not', node };
}

function textOf(match: MatchNode): string {
  return (toMatch(match) as MatchExpression).text.replaceAll(FIELDS, '');
}

function phrasesOf(match: MatchNode, ...words: WordForms[]) {
  return numbersOf(toMatch(match, words) as MatchExpression);
}

function numbersOf({ phrases }: MatchExpression) {
  return phrases.map((forms) => forms.map(({ number }) => number));
}
