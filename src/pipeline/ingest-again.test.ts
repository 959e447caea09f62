// Files that come again: unchanged, changed, copied, or once unreadable.
import { utimesSync } from 'node:fs';
import { copyFile, readFile, rename, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gzipEach } from '../../test/fixtures/archives.ts';
import {
  imageBytes,
  imageId,
  imageRecord,
  type LibraryFolder,
  openLibraryFolder,
  pageRecord,
  revisitRecord,
} from '../../test/fixtures/library-archives.ts';
import { dumpLibrary } from '../../test/fixtures/library-dump.ts';
import { planExtraction } from './extract-plan.ts';
import { ingestArchives } from './ingest.ts';

const PHOTO = 'http://example.org/photo.png';
const OTHER = 'http://example.org/other.png';

const harbour = () => [
  imageRecord(PHOTO, '20100101', 'first'),
  imageRecord(OTHER, '20100101', 'other'),
  pageRecord('http://example.org/', '20100101', {
    title: 'Harbour',
    images: [
      { src: PHOTO, alt: 'boats' },
      { src: OTHER, alt: 'gulls' },
    ],
  }),
];
const market = () => [
  imageRecord(PHOTO, '20110101', 'second'),
  pageRecord('http://example.org/', '20110101', {
    title: 'Market',
    images: [{ src: PHOTO, alt: 'fruit' }],
  }),
];

const dumpOf = (folder: LibraryFolder, library: string) =>
  folder.look(library, async (opened) => await dumpLibrary(opened));

describe('a file that comes again', () => {
  it('changes nothing when it is the same', async () => {
    await using folder = await openLibraryFolder();
    const path = await folder.archive('a.warc.gz', ...harbour());
    await folder.ingest('library', [path]);
    const dump = await dumpOf(folder, 'library');
    const again = await folder.ingest('library', [path]);
    expect(again).toMatchObject({ files: 0, known: 1, changedDocuments: 0, skipped: ['known'] });
    await utimes(path, 1, 1); // the same bytes with another time of change
    expect(await folder.ingest('library', [path])).toMatchObject({ files: 0, known: 1 });
    expect(await dumpOf(folder, 'library')).toBe(dump);
  });

  it('replaces what it gave when it has changed', async () => {
    await using folder = await openLibraryFolder();
    const path = await folder.archive('a.warc.gz', ...harbour());
    await folder.ingest('changed', [path]);
    await folder.archive('a.warc.gz', ...market());
    expect(await folder.ingest('changed', [path])).toMatchObject({ files: 1, known: 0 });
    await folder.ingest('fresh', [path]);
    expect(await dumpOf(folder, 'changed')).toBe(await dumpOf(folder, 'fresh'));
  });

  it('takes back its part of images that other files have too', async () => {
    await using folder = await openLibraryFolder();
    const path = await folder.archive('a.warc.gz', ...harbour());
    const other = await folder.archive(
      'b.warc.gz',
      imageRecord(PHOTO, '20090101', 'first'),
      pageRecord('http://example.net/', '20090101', { images: [{ src: PHOTO, alt: 'ships' }] }),
    );
    await folder.ingest('changed', [path, other], { collection: 'one' });
    await folder.archive('a.warc.gz', ...market());
    await folder.ingest('changed', [path], { collection: 'one' });
    await folder.ingest('fresh', [other, path], { collection: 'one' });
    expect(await dumpOf(folder, 'changed')).toBe(await dumpOf(folder, 'fresh'));
  });

  it('takes everything back when nothing is left in it', async () => {
    await using folder = await openLibraryFolder();
    const path = await folder.archive('a.warc', ...harbour());
    await folder.ingest('changed', [path]);
    await folder.archive('a.warc', pageRecord('http://example.org/', '2012', { title: 'Empty' }));
    await folder.ingest('changed', [path]);
    await folder.ingest('fresh', [path]);
    expect(await dumpOf(folder, 'changed')).toBe(await dumpOf(folder, 'fresh'));
    await folder.look('changed', async (library) =>
      expect(await library.index.documentCount()).toBe(0),
    );
  });
});

