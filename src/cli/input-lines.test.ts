import { PassThrough, Readable } from 'node:stream';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { iterateInputLines } from './input-lines.ts';

const never = new AbortController().signal;

it('splits at line ends wherever the chunks are cut', async () => {
  const line = fc
    .string({ unit: 'grapheme', maxLength: 8 })
    .map((text) => text.replace(/[\r\n]/g, ''));
  await fc.assert(
    fc.asyncProperty(fc.array(line), fc.integer({ min: 1, max: 5 }), async (lines, size) => {
      const bytes = Buffer.from(lines.map((text) => `${text}\n`).join(''));
      const chunks = [];
      for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.subarray(at, at + size));
      expect(await texts(chunks)).toEqual(lines);
    }),
  );
});

it('takes a last line without an end, and lines that end as on Windows', async () => {
  expect(await texts([Buffer.from('a\r\n\r\nb')])).toEqual(['a', '', 'b']);
  expect(await texts([])).toEqual([]);
});

it('passes over a line that is too long and says which', async () => {
  const input = ['a\n', 'x'.repeat(9), 'x'.repeat(9), '\nb\n', 'y'.repeat(11), '\nc'];
  expect(
    await texts(
      input.map((text) => Buffer.from(text)),
      10,
    ),
  ).toEqual(['a', 2, 'b', 4, 'c']);
});

it('ends while waiting for input when it is told to', async () => {
  const controller = new AbortController();
  const input = new PassThrough();
  input.write('a\nb');
  const seen = [];
  for await (const line of iterateInputLines(input, { signal: controller.signal })) {
    seen.push(line);
    controller.abort();
  }
  expect(seen).toEqual([{ kind: 'line', text: 'a' }]);
});

async function texts(chunks: readonly Buffer[], maxChars = 100): Promise<(string | number)[]> {
  const found: (string | number)[] = [];
  for await (const line of iterateInputLines(Readable.from(chunks), { signal: never, maxChars })) {
    found.push(line.kind === 'line' ? line.text : line.line);
  }
  return found;
}
