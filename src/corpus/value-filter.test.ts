// Conditions on derived values, and counting.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { httpResponse, warcRecord } from '../../test/fixtures/archives.ts';
import { temporaryFolder } from '../../test/fixtures/temporary-folder.ts';
import { openCorpus } from './corpus.ts';
import { html } from './enrichments/groups.ts';
import { lookInside, parseValueFilter } from './value-filter.ts';

const isMet = (text: string, value: unknown) => {
  const { inside, isMet: test } = parseValueFilter(text);
  return test(lookInside(value, inside));
};

describe('a condition', () => {
  it.each([
    ['html.language=pt', 'pt', true],
    ['html.language = pt', 'en', false],
    ['html.language!=pt', 'en', true],
    ['title=A * C', 'A B C', true],
    ['title~bRiDge', 'The old Bridge', true],
    ['title~', undefined, false],
    ['title!=x', undefined, false],
    ['image.size.width>=300', { width: 300, height: 1 }, true],
    ['image.size.width<300', { width: 300, height: 1 }, false],
    ['image.size.width>10', { width: '300' }, false],
    ['html.links.url=http://*.org/', [{ url: 'x' }, { url: 'http://a.org/' }], true],
    ['html.links.url!=x', [{ url: 'x' }, { url: 'y' }], false],
    ['html.links.constructor=x', [{}], false],
    [`title=${'*a'.repeat(3000)}b`, 'a'.repeat(30_000), false],
  ])('%s of %j is met: %j', (text, value, expected) => {
    expect(isMet(text, value)).toBe(expected);
  });

  it.each([
    ['html.titel=x', 'ENRICHMENT_UNKNOWN'],
    ['no condition', 'USAGE'],
    ['http.response=x', 'ENRICHMENT_INVALID'],
  ])('%s is refused with %s', (text, code) => {
    expect(() => parseValueFilter(text)).toThrow(expect.objectContaining({ code }));
  });
});

async function openTitles(...titles: readonly string[]) {
  const path = join(temporaryFolder(), 'a.warc');
  const records = titles.map((title, at) =>
    warcRecord({
      url: `http://example.org/${at}`,
      block: httpResponse({ body: `<title>${title}</title>` }),
    }),
  );
  writeFileSync(path, Buffer.concat(records));
  return openCorpus(path, { workers: 0 });
}

it('filters records, and is named in their pipeline', async () => {
  await using corpus = await openTitles('one', 'two', 'three');
  const found = corpus.filterValue('html.title=t*');
  expect(await found.map(({ url }) => url.slice(-1)).toArray()).toEqual(['1', '2']);
  expect(found.step.text).toBe('filter html.title=t*');
});

it('counts by a key, sums up and reduces', async () => {
  await using corpus = await openTitles('b', 'a', 'b', 'c', 'b');
  const titled = corpus.enrich(html.title);
  const counts = titled.countBy((record) => record.get(html.title) ?? '');
  expect(await counts.toArray()).toEqual([
    { key: 'a', count: 1 },
    { key: 'b', count: 3 },
    { key: 'c', count: 1 },
  ]);
  expect(await titled.sum((record) => record.get(html.title)?.length)).toBe(5);
  expect(await titled.reduce((all, record) => all + record.get(html.title), '')).toBe('babcb');
});