describe('a copy under another name', () => {
  it('is passed over, and joins the other collection', async () => {
    await using folder = await openLibraryFolder();
    const path = await folder.archive('a.warc.gz', ...harbour());
    const copy = join(folder.path, 'copy.warc.gz');
    await copyFile(path, copy);
    await folder.ingest('library', [path], { collection: 'one' });
    const outcome = await folder.ingest('library', [copy], { collection: 'two' });
    expect(outcome).toMatchObject({ files: 0, known: 1, skipped: ['copy'] });
    await folder.look('library', async (library) => {
      expect(library.files.list()).toHaveLength(1);
      const [document] = await library.index.documents([imageId('first')]);
      expect(document?.collections).toEqual(['one', 'two']);
      expect(document?.matchingImages).toBe(1);
    });
    await folder.ingest('both', [path], { collection: 'one' });
    await folder.ingest('both', [path], { collection: 'two' });
    expect(await dumpOf(folder, 'library')).toBe(await dumpOf(folder, 'both'));
  });

  it('of the same run is passed over too', async () => {
    await using folder = await openLibraryFolder();
    const path = await folder.archive('a.warc.gz', ...harbour());
    const copy = join(folder.path, 'b.warc.gz');
    await copyFile(path, copy);
    const outcome = await folder.ingest('library', [path, copy]);
    expect(outcome).toMatchObject({ files: 1, known: 1, skipped: ['copy'] });
  });

  it('is where the file is from then on, when that is gone from its place', async () => {
    await using folder = await openLibraryFolder();
    const path = await folder.archive('a.warc.gz', ...harbour());
    await folder.ingest('library', [path], { collection: 'one' });
    const moved = join(folder.path, 'moved.warc.gz');
    await rename(path, moved);
    expect(await folder.ingest('library', [moved])).toMatchObject({ known: 1, skipped: ['moved'] });
    expect(await folder.ingest('library', [moved])).toMatchObject({ known: 1, skipped: ['known'] });
    await folder.ingest('fresh', [moved], { collection: 'one' });
    expect(await dumpOf(folder, 'library')).toBe(await dumpOf(folder, 'fresh'));
  });

  it('takes the place of what its name stood for before', async () => {
    await using folder = await openLibraryFolder();
    const kept = await folder.archive('a.warc.gz', ...harbour());
    const changing = await folder.archive('b.warc.gz', ...market());
    await folder.ingest('library', [kept]);
    await folder.ingest('library', [changing]);
    await copyFile(kept, changing);
    expect(await folder.ingest('library', [changing])).toMatchObject({ skipped: ['copy'] });
    await folder.ingest('fresh', [kept]);
    expect(await dumpOf(folder, 'library')).toBe(await dumpOf(folder, 'fresh'));
  });
});

it('an empty file is told to be empty, and read when something is in it', async () => {
  await using folder = await openLibraryFolder();
  const path = await folder.archive('a.warc.gz', ...harbour());
  const whole = await readFile(path);
  await truncate(path, 0);
  const empty = await folder.ingest('library', [path]);
  expect(empty).toMatchObject({ files: 0, failed: 1, skipped: ['empty'] });
  await writeFile(path, whole);
  expect(await folder.ingest('library', [path])).toMatchObject({ files: 1, failed: 0 });
});

it('records that were not listed are listed by a run that wants them', async () => {
  await using folder = await openLibraryFolder();
  const path = await folder.archive('a.warc.gz', ...harbour());
  const count = () => folder.look('library', ({ captureTable }) => captureTable.count());
  await folder.ingest('library', [path], { withCaptures: false });
  expect(await count()).toBe(0);
  expect(await folder.ingest('library', [path], { withCaptures: false })).toMatchObject({
    known: 1,
  });
  expect(await folder.ingest('library', [path])).toMatchObject({ files: 1, known: 0 });
  expect(await count()).toBe(3);
  expect(await folder.ingest('library', [path], { withCaptures: false })).toMatchObject({
    known: 1,
  });
});

describe('a file that cannot be read', () => {
  it('does not end the run, and is read the next time', async () => {
    await using folder = await openLibraryFolder();
    const bad = await folder.archive('a.warc.gz', ...harbour());
    const good = await folder.archive('b.warc.gz', ...market());
    const { archives } = await planExtraction([bad, good]);
    const bytes = gzipEach(harbour());
    await rm(bad); // between planning and reading
    const library = await folder.open('library', { access: 'write', create: {} });
    const skipped: string[] = [];
    const outcome = await ingestArchives({
      library,
      archives,
      collection: 'default',
      options: {},
      workers: 0,
      onSkipped: (archive, reason) => skipped.push(`${reason} ${archive.name}`),
    });
    library.close();
    expect(skipped).toEqual([`unreadable ${bad}`]);
    expect(outcome).toMatchObject({ failed: 1 });
    await folder.look('library', async (opened) =>
      expect(await opened.index.documentCount()).toBe(1),
    );
    await writeFile(bad, bytes);
    expect(await folder.ingest('library', [bad, good])).toMatchObject({ files: 1, known: 1 });
    await folder.ingest('fresh', [bad, good]);
    expect(await dumpOf(folder, 'library')).toBe(await dumpOf(folder, 'fresh'));
  });

  it('as one and the same is not stored, and what it said before stays', async () => {
    await using folder = await openLibraryFolder();
    const path = await folder.archive('a.warc.gz', ...harbour());
    await folder.ingest('library', [path]);
    const before = await dumpOf(folder, 'library');
    await writeFile(path, gzipEach([...harbour(), ...market()]));
    const { archives } = await planExtraction([path]);
    const library = await folder.open('library', { access: 'write' });
    const skipped: string[] = [];
    const outcome = await ingestArchives({
      library,
      archives,
      collection: 'default',
      options: {},
      workers: 0,
      onProgress: () => utimesSync(path, 1, 1), // somebody writes to it
      onSkipped: (archive, reason) => skipped.push(`${reason} ${archive.name}`),
    });
    library.close();
    expect(skipped).toEqual([`changed ${path}`]);
    expect(outcome).toMatchObject({ files: 0, failed: 1 });
    expect(await dumpOf(folder, 'library')).toBe(before);
    expect(await folder.ingest('library', [path])).toMatchObject({ files: 1, failed: 0 });
  });

  it('to its end is read again when it has grown', async () => {
    await using folder = await openLibraryFolder();
    const whole = gzipEach([...harbour(), ...market()]);
    const path = join(folder.path, 'growing.warc.gz');
    await writeFile(path, whole);
    await truncate(path, whole.length - 60); // the crawler is still writing
    const outcome = await folder.ingest('library', [path]);
    expect(outcome.losses).toBeGreaterThan(0);
    await writeFile(path, whole);
    expect(await folder.ingest('library', [path])).toMatchObject({ files: 1, losses: 0 });
    await folder.ingest('fresh', [path]);
    expect(await dumpOf(folder, 'library')).toBe(await dumpOf(folder, 'fresh'));
  });
});

