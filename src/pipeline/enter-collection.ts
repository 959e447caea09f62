// A file of a library becomes part of a collection.
import type { Library, LibraryFile } from '../index/index.ts';

/** Where files belong that nobody gave a collection. */
export const DEFAULT_COLLECTION = 'default';

/** Makes a known file part of a collection; its images then belong to it as well. */
export function enterCollection(library: Library, file: LibraryFile, collection: string): void {
  if (library.files.collectionsOf(file.id).includes(collection)) return;
  library.transaction(() => {
    library.files.addToCollection(file.id, collection);
    library.markFile(file.id);
  });
}
