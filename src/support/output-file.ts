// Output files: they appear under their names only when they are whole, and their errors name them.
import { randomBytes } from 'node:crypto';
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { messageOf, PinakesError } from './errors.ts';

/**
 * Writes a file under another name, makes it durable and gives it its name, in place of what was there.
 * On failure nothing of it stays. Gives its size in bytes; throws `OUTPUT_UNWRITABLE`, and whatever
 * the pieces throw.
 */
export async function writeAtomically(
  path: string,
  pieces: AsyncIterable<Uint8Array>,
): Promise<number> {
  const unfinished = `${path}.${randomBytes(4).toString('hex')}.open`;
  const handle = await whileWriting(path, async () => {
    await mkdir(dirname(path), { recursive: true });
    return open(unfinished, 'wx');
  });
  try {
    const size = await writePieces(path, handle, pieces);
    await whileWriting(path, async () => {
      await rename(unfinished, path);
      await syncFolder(dirname(path));
    });
    return size;
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

async function writePieces(
  path: string,
  handle: FileHandle,
  pieces: AsyncIterable<Uint8Array>,
): Promise<number> {
  try {
    let size = 0;
    for await (const piece of pieces) {
      await whileWriting(path, () => handle.writeFile(piece));
      size += piece.length;
    }
    await whileWriting(path, () => handle.sync());
    return size;
  } finally {
    await handle.close();
  }
}

/** Runs work on the file at `path`; what the system refuses becomes an error that names the file. */
export async function whileWriting<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof PinakesError) throw cause;
    throw new PinakesError(
      'OUTPUT_UNWRITABLE',
      { output: path, detail: messageOf(cause) },
      { where: { file: path }, cause },
    );
  }
}

/** Makes the names in a folder durable. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return; // folders cannot be opened there
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
