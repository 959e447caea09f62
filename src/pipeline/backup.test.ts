// A copy of a library is whole and of one moment, whatever a writer does meanwhile.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  imageRecord,
  openLibraryFolder,
  pageRecord,
} from '../../test/fixtures/library-archives.ts';
import { dumpLibrary } from '../../test/fixtures/library-dump.ts';
import { PinakesError } from '../support/errors.ts';
import { backupLibrary } from './backup.ts';
import { checkLibrary, type LibraryFinding } from './library-check.ts';

const archiveOf = (folder: Awaited<ReturnType<typeof openLibraryFolder>>, name: string) => {
  const src = `http://example.org/${name}.png`;
  const page = { title: name, images: [{ src, alt: `harbour ${name}` }] };
  return folder.archive(
    `${name}.warc.gz`,
    imageRecord(src, '20100101', name),
    pageRecord(`http://example.org/${name}`, '20100101', page),
  );
};

it('is a library that holds the same', async () => {
  await using folder = await openLibraryFolder();
  await folder.ingest('library', [await archiveOf(folder, 'one')]);
  const library = await folder.open('library');
  await backupLibrary(library, join(folder.path, 'copy'));
  library.close();
  const dump = await folder.look('library', async (opened) => await dumpLibrary(opened));
  expect(await folder.look('copy', async (opened) => await dumpLibrary(opened))).toBe(dump);
  expect(existsSync(join(folder.path, 'copy', 'library.json'))).toBe(true);
  // And can be written on.
  await folder.ingest('copy', [await archiveOf(folder, 'two')]);
});

it('is of the moment it was begun, though a writer commits between its steps', async () => {
  await using folder = await openLibraryFolder();
  await folder.ingest('library', [await archiveOf(folder, 'one')]);
  const before = await folder.look('library', async (opened) => await dumpLibrary(opened));
  const writer = await folder.open('library', { access: 'write' });
  const reader = await folder.open('library');
  let isWriting = true;
  let commits = 0;
  const writing = (async () => {
    while (isWriting) {
      writer.transaction(() => writer.writeNote('busy', `${commits++} ${'x'.repeat(100_000)}`));
      await new Promise(setImmediate);
    }
  })();
  await backupLibrary(reader, join(folder.path, 'copy'));
  isWriting = false;
  await writing;
  expect(commits).toBeGreaterThan(0);
  reader.close();
  writer.close();
  const copy = await folder.open('copy', { access: 'write' });
  for await (const { isHealthy } of checkLibrary(copy, { isThorough: true })) {
    expect(isHealthy).toBe(true);
  }
  copy.close();
  expect(await folder.look('copy', async (opened) => await dumpLibrary(opened))).toBe(before);
});

it('leaves what an earlier copy that broke off had begun', async () => {
  await using folder = await openLibraryFolder();
  await folder.ingest('library', [await archiveOf(folder, 'one')]);
  await rm(join(folder.path, 'library', 'library.json')); // its first writer was stopped early
  await folder.archive('copy.open', Buffer.from('half'));
  const library = await folder.open('library');
  await backupLibrary(library, join(folder.path, 'copy'));
  library.close();
  await folder.look('copy', async ({ index }) => expect(await index.documentCount()).toBe(1));
});

it('is checked by its manifest until it is written to', async () => {
  await using folder = await openLibraryFolder();
  await folder.ingest('library', [await archiveOf(folder, 'one')]);
  const copy = join(folder.path, 'copy');
  await folder.look('library', (library) => backupLibrary(library, copy));
  const backupOf = async (): Promise<boolean | undefined> => {
    const library = await folder.open('copy');
    const findings: LibraryFinding[] = [];
    for await (const finding of checkLibrary(library)) findings.push(finding);
    library.close();
    return findings.find(({ check }) => check === 'backup')?.isHealthy;
  };
  expect(await backupOf()).toBe(true);
  // Looking at it twice changed nothing.
  expect(await backupOf()).toBe(true);
  const path = join(copy, 'library.sqlite');
  const bytes = readFileSync(path);
  // A byte that SQLite keeps for later versions: its own check finds nothing.
  writeFileSync(path, Buffer.concat([bytes.subarray(0, 72), Buffer.from([1]), bytes.subarray(73)]));
  expect(await backupOf()).toBe(false);
  writeFileSync(path, bytes);
  writeFileSync(join(copy, 'backup.json'), '{"files":[{"name":"../library/library.json"}]}');
  expect(await backupOf()).toBe(false);
  await folder.ingest('copy', [await archiveOf(folder, 'two')]);
  expect(await backupOf()).toBeUndefined();
});

it('names the folder of the copy where the disk is full', async () => {
  await using folder = await openLibraryFolder();
  await folder.ingest('library', [await archiveOf(folder, 'one')]);
  const library = await folder.open('library');
  const full = new PinakesError('DISK_FULL', { folder: library.folder });
  library.copyTo = () => {
    throw full;
  };
  const copy = join(folder.path, 'copy');
  await expect(backupLibrary(library, copy)).rejects.toThrow(copy);
  expect(existsSync(`${copy}.open`)).toBe(false);
  library.close();
});
