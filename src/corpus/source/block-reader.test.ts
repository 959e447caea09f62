// Blocks of lines from a small buffer: nothing is lost or doubled, and long lines are told.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { memorySource } from '../../archive/archive.ts';
import { readLineBlocks } from './block-reader.ts';

async function read(text: string, maxLineBytes = 1 << 20) {
  const parts: string[] = [];
  for await (const block of readLineBlocks(memorySource(Buffer.from(text)), maxLineBytes)) {
    parts.push(typeof block === 'string' ? `<${block}>\n` : block.toString());
  }
  return parts.join('');
}

it('gives all lines, however they lie to the buffer', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(300_000), fc.nat(3)), { maxLength: 8 }),
      fc.boolean(),
      async (sizes, isEnded) => {
        const lines = sizes.map(([size, letter]) => 'abcd'.charAt(letter).repeat(size));
        const text = lines.join('\n') + (isEnded ? '\n' : '');
        expect(await read(text)).toBe(text);
      },
    ),
    { numRuns: 40 },
  );
});

it('leaves out lines that are too long and says so', async () => {
  const long = 'x'.repeat(600_000);
  expect(await read(`a\n${long}\nb\n`, 500_000)).toBe('a\n<too-long>\nb\n');
  expect(await read(`a\n${long}`, 500_000)).toBe('a\n<too-long>\n');
  expect(await read(`${long}${long}\n${long}\nb`, 500_000)).toBe('<too-long>\n<too-long>\nb');
  expect(await read('')).toBe('');
});
