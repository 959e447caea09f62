import { expect, it } from 'vitest';
import { TrapRules } from './traps.ts';

it('bounds calendars, deep and repeating paths, long addresses and many parameters', () => {
  const rules = new TrapRules({ maxDepth: 5, maxPerPattern: 3 });
  const url = (rest: string) => `http://a.test${rest}`;
  expect(rules.refuse(url('/x'), 6)).toBe('trap-depth');
  expect(rules.refuse(url('/a/b/a/b/a/b'), 1)).toBe('trap-segments');
  expect(rules.refuse(url(`/${'x/'.repeat(1)}${'y'.repeat(3000)}`), 1)).toBe('trap-url');
  expect(rules.refuse(url('/?a=x&b=x&c=x&d=x&e=x&f=x&g=x&h=x&i=x'), 1)).toBe('trap-parameters');
  const days = [1, 2, 3, 4, 5].map((day) => rules.refuse(url(`/?day=${day}`), 1));
  expect(days).toEqual([undefined, undefined, undefined, 'trap-pattern', 'trap-pattern']);
  expect(rules.refuse('http://b.test/?day=1', 1)).toBeUndefined();
  for (let n = 0; n < 50; n += 1) expect(rules.refuse(url(`/article/${n}`), 1)).toBeUndefined();
});

it('bounds the pages of a host', () => {
  const rules = new TrapRules({ maxPagesPerHost: 2 });
  expect(['/1', '/2', '/3'].map((path) => rules.refuse(`http://a.test${path}`, 1))).toEqual([
    undefined,
    undefined,
    'trap-host',
  ]);
});
