// Bytes of images out of archives: codings, revisits, inner images, and archives that changed or went away.
import { createHash } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { gzipEach, httpResponse, warcRecord } from '../../test/fixtures/archives.ts';
import {
  imageBytes,
  imageId,
  imageRecord,
  type LibraryFolder,
  openLibraryFolder,
  pageRecord,
  revisitRecord,
  sheetRecord,
} from '../../test/fixtures/library-archives.ts';
import { createMemoryIndex } from '../search/memory-index.ts';
import { loadImageDetails } from './image-details.ts';
import { type FoundImage, openImageReader, readImage } from './read-image.ts';
import { rememberTakedown } from './takedown.ts';

const PHOTO = 'http://example.org/photo.png';
const OTHER = 'http://example.org/other.png';

/** Reads an image of the library named `library`. */
async function read(folder: LibraryFolder, id: string, options = {}) {
  const library = await folder.open('library');
  try {
    return await readImage(library, id, options);
  } finally {
    library.close();
  }
}

const found = (image: Awaited<ReturnType<typeof read>>): FoundImage => {
  if ('problem' in image) throw new Error(`${image.problem}: ${image.detail}`);
  return image;
};
const dataUri = (bytes: Buffer) => `data:image/png;base64,${bytes.toString('base64')}`;

describe('the bytes of an image', () => {
  it.each(['a.warc', 'a.warc.gz'])('come from its oldest capture: %s', async (name) => {
    await using folder = await openLibraryFolder();
    const path = await folder.archive(
      name,
      imageRecord(OTHER, '20200101', 'photo'),
      imageRecord(PHOTO, '20180101', 'photo'),
      imageRecord(PHOTO, '20190101', 'another'),
    );
    await folder.ingest('library', [path]);
    const image = found(await read(folder, imageId('photo')));
    expect(Buffer.from(image.bytes)).toEqual(imageBytes('photo'));
    expect(image).toMatchObject({ mime: 'image/png', version: { url: PHOTO, file: path } });
    const another = found(await read(folder, imageId('another')));
    expect(Buffer.from(another.bytes)).toEqual(imageBytes('another'));
  });

  it('are those that a browser would have seen', async () => {
    await using folder = await openLibraryFolder();
    const body = gzipSync(imageBytes('photo'));
    const headers = ['Content-Type: image/png', 'Content-Encoding: gzip'];
    const record = warcRecord({ url: PHOTO, block: httpResponse({ headers, body }) });
    await folder.ingest('library', [await folder.archive('a.warc.gz', record)]);
    expect(Buffer.from(found(await read(folder, imageId('photo'))).bytes)).toEqual(
      imageBytes('photo'),
    );
  });

  it('are found by the id of a document that is of an image and a page', async () => {
    await using folder = await openLibraryFolder();
    const page = { images: [{ src: PHOTO }] };
    const path = await folder.archive(
      'a.warc.gz',
      imageRecord(PHOTO, '20180101', 'photo'),
      pageRecord('http://example.org/', '20180101', page),
    );
    await folder.ingest('library', [path], { create: { mode: 'full' } });
    const [id = ''] = await folder.look('library', (library) =>
      [...library.documents.all()].map(({ document }) => document.id),
    );
    expect(id).toMatch(/-/);
    expect(found(await read(folder, id)).bytes).toHaveLength(imageBytes('photo').length);
  });

  it('come from the original where the oldest capture is a revisit', async () => {
    await using folder = await openLibraryFolder();
    await folder.archive('a.warc.gz', imageRecord(OTHER, '20180101', 'photo'));
    const named = { url: OTHER, time: '20180101' };
    await folder.archive('b.warc.gz', revisitRecord(PHOTO, '20170101', imageBytes('photo'), named));
    await folder.ingest('library', [`${folder.path}/a.warc.gz`, `${folder.path}/b.warc.gz`]);
    const image = found(await read(folder, imageId('photo')));
    expect(image.version.time).toBe('20180101000000');
    expect(Buffer.from(image.bytes)).toEqual(imageBytes('photo'));
  });

  it('are found inside a page and inside a style sheet', async () => {
    await using folder = await openLibraryFolder();
    const images = ['one', 'two'].map((name) => ({ src: dataUri(imageBytes(name)) }));
    const style = `body { background: url("${dataUri(imageBytes('three'))}") }`;
    const path = await folder.archive(
      'a.warc.gz',
      pageRecord('http://example.org/', '20180101', { images, sheets: ['/style.css'] }),
      sheetRecord('http://example.org/style.css', '20180101', style),
    );
    await folder.ingest('library', [path]);
    const reader = openImageReader();
    for (const name of ['two', 'one', 'three']) {
      const image = found(await read(folder, imageId(name), { reader }));
      expect(Buffer.from(image.bytes)).toEqual(imageBytes(name));
      expect(image.version.url).toMatch(/^data:image\/png;sha256,/);
    }
    await reader.close();
  });

  it('are read by many at once from the same archives', async () => {
    await using folder = await openLibraryFolder();
    const names = Array.from({ length: 30 }, (_, index) => `image ${index}`);
    const paths = [];
    for (let file = 0; file < 12; file++) {
      const records = names.map((name, index) =>
        imageRecord(`http://example.org/${index}`, `2018010${file % 9}`, `${name} of ${file}`),
      );
      paths.push(await folder.archive(`${file}.warc.gz`, ...records));
    }
    await folder.ingest('library', paths);
    const library = await folder.open('library');
    const reader = openImageReader();
    const wanted = paths.flatMap((_, file) => names.map((name) => `${name} of ${file}`));
    const images = await Promise.all(
      wanted.map((name) => readImage(library, imageId(name), { reader })),
    );
    for (const [index, image] of images.entries()) {
      expect(Buffer.from(found(image).bytes)).toEqual(imageBytes(wanted[index] ?? ''));
    }
    await reader.close();
    library.close();
  });
});

