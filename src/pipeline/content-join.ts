// Contents, their facts and their thumbnails side by side: three lists in the order of digests, read together in one pass.
import { keyOfDigest, type Library, type ListedFact, type ThumbnailStore } from '../index/index.ts';

/** What is there under one key. Two images share a key by chance once in 100 million. */
export interface JoinedKey {
  readonly key: number;
  /** Documents of the library. */
  readonly documents: number;
  /** Facts by digest. */
  readonly facts: ReadonlyMap<string, readonly ListedFact[]>;
  /** Marks of thumbnails by digest. */
  readonly pictures: ReadonlyMap<string, number>;
}

const ROWS_AT_ONCE = 1000;

/**
 * All keys that have documents, facts or thumbnails, in order. Only indexes are read, some rows at a time: a million
 * takes seconds, and memory stays the same.
 */
export function* joinContents(library: Library, thumbnails: ThumbnailStore): Generator<JoinedKey> {
  const documents = new Cursor(iterateDocuments(library));
  const facts = new Cursor(iterateFacts(library));
  const pictures = new Cursor(iteratePictures(thumbnails));
  for (;;) {
    const key = Math.min(documents.key, facts.key, pictures.key);
    if (key === Number.POSITIVE_INFINITY) return;
    const [own] = documents.take(key);
    const byDigest = new Map<string, ListedFact[]>();
    for (const { fact } of facts.take(key)) {
      const known = byDigest.get(fact.digest);
      if (known === undefined) byDigest.set(fact.digest, [fact]);
      else known.push(fact);
    }
    const marks = pictures.take(key).map(({ digest, mark }) => [digest, mark] as const);
    yield { key, documents: own?.documents ?? 0, facts: byDigest, pictures: new Map(marks) };
  }
}

/** A list in the order of keys that is read once. */
class Cursor<Entry extends { readonly key: number }> {
  readonly #entries: Iterator<Entry, void>;
  #next: Entry | undefined;

  constructor(entries: Iterator<Entry, void>) {
    this.#entries = entries;
    this.#next = entries.next().value ?? undefined;
  }

  /** Key of the next entry; infinite at the end. */
  get key(): number {
    return this.#next?.key ?? Number.POSITIVE_INFINITY;
  }

  /** The entries of a key, if it is the next one. */
  take(key: number): Entry[] {
    const taken: Entry[] = [];
    while (this.#next?.key === key) {
      taken.push(this.#next);
      this.#next = this.#entries.next().value ?? undefined;
    }
    return taken;
  }
}

function* iterateDocuments({
  digests,
}: Library): Generator<{ readonly key: number; readonly documents: number }, void> {
  for (let last = -1; ; ) {
    const page = digests.keysAfter(last, ROWS_AT_ONCE);
    yield* page;
    if (page.length < ROWS_AT_ONCE) return;
    last = page.at(-1)?.key ?? last;
  }
}

function* iterateFacts({
  facts,
}: Library): Generator<{ readonly key: number; readonly fact: ListedFact }, void> {
  for (const fact of facts.all()) yield { key: keyOfDigest(fact.digest), fact };
}

function* iteratePictures(
  thumbnails: ThumbnailStore,
): Generator<{ readonly key: number; readonly digest: string; readonly mark: number }, void> {
  for (let last = ''; ; ) {
    const page = thumbnails.listAfter(last, ROWS_AT_ONCE);
    for (const entry of page) yield { key: keyOfDigest(entry.digest), ...entry };
    if (page.length < ROWS_AT_ONCE) return;
    last = page.at(-1)?.digest ?? last;
  }
}
