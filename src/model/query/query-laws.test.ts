import fc from 'fast-check';
import { expect, it } from 'vitest';
import { OPERATORS } from './operators.ts';
import { parseQuery } from './parse-query.ts';
import { printQuery } from './print-query.ts';
import type { OperatorNode, Query, QueryNode } from './query.ts';
import { MAX_QUERY_LENGTH, MAX_QUERY_PARTS } from './query-notes.ts';
import { iterateLeaves } from './query-words.ts';

const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 80 }),
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.string({ maxLength: 80 }),
);

/** Texts out of the things that mean something, thrown together without sense. */
const pieces = [
  ...OPERATORS.flatMap(({ name, aliases, examples }) => [
    ...[name, ...aliases].map((known) => `${known}:`),
    ...examples,
  ]),
  ...[
    'OR',
    ' OR ',
    'AND',
    '"',
    '“',
    '”',
    '«',
    '「',
    '(',
    ')',
    '（',
    '-',
    '+',
    '~',
    '－',
    ':',
    '：',
    ',',
  ],
  ...[
    ' ',
    '\u3000',
    '\u0000',
    '\u200b',
    '|',
    'http://a.org/b',
    'C:\\x',
    '12:30',
    'sit:',
    'cat',
    'ﷺ',
    'Σ',
    'İ',
    '⑴',
  ],
  ...[
    '2010',
    '-05',
    '..',
    '800x600',
    '+',
    '>',
    '#fa0',
    '38.7,-9.1',
    'km',
    '\ud800',
    '\udc00',
    '½',
    'é',
    'e\u0301',
  ],
];
const oddText = fc
  .array(
    fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...pieces) },
      { weight: 1, arbitrary: anyText },
    ),
    {
      maxLength: 40,
    },
  )
  .map((found) => found.join(''));

it('every text is a query, and its canonical text is the same query', () => {
  fc.assert(
    fc.property(fc.oneof(anyText, oddText), (text) => {
      const { query, notes } = parseQuery(text);
      const printed = printQuery(query);
      expect(parseQuery(printed).query).toEqual(query);
      expect(printQuery(parseQuery(printed).query)).toBe(printed);
      expect(parseQuery(printed).notes.filter((note) => note.severity === 'error')).toEqual([]);
      for (const { start, end, message } of notes) {
        expect(start >= 0 && start < end && end <= text.length && message !== '').toBe(true);
      }
    }),
    { numRuns: 3000 },
  );
});

