// Searches to begin with.
import { expect, it } from 'vitest';
import type { StatsAnswer } from '../api/types.ts';
import { canAnswer, ownExamples, startSearches } from './start-searches.ts';

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

it('explains operators by counts that statistics do not have, and by an image that is there', () => {
  const facets = { kind: counts({ photo: 3, drawing: 2 }), language: counts({ pt: 4 }) };
  const stats = { ...STATS, mostPages: [{ url: 'http://a.example/b.png', pages: 3 }] };
  const examples = (name: 'kind' | 'lang' | 'licence' | 'src') =>
    ownExamples({ name, examples: ['as written'] }, stats, facets);
  expect(examples('kind')).toEqual(['kind:photo', 'kind:drawing']);
  expect(examples('lang')).toEqual(['lang:pt']);
  expect(examples('src')).toEqual(['src:http://a.example/b.png']);
  expect(examples('licence')).toEqual(['as written']);
});

it('tells operators for which nothing was made of the pixels', () => {
  const facts = [{ name: 'ocr', done: 0 }];
  expect(canAnswer('text', { ...STATS, facts })).toBe(false);
  expect(canAnswer('text', { ...STATS, facts: [{ name: 'ocr', done: 1 }] })).toBe(true);
  expect(canAnswer('site', { ...STATS, facts })).toBe(true);
  // Not told, as under an embargo.
  expect(canAnswer('text', STATS)).toBe(true);
});
