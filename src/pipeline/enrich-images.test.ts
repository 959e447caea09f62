// From archives to facts and thumbnails: what is made, what is kept as a reason, what waits, and how a run goes on.
import { createHash } from 'node:crypto';
import { readdir, readFile, rename, rm } from 'node:fs/promises';
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
import { drawWaves, FLAGGED_SEED, HARMLESS_SEED, SIDE } from '../../test/fixtures/nsfw-pictures.ts';
import { NETWORK_PRODUCERS, PIXEL_PRODUCERS, THUMBNAIL } from '../enrich/enrich.ts';
import {
  keyOfDigest,
  type Library,
  openThumbnails,
  pictureMark,
  THUMBNAILS_FILE,
} from '../index/index.ts';
import { searchImages } from '../search/search.ts';
import { backupLibrary } from './backup.ts';
import { deriveDocuments } from './derive.ts';
import { type EnrichRun, enrichImages } from './enrich-images.ts';
import { checkLibrary } from './library-check.ts';
import { removeOrphanThumbnails } from './orphan-thumbnails.ts';
import { removeFromLibrary } from './remove.ts';
import { repairLibrary } from './repair-library.ts';

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

/** Quick ones: what a run does is the same for all. */
const WITHOUT_NETWORK = PIXEL_PRODUCERS.filter((one) => !NETWORK_PRODUCERS.includes(one)).map(
  ({ name }) => name,
);

async function make(folder: LibraryFolder, options: EnrichRun = {}) {
  const library = await folder.open('library', { access: 'write' });
  try {
    const { made, failed, skipped } = await enrichImages(library, {
      workers: 0,
      only: WITHOUT_NETWORK,
      ...options,
    });
    return { made, failed, skipped };
  } finally {
    library.close();
  }
}

/** What the document of an image says, and the sides of its thumbnails. */
async function look(folder: LibraryFolder, digest: string, name = 'library') {
  const thumbnails = openThumbnails(`${folder.path}/${name}`);
  const sides = thumbnails.all(digest).map(({ side }) => side);
  thumbnails.close();
  const document = await folder.look(name, ({ documents }) => documents.at(keyOfDigest(digest))[0]);
  return {
    sides,
    thumbnails: document?.thumbnails,
    hasHash: document?.thumbhash !== undefined,
    unreadable: document?.unreadable,
  };
}

const SHOWN = {
  sides: [120],
  thumbnails: [{ width: 120, height: 90 }],
  hasHash: true,
  unreadable: undefined,
};
const NOTHING = { sides: [], thumbnails: undefined, hasHash: false, unreadable: undefined };

