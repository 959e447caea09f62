// A copy of a library in another folder, which appears when it is whole.
import { copyFile, mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Library } from '../index/index.ts';
import { syncFolder, whileWriting } from '../support/output-file.ts';

/** Copies a library as it is at one moment to a folder that does not exist yet. */
export async function backupLibrary(
  library: Library,
  folder: string,
  onProgress?: (done: number, total: number) => void,
): Promise<void> {
  const unfinished = `${folder}.open`;
  await whileWriting(folder, async () => {
    await rm(unfinished, { recursive: true, force: true });
    await mkdir(unfinished, { recursive: true });
  });
  await library.backup(join(unfinished, 'library.sqlite'), onProgress);
  await whileWriting(folder, async () => {
    await copyFile(join(library.folder, 'library.json'), join(unfinished, 'library.json'));
    await syncFolder(unfinished);
    await rename(unfinished, folder);
    await syncFolder(dirname(folder));
  });
}
