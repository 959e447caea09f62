// What is removed leaves no trace, stays out, and takes nothing else with it.
import { readFileSync, rmSync } from 'node:fs';
import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  answerRecord,
  imageBytes,
  imageId,
  imageRecord,
  type LibraryFolder,
  openLibraryFolder,
  pageHtml,
  pageRecord,
  revisitRecord,
  sheetRecord,
} from '../../test/fixtures/library-archives.ts';
import { dumpLibrary } from '../../test/fixtures/library-dump.ts';
import { dumpRows } from '../../test/fixtures/library-rows-dump.ts';
import { readTakedownFile, type TakedownKind } from '../index/index.ts';
import { searchImages, suggest } from '../search/search.ts';
import { importTakedowns } from './import-takedowns.ts';
import { liftTakedown } from './lift.ts';
import { type RemoveRequest, removeFromLibrary } from './remove.ts';
import { isBelow, rememberTakedown, toSurtPrefix } from './takedown.ts';

const SECRET = 'http://example.org/private/zanzibar.png';
const PUBLIC = 'http://example.org/garden.png';

/** A secret image on a secret page and on a public one, among other things. */
const records = () => [
  imageRecord(SECRET, '20100101', 'secret'),
  imageRecord(SECRET, '20200101', 'harmless'),
  imageRecord(PUBLIC, '20100101', 'garden'),
  revisitRecord(SECRET, '20110101', imageBytes('secret')),
  pageRecord('http://example.org/private/diary', '20100101', {
    title: 'Quagmire diary',
    images: [
      { src: SECRET, alt: 'xylophonist', caption: 'Kumquat in the evening' },
      { src: PUBLIC, alt: 'flowerpot' },
    ],
  }),
  pageRecord('http://example.org/start', '20100101', {
    title: 'Welcome',
    images: [
      { src: SECRET, alt: 'wolverine' },
      { src: PUBLIC, alt: 'roses' },
    ],
  }),
  pageRecord('http://example.org/start', '20200101', {
    title: 'Welcome',
    images: [{ src: SECRET, alt: 'teapot' }],
  }),
  pageRecord('http://example.org/private-garden', '20100101', {
    title: 'Neighbour',
    images: [{ src: PUBLIC, alt: 'tulips' }],
  }),
];

/** The same, without the other image that was at the address of the secret one later. */
const withoutChange = () => records().filter((record) => !record.includes('harmless'));

async function remove(folder: LibraryFolder, name: string, request: RemoveRequest) {
  const library = await folder.open(name, { access: 'write' });
  try {
    return await removeFromLibrary(library, request);
  } finally {
    library.close();
  }
}

/** A library that never had what was taken down before it came. */
async function ingestWithout(
  folder: LibraryFolder,
  path: string,
  ...taken: readonly (readonly [TakedownKind, string])[]
): Promise<void> {
  const library = await folder.open('without', { access: 'write', create: {} });
  library.transaction(() => {
    for (const [kind, value] of taken) rememberTakedown(library, kind, value);
  });
  library.close();
  await folder.ingest('without', [path]);
}

const dumpOf = (folder: LibraryFolder, name: string) =>
  folder.look(name, async (library) => await dumpLibrary(library));

/** Which of the texts stand in the files of a library, plain or within rows that are unpacked again. */
async function tracesIn(
  folder: LibraryFolder,
  name: string,
  texts: readonly string[],
): Promise<string[]> {
  const rows = await folder.look(name, (library) => {
    const files = library.files.list();
    return JSON.stringify(files.map(({ id }) => [...library.rows.rowsOf(id)]));
  });
  const bytes = ['library.sqlite', 'library.sqlite-wal']
    .map((file) => join(folder.path, name, file))
    .map((file) => {
      try {
        return readFileSync(file);
      } catch {
        return Buffer.alloc(0); // no log is there when nothing is in it
      }
    });
  const haystack = Buffer.concat([...bytes, Buffer.from(rows)]);
  return texts.filter(
    (text) =>
      haystack.includes(text) ||
      (/^[0-9a-f]{64}$/.test(text) && haystack.includes(Buffer.from(text, 'hex'))),
  );
}

