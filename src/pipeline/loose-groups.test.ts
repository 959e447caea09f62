import { expect, it } from 'vitest';
import { type LooseEnd, toSortLines } from '../extract/extract.ts';
import type { Timestamp } from '../model/capture.ts';
import { type GroupLimits, groupLooseEnds } from './loose-groups.ts';

const time = (year: number) => `${year}0101000000` as Timestamp;

const sheet = (name: string, year: number): LooseEnd => ({
  kind: 'sheet',
  url: `http://example.org/${name}`,
  surt: `org,example)/${name}`,
  time: time(year),
  place: { file: 'a.warc', offset: year },
});

const link = (name: string, page: number): LooseEnd => ({
  kind: 'sheet-link',
  surt: `org,example)/${name}`,
  page: {
    url: `http://example.org/${page}`,
    surt: `org,example)/${page}`,
    title: '',
    time: time(2010),
  },
  imagesInPage: 0,
  firstPosition: 0,
});

async function group(ends: readonly LooseEnd[], limits?: GroupLimits) {
  const lines = ends.flatMap(toSortLines).sort();
  async function* pieces() {
    for (const line of lines) yield Buffer.from(`${line}\n`);
  }
  const groups = [];
  for await (const found of groupLooseEnds(pieces(), limits)) groups.push(found);
  return groups;
}

it('brings together what has the same key, captures first', async () => {
  const ends = [link('a', 1), sheet('b', 2001), sheet('a', 2002), link('a', 2), sheet('a', 2001)];
  const groups = await group(ends);
  expect(groups.map((found) => found.map(({ kind }) => kind))).toEqual([
    ['sheet', 'sheet', 'sheet-link', 'sheet-link'],
    ['sheet'],
  ]);
});

it('gives many links in several groups, each with the captures, and none twice', async () => {
  const links = Array.from({ length: 25 }, (_, page) => link('a', page));
  const groups = await group([sheet('a', 2001), ...links], { maxAsking: 10 });
  expect(groups.map((found) => found.length)).toEqual([11, 11, 6]);
  expect(groups.every(([first]) => first?.kind === 'sheet')).toBe(true);
  const urls = groups.flat().flatMap((end) => (end.kind === 'sheet-link' ? [end.page.url] : []));
  expect(new Set(urls).size).toBe(25);
});

it('keeps a bounded number of captures', async () => {
  const sheets = Array.from({ length: 9 }, (_, n) => sheet('a', 2001 + n));
  expect((await group([...sheets, link('a', 1)], { maxKnown: 4 }))[0]).toHaveLength(5);
});

it('has no groups of nothing', async () => {
  expect(await group([])).toEqual([]);
});
