import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { IMAGE_TYPES, toMimes } from './image-types.ts';
import { renderOperatorTable } from './operator-table.ts';
import { findOperator, OPERATORS, suggestOperator } from './operators.ts';
import { parseQuery } from './parse-query.ts';
import { printQuery } from './print-query.ts';
import { QUERY_NOTES } from './query-notes.ts';
import { collectWords, hasOperator, hasWords } from './query-words.ts';

const PAGE = readFileSync(new URL('../../../docs/query-language.md', import.meta.url), 'utf8');

describe('the table of operators', () => {
  it('has no name twice', () => {
    const names = OPERATORS.flatMap(({ name, aliases, elsewhere }) => [
      name,
      ...aliases,
      ...elsewhere,
    ]);
    expect(new Set(names).size).toBe(names.length);
  });

  it.each(OPERATORS.flatMap(({ name, examples }) => examples.map((text) => [name, text] as const)))(
    'has for %s: the good example %s',
    (name, text) => {
      const { query, notes } = parseQuery(text);
      expect(notes).toEqual([]);
      expect(hasOperator(query, name)).toBe(true);
    },
  );

  it.each(
    OPERATORS.flatMap(({ name, choices = [] }) => choices.map((choice) => `${name}:${choice}`)),
  )('has the good choice %s', (text) => {
    const { query, notes } = parseQuery(text);
    expect(notes).toEqual([]);
    expect(printQuery(query)).toBe(text);
  });

  it('is the one in the documentation', () => {
    const shown = /<!-- operators[^>]*-->\n([\s\S]*?)\n<!-- end of operators -->/.exec(PAGE)?.[1];
    expect(shown).toBe(renderOperatorTable());
  });
});

it.each(Object.keys(QUERY_NOTES))('the documentation explains the note %s', (code) => {
  expect(PAGE).toContain(`| \`${code}\` |`);
});

it('the documentation has examples without a fault', () => {
  const examples = [...PAGE.matchAll(/^\| `([^`]+[^:])` \| [A-Z]/gm)].map(([, text = '']) => text);
  expect(examples.length).toBeGreaterThan(10);
  for (const text of examples) expect([text, parseQuery(text).notes]).toEqual([text, []]);
});

it.each([
  ['sit', 'site'],
  ['SITES', 'site'],
  ['stie', 'site'],
  ['tpye', 'type'],
  ['typ', 'type'],
  ['orient', 'orientation'],
  ['colection', 'collection'],
  ['related', 'similar'],
  ['until', 'to'],
  ['location', 'place'],
  ['go', undefined],
  ['banana', undefined],
  ['', undefined],
  ['s'.repeat(1000), undefined],
])('for %j suggests %j', (name, operator) => {
  expect(suggestOperator(name)).toBe(operator);
});

it('finds operators by any of their names, whatever the case', () => {
  expect(findOperator('Related')?.name).toBe('similar');
  expect(findOperator('constructor')).toBeUndefined();
});

it('knows the MIME types of every format', () => {
  expect(toMimes('svg+xml')).toEqual(['image/svg+xml']);
  expect(toMimes('heic')).toEqual(['image/heic', 'image/heif']);
  expect(IMAGE_TYPES.every((type) => type.mimes.includes(`image/${type.subtype}`))).toBe(true);
});

describe('words to look for', () => {
  it('are those that are not ruled out, in the order of the text', () => {
    const { query } = parseQuery('cat -dog "old park" OR zoo site:a.org -"x y"');
    expect(collectWords(query).map(({ text }) => text)).toEqual(['cat', 'old park', 'zoo']);
    expect(hasWords(query)).toBe(true);
  });

  it('are missing from queries that only rule out or filter', () => {
    expect(hasWords(parseQuery('-cat site:a.org').query)).toBe(false);
  });
});

it('no text means a tree that is deeper than the language', () => {
  const cat = { kind: 'word', text: 'cat' } as const;
  const either = { kind: 'or', nodes: [cat, cat] } as const;
  expect(() => printQuery({ nodes: [{ kind: 'not', node: either }] })).toThrow('No text means');
});

it('quotes inside a phrase that no parser made cannot break out of it', () => {
  expect(printQuery({ nodes: [{ kind: 'phrase', text: 'a" site:b “c' }] })).toBe('"a site:b c"');
});