const wordsOf = (folder: LibraryFolder, name: string, prefix: string) =>
  folder.look(name, async ({ index }) => [
    ...(await suggest(index, { text: prefix })).map(({ text }) => text),
    ...(await searchImages(index, { query: prefix })).items.map(({ id }) => id),
  ]);

describe('an image removed by its id', () => {
  const traces = ['xylophonist', 'wolverine'];

  it('leaves no trace but the note that keeps it out', async () => {
    await using folder = await openLibraryFolder();
    const path = await folder.archive('a.warc.gz', ...records());
    await folder.ingest('library', [path]);
    expect(await tracesIn(folder, 'library', [...traces, imageId('secret')])).not.toEqual([]);
    expect(await wordsOf(folder, 'library', 'xylophonist')).not.toEqual([]);
    const outcome = await remove(folder, 'library', { images: [imageId('secret')] });
    expect(outcome).toMatchObject({ captures: 2, references: 2, files: 0, pages: 0 });
    expect(await tracesIn(folder, 'library', traces)).toEqual([]);
    expect(await wordsOf(folder, 'library', 'xylophonist')).toEqual([]);
    await folder.look('library', async (library) => {
      expect(await library.index.documents([imageId('secret')])).toEqual([undefined]);
      const [other] = await library.index.documents([imageId('harmless')]);
      expect(other?.alts.map(({ text }) => text)).toEqual(['teapot']);
    });
  });

  it('leaves what a library has that never had it, also when the archive comes again', async () => {
    await using folder = await openLibraryFolder();
    const path = await folder.archive('a.warc.gz', ...withoutChange());
    await folder.ingest('library', [path]);
    await remove(folder, 'library', { images: [imageId('secret')] });
    await ingestWithout(folder, path, ['image', imageId('secret')]);
    const dump = await dumpOf(folder, 'without');
    expect(dump).toContain(imageId('garden'));
    expect(await dumpOf(folder, 'library')).toBe(dump);
    await folder.ingest('library', [path]);
    expect(await dumpOf(folder, 'library')).toBe(dump);
    await folder.archive('a.warc.gz', ...records(), pageRecord('http://example.org/x', '2011'));
    await folder.ingest('library', [path]);
    await folder.look('library', async (library) => {
      expect(await library.index.documents([imageId('secret')])).toEqual([undefined]);
    });
  });

  it('leaves nothing of what pages say about it, whenever their archives come', async () => {
    await using folder = await openLibraryFolder();
    const path = await folder.archive('a.warc.gz', ...records());
    await folder.ingest('library', [path]);
    await remove(folder, 'library', { images: [imageId('secret')] });
    await folder.archive('a.warc.gz', ...records(), pageRecord('http://example.org/x', '2011'));
    await folder.ingest('library', [path]);
    const images = [{ src: SECRET, alt: 'zeppelin' }];
    const later = pageRecord('http://example.org/later', '2009', { title: 'Later', images });
    await folder.ingest('library', [await folder.archive('later.warc', later)]);
    expect(await tracesIn(folder, 'library', [...traces, 'zeppelin'])).toEqual([]);
    await folder.look('library', async (library) => {
      const [other] = await library.index.documents([imageId('harmless')]);
      expect(other?.alts.map(({ text }) => text)).toEqual(['teapot']);
      expect(other?.matchingPages).toBe(1);
    });
  });

  it('takes back what pages said about it before it came', async () => {
    await using folder = await openLibraryFolder();
    const images = [{ src: SECRET, alt: 'zeppelin' }];
    const page = pageRecord('http://example.org/early', '20110101', { images });
    const path = await folder.archive('page.warc', page);
    await ingestWithout(folder, path, ['image', imageId('secret')]);
    expect(await tracesIn(folder, 'without', ['zeppelin'])).toEqual(['zeppelin']);
    // The revisit tells that it was there in 2011, too.
    const paths = [
      await folder.archive('secret.warc', imageRecord(SECRET, '20000101', 'secret')),
      await folder.archive('other.warc', imageRecord(SECRET, '20120101', 'harmless')),
      await folder.archive('revisit.warc', revisitRecord(SECRET, '2011', imageBytes('secret'))),
    ];
    for (const later of paths) await folder.ingest('without', [later]);
    expect(await tracesIn(folder, 'without', ['zeppelin'])).toEqual([]);
    await folder.look('without', async (library) => {
      expect((await library.index.documents([imageId('harmless')]))[0]?.matchingPages).toBe(0);
    });
  });

  it('is not seen through style sheets', async () => {
    await using folder = await openLibraryFolder();
    const path = await folder.archive(
      'a.warc.gz',
      sheetRecord('http://example.org/s.css', '2010', `p { background: url(${SECRET}) }`),
      pageRecord('http://example.org/old', '20100101', { sheets: ['/s.css'] }),
      pageRecord('http://example.org/new', '20200101', { sheets: ['/s.css'] }),
      imageRecord(SECRET, '20100101', 'secret'),
      imageRecord(SECRET, '20200101', 'harmless'),
    );
    await folder.ingest('library', [path]);
    await remove(folder, 'library', { images: [imageId('secret')] });
    await ingestWithout(folder, path, ['image', imageId('secret')]);
    expect(await dumpOf(folder, 'library')).toBe(await dumpOf(folder, 'without'));
    await folder.look('library', async (library) => {
      expect((await library.index.documents([imageId('harmless')]))[0]?.matchingPages).toBe(1);
    });
  });

  it('goes although it was not indexed yet', async () => {
    await using folder = await openLibraryFolder();
    const path = await folder.archive('a.warc.gz', ...withoutChange());
    const stop = new AbortController();
    await folder.ingest('library', [path], {
      signal: stop.signal,
      onProgress: ({ step }) => step === 'settling' && stop.abort(),
    });
    await folder.look('library', async (library) =>
      expect(await library.index.documentCount()).toBe(0),
    );
    await remove(folder, 'library', { images: [imageId('secret')] });
    await folder.ingest('library', [path]);
    await ingestWithout(folder, path, ['image', imageId('secret')]);
    expect(await dumpOf(folder, 'library')).toBe(await dumpOf(folder, 'without'));
  });

  it('comes back with its file when it is not remembered', async () => {
    await using folder = await openLibraryFolder();
    const path = await folder.archive('a.warc.gz', ...records());
    await folder.ingest('library', [path]);
    await remove(folder, 'library', { images: [imageId('secret')], isRemembered: false });
    await folder.archive('a.warc.gz', ...records(), pageRecord('http://example.org/x', '2011'));
    await folder.ingest('library', [path]);
    await folder.look('library', async (library) => {
      expect((await library.index.documents([imageId('secret')]))[0]).toBeDefined();
    });
  });
});

