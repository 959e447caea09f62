// A library of the format before: refused to readers, brought up to date by a writer, whole after the next ingest.
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import {
  imageBytes,
  imageRecord,
  openLibraryFolder,
  pageRecord,
  revisitRecord,
  sheetRecord,
} from '../../test/fixtures/library-archives.ts';
import { dumpLibrary } from '../../test/fixtures/library-dump.ts';
import { dumpRows } from '../../test/fixtures/library-rows-dump.ts';
import { repairLibrary } from './library-check.ts';

const PHOTO = 'http://example.org/photo.png';
const records = () => [
  imageRecord(PHOTO, '2010', 'photo'),
  imageRecord('http://example.org/back.png', '2010', 'back'),
  revisitRecord(PHOTO, '2012', imageBytes('photo')),
  revisitRecord('http://example.org/x.png', '2012', imageBytes('nowhere')),
  sheetRecord('http://example.org/s.css', '2010', 'p { background: url(back.png) }'),
  pageRecord('http://example.org/', '2010', {
    sheets: ['/s.css'],
    images: [{ src: PHOTO, alt: 'boats' }],
  }),
];

function toBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(/.{5}/g) ?? [];
  return groups
    .map((group) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Number.parseInt(group, 2)])
    .join('');
}

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

it.each([['by the next ingest'], ['by a repair and the next ingest']])(
  'a library of format 1 is made whole %s',
  async (way) => {
    await using folder = await openLibraryFolder();
    const path = await folder.archive('a.warc.gz', ...records());
    await folder.ingest('library', [path]);
    const dump = () =>
      folder.look('library', (library) => dumpLibrary(library) + dumpRows(library));
    const before = await dump();
    toFormatOne(join(folder.path, 'library', 'library.sqlite'));
    await expect(dump()).rejects.toMatchObject({ code: 'LIBRARY_OLD' });
    if (way.includes('repair')) await repairLibrary(join(folder.path, 'library'));
    expect(await folder.ingest('library', [path])).toMatchObject({ files: 1, failed: 0 });
    expect(await dump()).toBe(before);
  },
);
