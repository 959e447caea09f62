// What a library made of the demo's archives holds, as tables for people.
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Library, openLibrary, type SearchItem } from '../../src/pinakes.ts';
import { table } from '../markdown.ts';

/** Ingests the archives, each folder as a collection, and counts. */
export async function countDemo(archives: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pinakes-demo-'));
  const library = await openLibrary(folder, { access: 'write', create: { name: 'Demo' } });
  try {
    for (const collection of (await readdir(archives)).sort()) {
      await library.ingest([join(archives, collection)], { collection, workers: 0 });
    }
    return await describe(library);
  } finally {
    await library.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function describe(library: Library): Promise<string> {
  const { items } = await library.search({
    query: 'variants:all',
    limit: 1000,
    sort: 'oldest',
  });
  const siteOf = ({ page, url }: SearchItem) => new URL(page?.url ?? url).hostname;
  const hosts = [...new Set(items.map(siteOf))].sort();
  const languages = await library.index.facet({ filters: [] }, 'language', 20);
  const years = new Set(items.flatMap(yearsOf));
  const rows = hosts.map((host) => {
    const own = items.filter((item) => siteOf(item) === host);
    return [
      host,
      own[0]?.collections[0] ?? '',
      String(own.length),
      String(own.filter(({ place }) => place !== undefined).length),
      `${own[0]?.firstCapture.slice(0, 4)} to ${latest(own)}`,
    ];
  });
  const kinds = await library.index.facet({ filters: [] }, 'type', 20);
  const list = (counts: readonly { readonly value: string; readonly count: number }[]) =>
    counts.map(({ value, count }) => `${value || 'unknown'} ${count}`).join(', ');
  return [
    table(['site', 'collection', 'images', 'geotagged', 'captured'], rows),
    '',
    table(
      ['in all', ''],
      [
        ['images', String(items.length)],
        ['captures of images', String(items.reduce((sum, { captures }) => sum + captures, 0))],
        ['captured more than once', String(items.filter(({ captures }) => captures > 1).length)],
        ['shown by several pages', String(items.filter(({ pages }) => pages > 1).length)],
        ['geotagged', String(items.filter(({ place }) => place !== undefined).length)],
        ['animated', String(items.filter(({ frames }) => frames > 1).length)],
        [
          'years of first or last capture',
          `${years.size}, ${[...years].sort().at(0)} to ${[...years].sort().at(-1)}`,
        ],
        ['languages', list(languages)],
        ['kinds', list(kinds)],
      ],
    ),
  ].join('\n');
}

const yearsOf = ({ firstCapture, lastCapture }: SearchItem): string[] =>
  [firstCapture, lastCapture].map((time) => time.slice(0, 4));

const latest = (items: readonly SearchItem[]): string =>
  items
    .map(({ lastCapture }) => lastCapture.slice(0, 4))
    .sort()
    .at(-1) ?? '';
