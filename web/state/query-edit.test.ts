// Tests of the changes that filters, chips and the empty state make to queries.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseQuery } from '../../src/model/query/parse-query.ts';
import { printQuery } from '../../src/model/query/print-query.ts';
import type { OperatorName, OperatorNode } from '../../src/model/query/query.ts';
import {
  hasFilter,
  listFilters,
  removeFilter,
  toggleFilter,
  toOperator,
  withoutFilters,
  withoutLastWord,
  withoutOperators,
  withoutQuotes,
} from './query-edit.ts';

const operator = (name: OperatorName, value: string): OperatorNode => {
  const node = toOperator(name, value);
  if (node === undefined) throw new Error(`${name}:${value} is no operator`);
  return node;
};

it('makes an operator from the value of a facet', () => {
  expect(toggleFilter('ponte', operator('type', 'image/svg+xml'))).toBe('ponte type:svg');
  expect(toggleFilter('', operator('collection', 'My crawl'))).toBe('collection:"My crawl"');
  expect(toOperator('lang', '')).toBeUndefined();
  expect(toOperator('site', 'a b')).toBeUndefined();
});

it('does not let a value smuggle in another operator', () => {
  expect(toOperator('collection', 'a" site:b.pt "')?.name).toBe('collection');
  expect(toggleFilter('', operator('collection', 'a" -b'))).toBe('collection:a');
});

it('takes a filter out of alternatives and leaves the others', () => {
  expect(toggleFilter('type:png OR type:gif OR type:webp', operator('type', 'gif'))).toBe(
    'type:png OR type:webp',
  );
  expect(toggleFilter('type:png OR type:gif ponte', operator('type', 'gif'))).toBe(
    'type:png ponte',
  );
});

it('does not take an excluded or mixed part for a filter in use', () => {
  expect(hasFilter('-site:a.pt', operator('site', 'a.pt'))).toBe(false);
  expect(hasFilter('ponte OR site:a.pt', operator('site', 'a.pt'))).toBe(false);
  expect(hasFilter('site:A.pt', operator('site', 'a.pt'))).toBe(true);
});

it('gives the query back when a filter is added and taken out again', () => {
  const choices = fc.constantFrom<[OperatorName, string]>(
    ['site', 'publico.pt'],
    ['type', 'png'],
    ['year', '2004'],
    ['collection', 'My crawl'],
    ['size', 'lg'],
  );
  const words = fc.array(
    fc.constantFrom(
      'ponte',
      '"a b"',
      '-torre',
      'site:a.pt',
      'type:gif OR type:bmp',
      '-lang:pt',
      'from:2001',
    ),
    { maxLength: 6 },
  );
  fc.assert(
    fc.property(words, choices, (parts, [name, value]) => {
      const q = printQuery(parseQuery(parts.join(' ')).query);
      const node = operator(name, value);
      const added = toggleFilter(q, node);
      expect(hasFilter(added, node)).toBe(true);
      expect(toggleFilter(added, node)).toBe(q);
    }),
  );
});

it('lists and removes filters one by one', () => {
  const q = 'ponte site:a.pt -type:gif "b c" year:2004';
  const filters = listFilters(q);
  expect(filters.map(({ text, isNegated }) => [text, isNegated])).toEqual([
    ['site:a.pt', false],
    ['-type:gif', true],
    ['year:2004', false],
  ]);
  expect(removeFilter(q, filters[1]!.at)).toBe('ponte site:a.pt "b c" year:2004');
  expect(withoutFilters(q)).toBe('ponte "b c"');
});

it('removes the operators of a facet but not what they exclude', () => {
  expect(withoutOperators('a site:a.pt site:b.pt -site:c.pt type:png', ['site'])).toBe(
    'a -site:c.pt type:png',
  );
});

it('loosens queries that find nothing', () => {
  expect(withoutLastWord('ponte vermelha site:a.pt')).toBe('ponte site:a.pt');
  expect(withoutLastWord('ponte site:a.pt -b')).toBeUndefined();
  expect(withoutQuotes('"ponte vermelha" site:a.pt')).toBe('ponte vermelha site:a.pt');
  expect(withoutQuotes('ponte')).toBeUndefined();
});
