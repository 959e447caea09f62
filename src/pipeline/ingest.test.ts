// Known answers: what small archives, made for one rule each, come to in a library.
import { describe, expect, it } from 'vitest';
import { startCpuTime } from '../../test/fixtures/cpu-time.ts';
import {
  imageBytes,
  imageId,
  imageRecord,
  openLibraryFolder,
  pageHtml,
  pageRecord,
  revisitRecord,
  sheetRecord,
} from '../../test/fixtures/library-archives.ts';
import { dumpLibrary } from '../../test/fixtures/library-dump.ts';
import { hashKey, keyOfDigest, type Library } from '../index/index.ts';
import type { ImageDocument } from '../model/image.ts';
import { toSurt } from '../model/surt.ts';
import { loadImageDetails } from './image-details.ts';

const PHOTO = 'http://example.org/photo.png';

const documentOf = async (library: Library, name: string): Promise<ImageDocument | undefined> =>
  (await library.index.documents([imageId(name)]))[0];
const pagesOf = async (library: Library, name: string): Promise<string[]> =>
  (await loadImageDetails(library, imageId(name)))?.pages.map(({ url }) => url) ?? [];
const timesOf = async (library: Library, name: string): Promise<string[]> =>
  (await loadImageDetails(library, imageId(name)))?.versions.map(({ time }) => time) ?? [];

const showing = (alt: string, title = 'A page') => ({ title, images: [{ src: PHOTO, alt }] });

describe('an image that changed under one URL', () => {
  it('gives each page to the capture that is nearest in time', async () => {
    await using folder = await openLibraryFolder();
    const path = await folder.archive(
      'a.warc.gz',
      imageRecord(PHOTO, '20180101', 'first'),
      imageRecord(PHOTO, '20200101', 'second'),
      pageRecord('http://example.org/january', '20180120', showing('winter')),
      pageRecord('http://example.org/november', '20181130', showing('autumn')),
      pageRecord('http://example.org/december', '20191231', showing('frost')),
    );
    await folder.ingest('library', [path]);
    await folder.look('library', async (library) => {
      expect(await pagesOf(library, 'first')).toEqual([
        'http://example.org/january',
        'http://example.org/november',
      ]);
      expect(await pagesOf(library, 'second')).toEqual(['http://example.org/december']);
      expect((await documentOf(library, 'first'))?.alts.map(({ text }) => text)).toEqual([
        'winter',
        'autumn',
      ]);
    });
  });

  it('gives the references to the smaller digest when both are of one second', async () => {
    await using folder = await openLibraryFolder();
    const [smaller = '', larger = ''] = ['one', 'two'].sort((a, b) =>
      imageId(a) < imageId(b) ? -1 : 1,
    );
    for (const [index, names] of [
      [smaller, larger],
      [larger, smaller],
    ].entries()) {
      const path = await folder.archive(
        `${index}.warc`,
        ...names.map((name) => imageRecord(PHOTO, '20180101120000', name)),
        pageRecord('http://example.org/', '20190101', showing('chosen')),
      );
      await folder.ingest(`library${index}`, [path]);
      await folder.look(`library${index}`, async (library) => {
        expect(await pagesOf(library, smaller)).toEqual(['http://example.org/']);
        expect(await pagesOf(library, larger)).toEqual([]);
        expect(await library.index.documentCount()).toBe(2);
      });
    }
  });
});

