import { describe, expect, it } from 'vitest';
import { parseQuery } from './parse-query.ts';
import type { QueryNode } from './query.ts';
import { QUERY_NOTES } from './query-notes.ts';

const word = (text: string): QueryNode => ({ kind: 'word', text });
const phrase = (text: string): QueryNode => ({ kind: 'phrase', text });
const not = (node: QueryNode): QueryNode => ({ kind: 'not', node });
const or = (...nodes: QueryNode[]): QueryNode => ({ kind: 'or', nodes });
const site = (host: string): QueryNode => ({ kind: 'operator', name: 'site', host });
const collection = (name: string): QueryNode => ({
  kind: 'operator',
  name: 'collection',
  collection: name,
});

describe('words and phrases without a note', () => {
  it.each<[string, QueryNode[]]>([
    ['', []],
    [' \t\n', []],
    ['cat', [word('cat')]],
    ['cat  dog', [word('cat'), word('dog')]],
    ['cat\u0000dog\u0007park', [word('cat'), word('dog'), word('park')]],
    ['\u200ecat\u3000dog\u200b', [word('cat'), word('dog')]],
    ['eleição São', [word('eleição'), word('São')]],
    ['"old cat"', [phrase('old cat')]],
    ['"  old \n\u0001 cat "', [phrase('old cat')]],
    [
      '“old cat” „alte Katze“ «vieux chat»',
      [phrase('old cat'), phrase('alte Katze'), phrase('vieux chat')],
    ],
    ['「古い猫」', [phrase('古い猫')]],
    ['“old cat" dog', [phrase('old cat'), word('dog')]],
    ['big"old cat"dog', [word('big'), phrase('old cat'), word('dog')]],
    ['"OR"', [phrase('OR')]],
    ['"site:example.org (a)"', [phrase('site:example.org (a)')]],
    ['+cat', [{ kind: 'word', text: 'cat', isRequired: true }]],
    ['＋cat', [{ kind: 'word', text: 'cat', isRequired: true }]],
    ['~cat', [{ kind: 'word', text: 'cat', isLoose: true }]],
    ['+~cat', [{ kind: 'word', text: 'cat', isRequired: true, isLoose: true }]],
    ['-cat', [not(word('cat'))]],
    ['－cat −dog', [not(word('cat')), not(word('dog'))]],
    ['-~cat', [not({ kind: 'word', text: 'cat', isLoose: true })]],
    ['-"old cat" -site:a.org', [not(phrase('old cat')), not(site('a.org'))]],
    ['+"old cat" +site:a.org', [phrase('old cat'), site('a.org')]],
    ['-OR +OR', [not(word('OR')), { kind: 'word', text: 'OR', isRequired: true }]],
    [
      "C++ .NET foo-bar rock'n'roll AT&T",
      ['C++', '.NET', 'foo-bar', "rock'n'roll", 'AT&T'].map(word),
    ],
    ['12:30 C:\\x 標題：內容 a:b 😀', ['12:30', 'C:\\x', '標題：內容', 'a:b', '😀'].map(word)],
    ['note: this', [word('note:'), word('this')]],
    ['cat|dog or park and zoo', ['cat|dog', 'or', 'park', 'and', 'zoo'].map(word)],
  ])('%j', (text, nodes) => {
    expect(parseQuery(text)).toEqual({ query: { nodes }, notes: [] });
  });
});

describe('OR binds tighter than a space', () => {
  it.each<[string, QueryNode[]]>([
    ['cat OR dog', [or(word('cat'), word('dog'))]],
    ['cat OR dog park', [or(word('cat'), word('dog')), word('park')]],
    ['park cat OR dog', [word('park'), or(word('cat'), word('dog'))]],
    ['a OR b OR c d OR e', [or(word('a'), word('b'), word('c')), or(word('d'), word('e'))]],
    ['-a OR "b c" OR site:d.org', [or(not(word('a')), phrase('b c'), site('d.org'))]],
    ['"a"OR"b"', [or(phrase('a'), phrase('b'))]],
    ['+OR OR b', [or({ kind: 'word', text: 'OR', isRequired: true }, word('b'))]],
  ])('%j', (text, nodes) => {
    expect(parseQuery(text)).toEqual({ query: { nodes }, notes: [] });
  });
});