describe('what lies below an address', () => {
  const traces = [
    'xylophonist',
    'Kumquat',
    'kumquat',
    'wolverine',
    'Quagmire',
    'zanzibar',
    'private/diary',
    imageId('secret'),
    imageId('harmless'),
  ];
  const prefix = 'https://www.example.org/private/';

  it('leaves no trace but the note that keeps it out', async () => {
    await using folder = await openLibraryFolder();
    const path = await folder.archive('a.warc.gz', ...records());
    await folder.ingest('library', [path]);
    expect(await tracesIn(folder, 'library', traces)).toEqual(traces);
    const outcome = await remove(folder, 'library', { urlPrefixes: [prefix] });
    expect(outcome).toMatchObject({ captures: 3, references: 4, pages: 1, files: 0 });
    expect(await tracesIn(folder, 'library', traces)).toEqual([]);
    expect(await wordsOf(folder, 'library', 'quagmire')).toEqual([]);
    await folder.look('library', async (library) => {
      const [garden] = await library.index.documents([imageId('garden')]);
      expect(garden?.alts.map(({ text }) => text)).toEqual(['roses', 'tulips']);
      expect(garden?.matchingPages).toBe(2);
    });
  });

  it('leaves what a library has that never had it, also when the archive comes again', async () => {
    await using folder = await openLibraryFolder();
    const path = await folder.archive('a.warc.gz', ...records());
    await folder.ingest('library', [path]);
    await remove(folder, 'library', { urlPrefixes: [prefix] });
    await ingestWithout(folder, path, ['url-prefix', toSurtPrefix(prefix)]);
    const dump = await dumpOf(folder, 'without');
    expect(await dumpOf(folder, 'library')).toBe(dump);
    await utimes(path, 1, 1);
    await folder.ingest('library', [path]);
    expect(await dumpOf(folder, 'library')).toBe(dump);
    expect(await tracesIn(folder, 'without', traces)).toEqual([]);
  });

  it('takes the images that its pages hold in themselves', async () => {
    await using folder = await openLibraryFolder();
    const inside = `data:image/png;base64,${imageBytes('inside').toString('base64')}`;
    const page = { title: 'Diary', images: [{ src: inside, alt: 'hidden' }] };
    const path = await folder.archive(
      'a.warc.gz',
      pageRecord('http://example.org/private/diary', '20100101', page),
    );
    await folder.ingest('library', [path]);
    await folder.look('library', async (library) =>
      expect(await library.index.documentCount()).toBe(1),
    );
    await remove(folder, 'library', { urlPrefixes: [prefix] });
    await ingestWithout(folder, path, ['url-prefix', toSurtPrefix(prefix)]);
    for (const name of ['library', 'without']) {
      await folder.look(name, async (library) =>
        expect(await library.index.documentCount()).toBe(0),
      );
    }
  });

  it('goes with style sheets, what they hold, and what others say of them', async () => {
    await using folder = await openLibraryFolder();
    const inside = `data:image/png;base64,${imageBytes('inside').toString('base64')}`;
    const css = `@import "more.css"; p { background: url(${inside}) } a { background: url(${PUBLIC}) }`;
    const page = { title: 'Public', sheets: ['/private/s.css', '/open.css'] };
    const path = await folder.archive(
      'a.warc.gz',
      sheetRecord('http://example.org/private/s.css', '2010', css),
      sheetRecord(
        'http://example.org/open.css',
        '2010',
        '@import "private/s.css"; b { background: url(private/zanzibar.png) }',
      ),
      revisitRecord('http://example.org/copy.css', '2011', css),
      pageRecord('http://example.org/', '20100101', page),
      pageRecord('http://example.org/private/p', '20100101', page),
      revisitRecord('http://example.org/again', '2012', pageHtml(page)),
      imageRecord(PUBLIC, '2010', 'garden'),
      imageRecord(SECRET, '2010', 'secret'),
    );
    await folder.ingest('library', [path]);
    await folder.look('library', async (library) => {
      expect((await library.index.documents([imageId('garden')]))[0]?.matchingPages).toBe(3);
      expect((await library.index.documents([imageId('inside')]))[0]?.matchingPages).toBe(3);
    });
    await remove(folder, 'library', { urlPrefixes: [prefix] });
    await ingestWithout(folder, path, ['url-prefix', toSurtPrefix(prefix)]);
    const dump = (name: string) =>
      folder.look(name, async (library) => (await dumpLibrary(library)) + dumpRows(library));
    expect(await dump('library')).toBe(await dump('without'));
    expect(await tracesIn(folder, 'library', ['zanzibar', 'private/s.css'])).toEqual([]);
  });

  it('is a folder with all in it, and not its neighbours', () => {
    const hides = (urlPrefix: string, url: string) =>
      isBelow(toSurtPrefix(url), toSurtPrefix(urlPrefix));
    expect(hides('http://example.org/private/', 'https://www.example.org/private/a.png')).toBe(
      true,
    );
    expect(hides('http://example.org/private/', 'http://example.org/private')).toBe(true);
    expect(hides('http://example.org/private/', 'http://example.org/private?page=2')).toBe(true);
    expect(hides('http://example.org/private/', 'http://example.org/private-garden')).toBe(false);
    expect(hides('http://example.org/private', 'http://example.org/private-garden')).toBe(true);
    expect(hides('example.org', 'http://example.org/anything?x')).toBe(true);
    expect(hides('example.org/', 'http://example.org/')).toBe(true);
    expect(hides('example.org:8080/', 'http://example.org:8080/a')).toBe(true);
    expect(hides('example.org', 'http://example.org.net/')).toBe(false);
    expect(hides('http://example.org/item?', 'http://example.org/item?id=3')).toBe(true);
    expect(hides('http://example.org/item?', 'http://example.org/items')).toBe(false);
  });
});

