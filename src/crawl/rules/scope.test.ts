import { expect, it } from 'vitest';
import { createScope, type ScopeOptions } from './scope.ts';

const SEEDS = ['http://www.a.org/news/index.html'];
const hops = (url: string, options: ScopeOptions, from = 0) =>
  createScope(SEEDS, options).hopsOf(url, from);

it('keeps to host, domain or prefix', () => {
  expect(hops('https://www.a.org/x', { kind: 'host' })).toBe(0);
  expect(hops('http://img.a.org/x', { kind: 'host' })).toBeUndefined();
  expect(hops('http://img.a.org/x', { kind: 'domain' })).toBe(0);
  expect(hops('http://b.org/', { kind: 'domain' })).toBeUndefined();
  expect(hops('http://www.a.org/news/1', { kind: 'prefix' })).toBe(0);
  expect(hops('http://www.a.org/sport/1', { kind: 'prefix' })).toBeUndefined();
  expect(hops('http://b.org/', {})).toBe(0);
});

it('lets some links lead out, and counts them', () => {
  expect(hops('http://b.org/', { kind: 'host', hops: 1 })).toBe(1);
  expect(hops('http://c.org/', { kind: 'host', hops: 1 }, 1)).toBeUndefined();
  expect(hops('http://www.a.org/', { kind: 'host', hops: 1 }, 1)).toBe(0);
});

it('includes and excludes by regular expressions', () => {
  expect(hops('http://b.org/photo/1', { include: ['/photo/'] })).toBe(0);
  expect(hops('http://b.org/x', { include: ['/photo/'] })).toBeUndefined();
  expect(hops('http://b.org/login', { exclude: ['LOGIN'] })).toBeUndefined();
  expect(() => hops('http://b.org/', { exclude: ['('] })).toThrow('not a regular expression');
});