describe('a revisit', () => {
  const original = () => imageRecord(PHOTO, '20180101', 'photo');
  const revisit = () => revisitRecord(PHOTO, '20190101', imageBytes('photo'));
  const page = () => pageRecord('http://example.org/', '20180201', showing('harbour'));

  it.each([
    ['in the same file', [['a.warc.gz']]],
    ['in another file of the same run', [['a.warc.gz', 'b.warc.gz']]],
    ['in a file ingested earlier', [['a.warc.gz'], ['b.warc.gz']]],
    ['in a file ingested later', [['b.warc.gz'], ['a.warc.gz']]],
  ])('adds a capture time, the original being %s', async (_where, runs) => {
    await using folder = await openLibraryFolder();
    const isOneFile = runs.flat().length === 1;
    await folder.archive('a.warc.gz', original(), page(), ...(isOneFile ? [revisit()] : []));
    if (!isOneFile) await folder.archive('b.warc.gz', revisit());
    for (const names of runs) {
      await folder.ingest(
        'library',
        names.map((name) => `${folder.path}/${name}`),
      );
    }
    await folder.look('library', async (library) => {
      expect(await timesOf(library, 'photo')).toEqual(['20180101000000', '20190101000000']);
      const document = await documentOf(library, 'photo');
      expect(document?.matchingImages).toBe(2);
      expect(document?.lastCapture).toBe('20190101000000');
      expect(document?.alts.map(({ text }) => text)).toEqual(['harbour']);
    });
  });

  it.each([
    ['earlier', ['a.warc.gz', 'b.warc.gz']],
    ['later', ['b.warc.gz', 'a.warc.gz']],
  ])(
    'that names URL and time but no digest finds an original ingested %s',
    async (_when, names) => {
      await using folder = await openLibraryFolder();
      await folder.archive('a.warc.gz', original());
      const named = { url: PHOTO, time: '20180101', hasDigest: false };
      await folder.archive('b.warc.gz', revisitRecord(PHOTO, '20190101', '', named));
      for (const name of names) await folder.ingest('library', [`${folder.path}/${name}`]);
      await folder.look('library', async (library) => {
        expect(await timesOf(library, 'photo')).toEqual(['20180101000000', '20190101000000']);
      });
    },
  );

  it.each([
    ['earlier', ['a.warc.gz', 'b.warc.gz']],
    ['later', ['b.warc.gz', 'a.warc.gz']],
  ])(
    'of a page shows its images at another time, the page being ingested %s',
    async (_w, names) => {
      await using folder = await openLibraryFolder();
      const html = pageHtml(showing('harbour', 'Port'));
      await folder.archive(
        'a.warc.gz',
        imageRecord(PHOTO, '20100101', 'old'),
        imageRecord(PHOTO, '20200101', 'new'),
        pageRecord('http://example.org/', '20100102', showing('harbour', 'Port')),
      );
      await folder.archive('b.warc.gz', revisitRecord('http://example.org/', '20191231', html));
      for (const name of names) await folder.ingest('library', [`${folder.path}/${name}`]);
      await folder.look('library', async (library) => {
        expect((await documentOf(library, 'old'))?.page?.time).toBe('20100102000000');
        expect((await documentOf(library, 'new'))?.page?.time).toBe('20191231000000');
      });
    },
  );
});

it('keeps the oldest page by time, then by the shorter URL, not by text', async () => {
  await using folder = await openLibraryFolder();
  const path = await folder.archive(
    'a.warc.gz',
    imageRecord(PHOTO, '20100101', 'photo'),
    pageRecord('http://example.org/aaa', '20120101', showing('late')),
    pageRecord('http://example.org/zzzz', '20110101', showing('early')),
    pageRecord('http://example.org/zzz', '20110101', showing('early')),
  );
  await folder.ingest('library', [path]);
  await folder.look('library', async (library) => {
    const document = await documentOf(library, 'photo');
    expect(document?.page?.url).toBe('http://example.org/zzz');
    expect(document?.matchingPages).toBe(3);
  });
});

it('keeps 50 of 60 distinct alternative texts, those of the oldest pages', async () => {
  await using folder = await openLibraryFolder();
  const pages = Array.from({ length: 60 }, (_, index) =>
    pageRecord(
      `http://example.org/${index}`,
      String(20120101000000 + index),
      showing(`text ${String(index).padStart(2, '0')}`),
    ),
  );
  const path = await folder.archive(
    'a.warc.gz',
    ...pages.reverse(),
    imageRecord(PHOTO, '2012', 'photo'.padEnd(5)),
  );
  await folder.ingest('library', [path]);
  await folder.look('library', async (library) => {
    const document = await documentOf(library, 'photo');
    const expected = Array.from({ length: 50 }, (_, i) => `text ${String(i).padStart(2, '0')}`);
    expect(document?.alts.map(({ text }) => text)).toEqual(expected);
    expect(document?.matchingPages).toBe(60);
    expect(document?.imageMetadataChanges).toBe(59);
  });
});

