// An index of documents alone, without the rows of a library: the write side of SQLite, and copies for searching only.
import type { ImageDocument } from '../model/image.ts';
import type {
  ContentDocuments,
  IndexOptions,
  IndexWriter,
  SearchIndex,
} from '../model/index-query.ts';
import { hashKey, keyOfDigest } from '../support/hash-key.ts';
import { type Library, type LibrarySettings, openLibrary } from './library.ts';
import type { ContentPlace } from './library-documents.ts';

/** An index that can be written. */
export interface DocumentIndex {
  readonly index: SearchIndex;
  readonly writer: IndexWriter;
  close(): Promise<void>;
}

/**
 * Opens an index in a folder of its own, or makes one. It is a library without archives: whatever is ingested into
 * it would take its documents for outdated, so nothing should be. Throws as `openLibrary` does.
 */
export async function openDocumentIndex(
  folder: string,
  settings: Partial<LibrarySettings> = {},
): Promise<DocumentIndex> {
  const library = await openLibrary(folder, { access: 'write', create: settings });
  const writer = new DocumentIndexWriter(library);
  return {
    index: library.index,
    writer,
    async close() {
      await writer.close();
      library.close();
    },
  };
}

/** What a file is entered with: the documents tell no more of it than its name. */
const UNREAD = {
  size: 0,
  modified: 0,
  report: {
    records: 0,
    bytes: 0,
    pages: 0,
    imageCaptures: 0,
    references: 0,
    losses: 0,
    skippedBytes: 0,
    rejected: {},
  },
} as const;

class DocumentIndexWriter implements IndexWriter {
  readonly #library: Library;
  /** Changes that wait, by digest; those of one content are made in their order. */
  #waiting = new Map<string, ContentChange>();

  constructor(library: Library) {
    this.#library = library;
  }

  async replace(contents: readonly ContentDocuments[], options?: IndexOptions): Promise<void> {
    options?.signal?.throwIfAborted();
    for (const { digest, documents } of contents) {
      this.#waiting.set(digest, { documents, removed: new Set() });
    }
  }

  async remove(ids: readonly string[], options?: IndexOptions): Promise<void> {
    options?.signal?.throwIfAborted();
    for (const id of ids) {
      if (!/^[0-9a-f]{64}(?:-[0-9a-f]{16})?$/.test(id)) continue;
      const digest = id.slice(0, 64);
      const change = this.#waiting.get(digest) ?? { removed: new Set() };
      change.removed.add(id);
      this.#waiting.set(digest, change);
    }
  }

  async commit(options?: IndexOptions): Promise<number> {
    options?.signal?.throwIfAborted();
    const changes = this.#waiting;
    if (changes.size > 0) this.#library.transaction(() => this.#apply(changes));
    // Only now: what could not be stored can be tried again.
    this.#waiting = new Map();
    return this.#library.index.generation();
  }

  async close(): Promise<void> {
    this.#waiting = new Map();
  }

  /** All contents of a hash are replaced together, so that those which stay are put back. */
  #apply(changes: ReadonlyMap<string, ContentChange>): void {
    const { documents } = this.#library;
    const byHash = new Map<number, ImageDocument[]>();
    for (const [digest, { documents: given, removed }] of changes) {
      const hash = keyOfDigest(digest);
      const known = byHash.get(hash) ?? documents.at(hash);
      const own = given ?? known.filter((document) => document.digest === digest);
      byHash.set(hash, [
        ...known.filter((document) => document.digest !== digest),
        ...own.filter(({ id }) => !removed.has(id)),
      ]);
    }
    for (const [hash, all] of byHash) {
      for (const key of documents.keysOf(hash)) documents.unplace(placeOf(hash, key));
      for (const document of all) this.#enter(document, hash);
    }
    documents.flushPlaces();
    documents.replaceAll(byHash);
  }

  /** Enters what a document names by numbers, and where it was captured. */
  #enter({ oldest, collections }: ImageDocument, hash: number): void {
    const { files, documents } = this.#library;
    for (const collection of collections) files.addCollection(collection);
    if (files.idOf(oldest.file) === 0) {
      const { file: name } = oldest;
      files.add({ ...UNREAD, name, location: name, fingerprint: name });
    }
    documents.place(placeOf(hash, hashKey(oldest.surt)), []);
  }
}

interface ContentChange {
  /** Absent: those that are there. */
  readonly documents?: readonly ImageDocument[];
  readonly removed: Set<string>;
}

/** Totals are those of rows, which such an index has not. */
function placeOf(hash: number, key: number): ContentPlace {
  return { hash, key, before: undefined, isElsewhere: false };
}
