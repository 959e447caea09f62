// A library as a thread of the server reads it: reopened when its file is replaced, refreshed when it changes.
import { join } from 'node:path';
import { DATABASE_FILE, type Library, openLibrary } from '../../index/index.ts';
import type { SearchIndex } from '../../model/index-query.ts';
import { watchFile } from './file-watch.ts';

/** A library that stays right while others write to it. */
export interface LibraryReader {
  /** The library as it is now. Opens it anew when a repair or a restored backup took its place. */
  current(): Promise<Library>;
  /** The library as it was when it was last asked for. */
  readonly last: Library;
  close(): void;
}

/** Opens a library for reading; `index` answers searches instead of its own. Throws as `openLibrary` does. */
export async function openLibraryReader(
  folder: string,
  index?: SearchIndex,
): Promise<LibraryReader> {
  const file = watchFile(join(folder, DATABASE_FILE));
  let { library, own } = await open();
  let generation = await own.generation();
  let isReplaced = false;
  let opening: Promise<void> | undefined;

  /** The library, and its own index, which tells when the library has changed. */
  async function open(): Promise<{ library: Library; own: SearchIndex }> {
    const opened = await openLibrary(folder);
    const own = opened.index;
    if (index !== undefined) opened.searchWith(index);
    return { library: opened, own };
  }

  /** Whoever asks meanwhile waits for the same opening. Where it fails, the next question tries again. */
  async function reopen(): Promise<void> {
    const replaced = library;
    ({ library, own } = await open());
    isReplaced = false;
    generation = -1;
    replaced.close();
  }

  return {
    get last() {
      return library;
    },
    async current() {
      isReplaced ||= file.hasChanged();
      if (isReplaced) {
        opening ??= reopen().finally(() => {
          opening = undefined;
        });
        await opening;
      }
      const now = await own.generation();
      if (now !== generation) {
        // Names of files and collections are remembered, and another program may have changed them.
        library.files.refresh();
        library.rows.refresh();
        generation = now;
      }
      return library;
    },
    close: () => library.close(),
  };
}
