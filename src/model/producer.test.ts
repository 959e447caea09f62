// Identities of producers.
import { expect, it } from 'vitest';
import { producerKey, producerOf } from './producer.ts';

const thumbnail = { name: 'image.thumbnail', version: '1', settings: { box: 200, format: 'webp' } };

it('is equal whatever the order of settings', () => {
  const other = { ...thumbnail, settings: { format: 'webp', box: 200 } };
  expect(producerKey(other)).toBe(producerKey(thumbnail));
  const nested = (a: object) => producerKey({ ...thumbnail, settings: { a: [a] } as never });
  expect(nested({ x: 1, y: [2] })).toBe(nested({ y: [2], x: 1 }));
});

it.each([
  { name: 'image.thumbnails' },
  { version: '2' },
  { settings: { box: 240, format: 'webp' } },
  { settings: { box: '200', format: 'webp' } },
  { settings: {} },
])('differs by %j', (change) => {
  expect(producerKey({ ...thumbnail, ...(change as object) })).not.toBe(producerKey(thumbnail));
});

it('takes the identity out of whatever has one', () => {
  expect(producerOf({ ...thumbnail, derive: () => 1 } as never)).toEqual(thumbnail);
});
