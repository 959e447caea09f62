// What the main thread reads by itself: which image an id means, its thumbnail, and the captures of an address.
import { type CaptureKey, type CaptureSelection, Captures } from '../../index/captures.ts';
import type { Library, TakedownEntry } from '../../index/index.ts';
import type { Timestamp } from '../../model/capture.ts';
import {
  type CollectionScope,
  hasRestricted,
  openedBy,
  scopeOf,
  type View,
} from '../access/collection-scope.ts';
import { type AskedFor, Orders } from '../access/orders.ts';
import { currentView } from '../access/view.ts';
import type { Settings } from '../settings.ts';
import { findDigest } from './answer-context.ts';
import { lastOf, lastShown } from './embargo.ts';
import { type LibraryReader, openLibraryReader } from './library-reader.ts';
import { openThumbnailReader, type Thumbnail } from './thumbnail-reader.ts';

/** Reads what is a single look at a table. */
export interface MainReader {
  /** The digest of an image that may be shown; `undefined` when there is none. */
  findDigest(id: string): Promise<string | undefined>;
  get(digest: string, side: number): Thumbnail | undefined;
  /** Captures by address and time, as the client of the request under way may see them. To be taken anew for each request. */
  readonly captures: Captures;
  /** The collections that a token opens. */
  openedBy(token: string): Promise<readonly string[]>;
  /** Whether some collections are not for everybody. */
  hasRestricted(): Promise<boolean>;
  /** The takedown by order that hides an image, or an address at a time; `undefined` when there is none. */
  findOrder(asked: AskedFor): Promise<TakedownEntry | undefined>;
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
  const orders = new Orders();
  return {
    async findDigest(id) {
      const view = currentView();
      const library = await reader.current();
      return findDigest({ library, embargoMs, scope: scopeOf(library, view) }, id);
    },
    findOrder: async (asked) => orders.find(await reader.current(), asked),
    get: thumbnails.get,
    get captures() {
      return new ShownCaptures(libraryFolder, reader, { embargoMs, view: currentView() });
    },
    async openedBy(token) {
      return openedBy(await reader.current(), token);
    },
    async hasRestricted() {
      return hasRestricted(await reader.current());
    },
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

/** What captures are shown to. */
interface Audience {
  readonly embargoMs: number;
  readonly view: View;
}

/** Captures as they may be shown. Questions that do not go through `find` are answered here. */
class ShownCaptures extends Captures {
  readonly #reader: LibraryReader;
  readonly #audience: Audience;
  #scope: { readonly of: Library; readonly scope: CollectionScope | undefined } | undefined;

  constructor(folder: string, reader: LibraryReader, audience: Audience) {
    super(
      folder,
      () => reader.last.captureTable,
      (name) => reader.last.files.idOf(name),
    );
    this.#reader = reader;
    this.#audience = audience;
  }

  override *find(selection: CaptureSelection): ReturnType<Captures['find']> {
    const { embargoMs } = this.#audience;
    if (this.#isAll) {
      yield* super.find(selection);
      return;
    }
    const last = lastShown(embargoMs);
    const { to, maxRows } = selection;
    const isEarlier = to !== undefined && to < last;
    const narrowed = embargoMs <= 0 || isEarlier ? selection : { ...selection, to: last };
    if (this.#scopeNow() === undefined) {
      yield* super.find(narrowed);
      return;
    }
    // Rows that are not shown are not counted: else fewer than were wanted would come, and tell of the others.
    const { maxRows: _, ...unlimited } = narrowed;
    let left = maxRows ?? Number.POSITIVE_INFINITY;
    for (const batch of super.find(unlimited)) {
      const shown = batch.filter((capture) => this.#isSeen(capture)).slice(0, left);
      left -= shown.length;
      yield shown;
      if (left <= 0) return;
    }
  }

  /** A revisit that may be shown can repeat a record that may not: one that was archived later, or for a hidden collection. */
  override findOriginal(
    target: Parameters<Captures['findOriginal']>[0],
  ): ReturnType<Captures['findOriginal']> {
    const found = super.findOriginal(target);
    return found && this.#isSeen(found) ? found : undefined;
  }

  /** Blocks up to the last capture that may be shown: how many come after it is not told. */
  override *blockEnds(
    selection: Parameters<Captures['blockEnds']>[0],
    rows: number,
  ): ReturnType<Captures['blockEnds']> {
    const { surt, matchType = 'exact' } = selection;
    if (this.#isAll) {
      yield* super.blockEnds(selection, rows);
      return;
    }
    if (this.#scopeNow() !== undefined) {
      yield* this.#shownEnds(selection, rows);
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

  /** Blocks of captures that are shown: the others, wherever they are, are not even counted. */
  *#shownEnds(
    selection: Parameters<Captures['blockEnds']>[0],
    rows: number,
  ): ReturnType<Captures['blockEnds']> {
    let seen = 0;
    let last: CaptureKey | undefined;
    for (const batch of this.find(selection)) {
      for (const capture of batch) {
        last = this.keyOf(capture);
        if (++seen % rows === 0) yield last;
      }
      yield undefined;
    }
    if (last !== undefined && seen % rows !== 0) yield last;
  }

  get #isAll(): boolean {
    return this.#audience.embargoMs <= 0 && this.#scopeNow() === undefined;
  }

  /** Once for each library: the request under way sees one state of the settings. */
  #scopeNow(): CollectionScope | undefined {
    const { last } = this.#reader;
    if (this.#scope?.of !== last) {
      this.#scope = { of: last, scope: scopeOf(last, this.#audience.view) };
    }
    return this.#scope?.scope;
  }

  #isSeen({ file, time }: { readonly file: string; readonly time: Timestamp }): boolean {
    const { embargoMs } = this.#audience;
    const id = this.#reader.last.files.idOf(file);
    return time <= (lastOf(id, { embargoMs, scope: this.#scopeNow() }) ?? '');
  }
}

/** The order of the index. */
function isBefore(a: CaptureKey, b: CaptureKey): boolean {
  if (a.surt !== b.surt) return a.surt < b.surt;
  return a.time - b.time < 0 || (a.time === b.time && (a.file - b.file || a.offset - b.offset) < 0);
}
