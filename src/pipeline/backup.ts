// A copy of a library in another folder, which appears when it is whole.
import { existsSync } from 'node:fs';
import { copyFile, mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DATABASE_FILE, type Library, openThumbnails, THUMBNAILS_FILE } from '../index/index.ts';
import { syncFolder, whileWriting } from '../support/output-file.ts';

/** Copies a library as it is at one moment to a folder that does not exist yet. */
export async function backupLibrary(library: Library, folder: string): Promise<void> {
  const unfinished = `${folder}.open`;
  await whileWriting(folder, async () => {
    await rm(unfinished, { recursive: true, force: true });
    await mkdir(unfinished, { recursive: true });
  });
  library.copyTo(join(unfinished, DATABASE_FILE));
  // What they hold fits any later moment of the library: there are only ever more of them.
  const thumbnails = openThumbnails(library.folder);
  thumbnails.copyTo(join(unfinished, THUMBNAILS_FILE));
  thumbnails.close();
  await whileWriting(folder, async () => {
    const notes = join(library.folder, 'library.json');
    // The first writer may have been stopped before it wrote them; the next one does.
    if (existsSync(notes)) await copyFile(notes, join(unfinished, 'library.json'));
    await syncFolder(unfinished);
    await rename(unfinished, folder);
    await syncFolder(dirname(folder));
  });
}