async function change(folder: LibraryFolder, work: (library: Library) => void): Promise<void> {
  const library = await folder.open('library', { access: 'write' });
  library.transaction(() => work(library));
  await deriveDocuments(library);
  library.close();
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
  it('finds out what is missing, once, and shows it in documents', async () => {
    await using folder = await openLibraryFolder();
    const pictures = await openPictures(folder, 30);
    const progress: number[] = [];
    const onProgress: EnrichRun['onProgress'] = (done, total) => {
      expect(total).toBe(30);
      progress.push(done);
    };
    expect(await make(folder, { onProgress })).toEqual({ made: 30, failed: 0, skipped: 0 });
    expect(progress.at(-1)).toBe(30);
    for (const body of pictures) expect(await look(folder, digestOf(body))).toEqual(SHOWN);
    const before = await folder.look('library', dumpLibrary);
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
    expect(await look(folder, digestOf(later))).toEqual(SHOWN);
  });

  it('keeps a bad image with its reason and tries it again only when asked', async () => {
    await using folder = await openLibraryFolder();
    const path = await folder.archive(
      'a.warc.gz',
      imageRecord('http://example.org/bad.png', '20180101', 'no pixels'),
      pictureRecord('http://example.org/good.png', '20180101', await picture(1)),
    );
    await folder.ingest('library', [path]);
    const failures: string[] = [];
    const onFailure: EnrichRun['onFailure'] = ({ url, reason }) =>
      failures.push(`${url} ${reason}`);
    expect(await make(folder, { onFailure })).toEqual({ made: 1, failed: 1, skipped: 0 });
    expect(failures).toEqual(['http://example.org/bad.png damaged']);
    const bad = { ...NOTHING, unreadable: 'damaged' };
    expect(await look(folder, imageId('no pixels'))).toEqual(bad);
    expect(await make(folder)).toEqual({ made: 0, failed: 0, skipped: 0 });
    expect(await make(folder, { isFailedWanted: true })).toEqual({
      made: 0,
      failed: 1,
      skipped: 0,
    });
    expect(await look(folder, imageId('no pixels'))).toEqual(bad);
  });

  it('renews what another version told only when asked, and uses it until then', async () => {
    await using folder = await openLibraryFolder();
    const [body = Buffer.alloc(0)] = await openPictures(folder, 2);
    await make(folder);
    const old = { ...THUMBNAIL, version: '0' };
    await change(folder, (library) => {
      const fact = library.facts.of(digestOf(body)).get(THUMBNAIL.name);
      if (fact !== undefined) library.facts.put(digestOf(body), old, fact);
      const thumbnails = openThumbnails(library.folder, { access: 'write' });
      const pictures = thumbnails.all(digestOf(body));
      thumbnails.putAll([{ digest: digestOf(body), mark: pictureMark(old), pictures }]);
      thumbnails.close();
    });
    expect(await look(folder, digestOf(body))).toEqual(SHOWN);
    expect(await make(folder)).toEqual({ made: 0, failed: 0, skipped: 0 });
    expect(await make(folder, { isOutdatedWanted: true })).toMatchObject({ made: 1 });
    expect(await make(folder, { isOutdatedWanted: true })).toMatchObject({ made: 0 });
    expect(await make(folder, { only: ['image.none'] })).toMatchObject({ made: 0 });
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
    const pictures = await openPictures(folder, 30);
    const abort = new AbortController();
    const first = await make(folder, {
      signal: abort.signal,
      onProgress: () => abort.abort(),
    });
    expect(first.made).toBe(25);
    expect(await make(folder)).toEqual({ made: 5, failed: 0, skipped: 0 });
    for (const body of pictures) expect(await look(folder, digestOf(body))).toEqual(SHOWN);
  });
});

