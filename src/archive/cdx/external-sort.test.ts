// Sorting beyond memory: the order of bytes, nothing lost, nothing left behind.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type LineSorter, openLineSorter } from './external-sort.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pinakes-test-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

async function textOf(sorter: LineSorter): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of sorter.pieces()) pieces.push(piece);
  return Buffer.concat(pieces).toString('utf8');
}

const bytewise = (lines: readonly string[]) =>
  lines.map((line) => Buffer.from(line)).sort(Buffer.compare);

const numbers = (count: number) =>
  Array.from({ length: count }, (_, i) => `line ${(i * 7919) % count}`);

describe('the order', () => {
  it('is that of the bytes, with and without runs on disk', async () => {
    const line = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\n'));
    await fc.assert(
      fc.asyncProperty(
        fc.array(line),
        fc.constantFrom(50, 500, 1e6),
        async (lines, memoryBytes) => {
          const sorter = openLineSorter({ folder, memoryBytes });
          for (const text of lines) sorter.add(text);
          const expected = bytewise(lines).map((bytes) => `${bytes}\n`);
          expect(await textOf(sorter)).toBe(expected.join(''));
        },
      ),
    );
    expect(readdirSync(folder)).toEqual([]);
  });

  it('holds when there are more runs than are merged at a time', async () => {
    const lines = numbers(20_000);
    const sorter = openLineSorter({ folder, memoryBytes: 5000 });
    for (const line of lines) sorter.add(line);
    const runs = () => readdirSync(folder).flatMap((name) => readdirSync(join(folder, name)));
    expect(runs().length).toBeGreaterThan(128);
    let text = '';
    for await (const piece of sorter.pieces()) {
      expect(runs().length).toBeLessThanOrEqual(64);
      text += piece;
    }
    expect(text).toBe(`${lines.toSorted().join('\n')}\n`);
  });

  it('has equal lines once where this is wanted', async () => {
    const sorter = openLineSorter({ folder, memoryBytes: 200, isUnique: true });
    for (const line of [...numbers(50), ...numbers(50), ...numbers(50)]) sorter.add(line);
    expect(await textOf(sorter)).toBe(`${numbers(50).toSorted().join('\n')}\n`);
  });
});

describe('a file', () => {
  it('appears whole, in place of an older one', async () => {
    const path = join(folder, 'new', 'index.cdx');
    for (const lines of [numbers(10), numbers(1000)]) {
      const sorter = openLineSorter({ folder, memoryBytes: 1000 });
      for (const line of lines) sorter.add(line);
      const size = await sorter.writeTo(path);
      expect(readFileSync(path, 'utf8')).toBe(`${lines.toSorted().join('\n')}\n`);
      expect(readFileSync(path)).toHaveLength(size);
    }
    expect(readdirSync(folder)).toEqual(['new']);
    expect(readdirSync(join(folder, 'new'))).toEqual(['index.cdx']);
  });

  it('is left as it was when writing fails, and nothing else stays', async () => {
    const controller = new AbortController();
    const path = join(folder, 'index.cdx');
    writeFileSync(path, 'old\n');
    const sorter = openLineSorter({ folder, memoryBytes: 1000, signal: controller.signal });
    for (const line of numbers(1000)) sorter.add(line);
    controller.abort(new Error('enough'));
    await expect(sorter.writeTo(path)).rejects.toThrow('enough');
    expect(readFileSync(path, 'utf8')).toBe('old\n');
    expect(readdirSync(folder)).toEqual(['index.cdx']);
  });

  it('that cannot be is named in the error', async () => {
    writeFileSync(join(folder, 'file'), '');
    const sorter = openLineSorter({ folder, memoryBytes: 100 });
    for (const line of numbers(10)) sorter.add(line);
    const path = join(folder, 'file', 'index.cdx');
    await expect(sorter.writeTo(path)).rejects.toMatchObject({ code: 'OUTPUT_UNWRITABLE' });
    expect(readdirSync(folder)).toEqual(['file']);
  });
});

describe('temporary files', () => {
  it('are gone when the reader stops early', async () => {
    const sorter = openLineSorter({ folder, memoryBytes: 1000 });
    for (const line of numbers(10_000)) sorter.add(line);
    expect(readdirSync(folder)).toHaveLength(1);
    for await (const _ of sorter.pieces()) break;
    expect(readdirSync(folder)).toEqual([]);
  });

  it('are gone when the sorter is closed, or stopped while lines come', () => {
    const controller = new AbortController();
    const sorter = openLineSorter({ folder, memoryBytes: 1000, signal: controller.signal });
    for (const line of numbers(100)) sorter.add(line);
    expect(readdirSync(folder)).toHaveLength(1);
    controller.abort(new Error('enough'));
    expect(() => {
      for (const line of numbers(100)) sorter.add(line);
    }).toThrow('enough');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('that find no room make an error that says where', () => {
    const sorter = openLineSorter({ folder: join(folder, 'none'), memoryBytes: 1 });
    expect(() => sorter.add('x')).toThrow(`${join(folder, 'none')} cannot be written`);
  });
});

it('refuses a line that is two', () => {
  expect(() => openLineSorter().add('a\nb')).toThrow('line feed');
});
