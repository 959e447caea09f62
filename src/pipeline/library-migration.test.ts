// Libraries of older formats: refused to readers, brought up to date by a writer or a repair, with all that they held.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import {
  imageId,
  type LibraryFolder,
  openLibraryFolder,
} from '../../test/fixtures/library-archives.ts';
import { dumpLibrary } from '../../test/fixtures/library-dump.ts';
import { dumpRows } from '../../test/fixtures/library-rows-dump.ts';
import { FORMAT_VERSION } from '../index/schema.ts';
import { checkLibrary, repairLibrary } from './library-check.ts';
import { removeFromLibrary } from './remove.ts';

const FIXTURE = fileURLToPath(new URL('../../test/fixtures/library-format-2/', import.meta.url));
const TAKEN_DOWN = {
  images: [imageId('secret')],
  urlPrefixes: ['http://example.org/private/'],
};

/** The library of format 2 and its archives. */
function unpackOld(folder: LibraryFolder): string {
  const path = join(folder.path, 'old', 'library.sqlite');
  mkdirSync(join(folder.path, 'old'));
  for (const name of ['one.warc', 'two.warc']) {
    copyFileSync(join(FIXTURE, name), join(folder.path, name));
  }
  writeFileSync(path, gunzipSync(readFileSync(join(FIXTURE, 'library.sqlite.gz'))));
  const database = new Database(path);
  database
    .prepare('UPDATE file SET name = @folder || name, location = @folder || location')
    .run({ folder: `${folder.path}/` });
  database.close();
  return path;
}

/** The same archives in a library of the present format, with the same removed in between. */
async function makeNew(folder: LibraryFolder): Promise<void> {
  await folder.ingest('new', [join(folder.path, 'one.warc')], { collection: 'spring' });
  await change(folder, 'new', TAKEN_DOWN);
  await folder.ingest('new', [join(folder.path, 'two.warc')], { collection: 'autumn' });
}

async function change(
  folder: LibraryFolder,
  name: string,
  request: Parameters<typeof removeFromLibrary>[1],
): Promise<void> {
  const library = await folder.open(name, { access: 'write' });
  try {
    await removeFromLibrary(library, request);
  } finally {
    library.close();
  }
}

const dump = (folder: LibraryFolder, name: string) =>
  folder.look(name, (library) => dumpLibrary(library) + dumpRows(library));

async function findSickness(folder: LibraryFolder, name: string): Promise<string[]> {
  const library = await folder.open(name, { access: 'write' });
  const sick: string[] = [];
  for await (const { check, isHealthy, detail } of checkLibrary(library, { isThorough: true })) {
    if (!isHealthy) sick.push(`${check}: ${detail}`);
  }
  library.close();
  return sick;
}

describe('a library of format 2', () => {
  it('says the same in the present format, and goes on to', async () => {
    await using folder = await openLibraryFolder();
    unpackOld(folder);
    await makeNew(folder);
    await expect(dump(folder, 'old')).rejects.toMatchObject({ code: 'LIBRARY_OLD' });
    const told: number[] = [];
    const onMigration = (...formats: readonly number[]) => told.push(...formats);
    for (const name of ['old', 'old', 'new']) {
      (await folder.open(name, { access: 'write', onMigration })).close();
    }
    expect(told).toEqual([2, FORMAT_VERSION]);
    expect(await dump(folder, 'old')).toBe(await dump(folder, 'new'));
    expect(await findSickness(folder, 'old')).toEqual([]);
    for (const name of ['old', 'new']) await change(folder, name, { collections: ['autumn'] });
    expect(await dump(folder, 'old')).toBe(await dump(folder, 'new'));
  });

  it('is repaired into the present format', async () => {
    await using folder = await openLibraryFolder();
    unpackOld(folder);
    await makeNew(folder);
    const { tables } = await repairLibrary(join(folder.path, 'old'));
    expect(tables.filter(({ problem }) => problem !== undefined)).toEqual([]);
    expect(await dump(folder, 'old')).toBe(await dump(folder, 'new'));
  });
});

/** Makes what it was in format 1: nothing kept of style sheets and settled revisits. */
function toFormatOne(path: string): void {
  const database = new Database(path);
  const base32 = (digest: unknown) => toBase32(digest as Buffer); // 20 bytes each
  database.function('base32', base32);
  database.exec(`
    ALTER TABLE original RENAME TO newer;
    DROP INDEX original_file;
    CREATE TABLE original(
      digest BLOB, file INTEGER, offset INTEGER, kind INTEGER NOT NULL, key INTEGER NOT NULL, time INTEGER NOT NULL,
      PRIMARY KEY(digest, file, offset)
    ) WITHOUT ROWID;
    CREATE INDEX original_file ON original(file);
    INSERT INTO original SELECT base32(digest), file, offset, kind, key, time FROM newer;
    DROP TABLE newer;
    CREATE TABLE loose_end(id INTEGER PRIMARY KEY, file INTEGER NOT NULL, line TEXT NOT NULL);
    CREATE INDEX loose_end_file ON loose_end(file);
    DROP TABLE revisit; DROP TABLE dirty_revisit; DROP TABLE sheet; DROP TABLE sheet_content;
    DROP TABLE sheet_image; DROP TABLE sheet_import; DROP TABLE sheet_link; DROP TABLE hidden_capture;
    PRAGMA user_version = 1;`);
  database.close();
}

function toBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(/.{5}/g) ?? [];
  return groups
    .map((group) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Number.parseInt(group, 2)])
    .join('');
}

describe('a library of format 1', () => {
  it.each([['by the next ingest'], ['by a repair and the next ingest']])(
    'is made whole %s',
    async (way) => {
      await using folder = await openLibraryFolder();
      toFormatOne(unpackOld(folder));
      await makeNew(folder);
      await expect(dump(folder, 'old')).rejects.toMatchObject({ code: 'LIBRARY_OLD' });
      if (way.includes('repair')) await repairLibrary(join(folder.path, 'old'));
      for (const [name, collection] of [
        ['one.warc', 'spring'],
        ['two.warc', 'autumn'],
      ] as const) {
        const outcome = await folder.ingest('old', [join(folder.path, name)], { collection });
        expect(outcome).toMatchObject({ files: 1, failed: 0 });
      }
      expect(await dump(folder, 'old')).toBe(await dump(folder, 'new'));
    },
  );
});
