import { expect, it } from 'vitest';
import { findRule, parseResolveRule } from './resolve-rules.ts';

it('reads a rule and finds it for the hosts it is about', () => {
  const rules = [parseResolveRule('a.box=127.0.0.1:81'), parseResolveRule('*.box=[::1]:82')];
  expect(findRule(rules, 'A.box')).toEqual({ pattern: 'a.box', address: '127.0.0.1', port: 81 });
  expect(findRule(rules, 'b.c.box.')?.port).toBe(82);
  expect(findRule(rules, 'box')).toBeUndefined();
  expect(findRule(rules, 'evilbox')).toBeUndefined();
});

it.each([
  'box',
  'a.box=host:80',
  'a.box=127.0.0.1',
  'a.box=127.0.0.1:0',
  '=127.0.0.1:80',
  'a*b=1.1.1.1:80',
])('refuses %s', (text) => {
  expect(() => parseResolveRule(text)).toThrow('PATTERN=ADDR:PORT');
});
