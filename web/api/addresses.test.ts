// Tests of what the server is asked for.
import { expect, it } from 'vitest';
import { exportAddress, facetsAddress, imagesAddress, timelineAddress } from './addresses.ts';

const parametersOf = (address: string) =>
  Object.fromEntries(new URL(address, 'http://page.invalid').searchParams);

it('exports as much as there may be, in the order of the page', () => {
  expect(parametersOf(exportAddress({ q: 'ponte' }, 'newest', 'csv'))).toEqual({
    ...{ q: 'ponte', sort: 'newest', limit: '100000', format: 'csv' },
  });
});

it('asks for sensitive pictures beside the query, not in it', () => {
  const query = { q: '"red bridge', safe: 'off' } as const;
  for (const address of [
    imagesAddress(query, 'relevance'),
    facetsAddress(query, ['site'], 10),
    timelineAddress(query, 60),
    exportAddress(query, 'relevance', 'json'),
  ]) {
    expect(parametersOf(address)).toMatchObject({ q: '"red bridge', safe: 'off' });
  }
  expect(parametersOf(timelineAddress({ q: '' }, 60))).toEqual({
    q: '',
    buckets: '60',
    axis: 'library',
  });
});
