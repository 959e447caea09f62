// What the main thread reads by itself: which image an id means, its thumbnail, and the captures of an address.
import { type CaptureKey, type CaptureSelection, Captures } from '../../index/captures.ts';
import type { Settings } from '../settings.ts';
import { findDigest } from './answer-context.ts';
import { isShown, lastShown } from './embargo.ts';
import { type LibraryReader, openLibraryReader } from './library-reader.ts';
import { openThumbnailReader, type Thumbnail } from './thumbnail-reader.ts';

/** Reads what is a single look at a table. */
export interface MainReader {
  /** The digest of an image that may be shown; `undefined` when there is none. */
  findDigest(id: string): Promise<string | undefined>;
  get(digest: string, side: number): Thumbnail | undefined;
  /** Captures by address and time, without those under embargo. */
  readonly captures: Captures;
  /** What opens the archive of a name. */
  locate(name: string): string | undefined;
  /** Makes `captures` and `locate` answer for the library as it is now. Wait for it before either is asked. */
  refresh(): Promise<void>;
  close(): void;
}

/** Opens the library in this thread. Throws as `openLibrary` does. */
export async function openMainReader({ libraryFolder, embargoMs }: Settings): Promise<MainReader> {
  const reader = await openLibraryReader(libraryFolder);
  const thumbnails = openThumbnailReader(libraryFolder);
  const captures = new ShownCaptures(libraryFolder, reader, embargoMs);
  return {
    async findDigest(id) {
      const library = await reader.current();
      return findDigest({ library, embargoMs }, id);
    },
    get: thumbnails.get,
    captures,
    locate: (name) => reader.last.files.find(name)?.location,
    async refresh() {
      // Where the library is opened anew, questions under way go on behind their last line.
      await reader.current();
    },
    close() {
      thumbnails.close();
      reader.close();
    },
  };
}

/** Captures as they may be shown. Questions that do not go through `find` are answered here. */
class ShownCaptures extends Captures {
  readonly #embargoMs: number;

  constructor(folder: string, reader: LibraryReader, embargoMs: number) {
    super(
      folder,
      () => reader.last.captureTable,
      (name) => reader.last.files.idOf(name),
    );
    this.#embargoMs = embargoMs;
  }

  override *find(selection: CaptureSelection): ReturnType<Captures['find']> {
    if (this.#embargoMs <= 0) {
      yield* super.find(selection);
      return;
    }
    const last = lastShown(this.#embargoMs);
    const { to } = selection;
    const isEarlier = to !== undefined && to < last;
    yield* super.find({ ...selection, to: isEarlier ? to : last });
  }

  /** A revisit that may be shown can repeat a record that may not: one that was archived later elsewhere. */
  override findOriginal(
    target: Parameters<Captures['findOriginal']>[0],
  ): ReturnType<Captures['findOriginal']> {
    const found = super.findOriginal(target);
    return found && isShown(found.time, this.#embargoMs) ? found : undefined;
  }

  /** Blocks up to the last capture that may be shown: how many come after it is not told. */
  override *blockEnds(
    selection: Parameters<Captures['blockEnds']>[0],
    rows: number,
  ): ReturnType<Captures['blockEnds']> {
    const { surt, matchType = 'exact' } = selection;
    if (this.#embargoMs <= 0) {
      yield* super.blockEnds(selection, rows);
      return;
    }
    let last: CaptureKey | undefined;
    for (const [capture] of this.find({ surt, matchType, isReverse: true })) {
      if (capture === undefined) {
        yield undefined; // some that are hidden
        continue;
      }
      last = this.keyOf(capture);
      break;
    }
    if (last === undefined) return;
    for (const end of super.blockEnds(selection, rows)) {
      yield end;
      if (end !== undefined && !isBefore(end, last)) return;
    }
  }
}

/** The order of the index. */
function isBefore(a: CaptureKey, b: CaptureKey): boolean {
  if (a.surt !== b.surt) return a.surt < b.surt;
  return a.time - b.time < 0 || (a.time === b.time && (a.file - b.file || a.offset - b.offset) < 0);
}
