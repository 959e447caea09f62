import { expect, it } from 'vitest';
import { didYouMean } from './suggest.ts';

it('suggests the nearest word, if one is near', () => {
  expect(didYouMean('serach', ['search', 'serve'])).toBe(' Did you mean `search`?');
  expect(didYouMean('xylophone', ['search', 'serve'])).toBe('');
});