describe('notes name their place', () => {
  it.each<[string, string, QueryNode[], [string, number, number][]]>([
    ['OR at the start', 'OR cat', [word('cat')], [['stray-or', 0, 2]]],
    ['OR at the end', 'cat OR', [word('cat')], [['stray-or', 4, 6]]],
    ['OR alone', ' OR ', [], [['stray-or', 1, 3]]],
    ['OR twice', 'a OR OR b', [or(word('a'), word('b'))], [['stray-or', 5, 7]]],
    ['OR many times, told once', 'OR OR a', [word('a')], [['stray-or', 0, 2]]],
    ['OR beside a part left out', 'a OR size:x b', [word('a'), word('b')], [['bad-value', 5, 11]]],
    ['OR after a part left out', 'size:x OR b c', [word('b'), word('c')], [['bad-value', 0, 6]]],
    ['OR past a lone dash', 'a - OR b', [or(word('a'), word('b'))], [['nothing-to-find', 2, 3]]],
    [
      'AND and NOT',
      'a AND NOT b',
      ['a', 'AND', 'NOT', 'b'].map(word),
      [
        ['not-an-operator', 2, 5],
        ['not-an-operator', 6, 9],
      ],
    ],
    ['bars', 'a | b || c', ['a', 'b', 'c'].map(word), [['not-an-operator', 2, 3]]],
    ['ampersands', 'a && b', ['a', 'b'].map(word), [['not-an-operator', 2, 4]]],
    [
      'a lone dash, told once',
      'Lisboa - Porto - Faro',
      ['Lisboa', 'Porto', 'Faro'].map(word),
      [['nothing-to-find', 7, 8]],
    ],
    ['lone signs', '+ ~', [], [['nothing-to-find', 0, 1]]],
    ['an empty phrase', 'cat "" dog', ['cat', 'dog'].map(word), [['nothing-to-find', 4, 6]]],
    ['a negated empty phrase', '-"..."', [], [['nothing-to-find', 0, 6]]],
    [
      'an open quote',
      'big "old cat',
      [word('big'), phrase('old cat')],
      [['unbalanced-quote', 4, 12]],
    ],
    [
      'an open quote and nothing',
      '12"',
      [word('12')],
      [
        ['nothing-to-find', 2, 3],
        ['unbalanced-quote', 2, 3],
      ],
    ],
    [
      'an open quote in a value',
      'collection:"My crawl',
      [collection('My crawl')],
      [['unbalanced-quote', 11, 20]],
    ],
    [
      'parentheses, told once',
      '(a OR b) (c)',
      [or(word('a'), word('b')), word('c')],
      [['parentheses', 0, 1]],
    ],
    ['wide parentheses', 'a（b）', [word('a'), word('b')], [['parentheses', 1, 2]]],
    [
      'a parenthesis that closes after a value',
      '(site:a.org)',
      [site('a.org')],
      [['parentheses', 0, 1]],
    ],
    ['a repeated sign', 'x --a', [word('x'), not(word('a'))], [['odd-signs', 2, 5]]],
    [
      'signs against each other',
      '+-~a',
      [not({ kind: 'word', text: 'a', isLoose: true })],
      [['odd-signs', 0, 4]],
    ],
    ['a loose phrase', '~"a b"', [phrase('a b')], [['odd-signs', 0, 6]]],
    ['a loose operator', '~site:a.org', [site('a.org')], [['odd-signs', 0, 11]]],
    [
      'an unknown operator',
      'cat foo:bar',
      [word('cat'), word('foo:bar')],
      [['unknown-operator', 4, 11]],
    ],
    [
      'an unknown operator with a sign',
      '-foo:bar',
      [not(word('foo:bar'))],
      [['unknown-operator', 0, 8]],
    ],
    ['an unknown operator with a quoted value', 'foo:"a b"', [word('foo:'), phrase('a b')], []],
    ['a near miss', 'sit:example.org', [word('sit:example.org')], [['unknown-operator', 0, 15]]],
    [
      'a near miss without a value',
      'sit: x',
      [word('sit:'), word('x')],
      [['unknown-operator', 0, 4]],
    ],
    [
      'a URL',
      'see http://example.org/a.jpg',
      [word('see'), word('http://example.org/a.jpg')],
      [['url-as-words', 4, 28]],
    ],
    ['no value', 'cat site: dog', [word('cat'), word('dog')], [['empty-value', 4, 9]]],
    ['an empty value in quotes', 'site:"" a', [word('a')], [['empty-value', 0, 7]]],
    ['no value at the end', '-type:', [], [['empty-value', 0, 6]]],
    ['an impossible value', 'a -size:banana b', [word('a'), word('b')], [['bad-value', 2, 14]]],
  ])('%s', (_, text, nodes, notes) => {
    const parsed = parseQuery(text);
    expect(parsed.query.nodes).toEqual(nodes);
    expect(parsed.notes.map((note) => [note.code, note.start, note.end])).toEqual(notes);
  });
});

describe('messages say what would be possible', () => {
  it.each([
    ['sit:x', '‘sit:x’ was taken as words. Did you mean site:?'],
    ['foo:bar', '‘foo:bar’ was taken as words. There is no operator foo:.'],
    [
      'https://example.org:80/x',
      '‘https://example.org:80/x’ was taken as words. Did you mean src:, or site:example.org?',
    ],
    ['geo:maybe', '‘geo:maybe’ was left out. geo: takes yes or no.'],
    ['-safe:', '‘-safe:’ was left out: no value follows the colon. safe: takes on or off.'],
    [
      'lang:pt,en',
      '‘lang:pt,en’ was left out. lang: takes a language code of two or three letters. OR stands between several.',
    ],
    ['a AND b', '‘AND’ is no operator. It was taken as a word. All parts are needed anyway.'],
    ['a | b', '‘|’ is no operator. Write OR between two parts.'],
    ['--a', '‘--a’: its signs were taken as -.'],
    ['size:800x600', 'Taken as at least so large: size:800x600+.'],
    [
      `foo:${'😀'.repeat(30)}`,
      `‘foo:${'😀'.repeat(18)}…’ was taken as words. There is no operator foo:.`,
    ],
  ])('%j', (text, message) => {
    expect(parseQuery(text).notes.map((note) => note.message)).toEqual([message]);
  });

  it('with a severity: errors for what is left out, hints for what is taken in another way', () => {
    const severities = Object.entries(QUERY_NOTES).map(([code, { severity }]) => [code, severity]);
    expect(severities.filter(([, severity]) => severity === 'error').map(([code]) => code)).toEqual(
      ['too-long', 'too-many-parts', 'empty-value', 'bad-value'],
    );
  });
});
