// The numbers of a library on an example small enough to count by hand, in all modes.
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { httpResponse, warcRecord } from '../../test/fixtures/archives.ts';
import { exifBlock, gpsTags } from '../../test/fixtures/image-exif.ts';
import { chunk, png } from '../../test/fixtures/images.ts';
import {
  imageBytes,
  imageId,
  imageRecord,
  type LibraryFolder,
  openLibraryFolder,
  pageRecord,
  revisitRecord,
  type TestIngest,
} from '../../test/fixtures/library-archives.ts';
import { loadImageDetails } from './image-details.ts';
import { toIngestReport } from './ingest-report.ts';
import { collectStats, listByPages } from './library-stats.ts';
import { removeFromLibrary } from './remove.ts';
import { repairLibrary } from './repair-library.ts';

const A = 'http://example.org/a.png';
const B = 'http://example.org/b.png';
const COPY = 'http://example.net/copy.png';
const LONELY = 'http://example.org/lonely.png';

/** Two collections: four contents, one of them at two addresses, one that nobody refers to, one too small. */
async function ingestExample(folder: LibraryFolder, options: TestIngest = {}): Promise<void> {
  const one = await folder.archive(
    'one.warc.gz',
    imageRecord(A, '20100101', 'first'),
    imageRecord(A, '20120101', 'second'),
    imageRecord(LONELY, '20110101', 'lonely', 500),
    imageRecord('http://example.org/dot.png', '20110101', 'dot', 20),
    pageRecord('http://example.org/1', '20100101', {
      title: 'One',
      images: [
        { src: A, alt: 'boat', caption: 'A boat' },
        { src: 'missing.png', alt: 'nothing' },
      ],
    }),
    pageRecord('http://example.org/2', '20120101', { title: 'Two', images: [{ src: A }] }),
  );
  const two = await folder.archive(
    'two.warc.gz',
    imageRecord(COPY, '20130101', 'first'),
    imageRecord(B, '20130101', 'bridge'),
    revisitRecord(B, '20140101', imageBytes('bridge')),
    pageRecord('http://example.net/3', '20130101', {
      title: 'Three',
      images: [{ src: COPY, title: 'ship' }, { src: B }, { src: A, alt: 'boat' }],
    }),
  );
  await folder.ingest('library', [one], { ...options, collection: 'one' });
  await folder.ingest('library', [two], { ...options, collection: 'two' });
}

it('are those one counts by hand', async () => {
  await using folder = await openLibraryFolder();
  await ingestExample(folder);
  await folder.look('library', async (library) => {
    const { libraryBytes, bytes, facts, thumbnailBytes, ...stats } = await collectStats(library);
    expect(thumbnailBytes).toBe(0);
    expect(facts?.[0]).toEqual({
      name: 'image.thumbnail',
      version: '1',
      done: 0,
      failed: [],
      outdated: 0,
      missing: 4,
    });
    expect(libraryBytes).toBeGreaterThan(0);
    expect(bytes).toBeGreaterThan(0);
    expect(stats).toEqual({
      files: 2,
      matched: {
        records: 10,
        imageCaptures: 7, // with the revisit and the one that is too small
        pairs: 5, // all references but that to the missing image
        bySurt: 5, // A twice, LONELY, COPY, B
        byDigest: 4,
        indexed: 4,
      },
      metadata: { title: 1, alt: 2, altOrTitle: 2, caption: 1, any: 2 },
      documents: 4,
      span: { oldest: '2010-01-01T00:00:00Z', newest: '2013-01-01T00:00:00Z' },
      meanSize: { width: 200, height: 200 },
      placed: 0,
      mostPages: [
        ...[imageId('first'), imageId('second')].sort().map((id) => ({ id, url: A, pages: 2 })),
        { id: imageId('bridge'), url: B, pages: 1 },
      ],
      tags: [{ value: 'img', count: 6 }],
      pages: 3,
      references: 6,
      rejected: [{ reason: 'too-small', count: 1 }],
      placesRejected: [],
      truncatedPages: 0,
      years: [
        { value: '2010', count: 1 },
        { value: '2011', count: 1 },
        { value: '2012', count: 1 },
        { value: '2013', count: 1 },
      ],
      sites: [
        { value: 'example.net', count: 1 },
        { value: 'example.org', count: 3 }, // one that no page shows
      ].reverse(),
      types: [{ value: 'image/png', count: 4 }],
      sizes: [
        { value: 'sm', count: 3 },
        { value: 'md', count: 1 },
      ],
      collections: [
        { value: 'one', count: 3 },
        { value: 'two', count: 3 },
      ],
    });
  });
});

