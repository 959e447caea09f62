// Takedowns with what is told of them: kept, exported, lifted on their day, extended to near duplicates.
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { httpResponse, warcRecord } from '../../test/fixtures/archives.ts';
import {
  imageId,
  imageRecord,
  type LibraryFolder,
  openLibraryFolder,
} from '../../test/fixtures/library-archives.ts';
import { printTakedowns, readTakedownFile, type TakedownDetails } from '../index/index.ts';
import { deriveDocuments } from './derive.ts';
import { enrichImages } from './enrich-images.ts';
import { importTakedowns } from './import-takedowns.ts';
import { liftTakedown } from './lift.ts';
import { removeNearTakedowns } from './near-takedowns.ts';
import { type RemoveRequest, removeFromLibrary } from './remove.ts';

const A = imageId('a');
const NEAR = imageId('near');
const OTHER = imageId('other');
const DETAILS: TakedownDetails = {
  reason: 'Shows a private person\tat home',
  requester: 'District court',
  reference: '12 O 345/26',
  expires: '2031-05-01',
  isOrder: true,
};

const record = (name: string) => imageRecord(`http://example.org/${name}.png`, '20100101', name);
const look = (last: string) => `0123456789abcdef`.repeat(4).slice(0, 64 - last.length) + last;

async function open(folder: LibraryFolder, name: string, ...images: readonly string[]) {
  const path = await folder.archive(`${name}.warc.gz`, ...images.map(record));
  await folder.ingest('library', [path]);
  return path;
}

/** Notes what images look like, as `enrich` does. */
async function tellLooks(folder: LibraryFolder, looks: Readonly<Record<string, string>>) {
  const library = await folder.open('library', { access: 'write' });
  const producer = { name: 'image.look', version: '1', settings: {} };
  library.transaction(() => {
    for (const [digest, hash] of Object.entries(looks)) {
      library.facts.put(digest, producer, { kind: 'json', value: { hash } });
    }
  });
  await deriveDocuments(library);
  library.close();
}

async function remove(folder: LibraryFolder, request: RemoveRequest) {
  const library = await folder.open('library', { access: 'write' });
  try {
    return await removeFromLibrary(library, request);
  } finally {
    library.close();
  }
}

const idsOf = (folder: LibraryFolder, library = 'library') =>
  folder.look(library, async ({ index }) => {
    const found = await index.documents([A, NEAR, OTHER]);
    return found.flatMap((document) => document?.id ?? []);
  });

const listOf = (folder: LibraryFolder, library = 'library') =>
  folder.look(library, ({ takedowns }) => takedowns.list());

afterEach(() => void vi.useRealTimers());

describe('what is told of a takedown', () => {
  it('is kept with it, also in the plain file, which another library takes over', async () => {
    await using folder = await openLibraryFolder();
    const path = await open(folder, 'one', 'a', 'other');
    await folder.ingest('second', [path]);
    await remove(folder, { images: [A], details: DETAILS });
    await remove(folder, { urlPrefixes: ['http://example.org/x/'] });
    const entries = await listOf(folder);
    expect(entries.map(({ details }) => details)).toEqual([DETAILS, undefined]);
    const file = join(folder.path, 'library', 'takedowns.tsv');
    expect(readTakedownFile(file)).toEqual(entries);
    const second = await folder.open('second', { access: 'write' });
    expect(await importTakedowns(second, readTakedownFile(file))).toBe(2);
    second.close();
    expect(await listOf(folder, 'second')).toEqual(entries);
    expect(await idsOf(folder, 'second')).toEqual([OTHER]);
  });

  it('is believed only where it has its form', async () => {
    await using folder = await openLibraryFolder();
    const file = join(folder.path, 'list.tsv');
    const lines = [
      '{"expires":"tomorrow","reason":5,"isOrder":"yes","look":"zz","nearOf":"../"}',
      `{"reason":"${'x'.repeat(3000)}"}`,
      '{"reason":',
      '[1]',
      '{"reason":"kept"}',
    ];
    writeFileSync(file, lines.map((line) => `image\t${A}\t20260101000000\t${line}\n`).join(''));
    const read = readTakedownFile(file);
    expect(read.map(({ details }) => details)).toEqual([
      ...[undefined, undefined, undefined, undefined],
      { reason: 'kept' },
    ]);
    expect(printTakedowns(read.slice(4))).toBe(`image\t${A}\t20260101000000\t{"reason":"kept"}\n`);
  });
});

it('is lifted by the first ingest on its day', async () => {
  await using folder = await openLibraryFolder();
  const path = await open(folder, 'one', 'a', 'other');
  await remove(folder, { images: [A], details: { expires: '2031-05-01' } });
  vi.useFakeTimers({ now: Date.parse('2031-04-30T23:00:00Z'), toFake: ['Date'] });
  await folder.ingest('library', [path]);
  expect(await idsOf(folder)).toEqual([OTHER]);
  vi.setSystemTime(Date.parse('2031-05-01T00:30:00Z'));
  await folder.ingest('library', [path]);
  expect(await idsOf(folder)).toEqual([A, OTHER]);
  expect(await listOf(folder)).toEqual([]);
});

