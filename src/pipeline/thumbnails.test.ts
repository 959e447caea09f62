// From archives to thumbnails: what is made, what is kept as a problem, what waits, and how a run goes on.
import { createHash } from 'node:crypto';
import { rename } from 'node:fs/promises';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { httpResponse, warcRecord } from '../../test/fixtures/archives.ts';
import {
  imageId,
  imageRecord,
  type LibraryFolder,
  openLibraryFolder,
  pageRecord,
  toDate,
} from '../../test/fixtures/library-archives.ts';
import { dumpLibrary } from '../../test/fixtures/library-dump.ts';
import { keyOfDigest } from '../index/index.ts';
import { openThumbnails } from '../index/thumbnails.ts';
import { removeFromLibrary } from './remove.ts';
import { makeThumbnails, removeOrphanThumbnails, type ThumbnailRun } from './thumbnails.ts';

const digestOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** A picture that differs from others by its number. */
function picture(number: number, width = 120): Promise<Buffer> {
  const background = { r: number % 256, g: 100, b: Math.floor(number / 256) };
  return sharp({ create: { width, height: 90, channels: 3, background } })
    .png()
    .toBuffer();
}

function pictureRecord(url: string, time: string, body: Buffer): Buffer {
  const headers = ['Content-Type: image/png'];
  return warcRecord({ url, date: toDate(time), block: httpResponse({ headers, body }) });
}

async function make(folder: LibraryFolder, options: ThumbnailRun = {}) {
  const library = await folder.open('library');
  try {
    return await makeThumbnails(library, { workers: 0, ...options });
  } finally {
    library.close();
  }
}

function look(folder: LibraryFolder, digest: string) {
  const thumbnails = openThumbnails(`${folder.path}/library`);
  const entry = thumbnails.get(digest);
  thumbnails.close();
  return entry;
}

/** A library of some pictures in two files. */
async function openPictures(folder: LibraryFolder, count: number): Promise<Buffer[]> {
  const pictures = await Promise.all(Array.from({ length: count }, (_, index) => picture(index)));
  const records = pictures.map((body, index) =>
    pictureRecord(`http://example.org/${index}.png`, '20180101', body),
  );
  const half = Math.ceil(count / 2);
  await folder.ingest('library', [
    await folder.archive('a.warc.gz', ...records.slice(0, half)),
    await folder.archive('b.warc.gz', ...records.slice(half)),
  ]);
  return pictures;
}

describe('a run', () => {
  it('makes what is missing, once, and changes nothing of the library', async () => {
    await using folder = await openLibraryFolder();
    const pictures = await openPictures(folder, 30);
    const before = await folder.look('library', dumpLibrary);
    const progress: number[] = [];
    const onProgress: ThumbnailRun['onProgress'] = ({ made, total }) => {
      expect(total).toBe(30);
      progress.push(made);
    };
    expect(await make(folder, { onProgress })).toEqual({ made: 30, failed: 0, skipped: 0 });
    expect(progress.at(-1)).toBe(30);
    for (const body of pictures) {
      expect(look(folder, digestOf(body))).toMatchObject({ width: 120, height: 90 });
    }
    expect(await make(folder)).toEqual({ made: 0, failed: 0, skipped: 0 });
    expect(await folder.look('library', dumpLibrary)).toBe(before);
  });

  it('makes those of images that came later', async () => {
    await using folder = await openLibraryFolder();
    await openPictures(folder, 4);
    await make(folder);
    const later = await picture(1000);
    const record = pictureRecord('http://example.org/later.png', '20200101', later);
    await folder.ingest('library', [await folder.archive('c.warc.gz', record)]);
    expect(await make(folder)).toEqual({ made: 1, failed: 0, skipped: 0 });
    expect(look(folder, digestOf(later))).toHaveProperty('bytes');
  });

  it('keeps a bad image as a problem and does not try it again', async () => {
    await using folder = await openLibraryFolder();
    const path = await folder.archive(
      'a.warc.gz',
      imageRecord('http://example.org/bad.png', '20180101', 'no pixels'),
      pictureRecord('http://example.org/good.png', '20180101', await picture(1)),
    );
    await folder.ingest('library', [path]);
    expect(await make(folder)).toEqual({ made: 1, failed: 1, skipped: 0 });
    expect(look(folder, imageId('no pixels'))).toEqual({ problem: 'damaged' });
    expect(await make(folder)).toEqual({ made: 0, failed: 0, skipped: 0 });
  });

  it('works while a writer has the library', async () => {
    await using folder = await openLibraryFolder();
    await openPictures(folder, 3);
    const writer = await folder.open('library', { access: 'write' });
    expect(await makeThumbnails(writer, { workers: 0 })).toMatchObject({ made: 3 });
    writer.close();
  });

  it('makes one for an image of many documents', async () => {
    await using folder = await openLibraryFolder();
    const src = 'http://example.org/photo.png';
    const pages = ['a', 'b', 'c'].map((name) =>
      pageRecord(`http://example.org/${name}`, '20180101', { images: [{ src }] }),
    );
    const image = pictureRecord(src, '20180101', await picture(1));
    const path = await folder.archive('a.warc.gz', image, ...pages);
    await folder.ingest('library', [path], { create: { mode: 'full' } });
    expect(await make(folder)).toEqual({ made: 1, failed: 0, skipped: 0 });
  });
});