it('tell why coordinates were not taken, and how many pages were cut', async () => {
  await using folder = await openLibraryFolder();
  const photo = (name: string, ...place: [string, string]) => {
    const bytes = png(
      100,
      100,
      chunk('prVt', name),
      chunk('eXIf', exifBlock({ gps: gpsTags(...place) })),
    );
    const body = httpResponse({ headers: ['Content-Type: image/png'], body: bytes });
    return warcRecord({
      url: `http://example.org/${name}.png`,
      date: '2010-01-01T00:00:00Z',
      block: body,
    });
  };
  const deep = '<i>'.repeat(20_000);
  const path = await folder.archive(
    'one.warc',
    photo('a', 'N 0', 'E 0'),
    photo('b', 'N 0', 'E 0'),
    photo('c', 'N 7 7', 'E 7 8'),
    photo('d', 'N 7', 'E 7'),
    pageRecord('http://example.org/', '2010', { body: deep }),
    pageRecord('http://example.org/whole', '2010'),
  );
  await folder.ingest('library', [path]);
  await folder.look('library', async (library) => {
    expect(await collectStats(library)).toMatchObject({
      placesRejected: [
        { reason: 'null-island', count: 2 },
        { reason: 'placeholder', count: 1 },
      ],
      truncatedPages: 1,
    });
  });
});

it('list all images, those on most pages first', async () => {
  await using folder = await openLibraryFolder();
  await ingestExample(folder);
  await folder.look('library', (library) => {
    const seen = [...listByPages(library)];
    const ofTwo = [imageId('first'), imageId('second')].sort();
    expect(seen).toEqual([
      ...ofTwo.map((id) => ({ id, url: A, pages: 2 })),
      { id: imageId('bridge'), url: B, pages: 1 },
      { id: imageId('lonely', 500), url: LONELY, pages: 0 },
    ]);
    expect([...listByPages(library, 'two')].map(({ pages }) => pages)).toEqual([2, 2, 1]);
    expect([...listByPages(library, 'none')]).toEqual([]);
  });
});

it('can be those of one collection', async () => {
  await using folder = await openLibraryFolder();
  await ingestExample(folder);
  await folder.look('library', async (library) => {
    const two = await collectStats(library, 'two');
    expect(two).toMatchObject({
      collection: 'two',
      files: 1,
      documents: 3,
      pages: 1,
      references: 3,
      matched: { records: 4, pairs: 3, bySurt: 2, byDigest: 2, indexed: 4 },
      rejected: [],
    });
    expect(await collectStats(library, 'none')).toMatchObject({
      files: 0,
      documents: 0,
      matched: { pairs: 0, bySurt: 0, byDigest: 0 },
    });
  });
});

it('are told by the report of an ingestion, which the library keeps', async () => {
  await using folder = await openLibraryFolder();
  await ingestExample(folder);
  const library = await folder.open('library', { access: 'write' });
  const outcome = await folder.ingest('other', [`${folder.path}/two.warc.gz`]);
  const report = await toIngestReport(library, outcome, { collection: 'two', seconds: 1.23456 });
  expect(report).toMatchObject({
    collection: 'two',
    files: 1,
    records: 4,
    pages: 1,
    imageCaptures: 3,
    references: 3,
    matched: { pairs: 3, bySurt: 2, byDigest: 2, indexed: 4 },
    seconds: 1.235,
  });
  expect(JSON.parse(library.readNote('report:two') ?? '')).toEqual(report);
  library.close();
});

it('leave out images nobody refers to where that was asked for', async () => {
  await using folder = await openLibraryFolder();
  await ingestExample(folder, { create: { referencedOnly: true } });
  await folder.look('library', async (library) => {
    expect(await library.index.documents([imageId('lonely', 500)])).toEqual([undefined]);
    expect(await library.index.documentCount()).toBe(3);
    expect((await collectStats(library)).matched).toMatchObject({
      bySurt: 4,
      byDigest: 3,
      indexed: 3,
    });
  });
  // A reference that comes later brings it in.
  const page = { images: [{ src: LONELY, alt: 'found' }] };
  const late = await folder.archive('late.warc', pageRecord('http://example.org/', '2015', page));
  await folder.ingest('library', [late]);
  await folder.look('library', async (library) => {
    expect((await library.index.documents([imageId('lonely', 500)]))[0]?.alts[0]?.text).toBe(
      'found',
    );
  });
});

it('keep only the words of the oldest page in mode oldest', async () => {
  await using folder = await openLibraryFolder();
  await ingestExample(folder, { create: { mode: 'oldest' } });
  await folder.look('library', async (library) => {
    const [first] = await library.index.documents([imageId('first')]);
    expect(first?.page?.url).toBe('http://example.org/1');
    expect(first?.titles).toEqual([]);
    expect(first?.alts.map(({ text }) => text)).toEqual(['boat']);
    expect(first?.matchingPages).toBe(2);
  });
});

