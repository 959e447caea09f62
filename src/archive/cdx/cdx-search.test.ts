// Binary search for a line: never behind the first line wanted, never far before it.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { memorySource } from '../source/source.ts';
import { seekLine } from './cdx-search.ts';

/** A range this long may be left to scan; a line more, where it does not begin at its edge. */
const NEAR_BYTES = 40_000;

async function expectNear(lines: readonly string[], target: string): Promise<void> {
  const text = lines.map((line) => `${line}\n`).join('');
  const before = lines.filter((line) => line < target);
  const wanted = before.reduce((sum, line) => sum + line.length + 1, 0);
  const place = await seekLine(memorySource(Buffer.from(text)), Buffer.from(target));
  expect(place).toBeLessThanOrEqual(wanted);
  expect(place).toBeGreaterThanOrEqual(wanted - NEAR_BYTES);
  expect(place === 0 || text[place - 1] === '\n').toBe(true);
}

it('goes before all lines that are equal', async () => {
  const lines = ['a', 'b', 'c'].flatMap((line) => Array<string>(50_000).fill(line));
  for (const target of ['', 'a', 'b', 'c', 'd']) await expectNear(lines, target);
});

it('compares lines that are longer than a probe', async () => {
  const start = 'x'.repeat(12_000);
  const lines = Array.from({ length: 40 }, (_, i) => `${start}${String(i).padStart(2, '0')}`);
  for (const end of ['00', '19', '20', '39', '40']) await expectNear(lines, start + end);
});

it('finds its place among lines of any length', async () => {
  const line = fc
    .tuple(fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 6 }), fc.nat({ max: 10_000 }))
    .map(([name, length]) => name + '-'.repeat(length));
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 60 }), line, (lines, target) =>
      expectNear(lines.toSorted(), target),
    ),
    { numRuns: 100 },
  );
});

it('ends on a source without line ends', async () => {
  const bytes = Buffer.alloc(3_000_000, 'x');
  expect(await seekLine(memorySource(bytes), Buffer.from('y'))).toBe(0);
});
