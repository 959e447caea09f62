import { expect, it } from 'vitest';
import { buildWacz, indexedArchive } from '../../../test/fixtures/wacz-builder.ts';
import type { CdxEntry } from '../cdx/cdx-entry.ts';
import { examineArchive } from '../read/examine.ts';
import { memorySource } from '../source/source.ts';
import { openWacz } from '../source/wacz.ts';
import { startComparison } from './comparison.ts';
import { readStoredIndex } from './stored-index.ts';

const { bytes, entries } = indexedArchive(4);
const [first, second, third, fourth] = entries as [CdxEntry, CdxEntry, CdxEntry, CdxEntry];

async function compare(lines: readonly CdxEntry[] | undefined, pages: readonly object[] = []) {
  const wacz = await openWacz(memorySource(buildWacz(bytes, lines, pages), 'crawl.wacz'));
  const comparing = await startComparison(wacz);
  for (const archive of wacz.archives()) {
    await examineArchive(await archive.open(), { onRecord: comparing.see });
  }
  return comparing.finish();
}

it('finds a right index and captured pages right', async () => {
  const pages = [
    { url: 'http://example.org/1', title: 'One' },
    { url: 'https://www.example.org/2#part', title: '' },
  ];
  expect(await compare(entries, pages)).toEqual({
    title: '',
    index: {
      lines: 4,
      isCompared: true,
      counts: { 'no-line': 0, 'no-record': 0, 'other-record': 0, 'other-length': 0 },
      differences: [],
      problems: [],
    },
    pages: { listed: 2, rejected: 0, notCaptured: 0, missing: [], first: pages },
  });
});

it('says nothing of what a WACZ does not have', async () => {
  const { index, pages } = await compare(undefined);
  expect([index, pages]).toEqual([undefined, undefined]);
});

it('names every line that is wrong and every capture without one', async () => {
  const lines = [
    { ...second, length: second.length + 1 },
    { ...third, url: 'http://example.org/other' },
    { ...fourth, offset: fourth.offset + 1 },
    { ...first, file: 'other.warc.gz' },
  ];
  const { index } = await compare(lines);
  expect(index?.counts).toEqual({
    'no-line': 2,
    'no-record': 1,
    'other-record': 1,
    'other-length': 1,
  });
  expect(index?.problems).toEqual(['1 lines name an archive that is not there']);
  expect(index?.differences.map(({ kind, offset }) => [kind, offset])).toEqual([
    ['no-line', first.offset],
    ['other-length', second.offset],
    ['other-record', third.offset],
    ['no-line', fourth.offset],
    ['no-record', fourth.offset + 1],
  ]);
});

it('names pages that were not captured', async () => {
  const { pages } = await compare(entries, [
    { url: 'http://example.org/99', title: 'Lost' },
    { title: 'no address' },
  ]);
  expect(pages).toMatchObject({ listed: 1, rejected: 1, notCaptured: 1 });
  expect(pages?.missing).toEqual([{ url: 'http://example.org/99', title: 'Lost' }]);
});

it('does not hold an index that is too long', async () => {
  const wacz = await openWacz(memorySource(buildWacz(bytes, entries), 'crawl.wacz'));
  expect(await readStoredIndex(wacz, { maxLines: 3 })).toMatchObject({ isTooLong: true });
  expect(await readStoredIndex(wacz, { maxLines: 4 })).toMatchObject({
    isTooLong: false,
    lines: 4,
  });
});
