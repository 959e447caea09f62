// Brings an index elsewhere up to date with a library: what differs is sent, what the library has not is taken out.
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

/** How an index is brought up to date. */
export interface SyncOptions {
  readonly library: Library;
  readonly target: SyncTarget;
  readonly signal?: AbortSignal | undefined;
  /** So many documents were compared, of all that the library has. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** What was done. */
export interface SyncOutcome {
  /** Documents of the library. */
  readonly documents: number;
  /** Documents that were sent because they were not there, or other ones. */
  readonly sent: number;
  /** Documents that were taken out because the library has them no more. */
  readonly removed: number;
  readonly generation: number;
}

/** Documents that are compared with one question. */
const COMPARED_EACH = 500;
/** Documents between two commits: what was committed need not be sent again by who goes on. */
const COMMIT_EACH = 10_000;

/** Interrupted at any point and started again, it goes on: only what differs is sent. */
export async function syncIndex(options: SyncOptions): Promise<SyncOutcome> {
  const { library, target, signal } = options;
  const copy = new Copy(options, (await target.index.documentCount({ signal })) === 0);
  for (const content of library.documents.contents()) await copy.add(content);
  await copy.finish();
  const removed = await removeGone(options);
  const generation = await target.writer.commit({ signal });
  return { documents: copy.documents, sent: copy.sent, removed, generation };
}

class Copy {
  documents = 0;
  sent = 0;
  readonly #options: SyncOptions;
  readonly #isEmpty: boolean;
  #waiting: ContentDocuments[] = [];
  #waitingDocuments = 0;
  #uncommitted = 0;
  #total: number | undefined;

  /** `isEmpty`: there is nothing to be compared with. */
  constructor(options: SyncOptions, isEmpty: boolean) {
    this.#options = options;
    this.#isEmpty = isEmpty;
  }

  async add(content: ContentDocuments): Promise<void> {
    this.#waiting.push(content);
    this.#waitingDocuments += content.documents.length;
    if (this.#waitingDocuments >= COMPARED_EACH) await this.#send();
  }

  async finish(): Promise<void> {
    await this.#send();
  }

  async #send(): Promise<void> {
    const { library, target, signal, onProgress } = this.#options;
    signal?.throwIfAborted();
    const contents = this.#waiting;
    this.documents += this.#waitingDocuments;
    this.#waiting = [];
    this.#waitingDocuments = 0;
    const changed = this.#isEmpty ? contents : await this.#compare(contents);
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
    this.#total ??= await library.index.documentCount();
    onProgress?.(this.documents, this.#total);
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

async function removeGone({ library, target, signal }: SyncOptions): Promise<number> {
  let removed = 0;
  for await (const ids of target.ids({ signal })) {
    const rows = library.documents.find(ids);
    const gone = ids.filter((_, at) => rows[at] === undefined);
    removed += gone.length;
    if (gone.length > 0) await target.writer.remove(gone, { signal });
  }
  return removed;
}