it('merges two URLs with the same bytes in one batch', async () => {
  await using folder = await openLibraryFolder();
  const copy = 'http://cdn.example.net/copy.png';
  const path = await folder.archive(
    'a.warc.gz',
    imageRecord(PHOTO, '20100101', 'photo'),
    imageRecord(copy, '20110101', 'photo'),
    pageRecord('http://example.org/', '20100101', showing('one')),
    pageRecord('http://example.net/', '20110101', { images: [{ src: copy, alt: 'two' }] }),
  );
  await folder.ingest('library', [path]);
  await folder.look('library', async (library) => {
    expect(await library.index.documentCount()).toBe(1);
    const document = await documentOf(library, 'photo');
    expect(document?.matchingImages).toBe(2);
    expect(document?.alts.map(({ text }) => text)).toEqual(['one', 'two']);
    expect(await pagesOf(library, 'photo')).toHaveLength(2);
  });
});

describe('three collections', () => {
  /** Captures, pages, revisits, sheets and copies of images that lie across the files. */
  const FILES = {
    'one.warc.gz': [
      imageRecord(PHOTO, '20100101', 'first'),
      pageRecord('http://example.org/a', '20100201', {
        title: 'Harbour of Lisbon',
        images: [
          { src: PHOTO, alt: 'harbour', caption: 'The old harbour' },
          { src: 'later.png', alt: 'comes later' },
        ],
      }),
      revisitRecord('http://example.org/later.png', '20120601', imageBytes('later')),
    ],
    'two.warc.gz': [
      imageRecord(PHOTO, '20140101', 'second'),
      imageRecord('http://example.net/copy.png', '20090101', 'first'),
      pageRecord('http://example.net/b', '20131230', {
        title: 'Porto',
        language: 'pt',
        images: [{ src: PHOTO, alt: 'ponte', title: 'rio' }, { src: 'copy.png' }],
      }),
      pageRecord('http://example.org/a', '20100201', {
        title: 'Harbour of Lisbon',
        images: [{ src: PHOTO, alt: 'harbour', caption: 'The old harbour' }],
      }),
    ],
    'three.warc.gz': [
      imageRecord('http://example.org/later.png', '20120101', 'later'),
      revisitRecord(PHOTO, '20110101', imageBytes('first')),
      pageRecord('http://example.org/c', '20120202', {
        title: 'Autumn in Lisbon',
        images: [{ src: PHOTO, alt: 'barcos' }],
      }),
    ],
  };
  const names = Object.keys(FILES) as (keyof typeof FILES)[];
  const [one = 'one.warc.gz', two = 'two.warc.gz', three = 'three.warc.gz'] = names;

  it('give the same library in any order and any number of runs', async () => {
    await using folder = await openLibraryFolder();
    for (const name of names) await folder.archive(name, ...FILES[name]);
    const orders = [
      [one, two, three],
      [one, three, two],
      [two, one, three],
      [two, three, one],
      [three, one, two],
      [three, two, one],
    ];
    const dumps = [];
    for (const [index, order] of orders.entries()) {
      for (const name of order) {
        const collection = name.replace(/\..*/, '');
        await folder.ingest(`library${index}`, [`${folder.path}/${name}`], { collection });
      }
      dumps.push(
        await folder.look(`library${index}`, async (library) => await dumpLibrary(library)),
      );
    }
    for (const dump of dumps) expect(dump).toBe(dumps[0]);
    await folder.look('library0', async (library) => {
      expect((await documentOf(library, 'first'))?.collections).toEqual(['one', 'three', 'two']);
      expect(await timesOf(library, 'later')).toEqual(['20120101000000', '20120601000000']);
    });
  });

  it('give the same library in one run and in several', async () => {
    await using folder = await openLibraryFolder();
    for (const name of names) await folder.archive(name, ...FILES[name]);
    const path = (name: string) => `${folder.path}/${name}`;
    await folder.ingest('at-once', names.map(path));
    for (const name of names) await folder.ingest('one-by-one', [path(name)]);
    await folder.ingest('in-two', [path(three), path(one)]);
    await folder.ingest('in-two', [path(two)]);
    const dumps = [];
    for (const library of ['at-once', 'one-by-one', 'in-two']) {
      dumps.push(await folder.look(library, async (opened) => await dumpLibrary(opened)));
    }
    expect(dumps[1]).toBe(dumps[0]);
    expect(dumps[2]).toBe(dumps[0]);
  });
});

