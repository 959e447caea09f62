// Tests of the catalogues: the same messages in all languages, all used, and no text in components.
import { expect, it } from 'vitest';
import { OPERATORS } from '../../src/model/query/operators.ts';
import { QUERY_NOTES } from '../../src/model/query/query-notes.ts';
import { OTHER_WORDS } from '../../src/serve/html/other-words.ts';
import german from './de.json';
import germanQuery from './de-query.json';
import english from './en.json';
import spanish from './es.json';
import spanishQuery from './es-query.json';
import french from './fr.json';
import frenchQuery from './fr-query.json';
import { format, type Message } from './messages.ts';
import { isPageWord } from './page-words.ts';
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

const CATALOGUES: readonly (readonly [string, Readonly<Record<string, Message>>])[] = [
  ['pt', portuguese],
  ['es', spanish],
  ['fr', french],
  ['de', german],
];

it.each(CATALOGUES)('have the same messages, forms and values in %s', (_, catalogue) => {
  expect(Object.keys(catalogue)).toEqual(Object.keys(english));
  const shape = (messages: Readonly<Record<string, Message>>) =>
    Object.entries(messages).map(([key, message]) => [key, typeof message, namesOf(message)]);
  expect(shape(catalogue)).toEqual(shape(english));
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

it('have all words of the first page among those that are loaded with it', () => {
  const text = [...firstPage('../main.tsx')].map((path) => sources[path]).join('\n');
  const isUsed = (key: string) =>
    text.includes(`'${key}'`) || text.includes(`\`${key.slice(0, key.lastIndexOf('.') + 1)}$`);
  expect(isUsed('search.submit')).toBe(true);
  expect(Object.keys(english).filter((key) => isPageWord(key) && isUsed(key))).toEqual([]);
});

/** A file and all that it imports at once. */
function firstPage(path: string, known = new Set<string>()): ReadonlySet<string> {
  const text = sources[path];
  if (text === undefined || known.has(path)) return known;
  known.add(path);
  for (const [, found = ''] of text.matchAll(/^(?:import|export) (?!type).*?from '(\.[^']+)'/gms)) {
    const url = new URL(found, new URL(path, 'http://page.invalid/web/i18n/'));
    const own = url.pathname.replace(/^\/web\//, '../').replace(/^\.\.\/i18n\//, './');
    firstPage(own, known);
  }
  return known;
}

const QUERY_WORDS = { pt: portugueseQuery, es: spanishQuery, fr: frenchQuery, de: germanQuery };

it('have Portuguese words for every operator and every note of the parser', () => {
  expect(Object.keys(portugueseQuery.operators).sort()).toEqual(
    OPERATORS.map(({ name }) => name).sort(),
  );
  const known = Object.keys(portugueseQuery.warnings);
  expect(Object.keys(QUERY_NOTES).filter((code) => !known.includes(code))).toEqual([]);
});

it.each(['es', 'fr', 'de'] as const)('say in %s all that Portuguese does', (language) => {
  const names = (words: object) => Object.values(words).flatMap((each) => Object.keys(each).sort());
  expect(names(QUERY_WORDS[language])).toEqual(names(portugueseQuery));
});

it.each(['pt', 'es', 'fr', 'de'] as const)('have the words of the server in %s', (language) => {
  expect(QUERY_WORDS[language].problems).toEqual(OTHER_WORDS[language]?.problems);
  expect(QUERY_WORDS[language].rejections).toEqual(OTHER_WORDS[language]?.rejections);
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