describe('a collection', () => {
  const open = () => [
    imageRecord(PUBLIC, '20090101', 'garden'),
    pageRecord('http://example.net/', '20090101', { images: [{ src: PUBLIC, alt: 'lawn' }] }),
  ];

  it('goes with its files, and stays out', async () => {
    await using folder = await openLibraryFolder();
    const secret = await folder.archive('secret.warc.gz', ...records());
    const other = await folder.archive('open.warc.gz', ...open());
    await folder.ingest('library', [secret], { collection: 'classified' });
    await folder.ingest('library', [other]);
    expect(await remove(folder, 'library', { collections: ['classified'] })).toMatchObject({
      files: 1,
    });
    await folder.ingest('without', [other]);
    const dump = await dumpOf(folder, 'without');
    expect(await dumpOf(folder, 'library')).toBe(dump);
    const traces = ['xylophonist', 'zanzibar', 'quagmire', 'classified', 'secret.warc'];
    expect(await tracesIn(folder, 'library', [...traces, imageId('secret')])).toEqual([]);
    const again = await folder.ingest('library', [secret], { collection: 'renamed' });
    expect(again.skipped).toEqual(['taken-down']);
    expect(await dumpOf(folder, 'library')).toBe(dump);
  });

  it('leaves files that another collection has too', async () => {
    await using folder = await openLibraryFolder();
    const path = await folder.archive('open.warc.gz', ...open());
    await folder.ingest('library', [path], { collection: 'one' });
    await folder.ingest('library', [path], { collection: 'two' });
    expect(await remove(folder, 'library', { collections: ['one'] })).toMatchObject({ files: 0 });
    await folder.ingest('without', [path], { collection: 'two' });
    expect(await dumpOf(folder, 'library')).toBe(await dumpOf(folder, 'without'));
  });

  it('that is not there is an error that names those that are', async () => {
    await using folder = await openLibraryFolder();
    const path = await folder.archive('open.warc.gz', ...open());
    await folder.ingest('library', [path], { collection: 'one' });
    await expect(remove(folder, 'library', { collections: ['won'] })).rejects.toMatchObject({
      code: 'COLLECTION_NOT_FOUND',
      hint: 'It has: one.',
    });
  });
});

