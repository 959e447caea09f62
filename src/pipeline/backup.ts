// A copy of a library in another folder, which appears when it is whole.
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DATABASE_FILE, type Library, openThumbnails, THUMBNAILS_FILE } from '../index/index.ts';
import { PinakesError } from '../support/errors.ts';
import { syncFolder, whileWriting } from '../support/output-file.ts';
import { writeManifest } from './backup-manifest.ts';
import { countRemovals } from './remove.ts';

/** How often a copy is begun anew because something was taken down meanwhile. */
const MAX_TRIES = 5;

/**
 * Copies a library as it is at one moment to a folder that does not exist yet, with a manifest that `pinakes doctor` checks.
 * Throws `OUTPUT_UNWRITABLE` or `DISK_FULL`, which name the folder of the copy.
 */
export async function backupLibrary(library: Library, folder: string): Promise<void> {
  const unfinished = `${folder}.open`;
  for (let tries = 1; ; tries++) {
    await whileWriting(folder, async () => {
      await rm(unfinished, { recursive: true, force: true });
      await mkdir(unfinished, { recursive: true });
    });
    const removals = countRemovals(library);
    try {
      copyDatabases(library, unfinished);
    } catch (thrown) {
      await rm(unfinished, { recursive: true, force: true });
      throw isFull(thrown) ? new PinakesError('DISK_FULL', { folder }, { cause: thrown }) : thrown;
    }
    // Thumbnails come before what is told of them, so that those copied later fit, unless some went meanwhile.
    if (countRemovals(library) === removals || tries === MAX_TRIES) break;
  }
  await whileWriting(folder, async () => {
    const notes = join(library.folder, 'library.json');
    // The first writer may have been stopped before it wrote them; the next one does.
    if (existsSync(notes)) await copyFile(notes, join(unfinished, 'library.json'));
    await writeManifest(unfinished, await readdir(unfinished));
    await syncFolder(unfinished);
    await rename(unfinished, folder);
    await syncFolder(dirname(folder));
  });
}

function copyDatabases(library: Library, folder: string): void {
  library.copyTo(join(folder, DATABASE_FILE));
  const thumbnails = openThumbnails(library.folder);
  try {
    thumbnails.copyTo(join(folder, THUMBNAILS_FILE));
  } finally {
    thumbnails.close();
  }
}

/** The room that is missing is that of the copy, since nothing is written elsewhere. */
function isFull(thrown: unknown): boolean {
  return thrown instanceof PinakesError && thrown.code === 'DISK_FULL';
}
