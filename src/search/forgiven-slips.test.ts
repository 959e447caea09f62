import { expect, it } from 'vitest';
import { forgivenSlips } from './forgiven-slips.ts';

it('forgives more in longer words', () => {
  expect(['ab', 'abc', 'abcde', 'abcdef'].map(forgivenSlips)).toEqual([0, 1, 1, 2]);
});