describe('thumbnails and facts', () => {
  it('that lost each other are made again', async () => {
    await using folder = await openLibraryFolder();
    const pictures = (await openPictures(folder, 6)).map(digestOf);
    const [noFact = '', noPicture = '', otherPicture = ''] = pictures;
    await make(folder);
    // As after a crash between the two, and a power cut that took back thumbnails but no facts.
    await change(folder, (library) => {
      library.facts.keepOnly(keyOfDigest(noFact), new Set());
      const thumbnails = openThumbnails(library.folder, { access: 'write' });
      thumbnails.remove([noPicture]);
      const pictures = thumbnails.all(otherPicture);
      thumbnails.putAll([{ digest: otherPicture, mark: 7, pictures }]);
      thumbnails.close();
    });
    expect(await make(folder)).toEqual({ made: 3, failed: 0, skipped: 0 });
    for (const digest of pictures) expect(await look(folder, digest)).toEqual(SHOWN);
    await rm(`${folder.path}/library/${THUMBNAILS_FILE}`);
    expect(await make(folder)).toEqual({ made: 6, failed: 0, skipped: 0 });
  });

  it('are kept by deriving again, repair and backup', async () => {
    await using folder = await openLibraryFolder();
    const pictures = (await openPictures(folder, 4)).map(digestOf);
    await make(folder);
    const before = await folder.look('library', dumpLibrary);
    const library = await folder.open('library', { access: 'write' });
    library.transaction(() => library.rows.markAll());
    await deriveDocuments(library);
    await backupLibrary(library, `${folder.path}/copy`);
    library.close();
    expect(await folder.look('library', dumpLibrary)).toBe(before);
    expect(await folder.look('copy', dumpLibrary)).toBe(before);
    for (const digest of pictures) expect(await look(folder, digest, 'copy')).toEqual(SHOWN);
    await repairLibrary(`${folder.path}/library`);
    expect(await folder.look('library', dumpLibrary)).toBe(before);
    expect(await make(folder)).toEqual({ made: 0, failed: 0, skipped: 0 });
    const checked = await folder.open('library');
    for await (const { isHealthy, detail } of checkLibrary(checked, { isThorough: true })) {
      expect(isHealthy, detail).toBe(true);
    }
    checked.close();
  });

  it('stay with an image that moves from one file to another, and go with the last', async () => {
    await using folder = await openLibraryFolder();
    const body = await picture(1);
    const record = (url: string) => pictureRecord(url, '20180101', body);
    const first = await folder.archive('a.warc.gz', record('http://example.org/1.png'));
    await folder.ingest('library', [first]);
    await make(folder);
    // The file changes: the same image at another address, and no longer at the first one.
    await folder.archive('a.warc.gz', record('http://example.org/two.png'));
    await folder.ingest('library', [first]);
    expect(await look(folder, digestOf(body))).toEqual(SHOWN);
    expect(await make(folder)).toEqual({ made: 0, failed: 0, skipped: 0 });
    await folder.archive(
      'a.warc.gz',
      pictureRecord('http://example.org/3.png', '20180101', await picture(3)),
    );
    await folder.ingest('library', [first]);
    const left = await folder.look('library', ({ facts }) => [...facts.all()]);
    expect(left).toEqual([]);
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

describe('the family filter', () => {
  it('hides what scores high or cannot be decoded, and nothing else', async () => {
    await using folder = await openLibraryFolder();
    const draw = (seed: number) =>
      sharp(drawWaves(seed), { raw: { width: SIDE, height: SIDE, channels: 3 } })
        .png()
        .toBuffer();
    const [fine, bad] = await Promise.all([HARMLESS_SEED, FLAGGED_SEED].map(draw));
    const broken = Buffer.concat([fine?.subarray(0, 60) ?? Buffer.alloc(0), Buffer.alloc(40)]);
    const bodies = { fine, broken, bad };
    const records = Object.entries(bodies).map(([name, body]) =>
      pictureRecord(`http://example.org/${name}.png`, '20180101', body ?? Buffer.alloc(0)),
    );
    await folder.ingest('library', [await folder.archive('a.warc.gz', ...records)]);
    const found = async (query: string) => {
      const { items } = await folder.look('library', ({ index }) => searchImages(index, { query }));
      return items.map(({ url }) => url.slice('http://example.org/'.length, -'.png'.length)).sort();
    };
    expect(await found('png')).toEqual(['bad', 'broken', 'fine']); // nobody has scored them yet
    await make(folder, { only: ['nsfw'] });
    expect(await found('png')).toEqual(['fine']);
    expect(await found('png safe:off')).toEqual(['bad', 'broken', 'fine']);
  });
});

describe('images that were removed', () => {
  it('lose their thumbnails, the others keep them', async () => {
    await using folder = await openLibraryFolder();
    const pictures = await openPictures(folder, 6);
    const [gone = Buffer.alloc(0), ...left] = pictures;
    const library = await folder.open('library', { access: 'write' });
    expect(removeOrphanThumbnails(library)).toBe(0); // there are none at all
    await enrichImages(library, { workers: 0, only: WITHOUT_NETWORK });
    expect(removeOrphanThumbnails(library)).toBe(0);
    await removeFromLibrary(library, { images: [digestOf(gone)] });
    expect(removeOrphanThumbnails(library)).toBe(0); // the removal has seen to it
    library.close();
    expect(await look(folder, digestOf(gone))).toEqual(NOTHING);
    for (const body of left) expect(await look(folder, digestOf(body))).toEqual(SHOWN);
    // No byte of the digest is left but in the list of what was taken down, which is text.
    for (const file of await readdir(`${folder.path}/library`)) {
      const bytes = await readFile(`${folder.path}/library/${file}`);
      expect(bytes.includes(Buffer.from(digestOf(gone), 'hex')), file).toBe(false);
    }
  });

  it('while somebody looks at them, have no facts in the end', async () => {
    await using folder = await openLibraryFolder();
    // Few, so that none is stored before they go, however busy the machine is.
    const images = (await openPictures(folder, 4)).map(digestOf);
    const library = await folder.open('library', { access: 'write' });
    const onProgress = () => {
      library.transaction(() => {
        for (const digest of images) library.documents.replace(keyOfDigest(digest), []);
      });
    };
    await enrichImages(library, { workers: 0, only: WITHOUT_NETWORK, onProgress });
    library.close();
    for (const digest of images) expect(await look(folder, digest)).toEqual(NOTHING);
  });
});
