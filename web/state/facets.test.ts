// Tests of what the filter panel asks for.
import { expect, it } from 'vitest';
import { toRequests } from './facets.ts';
import { FILTERS, toChoice } from './filters.ts';

it('is made of the operators with a facet or with choices', () => {
  expect(FILTERS.map(({ operator }) => operator)).toEqual([
    'site',
    'type',
    'size',
    'orientation',
    'color',
    'kind',
    'label',
    'licence',
    'year',
    'collection',
    'lang',
    'geo',
    'animated',
    'variants',
  ]);
  expect(toChoice('type', 'image/x-icon')).toBe('ico');
  expect(toChoice('site', 'a.pt')).toBe('a.pt');
});

it('counts all facets at once while no filter is in use', () => {
  expect(toRequests('ponte')).toEqual([
    {
      query: 'ponte',
      names: [
        ...['site', 'type', 'size', 'color', 'kind', 'label', 'licence', 'year'],
        ...['collection', 'language', 'animated'],
      ],
    },
  ]);
});

it('counts the values of a filter in use as if it were not', () => {
  expect(toRequests('ponte site:a.pt -type:gif')).toEqual([
    {
      query: 'ponte site:a.pt -type:gif',
      names: [
        ...['type', 'size', 'color', 'kind', 'label', 'licence', 'year'],
        ...['collection', 'language', 'animated'],
      ],
    },
    { query: 'ponte -type:gif', names: ['site'] },
  ]);
});
