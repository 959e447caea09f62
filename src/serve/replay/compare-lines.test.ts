// Which lines came, went and stayed.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareLines } from './compare-lines.ts';

const print = (before: string, after: string) =>
  compareLines(before.split(''), after.split(''))
    .map(({ kind, text }) => ({ same: ' ', came: '+', went: '-' })[kind] + text)
    .join('');

it.each([
  ['abc', 'abc', ' a b c'],
  ['abc', 'axc', ' a-b+x c'],
  ['', 'ab', '+a+b'],
  ['ab', '', '-a-b'],
  ['abcd', 'bcde', '-a b c d+e'],
])('%s to %s is %s', (before, after, script) => {
  expect(print(before, after)).toBe(script);
});

it('gives both texts back, with as few changes as there can be', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 30 });
  fc.assert(
    fc.property(text, text, (before, after) => {
      const changes = compareLines(before, after);
      const side = (left: 'came' | 'went') =>
        changes.filter(({ kind }) => kind !== left).map((change) => change.text);
      expect(side('came')).toEqual(before);
      expect(side('went')).toEqual(after);
      const same = changes.filter(({ kind }) => kind === 'same').length;
      expect(same).toBe(longestCommon(before, after));
    }),
  );
});

it('tells texts without a line in common in bounded time', () => {
  const lines = (name: string) => Array.from({ length: 3000 }, (_, at) => `${name} ${at}`);
  const changes = compareLines(lines('a'), lines('b'));
  expect(changes.filter(({ kind }) => kind === 'went')).toHaveLength(3000);
  expect(changes.filter(({ kind }) => kind === 'came')).toHaveLength(3000);
});

/** Length of the longest common subsequence, by the table. */
function longestCommon(a: readonly string[], b: readonly string[]): number {
  let row = new Array<number>(b.length + 1).fill(0);
  for (const line of a) {
    const next = [0];
    for (const [at, other] of b.entries()) {
      next.push(line === other ? row[at]! + 1 : Math.max(row[at + 1]!, next[at]!));
    }
    row = next;
  }
  return row[b.length]!;
}