it('a removal that was interrupted is completed by the next ingest', async () => {
  await using folder = await openLibraryFolder();
  const path = await folder.archive('a.warc.gz', ...records());
  await folder.ingest('library', [path]);
  const stop = new AbortController();
  const library = await folder.open('library', { access: 'write' });
  const request = { urlPrefixes: ['http://example.org/private/'] };
  await removeFromLibrary(library, request, {
    signal: stop.signal,
    onProgress: (step) => step === 'indexing' && stop.abort(),
  });
  library.close();
  expect(await tracesIn(folder, 'library', ['zanzibar'])).toEqual(['zanzibar']);
  await folder.ingest('library', [path]);
  expect(await tracesIn(folder, 'library', ['zanzibar', 'Quagmire', 'xylophonist'])).toEqual([]);
  await ingestWithout(folder, path, ['url-prefix', toSurtPrefix('http://example.org/private/')]);
  expect(await dumpOf(folder, 'library')).toBe(await dumpOf(folder, 'without'));
});

it('keeps a plain list beside the database, which another library can take over', async () => {
  await using folder = await openLibraryFolder();
  const path = await folder.archive('a.warc.gz', ...records());
  await folder.ingest('library', [path]);
  await folder.ingest('other', [path]);
  const file = join(folder.path, 'library', 'takedowns.tsv');
  expect(readTakedownFile(file)).toEqual([]);
  const request = {
    images: [imageId('secret')],
    urlPrefixes: ['http://example.org/private/diary'],
  };
  await remove(folder, 'library', request);
  expect(readTakedownFile(file)).toHaveLength(2);
  await folder.look('library', ({ takedowns }) =>
    expect(readTakedownFile(file)).toEqual(takedowns.list()),
  );
  const other = await folder.open('other', { access: 'write' });
  expect(await importTakedowns(other, readTakedownFile(file))).toBe(2);
  expect(await importTakedowns(other, readTakedownFile(file))).toBe(0);
  other.close();
  expect(await dumpOf(folder, 'other')).toBe(await dumpOf(folder, 'library'));
});

it('writes the plain list again where a writer was killed before it did', async () => {
  await using folder = await openLibraryFolder();
  await folder.ingest('library', [await folder.archive('a.warc.gz', ...records())]);
  await remove(folder, 'library', { images: [imageId('secret')] });
  const file = join(folder.path, 'library', 'takedowns.tsv');
  rmSync(file);
  (await folder.open('library', { access: 'write' })).close();
  expect(readTakedownFile(file)).toHaveLength(1);
});