it('completes a reference by an image that comes years before or after it', async () => {
  await using folder = await openLibraryFolder();
  await folder.archive('page.warc', pageRecord('http://example.org/', '20010101', showing('boat')));
  await folder.archive('image.warc', imageRecord(PHOTO, '20200101', 'photo'));
  const [page, image] = [`${folder.path}/page.warc`, `${folder.path}/image.warc`];
  await folder.ingest('page-first', [page]);
  await folder.look('page-first', async (library) =>
    expect(await library.index.documentCount()).toBe(0),
  );
  await folder.ingest('page-first', [image]);
  await folder.ingest('image-first', [image]);
  await folder.look('image-first', async (library) =>
    expect((await documentOf(library, 'photo'))?.page).toBeUndefined(),
  );
  await folder.ingest('image-first', [page]);
  const dump = await folder.look('page-first', async (library) => {
    expect((await documentOf(library, 'photo'))?.alts).toEqual([{ text: 'boat', language: 'en' }]);
    return await dumpLibrary(library);
  });
  expect(await folder.look('image-first', async (library) => await dumpLibrary(library))).toBe(
    dump,
  );
});

it('applies a style sheet to pages in other files of the run', async () => {
  await using folder = await openLibraryFolder();
  const page = { title: 'Harbour', sheets: ['/style.css'] };
  const style = 'body { background: url(background.png) }';
  const background = 'http://example.org/background.png';
  const paths = [
    await folder.archive('page.warc', pageRecord('http://example.org/', '20100101', page)),
    await folder.archive('sheet.warc', sheetRecord('http://example.org/style.css', '2010', style)),
    await folder.archive('image.warc', imageRecord(background, '20100101', 'background')),
  ];
  await folder.ingest('library', paths);
  await folder.look('library', async (library) => {
    expect((await documentOf(library, 'background'))?.page?.title).toBe('Harbour');
  });
});

describe('keys that two texts share', () => {
  // Found by search: SHA-256 sums whose first 52 bits are equal.
  const URLS = ['f5bd64f1ee738', '41f844a185b9b'].map((name) => `http://example.org/${name}.png`);
  const CONTENTS = ['b6b40ecd93de5', 'b9ee701128784'];

  it('keep two addresses apart', async () => {
    await using folder = await openLibraryFolder();
    const [one = '', two = ''] = URLS;
    expect(hashKey(toSurt(one))).toBe(hashKey(toSurt(two)));
    const path = await folder.archive(
      'a.warc.gz',
      imageRecord(one, '20100101', 'one'),
      imageRecord(two, '20100101', 'two'),
      pageRecord('http://example.org/', '20100101', {
        images: [
          { src: one, alt: 'eins' },
          { src: two, alt: 'zwei' },
        ],
      }),
    );
    await folder.ingest('library', [path]);
    await folder.look('library', async (library) => {
      expect((await documentOf(library, 'one'))?.alts.map(({ text }) => text)).toEqual(['eins']);
      expect((await documentOf(library, 'two'))?.alts.map(({ text }) => text)).toEqual(['zwei']);
      expect(await timesOf(library, 'one')).toHaveLength(1);
    });
  });

  it('keep two contents apart', async () => {
    await using folder = await openLibraryFolder();
    const [one = '', two = ''] = CONTENTS;
    expect(keyOfDigest(imageId(one))).toBe(keyOfDigest(imageId(two)));
    const path = await folder.archive(
      'a.warc.gz',
      imageRecord(PHOTO, '20100101', one),
      imageRecord(PHOTO, '20200101', two),
      imageRecord('http://example.org/copy.png', '20200101', two),
      pageRecord('http://example.org/', '20100101', showing('eins')),
      pageRecord('http://example.org/', '20200101', showing('zwei')),
    );
    await folder.ingest('library', [path]);
    await folder.look('library', async (library) => {
      expect(await library.index.documentCount()).toBe(2);
      expect((await documentOf(library, one))?.alts.map(({ text }) => text)).toEqual(['eins']);
      expect((await documentOf(library, two))?.alts.map(({ text }) => text)).toEqual(['zwei']);
      expect(await timesOf(library, two)).toHaveLength(2);
    });
  });
});

