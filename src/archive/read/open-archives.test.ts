import { expect, it } from 'vitest';
import { gzipEach, someRecords } from '../../../test/fixtures/archives.ts';
import { memorySource } from '../source/source.ts';
import { OpenArchives } from './open-archives.ts';

/** Archives of one record each, and what is open. */
function open(maxOpen: number) {
  const opened: string[] = [];
  const isOpen = new Set<string>();
  const archives = new OpenArchives({
    maxOpen,
    openSource: async (location) => {
      opened.push(location);
      if (location === 'missing') throw new Error('not there');
      isOpen.add(location);
      const source = memorySource(gzipEach(someRecords(1)), location);
      return { ...source, close: async () => void isOpen.delete(location) };
    },
  });
  return { archives, opened, isOpen };
}

it('keeps those open that were used last', async () => {
  const { archives, opened, isOpen } = open(2);
  for (const location of ['a', 'b', 'a', 'c', 'a', 'b']) {
    const record = (await archives.at(location)).readAt({ offset: 0 });
    expect([record.file, record.url]).toEqual([location, 'http://example.org/0']);
  }
  expect(opened).toEqual(['a', 'b', 'c', 'b']);
  expect([...isOpen]).toEqual(['a', 'b']);
  await archives.close();
  expect(isOpen.size).toBe(0);
});

it('tells what cannot be opened, each time it is asked for', async () => {
  const { archives, opened } = open(2);
  await expect(archives.at('missing')).rejects.toThrow('not there');
  await expect(archives.at('missing')).rejects.toThrow('not there');
  expect(opened).toEqual(['missing', 'missing']);
  await archives.close();
});