describe('what was taken down and is allowed again', () => {
  const lift = async (folder: LibraryFolder, values: readonly string[]) => {
    const library = await folder.open('library', { access: 'write' });
    try {
      return await liftTakedown(library, values);
    } finally {
      library.close();
    }
  };

  it.each([
    ['an image', { images: [imageId('secret')] }, imageId('secret').toUpperCase(), 1],
    ['an address', { urlPrefixes: ['http://example.org/private/'] }, 'example.org/private/', 2],
  ])('comes back with its archives: %s', async (_what, request, value, files) => {
    await using folder = await openLibraryFolder();
    const path = await folder.archive('a.warc.gz', ...records());
    const other = await folder.archive('b.warc.gz', imageRecord(PUBLIC, '2012', 'other'));
    await folder.ingest('library', [path, other]);
    const dump = await dumpOf(folder, 'library');
    await remove(folder, 'library', request);
    expect(await dumpOf(folder, 'library')).not.toBe(dump);
    await folder.look('library', (library) => expect(library.takedowns.list()).toHaveLength(1));
    const outcome = await lift(folder, [value, 'nothing']);
    expect(outcome).toMatchObject({ unknown: ['nothing'], files });
    expect(outcome.lifted).toHaveLength(1);
    await folder.look('library', (library) => expect(library.takedowns.list()).toEqual([]));
    expect(await folder.ingest('library', [path, other])).toMatchObject({ files });
    expect(await dumpOf(folder, 'library')).toBe(dump);
  });

  it('is a collection, file by file', async () => {
    await using folder = await openLibraryFolder();
    const path = await folder.archive('a.warc.gz', ...records());
    await folder.ingest('library', [path], { collection: 'classified' });
    const dump = await dumpOf(folder, 'library');
    await remove(folder, 'library', { collections: ['classified'] });
    const [entry] = await folder.look('library', (library) => library.takedowns.list());
    expect(await lift(folder, [entry?.value ?? ''])).toMatchObject({ files: 0, unknown: [] });
    await folder.ingest('library', [path], { collection: 'classified' });
    expect(await dumpOf(folder, 'library')).toBe(dump);
  });

  it('leaves a library as if nothing had been taken down, whatever the files hold', async () => {
    const url = (number: number) => `http://example.org/${number}.png`;
    const step = fc.record({
      kind: fc.constantFrom('image', 'page', 'page', 'redirect'),
      file: fc.integer({ min: 0, max: 2 }),
      address: fc.integer({ min: 0, max: 1 }),
      year: fc.integer({ min: 2001, max: 2006 }),
      content: fc.integer({ min: 0, max: 2 }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 4, maxLength: 12 }),
        fc.uniqueArray(fc.integer({ min: 0, max: 2 }), { minLength: 1, maxLength: 2 }),
        fc.boolean(),
        async (steps, taken, isFirst) => {
          await using folder = await openLibraryFolder();
          const files = [0, 1, 2].map((file) =>
            folder.archive(
              `${file}.warc`,
              ...steps.flatMap(({ kind, address, year, content, file: own }, at) => {
                if (own !== file) return [];
                const time = `${year}01010000${10 + at}`;
                if (kind === 'image') return imageRecord(url(address), time, `image ${content}`);
                if (kind === 'redirect') return answerRecord(url(2), time, 302, url(address));
                const images = [{ src: url(address), alt: `said ${at}` }, { src: url(2) }];
                return pageRecord(`http://example.org/${at}`, time, { images });
              }),
            ),
          );
          const paths = await Promise.all(files);
          await folder.ingest('without', paths);
          const images = taken.map((content) => imageId(`image ${content}`));
          // Taken down before or after some of the files come.
          await folder.ingest('library', isFirst ? paths.slice(0, 1) : paths);
          await remove(folder, 'library', { images });
          await folder.ingest('library', paths);
          await lift(folder, images.slice(0, 1));
          await folder.ingest('library', paths);
          await lift(folder, images.slice(1));
          await folder.ingest('library', paths);
          expect(await dumpOf(folder, 'library')).toBe(await dumpOf(folder, 'without'));
        },
      ),
      { numRuns: 12 },
    );
  }, 120_000);
});
