// Brings an index elsewhere up to date with documents: what differs is sent, what is gone is taken out.
import type { Library } from '../index/index.ts';
import type {
  ContentDocuments,
  IndexOptions,
  IndexWriter,
  SearchIndex,
} from '../model/index-query.ts';

/** An index that a library is copied to. */
export interface SyncTarget {
  readonly index: SearchIndex;
  readonly writer: IndexWriter;
  /** The ids of all its documents, some at a time. */
  ids(options?: IndexOptions): AsyncIterable<readonly string[]>;
}

/** Documents that an index is to have. */
export interface SyncSource {
  /** All contents, each once and with all its documents. */
  contents(): Iterable<ContentDocuments> | AsyncIterable<ContentDocuments>;
  /** Which of these ids it has. Asked once for each range of ids, in ascending order. */
  has(ids: readonly string[]): Promise<readonly boolean[]>;
  /** How many documents there are, where that is known beforehand. */
  count(): Promise<number | undefined>;
}

/** The documents of a library. */
export function librarySource({ documents, index }: Library): SyncSource {
  return {
    contents: () => documents.contents(),
    has: async (ids) => documents.find(ids).map((row) => row !== undefined),
    count: () => index.documentCount(),
  };
}

/** How an index is brought up to date. */
export interface SyncOptions {
  readonly source: SyncSource;
  readonly target: SyncTarget;
  readonly signal?: AbortSignal | undefined;
  /** So many documents were compared, of all where that is known. */
  readonly onProgress?: (done: number, total: number | undefined) => void;
}

/** What was done. */
export interface SyncOutcome {
  /** Documents of the source. */
  readonly documents: number;
  /** Documents that were sent because they were not there, or other ones. */
  readonly sent: number;
  /** Documents that were taken out because the source has them no more. */
  readonly removed: number;
  readonly generation: number;
}

/** Documents that are compared with one question. */
const COMPARED_EACH = 500;
/** Documents between two commits: what was committed need not be sent again by who goes on. */
const COMMIT_EACH = 10_000;

/** Interrupted at any point and started again, it goes on: only what differs is sent. */
export async function syncIndex(options: SyncOptions): Promise<SyncOutcome> {
  const { source, target, signal } = options;
  const copy = new IndexCopy({
    ...options,
    isEmpty: (await target.index.documentCount({ signal })) === 0,
    total: await source.count(),
  });
  for await (const content of source.contents()) await copy.add(content);
  await copy.finish();
  const removed = await removeGone(options);
  const generation = await target.writer.commit({ signal });
  return { documents: copy.documents, sent: copy.sent, removed, generation };
}

/** How documents are copied. */
export interface CopyOptions extends Pick<SyncOptions, 'signal' | 'onProgress'> {
  readonly target: Pick<SyncTarget, 'index' | 'writer'>;
  /** There is nothing to be compared with. */
  readonly isEmpty?: boolean;
  readonly total?: number | undefined;
}

/** Sends documents that an index has not, or not as they are. The last are there after a commit. */
export class IndexCopy {
  documents = 0;
  sent = 0;
  readonly #options: CopyOptions;
  #waiting: ContentDocuments[] = [];
  #waitingDocuments = 0;
  #uncommitted = 0;

  constructor(options: CopyOptions) {
    this.#options = options;
  }

  /** Takes a content with all its documents. */
  async add(content: ContentDocuments): Promise<void> {
    this.#waiting.push(content);
    this.#waitingDocuments += content.documents.length;
    if (this.#waitingDocuments >= COMPARED_EACH) await this.#send();
  }

  /** Sends what waits. */
  async finish(): Promise<void> {
    await this.#send();
  }

  async #send(): Promise<void> {
    const { target, signal, onProgress, isEmpty = false, total } = this.#options;
    signal?.throwIfAborted();
    const contents = this.#waiting;
    this.documents += this.#waitingDocuments;
    this.#waiting = [];
    this.#waitingDocuments = 0;
    const changed = isEmpty ? contents : await this.#compare(contents);
    if (changed.length > 0) {
      await target.writer.replace(changed, { signal });
      const count = changed.reduce((sum, { documents }) => sum + documents.length, 0);
      this.sent += count;
      this.#uncommitted += count;
    }
    if (this.#uncommitted >= COMMIT_EACH) {
      await target.writer.commit({ signal });
      this.#uncommitted = 0;
    }
    onProgress?.(this.documents, total);
  }

  /** Contents of which a document is not in the index as it is here. */
  async #compare(contents: readonly ContentDocuments[]): Promise<ContentDocuments[]> {
    const all = contents.flatMap(({ documents }) => documents);
    const { target, signal } = this.#options;
    const found = await target.index.documents(
      all.map(({ id }) => id),
      { signal },
    );
    const same = new Set(
      all
        .filter((one, at) => JSON.stringify(one) === JSON.stringify(found[at]))
        .map(({ id }) => id),
    );
    return contents.filter(({ documents }) => documents.some(({ id }) => !same.has(id)));
  }
}

async function removeGone({ source, target, signal }: SyncOptions): Promise<number> {
  let removed = 0;
  for await (const ids of target.ids({ signal })) {
    const has = await source.has(ids);
    const gone = ids.filter((_, at) => has[at] !== true);
    removed += gone.length;
    if (gone.length > 0) await target.writer.remove(gone, { signal });
  }
  return removed;
}
