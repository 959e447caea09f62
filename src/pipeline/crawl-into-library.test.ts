import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openCrawlWeb } from '../../test/fixtures/crawl-web.ts';
import { frameHeader, jpeg } from '../../test/fixtures/images.ts';
import { dumpLibrary } from '../../test/fixtures/library-dump.ts';
import { temporaryFolder } from '../../test/fixtures/temporary-folder.ts';
import { breadth, images, openHttpFetcher, parseResolveRule } from '../crawl/crawl.ts';
import { openLibrary } from '../index/index.ts';
import { searchImages } from '../search/search.ts';
import { crawlIntoLibrary, type LibraryCrawl } from './crawl-into-library.ts';
import { ingestInputs } from './ingest-inputs.ts';

const PAGES = 12;

async function open(latencyMs: number) {
  const web = await openCrawlWeb(
    {
      a: ({ path }) => {
        const number = Number(/\d+/.exec(path)?.[0] ?? 0);
        if (path.endsWith('.jpg'))
          return { type: 'image/jpeg', body: jpeg(frameHeader(800, 600 + number)) };
        if (path === '/robots.txt') return undefined;
        return `<title>Page ${number}</title><a href="/${number + 1 < PAGES ? number + 1 : 0}">next</a><img src="/${number}.jpg" alt="harbour ${number}">`;
      },
    },
    { latencyMs },
  );
  const fetcher = openHttpFetcher({
    userAgent: 'test/1',
    resolve: [parseResolveRule(web.resolve)],
  });
  onTestFinished(() => fetcher.close());
  const library = await openLibrary(temporaryFolder(), { access: 'write', create: {} });
  onTestFinished(() => library.close());
  const run = (more: Partial<LibraryCrawl> = {}) =>
    crawlIntoLibrary({
      ...{
        library,
        seeds: ['http://a.test/0'],
        strategy: breadth,
        goal: images,
        fetcher,
        delayMs: 0,
      },
      ...{ withThumbnails: false, ingestEveryMs: 30 },
      ...more,
    });
  return { library, run, web };
}

it('fills a library while it crawls', async () => {
  const { library, run } = await open(15);
  const found: number[] = [];
  const { counts } = await run({
    onProgress: async () => {
      found.push((await searchImages(library.index, { query: 'harbour' })).total.value);
    },
  });
  expect(counts).toMatchObject({ pages: PAGES, images: PAGES, wanted: PAGES });
  expect((await searchImages(library.index, { query: 'harbour' })).total.value).toBe(PAGES);
  // Some were found before the end, while the file was still being written.
  expect(found.some((count) => count > 0 && count < PAGES)).toBe(true);
  const names = readdirSync(join(library.folder, 'archive'));
  expect(names.filter((name) => name.endsWith('.warc.gz'))).toHaveLength(1);
  expect(names.filter((name) => name.endsWith('.cdxj'))).toHaveLength(1);
  const [file] = library.files.list();
  expect(file?.fingerprint).toMatch(/^sha256:/);
  expect(existsSync(file?.location ?? '')).toBe(true);
});

it('leaves the library that ingesting its archives would have made', async () => {
  const { library, run } = await open(5);
  await run();
  const other = await openLibrary(temporaryFolder(), { access: 'write', create: {} });
  onTestFinished(() => other.close());
  await ingestInputs(other, [join(library.folder, 'archive')], { collection: 'crawl' });
  expect(await dumpLibrary(library)).toBe(await dumpLibrary(other));
  // And ingesting them again changes nothing.
  const again = await ingestInputs(library, [join(library.folder, 'archive')]);
  expect(again).toMatchObject({ files: 0, known: 1 });
});
