// Tests of the catalogues: the same messages in all languages, all used, and no text in components.
import { expect, it } from 'vitest';
import { OPERATORS } from '../../src/model/query/operators.ts';
import { QUERY_NOTES } from '../../src/model/query/query-notes.ts';
import { PORTUGUESE_PROBLEMS, PORTUGUESE_REJECTIONS } from '../../src/serve/html/portuguese.ts';
import english from './en.json';
import { format, type Message } from './messages.ts';
import portuguese from './pt.json';
import portugueseQuery from './pt-query.json';

const sources: Readonly<Record<string, string>> = import.meta.glob(
  ['../**/*.{ts,tsx}', '!../**/*.test.ts'],
  {
    query: '?raw',
    import: 'default',
    eager: true,
  },
);

const formsOf = (message: Message): readonly string[] =>
  typeof message === 'string' ? [message] : [message.one, message.other];
const namesOf = (message: Message) =>
  [
    ...new Set(
      formsOf(message)
        .join(' ')
        .match(/\{\w+\}/g) ?? [],
    ),
  ].sort();

it('have the same messages, forms and values in both languages', () => {
  expect(Object.keys(portuguese)).toEqual(Object.keys(english));
  const shape = (catalogue: Readonly<Record<string, Message>>) =>
    Object.entries(catalogue).map(([key, message]) => [key, typeof message, namesOf(message)]);
  expect(shape(portuguese)).toEqual(shape(english));
});

it('have no message that is empty or that nobody uses', () => {
  const text = Object.values(sources).join('\n');
  const keys = Object.entries(english);
  expect(keys.filter(([, message]) => formsOf(message).some((form) => form.trim() === ''))).toEqual(
    [],
  );
  const isUsed = (key: string) =>
    text.includes(`'${key}'`) || text.includes(`t(\`${key.slice(0, key.lastIndexOf('.') + 1)}$`);
  expect(keys.map(([key]) => key).filter((key) => !isUsed(key))).toEqual([]);
});

it('have Portuguese words for every operator and every note of the parser', () => {
  expect(Object.keys(portugueseQuery.operators).sort()).toEqual(
    OPERATORS.map(({ name }) => name).sort(),
  );
  const known = Object.keys(portugueseQuery.warnings);
  expect(Object.keys(QUERY_NOTES).filter((code) => !known.includes(code))).toEqual([]);
});

it('have the Portuguese words of the server for problems and for what is left out', () => {
  expect(portugueseQuery.problems).toEqual(PORTUGUESE_PROBLEMS);
  expect(portugueseQuery.rejections).toEqual(PORTUGUESE_REJECTIONS);
});

it('choose plural forms and write numbers as the language does', () => {
  const message = { one: '{count} imagem', other: '{count} imagens' };
  const texts = [1, 2, 12_345].map((count) => format(message, { count }, 'pt-PT'));
  expect(texts.map((text) => text.replace(/\s/g, ' '))).toEqual([
    '1 imagem',
    '2 imagens',
    '12 345 imagens',
  ]);
  expect(format('{a} {b}', { a: '{b} $&' }, 'en')).toBe('{b} $& {b}');
});

it('hold all words of the components', () => {
  const components = Object.entries(sources).filter(([path]) => path.endsWith('.tsx'));
  expect(components.length).toBeGreaterThan(30); // else the search is broken
  expect(
    components.flatMap(([path, text]) => literals(text).map((found) => `${path}: ${found}`)),
  ).toEqual([]);
});

it.each([
  ['<p>Hello there</p>', 1],
  ['<img alt="A picture" />', 1],
  ['<p>{t("a.b")} · {count}</p>', 0],
  ['const isSmall = a > 3 && b < 4;', 0],
])('finds words in %s: %d', (text, count) => {
  expect(literals(text).length).toBe(count);
});

/** Words between tags, and in attributes that people read. */
function literals(text: string): readonly string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  const between = [
    ...code.matchAll(/(?:[\w"'`}]|\/)>([^<>{}=;()]*\p{L}{2}[^<>{}=;()]*)<\/?[a-zA-Z]/gu),
  ];
  const attributes = [...code.matchAll(/\b(?:alt|title|label|placeholder|aria-label)="([^"]+)"/g)];
  return [...between, ...attributes].map(([, found = '']) => found.trim());
}
