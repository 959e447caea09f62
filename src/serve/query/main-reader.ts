// What the main thread reads by itself: which image an id means, its thumbnail, and the captures of an address.
import { type CaptureSelection, Captures } from '../../index/captures.ts';
import type { Timestamp } from '../../model/capture.ts';
import { toTimestamp } from '../../model/timestamp.ts';
import type { Settings } from '../settings.ts';
import { findDocument } from './answer-context.ts';
import { openLibraryReader } from './library-reader.ts';
import { openThumbnailReader, type Thumbnail } from './thumbnail-reader.ts';

/** Reads what is a single look at a table. */
export interface MainReader {
  /** The digest of an image that may be shown; `undefined` when there is none. */
  findDigest(id: string): Promise<string | undefined>;
  get(digest: string): Thumbnail | undefined;
  /** Captures by address and time, without those under embargo. */
  readonly captures: Captures;
  /** What opens the archive of a name. */
  locate(name: string): string | undefined;
  close(): void;
}

/** Opens the library in this thread. Throws as `openLibrary` does. */
export async function openMainReader({ libraryFolder, embargoMs }: Settings): Promise<MainReader> {
  const reader = await openLibraryReader(libraryFolder);
  const thumbnails = openThumbnailReader(libraryFolder);
  const captures = new ShownCaptures(libraryFolder, embargoMs);
  return {
    async findDigest(id) {
      const library = await reader.current();
      return findDocument({ library, embargoMs }, id)?.digest;
    },
    get: thumbnails.get,
    captures,
    locate: (name) => reader.last.files.find(name)?.location,
    close() {
      captures.close();
      thumbnails.close();
      reader.close();
    },
  };
}

/** Captures as they may be shown: all other questions go through `find`. */
class ShownCaptures extends Captures {
  readonly #embargoMs: number;

  constructor(folder: string, embargoMs: number) {
    super(folder, false);
    this.#embargoMs = embargoMs;
  }

  override *find(selection: CaptureSelection): ReturnType<Captures['find']> {
    if (this.#embargoMs <= 0) {
      yield* super.find(selection);
      return;
    }
    const last: Timestamp = toTimestamp(new Date(Date.now() - this.#embargoMs));
    const { to = last } = selection;
    yield* super.find({ ...selection, to: to < last ? to : last });
  }
}
