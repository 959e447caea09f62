// Tests of results that grow page by page.
import { expect, it } from 'vitest';
import type { ImagesAnswer, Item } from '../api/types.ts';
import { answeredQuery, append, results } from './results.ts';

const answer = (ids: readonly string[], next: string | null): ImagesAnswer => ({
  query: 'a',
  total: { value: 3, relation: 'eq' },
  items: ids.map((id) => ({ id }) as Item), // the rest does not matter here
  parts: [{ match: 'all', total: 3, items: ids.length }],
  didYouMean: 'b',
  next,
  took: 1,
  warnings: [{ severity: 'hint', code: next ?? 'last', message: '' }],
});

it('puts the next page behind and shows no picture twice', () => {
  const first = append(results.value, answer(['a', 'b'], 'more'));
  const second = append(first, answer(['b', 'c'], null));
  expect(second.items.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  expect(second).toMatchObject({ status: 'ready', pages: 2, next: null, didYouMean: 'b' });
  expect(second.warnings.map(({ code }) => code)).toEqual(['more']);
});

it('tells which query the answers are of, where another one was meant', () => {
  const before = results.value;
  const corrected = { query: 'boat', instead: '+baot' };
  results.value = append({ ...before, q: 'baot' }, { ...answer(['a'], null), corrected });
  expect(answeredQuery('baot')).toBe('boat');
  expect(answeredQuery('other')).toBe('other');
  results.value = before;
});
