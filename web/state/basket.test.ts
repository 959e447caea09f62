import { afterEach, expect, it } from 'vitest';
import { addToBasket, basket, emptyBasket, removeFromBasket } from './basket.ts';
import { MOST_IN_BASKET, packIds, unpackIds } from './packed-ids.ts';

const idOf = (number: number) => number.toString(16).padStart(64, '0');

afterEach(emptyBasket);

it('brings ids through a link, also those of one page each', () => {
  const ids = [idOf(0), 'f'.repeat(64), `${'0123456789abcdef'.repeat(4)}-fedcba9876543210`];
  const packed = packIds(ids);
  expect(unpackIds(packed)).toEqual(ids);
  expect(packed).toMatch(/^[\w.-]+$/);
  expect(packed.length).toBeLessThan(ids.join().length * 0.7);
});

it('leaves out what is no id, or was cut off', () => {
  const whole = packIds([idOf(1), idOf(2)]);
  expect(unpackIds(whole.slice(0, -3))).toEqual([idOf(1)]);
  expect(unpackIds('..%2F.<b>.AAAA')).toEqual([]);
  expect(unpackIds('')).toEqual([]);
});

it('holds each picture once, in order, and no more than an export does', () => {
  addToBasket(idOf(2), idOf(1), idOf(2));
  expect(basket.value).toEqual([idOf(2), idOf(1)]);
  removeFromBasket(idOf(2));
  expect(basket.value).toEqual([idOf(1)]);
  addToBasket(...Array.from({ length: 600 }, (_, at) => idOf(at)));
  expect(basket.value.length).toBe(MOST_IN_BASKET);
});