it('finds and shows the text of the link that an image stands in, or that leads to it', async () => {
  await using folder = await openLibraryFolder();
  const inLink = `<a href="/tour"><img src="${PHOTO}"> Lighthouse tours</a>`;
  const toImage = `<p>Words <a href="${PHOTO}">Granite headland</a> around</p>`;
  const path = await folder.archive(
    'a.warc.gz',
    imageRecord(PHOTO, '20180101', 'photo'),
    pageRecord('http://example.org/one', '20180101', { body: inLink, language: 'en' }),
    pageRecord('http://example.org/two', '20180102', { body: toImage, language: 'en' }),
  );
  await folder.ingest('library', [path]);
  await folder.look('library', async (library) => {
    expect((await documentOf(library, 'photo'))?.linkTexts).toEqual([
      { text: 'Lighthouse tours', language: 'en' },
      { text: 'Granite headland', language: 'en' },
    ]);
    const inLinks = {
      kind: 'word',
      word: { forms: ['lighthous', 'lighthouse'], text: 'lighthouse' },
    } as const;
    const selection = { match: { ...inLinks, fields: ['imgLinkText'] as const }, filters: [] };
    expect(await library.index.count(selection)).toBe(1);
  });
});

it('finds an image by the heading above it and by the text near it', async () => {
  await using folder = await openLibraryFolder();
  const body = `<nav>Imprint</nav><h2>Beacon</h2><p>Granite headland</p><p>Fog</p><div><img src="${PHOTO}"></div><p>Keeper</p><p>End</p>`;
  const path = await folder.archive(
    'a.warc.gz',
    imageRecord(PHOTO, '20180101', 'photo'),
    pageRecord('http://example.org/one', '20180101', { body, language: 'en' }),
  );
  await folder.ingest('library', [path]);
  await folder.look('library', async (library) => {
    const document = await documentOf(library, 'photo');
    expect(document?.headings).toEqual([{ text: 'Beacon', language: 'en' }]);
    expect(document?.nearTexts).toEqual([
      { text: 'Beacon Granite headland Fog\nKeeper End', language: 'en' },
    ]);
    const countOf = (form: string, field: 'imgHeading' | 'imgNearText') => {
      const word = { forms: [form], text: form, fields: [field] };
      return library.index.count({ match: { kind: 'word', word }, filters: [] });
    };
    expect(await countOf('headland', 'imgNearText')).toBe(1);
    expect(await countOf('imprint', 'imgNearText')).toBe(0);
    expect(await countOf('beacon', 'imgHeading')).toBe(1);
  });
});

it('keeps what the first three pages say near an image', async () => {
  await using folder = await openLibraryFolder();
  const pages = [1, 2, 3, 4].map((number) =>
    pageRecord(`http://example.org/${number}`, `2018010${number}`, {
      body: `<p>Words ${number}</p><img src="${PHOTO}">`,
    }),
  );
  const path = await folder.archive(
    'a.warc.gz',
    ...pages.reverse(),
    imageRecord(PHOTO, '20180101', 'photo'),
  );
  await folder.ingest('library', [path]);
  await folder.look('library', async (library) => {
    const texts = (await documentOf(library, 'photo'))?.nearTexts.map(({ text }) => text);
    expect(texts).toEqual(['Words 1', 'Words 2', 'Words 3']);
  });
});

it('takes no more time for a revisit where an address has thousands', async () => {
  await using folder = await openLibraryFolder();
  const bytes = imageBytes('photo');
  const minute = (number: number) =>
    String(202001010000 + (number % 60) + Math.floor(number / 60) * 100);
  const revisits = Array.from({ length: 1400 }, (_, number) =>
    revisitRecord(PHOTO, minute(number), bytes),
  );
  const path = await folder.archive('a.warc', imageRecord(PHOTO, '2018', 'photo'), ...revisits);
  const cpuTime = startCpuTime();
  await folder.ingest('library', [path]);
  expect(cpuTime()).toBeLessThan(2000);
  await folder.look('library', async (library) => {
    expect(await documentOf(library, 'photo')).toMatchObject({ matchingImages: 1401 });
  });
});
