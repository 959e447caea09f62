// A library as a thread of the server reads it: reopened when its file is replaced, refreshed when it changes.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { type Library, openLibrary } from '../../index/index.ts';

/** A library that stays right while others write to it. */
export interface LibraryReader {
  /** The library as it is now. Opens it anew when a repair or a restored backup took its place. */
  current(): Promise<Library>;
  /** The library as it was when it was last asked for. */
  readonly last: Library;
  close(): void;
}

/** Name of the database in a library's folder. */
const DATABASE_FILE = 'library.sqlite';
/** How often the file is looked at, milliseconds: a look is cheap, but not free. */
const LOOK_EVERY_MS = 1000;

/** Opens a library for reading. Throws as `openLibrary` does. */
export async function openLibraryReader(folder: string): Promise<LibraryReader> {
  let library = await openLibrary(folder);
  let file = identify(folder);
  let lookedAt = performance.now();
  let generation = library.index.generation;
  return {
    get last() {
      return library;
    },
    async current() {
      const now = performance.now();
      if (now - lookedAt >= LOOK_EVERY_MS) {
        lookedAt = now;
        const found = identify(folder);
        if (found !== undefined && found !== file) {
          const replaced = library;
          library = await openLibrary(folder);
          file = found;
          generation = -1;
          replaced.close();
        }
      }
      if (library.index.generation !== generation) {
        // Names of files and collections are remembered, and another program may have changed them.
        library.files.refresh();
        library.rows.refresh();
        generation = library.index.generation;
      }
      return library;
    },
    close: () => library.close(),
  };
}

/** Tells one file from another at the same path; `undefined` while there is none. */
function identify(folder: string): string | undefined {
  const found = statSync(join(folder, DATABASE_FILE), { throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
}
