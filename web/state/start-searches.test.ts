// Searches to begin with.
import { expect, it } from 'vitest';
import type { StatsAnswer } from '../api/types.ts';
import { ownExamples, startSearches } from './start-searches.ts';

const counts = (values: Readonly<Record<string, number>>) =>
  Object.entries(values).map(([value, count]) => ({ value, count }));

const STATS: StatsAnswer = {
  files: 1,
  bytes: 1,
  matched: { records: 1, indexed: 1 },
  metadata: {},
  documents: 30,
  rejected: [],
  years: counts({ 1998: 2, 2004: 8, 2019: 20, '': 1 }),
  sites: counts({ 'a.example': 20, 'b.example': 9, 'c.example': 1, 'd.example': 1 }),
  types: counts({ 'image/jpeg': 29, 'image/gif': 1 }),
  sizes: counts({ md: 30 }),
  collections: counts({ news: 30 }),
};

it('begins with searches that the library answers', () => {
  expect(startSearches(STATS).map(({ q }) => q)).toEqual([
    'to:2002',
    'type:gif',
    'site:a.example',
    'site:b.example',
    'site:c.example',
  ]);
  expect(startSearches(undefined)).toEqual([]);
  const years = counts({ 2019: 3 });
  expect(startSearches({ ...STATS, years, sites: [], types: [] })).toEqual([]);
});

it('explains operators by what the library has', () => {
  const examples = (name: 'site' | 'from' | 'type' | 'near') =>
    ownExamples({ name, examples: ['as written'] }, STATS);
  expect(examples('site')).toEqual(['site:a.example', 'site:b.example']);
  expect(examples('type')).toEqual(['type:jpeg', 'type:gif']);
  expect(examples('from')).toEqual(['from:2004']);
  expect(examples('near')).toEqual(['as written']);
  expect(ownExamples({ name: 'site', examples: ['as written'] }, undefined)).toEqual([
    'as written',
  ]);
});