describe('near duplicates', () => {
  it('go with an image, and those that come later once their looks are known', async () => {
    await using folder = await openLibraryFolder();
    const path = await open(folder, 'one', 'a', 'other');
    await expect(remove(folder, { images: [A], withNear: true })).rejects.toMatchObject({
      code: 'LOOK_UNKNOWN',
    });
    await tellLooks(folder, { [A]: look('00'), [OTHER]: 'f'.repeat(64) });
    await remove(folder, { images: [A], withNear: true, details: { reason: 'private' } });
    expect(await idsOf(folder)).toEqual([OTHER]);
    const later = await open(folder, 'later', 'near');
    expect(await idsOf(folder)).toEqual([NEAR, OTHER]);
    await tellLooks(folder, { [NEAR]: look('07') });
    const library = await folder.open('library', { access: 'write' });
    expect(await removeNearTakedowns(library)).toBe(1);
    expect(await removeNearTakedowns(library)).toBe(0);
    library.close();
    expect(await idsOf(folder)).toEqual([OTHER]);
    expect((await listOf(folder)).map(({ value, details }) => [value, details])).toEqual([
      [A, { reason: 'private', look: look('00') }],
      [NEAR, { reason: 'private', nearOf: A }],
    ]);
    // They come back together.
    const lifting = await folder.open('library', { access: 'write' });
    expect((await liftTakedown(lifting, [A])).lifted).toHaveLength(2);
    lifting.close();
    await folder.ingest('library', [path, later]);
    expect(await idsOf(folder)).toEqual([A, NEAR, OTHER]);
  });

  it('that are there already go in the same step', async () => {
    await using folder = await openLibraryFolder();
    await open(folder, 'one', 'a', 'near', 'other');
    await tellLooks(folder, { [A]: look('00'), [NEAR]: look('07'), [OTHER]: 'f'.repeat(64) });
    await remove(folder, { images: [A], withNear: true });
    expect(await idsOf(folder)).toEqual([OTHER]);
  });
});

describe('near duplicates of an image that is blocked by its digest alone', () => {
  /** A scene of many shades, another one for each seed. */
  const drawScene = (seed: number) => {
    const discs = Array.from({ length: 80 }, (_, at) => {
      const value = (at * 7919 + seed * 104_729) % 1000;
      return `<circle cx="${(value * 37) % 640}" cy="${(value * 91 + at * 53) % 480}" r="${20 + (value % 90)}" fill="hsl(${value % 360},50%,${10 + (value % 80)}%)"/>`;
    });
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480">${discs.join('')}</svg>`;
    return sharp(Buffer.from(svg)).flatten({ background: '#678' });
  };
  const digestOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
  const pictureRecord = (name: string, body: Buffer) =>
    warcRecord({
      url: `http://example.org/${name}`,
      date: '2010-01-01T00:00:00Z',
      block: httpResponse({ headers: ['Content-Type: image/png'], body }),
    });

  it('go once it is met in an archive, and nothing else does', async () => {
    await using folder = await openLibraryFolder();
    const whole = await drawScene(1).png().toBuffer();
    const copy = await drawScene(1).resize(320).jpeg().toBuffer();
    const other = await drawScene(2).png().toBuffer();
    const flat = await sharp({
      create: { width: 200, height: 200, channels: 3, background: 'red' },
    })
      .png()
      .toBuffer();
    const first = await folder.archive('1.warc', pictureRecord('other', other));
    await folder.ingest('library', [first]);
    await remove(folder, { nearImages: [digestOf(whole), digestOf(flat)] });
    expect((await listOf(folder)).map(({ details }) => details)).toEqual([
      { withNear: true },
      { withNear: true },
    ]);
    const second = await folder.archive(
      '2.warc',
      pictureRecord('copy', copy),
      pictureRecord('whole', whole),
      pictureRecord('flat', flat),
    );
    await folder.ingest('library', [second]);
    const ids = () =>
      folder.look('library', ({ documents }) =>
        [...documents.all()].map(({ document }) => document.digest).sort(),
      );
    expect(await ids()).toEqual([digestOf(copy), digestOf(other)].sort());
    const library = await folder.open('library', { access: 'write' });
    await enrichImages(library, { only: ['image.look'], workers: 0 });
    library.close();
    expect(await ids()).toEqual([digestOf(other)]);
    expect((await listOf(folder)).map(({ value, details }) => [value, details])).toEqual([
      [digestOf(whole), { look: expect.stringMatching(/^[0-9a-f]{64}$/), withNear: true }],
      [digestOf(flat), { isLookless: true, withNear: true }],
      [digestOf(copy), { nearOf: digestOf(whole) }],
    ]);
    // Blocked again, it keeps what is known of it.
    await remove(folder, { nearImages: [digestOf(whole)] });
    expect((await listOf(folder))[0]?.details?.look).toBeDefined();
  });
});
