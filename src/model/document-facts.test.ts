import { expect, it } from 'vitest';
import { createImageDocument } from '../../test/fixtures/memory-index.ts';
import { withFacts } from './document-facts.ts';
import type { FactValue } from './fact.ts';

const document = createImageDocument();
const scored = (fact: FactValue) => withFacts(document, new Map([['nsfw', fact]])).nsfw;

it('takes a score from the fact of its producer', () => {
  expect(scored({ kind: 'json', value: { nsfw: 0.25, porn: 0.2 } })).toBe(0.25);
  expect(withFacts(document, new Map([['other', { kind: 'json', value: 1 }]]))).toEqual(document);
});

it('is unknown where it was tried in vain, and absent where nobody tried', () => {
  expect(scored({ kind: 'none', reason: 'cannot be decoded' })).toBe('unknown');
  expect(withFacts(document, new Map())).not.toHaveProperty('nsfw');
});

it('leaves out what is no score', () => {
  for (const value of [-1, 1.5, Number.NaN, '0.5', null, {}]) {
    expect(scored({ kind: 'json', value: { nsfw: value } })).toBeUndefined();
  }
  expect(scored({ kind: 'bytes', bytes: new Uint8Array(1) })).toBeUndefined();
});

it('takes the place of what facts told before', () => {
  const thumbnail = (fact: FactValue) => new Map([['image.thumbnail', fact]]);
  const sizes = [{ width: 240, height: 180 }];
  const made = withFacts(
    document,
    thumbnail({ kind: 'json', value: { sizes, thumbhash: 'AQID' } }),
  );
  expect(made).toEqual({ ...document, thumbnails: sizes, thumbhash: 'AQID' });
  const failed = withFacts(made, thumbnail({ kind: 'none', reason: 'damaged' }));
  expect(failed).toEqual({ ...document, unreadable: 'damaged' });
  expect(withFacts(failed, new Map())).toEqual(document);
});

it('takes colours as they are written down, and leaves out what is none', () => {
  const read = (value: unknown) =>
    withFacts(document, new Map([['image.colors', { kind: 'json', value }]])).colors;
  expect(read({ palette: [{ color: '#ABCDEF', share: 0.5 }], families: ['red', 'blue'] })).toEqual({
    palette: [{ color: '#abcdef', share: 0.5 }],
    families: ['red', 'blue'],
  });
  expect(read({ palette: [{ color: 'red', share: 2 }, 7], families: ['mauve', 3] })).toEqual({
    palette: [],
    families: [],
  });
  expect(read('blue')).toBeUndefined();
});
