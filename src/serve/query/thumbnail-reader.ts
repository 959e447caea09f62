// Thumbnails as the server reads them: a library may have none, or get some, or others, while the server runs.
import { join } from 'node:path';
import { openThumbnails, THUMBNAILS_FILE, type ThumbnailStore } from '../../index/thumbnails.ts';
import { watchFile } from './file-watch.ts';

/** A thumbnail. */
export interface Thumbnail {
  readonly data: Uint8Array;
  readonly mime: string;
}

/** Reads thumbnails of a library. */
export interface ThumbnailReader {
  /** The smallest thumbnail of a content with a side of so many pixels, else the largest; `undefined` when there is none. */
  get(digest: string, side: number): Thumbnail | undefined;
  close(): void;
}

/**
 * Opens the thumbnails in the folder of a library. Never throws: they can be made again, so a store that is
 * damaged reads as empty, and searching goes on without pictures.
 */
export function openThumbnailReader(folder: string): ThumbnailReader {
  const file = watchFile(join(folder, THUMBNAILS_FILE));
  let store: ThumbnailStore | undefined;
  function use<T>(work: (open: ThumbnailStore) => T, absent: T): T {
    try {
      if (file.hasChanged()) {
        store?.close();
        store = undefined;
      }
      store ??= openThumbnails(folder);
      return work(store);
    } catch {
      return absent; // see above; `pinakes doctor` tells more
    }
  }
  return {
    get: (digest, side) =>
      use((open) => {
        const found = open.get(digest, side);
        return found && { data: found.bytes, mime: 'image/webp' };
      }, undefined),
    close: () => store?.close(),
  };
}