describe('interrupted', () => {
  it('a run keeps what it made, and the next one goes on', async () => {
    await using folder = await openLibraryFolder();
    await openPictures(folder, 30);
    const abort = new AbortController();
    const first = await make(folder, {
      signal: abort.signal,
      onProgress: () => abort.abort(),
    });
    expect(first.made).toBe(25);
    expect(await make(folder)).toEqual({ made: 5, failed: 0, skipped: 0 });
  });
});

describe('an archive that is away', () => {
  it('is skipped, and made up for when it is back', async () => {
    await using folder = await openLibraryFolder();
    await openPictures(folder, 10);
    const path = `${folder.path}/b.warc.gz`;
    await rename(path, `${path}.away`);
    expect(await make(folder)).toEqual({ made: 5, failed: 0, skipped: 5 });
    await rename(`${path}.away`, path);
    expect(await make(folder)).toEqual({ made: 5, failed: 0, skipped: 0 });
  });

  it('does not matter when another one has the image', async () => {
    await using folder = await openLibraryFolder();
    const body = await picture(1);
    const paths = [
      await folder.archive('a.warc.gz', pictureRecord('http://a.org/x.png', '20180101', body)),
      await folder.archive('b.warc.gz', pictureRecord('http://b.org/x.png', '20190101', body)),
    ];
    await folder.ingest('library', paths);
    await rename(paths[0] ?? '', `${paths[0]}.away`);
    expect(await make(folder)).toEqual({ made: 1, failed: 0, skipped: 0 });
  });
});

describe('images that were removed', () => {
  it('lose their thumbnails, the others keep them', async () => {
    await using folder = await openLibraryFolder();
    const pictures = await openPictures(folder, 6);
    const [gone = Buffer.alloc(0), ...left] = pictures;
    const library = await folder.open('library', { access: 'write' });
    expect(removeOrphanThumbnails(library)).toBe(0); // there are none at all
    await makeThumbnails(library, { workers: 0 });
    expect(removeOrphanThumbnails(library)).toBe(0);
    await removeFromLibrary(library, { images: [digestOf(gone)] });
    expect(removeOrphanThumbnails(library)).toBe(0); // the removal has seen to it
    library.close();
    expect(look(folder, digestOf(gone))).toBeUndefined();
    for (const body of left) expect(look(folder, digestOf(body))).toHaveProperty('bytes');
  });

  it('while their thumbnails are made, have none in the end', async () => {
    await using folder = await openLibraryFolder();
    const images = (await openPictures(folder, 30)).map(digestOf);
    const library = await folder.open('library', { access: 'write' });
    const onProgress = () => {
      library.transaction(() => {
        for (const digest of images) library.documents.replace(keyOfDigest(digest), []);
      });
    };
    const outcome = await makeThumbnails(library, { workers: 0, onProgress });
    expect(outcome.made).toBe(30);
    library.close();
    for (const digest of images) expect(look(folder, digest)).toBeUndefined();
  });
});