describe('an archive that went away', () => {
  it('is gone, also while it is held open, and back when it is back', async () => {
    await using folder = await openLibraryFolder();
    const path = await folder.archive('a.warc.gz', imageRecord(PHOTO, '20180101', 'photo'));
    await folder.ingest('library', [path]);
    const reader = openImageReader();
    found(await read(folder, imageId('photo'), { reader }));
    await rename(path, `${path}.away`);
    for (const options of [{}, { reader }]) {
      const image = await read(folder, imageId('photo'), options);
      expect(image).toMatchObject({ problem: 'gone', detail: expect.stringContaining(path) });
    }
    await rename(`${path}.away`, path);
    found(await read(folder, imageId('photo'), { reader }));
    await reader.close();
  });

  it('does not matter when another one has the same capture', async () => {
    await using folder = await openLibraryFolder();
    const capture = imageRecord(PHOTO, '20180101', 'photo');
    const paths = [
      await folder.archive('a.warc.gz', capture),
      await folder.archive('b.warc.gz', capture, imageRecord(OTHER, '20180101', 'other')),
    ];
    await folder.ingest('library', paths);
    for (const path of paths) {
      await rename(path, `${path}.away`);
      const image = found(await read(folder, imageId('photo')));
      expect(image.version.file).not.toBe(path);
      await rename(`${path}.away`, path);
    }
  });
});

describe('an archive that was changed', () => {
  it.each([
    ['holds something else', 'mismatch', [imageRecord(PHOTO, '20180101', 'photp')]],
    ['has a revisit there', 'unreadable', [revisitRecord(PHOTO, '20180101', 'photo')]],
    ['has been cut', 'unreadable', []],
  ] as const)('%s: the image is a %s', async (_change, problem, records) => {
    await using folder = await openLibraryFolder();
    const path = await folder.archive('a.warc.gz', imageRecord(PHOTO, '20180101', 'photo'));
    await folder.ingest('library', [path]);
    await writeFile(path, gzipEach([...records]));
    expect(await read(folder, imageId('photo'))).toMatchObject({ problem });
  });
});

it('tells of an image that the library has not', async () => {
  await using folder = await openLibraryFolder();
  const path = await folder.archive('a.warc.gz', imageRecord(PHOTO, '20180101', 'photo'));
  await folder.ingest('library', [path]);
  await rm(path);
  const id = createHash('sha256').update('never seen').digest('hex');
  expect(await read(folder, id)).toMatchObject({ problem: 'gone' });
  expect(await read(folder, 'nonsense')).toMatchObject({ problem: 'gone' });
});

it('holds no image that is larger than wanted, and stops when told', async () => {
  await using folder = await openLibraryFolder();
  const path = await folder.archive('a.warc.gz', imageRecord(PHOTO, '20180101', 'photo'));
  await folder.ingest('library', [path]);
  const large = await read(folder, imageId('photo'), { maxBytes: 50 });
  expect(large).toMatchObject({ problem: 'unreadable', detail: expect.stringContaining('50') });
  await expect(
    read(folder, imageId('photo'), { signal: AbortSignal.abort(new Error('stop')) }),
  ).rejects.toThrow('stop');
});

it('are where an index elsewhere says, when the library has no captures of them, unless they were taken down', async () => {
  await using folder = await openLibraryFolder();
  const path = await folder.archive('a.warc.gz', imageRecord(PHOTO, '2018', 'photo'));
  await folder.ingest('elsewhere', [path]);
  const documents = await folder.look('elsewhere', (library) =>
    [...library.documents.all()].map(({ document }) => document),
  );
  const [document] = documents;
  const library = await folder.open('library', { access: 'write', create: {} });
  try {
    library.searchWith(createMemoryIndex(documents));
    const id = imageId('photo');
    const image = found(await readImage(library, id, { document }));
    expect(Buffer.from(image.bytes)).toEqual(imageBytes('photo'));
    const details = await loadImageDetails(library, id);
    expect(details).toEqual({ document, versions: [document?.oldest], versionCount: 1, pages: [] });
    expect(await readImage(library, id)).toMatchObject({ problem: 'gone' });
    library.transaction(() => rememberTakedown(library, 'image', id));
    expect(await readImage(library, id, { document })).toMatchObject({ problem: 'gone' });
  } finally {
    library.close();
  }
});