const plainText = fc.oneof(
  fc.stringMatching(/^[a-zà-ü0-9.][a-zà-ü0-9.'&/\\+|_~-]{0,8}[a-z0-9]$/),
  fc.constantFrom(
    'C++',
    '12:30',
    'C:\\x',
    'foo:bar',
    'http://a.org/b.jpg',
    '猫',
    'AND',
    '😀',
    'sit:',
  ),
);
const wordNode = fc
  .record({
    text: fc.oneof(plainText, fc.constant('OR')),
    isRequired: fc.boolean(),
    isLoose: fc.boolean(),
  })
  .map(
    ({ text, isRequired, isLoose }): QueryNode => ({
      kind: 'word',
      text,
      ...(isRequired || text === 'OR' ? { isRequired: true } : {}), // a bare OR is no word
      ...(isLoose ? { isLoose: true } : {}),
    }),
  );
const spaced = fc.array(plainText, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));
const phraseNode = fc
  .oneof(spaced, fc.constantFrom('site:a (b)', 'OR', '- a'))
  .map((text): QueryNode => ({ kind: 'phrase', text }));
const digits = fc
  .date({ min: new Date('1000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .chain((date) =>
    fc
      .constantFrom(4, 6, 8, 14)
      .map((length) => date.toISOString().replace(/\D/g, '').slice(0, length)),
  );
const millionths = (from: number, to: number) =>
  fc.integer({ min: from * 1e6, max: to * 1e6 }).map((value) => value / 1e6);
const place = fc.oneof(
  fc.record({
    latitude: millionths(-90, 90),
    longitude: millionths(-180, 180),
    km: millionths(1, 20_000),
  }),
  fc.record(
    {
      name: fc.constantFrom('Lisboa', 'New York', 'Paris, Texas', 'Área 51', '東京'),
      km: millionths(1, 20_000),
    },
    { requiredKeys: ['name'] },
  ),
);
const pixels = fc.integer({ min: 1, max: 999_999 });
const url = fc.webUrl({ withQueryParameters: true, withFragments: true });
const year = fc.integer({ min: 1000, max: 9999 });
const operatorNode: fc.Arbitrary<OperatorNode> = fc
  .oneof(
    fc.record({ name: fc.constant('site' as const), host: fc.domain() }),
    fc.record({ name: fc.constantFrom('link' as const, 'similar' as const), target: url }),
    fc.record({ name: fc.constant('src' as const), url }),
    fc.record({
      name: fc.constant('type' as const),
      subtype: fc.constantFrom('jpeg', 'svg+xml', 'x-icon', 'heic'),
    }),
    fc.record({
      name: fc.constant('size' as const),
      size: fc.oneof(
        fc.record({ class: fc.constantFrom('sm' as const, 'md' as const, 'lg' as const) }),
        fc.record({ minWidth: pixels, minHeight: pixels }),
      ),
    }),
    fc.record({
      name: fc.constantFrom('from' as const, 'to' as const),
      time: fc.record({ digits }),
    }),
    fc
      .tuple(year, year)
      .map(([a, b]) => ({ name: 'year' as const, from: Math.min(a, b), to: Math.max(a, b) })),
    fc.record({
      name: fc.constant('collection' as const),
      collection: fc.oneof(spaced, fc.constant('a (b')),
    }),
    fc.record({
      name: fc.constant('orientation' as const),
      value: fc.constantFrom('landscape' as const, 'square' as const),
    }),
    fc.record({ name: fc.constant('color' as const), color: fc.constantFrom('grey', '#00ff7f') }),
    fc.record({ name: fc.constant('kind' as const), value: fc.constantFrom('photo', 'ad') }),
    fc.record({
      name: fc.constant('label' as const),
      label: fc.constantFrom('tabby', 'fire engine', 'a (b'),
    }),
    fc.record({ name: fc.constant('text' as const), text: fc.oneof(spaced, fc.constant('a (b')) }),
    fc.record({ name: fc.constant('near' as const), place }),
    fc.record({ name: fc.constant('geo' as const), isKnown: fc.boolean() }),
    fc.record({ name: fc.constant('safe' as const), isOn: fc.boolean() }),
    fc.record({ name: fc.constant('animated' as const), isAnimated: fc.boolean() }),
    fc.record({ name: fc.constant('lang' as const), code: fc.stringMatching(/^[a-z]{2,3}$/) }),
  )
  .map((value): OperatorNode => ({ kind: 'operator', ...value }));
const leaf = fc.oneof(wordNode, phraseNode, operatorNode);
const part = fc.oneof(leaf, leaf.map(negate));
const group = fc
  .array(part, { minLength: 2, maxLength: 4 })
  .map((nodes): QueryNode => ({ kind: 'or', nodes }));
const anyQuery = fc
  .array(fc.oneof(part, group), { maxLength: 16 })
  .map((nodes): Query => ({ nodes }));

/** A word that is ruled out cannot be required as well; `-OR` needs no other sign. */
function negate(node: QueryNode): QueryNode {
  if (node.kind !== 'word') return { kind: 'not', node };
  const { isRequired, ...rest } = node;
  return { kind: 'not', node: rest };
}

it('a query that is printed is read back as it was', () => {
  fc.assert(
    fc.property(anyQuery, (query) => {
      expect(parseQuery(printQuery(query)).query).toEqual(query);
    }),
    { numRuns: 1000 },
  );
});

it('keeps 64 parts and tells where the rest begins', () => {
  const text = `${'a OR b '.repeat(32)}c OR d`;
  const { query, notes } = parseQuery(text);
  expect([...iterateLeaves(query)]).toHaveLength(MAX_QUERY_PARTS);
  expect(notes.map(({ code, start, end }) => [code, start, end])).toEqual([
    ['too-many-parts', 32 * 7, text.length],
  ]);
});

it('counts parts that are left out, so that notes do not grow without end', () => {
  const { query, notes } = parseQuery('~"x" size:banana '.repeat(500));
  expect([...iterateLeaves(query)]).toHaveLength(32);
  expect(notes.filter(({ code }) => code === 'bad-value')).toHaveLength(32);
  expect(notes.at(-1)).toMatchObject({ code: 'too-many-parts', start: 32 * 17 });
});

it('cuts long texts at a space', () => {
  const text = `${'x'.repeat(MAX_QUERY_LENGTH - 5)} ${'y'.repeat(10)} z`;
  const { query, notes } = parseQuery(text);
  expect(query.nodes).toEqual([{ kind: 'word', text: 'x'.repeat(MAX_QUERY_LENGTH - 5) }]);
  expect(notes.map(({ code, start, end }) => [code, start, end])).toEqual([
    ['too-long', MAX_QUERY_LENGTH - 5, text.length],
  ]);
});

it('cuts one long word where it must, but not through a character', () => {
  const text = `x${'😀'.repeat(MAX_QUERY_LENGTH)}`;
  const { query, notes } = parseQuery(text);
  expect(query.nodes).toEqual([{ kind: 'word', text: text.slice(0, MAX_QUERY_LENGTH - 1) }]);
  expect(notes.map(({ code, start }) => [code, start])).toEqual([
    ['too-long', MAX_QUERY_LENGTH - 1],
  ]);
});

it('leaves out what could not be read back because its canonical text is too long', () => {
  const long = `collection:(${'x'.repeat(MAX_QUERY_LENGTH - 12)}`;
  expect(long).toHaveLength(MAX_QUERY_LENGTH);
  const { query, notes } = parseQuery(long);
  expect(query.nodes).toEqual([]);
  expect(notes.map(({ code, start, end }) => [code, start, end])).toEqual([
    ['too-long', 0, long.length],
  ]);
});

it.each([
  ['words', 'cat '],
  ['one word', 'x'],
  ['quotes', '"'],
  ['open parentheses', '('],
  ['signs', '-'],
  ['spaced signs', '- '],
  ['colons', ':'],
  ['operators', 'site:'],
  ['values', 'near:1,2,3,'],
  ['parentheses in a value', 'src:((((((('],
  ['OR', 'OR '],
  ['blanks', ' '],
  ['blanks in quotes', '" '],
  ['characters that grow when folded', 'site:ﷺ'],
  ['control characters', '\u0000\u0007'],
])('reads 10 kB and 1 MB of %s quickly', (_, piece) => {
  for (const size of [10_000, 1_000_000]) {
    const text = piece.repeat(Math.ceil(size / piece.length));
    const start = process.cpuUsage(); // not the clock: other tests run at the same time
    const { query, notes } = parseQuery(text);
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(200);
    expect(notes.length).toBeLessThan(300);
    expect(parseQuery(printQuery(query)).query).toEqual(query);
  }
});
