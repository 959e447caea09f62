// Tests of sentences that tell how much of something is there.
import { expect, it } from 'vitest';
import { exportNote, listTitle } from './amounts.ts';

it('says how many captures are listed, and calls them all only when they are', () => {
  expect(listTitle(1, 1)).toBe('The capture');
  expect(listTitle(1000, 1000)).toBe('All 1,000 captures');
  expect(listTitle(1000, 1234)).toBe('1,000 of 1,234 captures');
});

it('promises all results as an export only where it may have them', () => {
  expect(exportNote({ value: 100_000, relation: 'eq' })).toMatch(/^All results/);
  expect(exportNote({ value: 100_001, relation: 'eq' })).toMatch(/^The first 100,000 results/);
  expect(exportNote({ value: 10_000, relation: 'gte' })).toMatch(/^The first 100,000 results/);
});