/** A record of a small world in which URLs, contents and pages meet often. */
interface Small {
  readonly kind: 'image' | 'page' | 'revisit';
  readonly url: string;
  readonly content: string;
  readonly year: number;
  readonly word: string;
}

const smallFiles = (...kinds: Small['kind'][]) => {
  const record: fc.Arbitrary<Small> = fc.record({
    kind: fc.constantFrom(...kinds),
    url: fc.constantFrom(PHOTO, OTHER, 'http://example.net/photo.png'),
    content: fc.constantFrom('first', 'second', 'third'),
    year: fc.integer({ min: 2000, max: 2009 }),
    word: fc.constantFrom('harbour', 'market', 'bridge', 'ponte', ''),
  });
  const file = fc.array(record, { minLength: 1, maxLength: 5 });
  return fc.array(file, { minLength: 2, maxLength: 4 });
};

function toRecord({ kind, url, content, year, word }: Small): Buffer {
  if (kind === 'image') return imageRecord(url, `${year}`, content);
  if (kind === 'revisit') return revisitRecord(url, `${year}`, imageBytes(content));
  const images = [
    { src: url, alt: word },
    { src: PHOTO, title: content },
  ];
  return pageRecord(`http://example.org/${word}`, `${year}`, { title: word, images });
}

/** Ingests files in some order, each into a collection of two. */
async function ingestAll(
  folder: LibraryFolder,
  library: string,
  files: readonly (readonly Small[] | undefined)[],
  order: readonly number[],
): Promise<void> {
  for (const index of order) {
    const records = files[index];
    if (records === undefined) continue;
    // Files with the same bytes would be copies of each other.
    const mark = pageRecord(`http://example.org/file/${index}`, '2000');
    const path = await folder.archive(`${index}.warc`, mark, ...records.map(toRecord));
    await folder.ingest(library, [path], { collection: `collection ${index % 2}` });
  }
}

const orders = fc.infiniteStream(fc.nat(999));

function toOrder(files: readonly unknown[], turns: Iterator<number>): number[] {
  const drawn = files.map((_, index) => [turns.next().value as number, index] as const);
  return drawn.sort(([a], [b]) => a - b).map(([, index]) => index);
}

describe('a library', () => {
  it('is the same in whatever order files come', async () => {
    const files = smallFiles('image', 'image', 'page', 'revisit');
    await fc.assert(
      fc.asyncProperty(files, orders, async (records, turns) => {
        await using folder = await openLibraryFolder();
        await ingestAll(folder, 'in-order', records, [...records.keys()]);
        await ingestAll(folder, 'in-disorder', records, toOrder(records, turns));
        expect(await dumpOf(folder, 'in-disorder')).toBe(await dumpOf(folder, 'in-order'));
      }),
      { numRuns: 5, endOnFailure: true },
    );
  });

  it('is the same whatever its files held before', async () => {
    const files = smallFiles('image', 'page');
    await fc.assert(
      fc.asyncProperty(files, files, orders, async (records, earlier, turns) => {
        await using folder = await openLibraryFolder();
        const known = earlier.slice(0, records.length);
        await ingestAll(folder, 'changed', known, toOrder(known, turns));
        await ingestAll(folder, 'changed', records, toOrder(records, turns));
        await ingestAll(folder, 'fresh', records, [...records.keys()]);
        expect(await dumpOf(folder, 'changed')).toBe(await dumpOf(folder, 'fresh'));
      }),
      { numRuns: 5, endOnFailure: true },
    );
  });
});