it('count an image for each of its pages in mode full', async () => {
  await using folder = await openLibraryFolder();
  await ingestExample(folder, { create: { mode: 'full' } });
  await folder.look('library', async (library) => {
    const ids = [...library.documents.all()].map(({ document }) => document.id).sort();
    const own = ids.filter((id) => id.startsWith(imageId('first')));
    expect(own).toHaveLength(2);
    for (const id of own) expect(id).toMatch(/^[0-9a-f]{64}-[0-9a-f]{16}$/);
    const pages = (await library.index.documents(own)).map((one) => one?.page?.url);
    expect(pages.sort()).toEqual(['http://example.net/3', 'http://example.org/1']);
    expect(ids).toContain(imageId('lonely', 500));
    expect((await loadImageDetails(library, own[0] ?? ''))?.versions).toHaveLength(2);
    expect(await library.index.documentCount()).toBe(6);
  });
});

it('take small images in where that was asked for', async () => {
  await using folder = await openLibraryFolder();
  await ingestExample(folder, { minSide: 10 });
  await folder.look('library', async (library) => {
    expect((await library.index.documents([imageId('dot', 20)]))[0]).toMatchObject({ width: 20 });
    expect((await collectStats(library)).rejected).toEqual([]);
  });
});

it('count no mention of what was no image at the time of the page', async () => {
  await using folder = await openLibraryFolder();
  const archive = await folder.archive(
    'one.warc',
    imageRecord(A, '20000101', 'dot', 20),
    imageRecord(A, '20150101', 'boat'),
    pageRecord('http://example.org/old', '20000101', { images: [{ src: A, alt: 'a dot' }] }),
    pageRecord('http://example.org/new', '20150101', { images: [{ src: A, alt: 'a boat' }] }),
  );
  await folder.ingest('library', [archive]);
  await folder.look('library', async (library) => {
    expect(await collectStats(library)).toMatchObject({ references: 2, matched: { pairs: 1 } });
  });
});

it('count a page once that several files hold, with the copy that mentions most', async () => {
  await using folder = await openLibraryFolder();
  const page = (...images: { src: string }[]) =>
    pageRecord('http://example.org/', '20100101', { images });
  const image = imageRecord(A, '20100101', 'boat');
  const one = await folder.archive('one.warc', image, page({ src: A }));
  const two = await folder.archive('two.warc', page({ src: A }, { src: A }), image);
  await folder.ingest('library', [one], { collection: 'one' });
  await folder.ingest('library', [two], { collection: 'two' });
  await folder.look('library', async (library) => {
    expect(await collectStats(library)).toMatchObject({
      pages: 1,
      matched: { pairs: 2, bySurt: 1, byDigest: 1 },
    });
    expect((await collectStats(library, 'one')).matched).toMatchObject({ pairs: 1, byDigest: 1 });
    expect((await collectStats(library, 'two')).matched).toMatchObject({ pairs: 2, byDigest: 1 });
  });
});

it('are the same, however a library came to hold what it holds', async () => {
  const sites = ['http://a.test/', 'http://b.test/'];
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          file: fc.integer({ min: 0, max: 3 }),
          collection: fc.constantFrom('one', 'two'),
          removed: fc.option(fc.integer({ min: 0, max: 5 }), { freq: 2 }),
        }),
        { minLength: 1, maxLength: 4 },
      ),
      async (steps) => {
        await using folder = await openLibraryFolder();
        for (const { file, collection, removed } of steps) {
          const records = [0, 1, 2].flatMap((at) => {
            const src = `${sites[(file + at) % 2]}${at}.png`;
            const time = `201${file}0${at + 1}01`;
            const images = [{ src }, { src: `${sites[0]}0.png` }];
            return [
              imageRecord(src, time, `image ${(file * at) % 5}`),
              pageRecord(`http://p.test/${at}`, '20120101', { title: `${file}`, images }),
            ];
          });
          const path = await folder.archive(`${file}.warc`, ...records);
          await folder.ingest('library', [path], { collection });
          if (removed === null) continue;
          const library = await folder.open('library', { access: 'write' });
          await removeFromLibrary(
            library,
            removed < 5 ? { images: [imageId(`image ${removed}`)] } : { collections: [collection] },
          );
          library.close();
        }
        const wrong = await folder.look('library', async ({ integrity }) =>
          integrity.wrongCounts(),
        );
        expect(wrong).toEqual([]);
        const numbers = () =>
          folder.look('library', async (library) => {
            const names = [undefined, ...library.files.collections()];
            const all = await Promise.all(names.map((name) => collectStats(library, name)));
            return all.map(({ matched, pages, references }) => ({ matched, pages, references }));
          });
        const before = await numbers();
        await repairLibrary(join(folder.path, 'library'));
        expect(await numbers()).toEqual(before);
      },
    ),
    { numRuns: 4 },
  );
}, 60_000);
