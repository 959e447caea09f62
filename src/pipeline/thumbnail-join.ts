// Images and thumbnails side by side: two lists in the order of digests, read together in one pass.
import { documentKeysAfter } from '../index/document-digests.ts';
import { keyOfDigest, type Library } from '../index/index.ts';
import type { ThumbnailStore } from '../index/thumbnails.ts';

/** What is there under one key. Two images share a key by chance once in 100 million. */
export interface JoinedKey {
  readonly key: number;
  /** Documents of the library. */
  readonly documents: number;
  /** Thumbnails and problems. */
  readonly digests: readonly string[];
}

const ROWS_AT_ONCE = 1000;

/**
 * All keys that have documents or thumbnails, in order. Only the indexes of both are read, some rows at a time: a
 * million takes seconds, and memory stays the same.
 */
export function* joinThumbnails(
  library: Library,
  thumbnails: ThumbnailStore,
): Generator<JoinedKey> {
  const left = iterateDocumentKeys(library);
  const right = iterateThumbnailKeys(thumbnails);
  let document = left.next();
  let thumbnail = right.next();
  while (!document.done || !thumbnail.done) {
    const documentKey = document.done ? Number.POSITIVE_INFINITY : document.value.key;
    const thumbnailKey = thumbnail.done ? Number.POSITIVE_INFINITY : thumbnail.value.key;
    const key = Math.min(documentKey, thumbnailKey);
    const documents = documentKey === key && !document.done ? document.value.documents : 0;
    const digests: string[] = [];
    while (!thumbnail.done && thumbnail.value.key === key) {
      digests.push(thumbnail.value.digest);
      thumbnail = right.next();
    }
    if (documents > 0) document = left.next();
    yield { key, documents, digests };
  }
}

function* iterateDocumentKeys({ database }: Library): Generator<Omit<JoinedKey, 'digests'>> {
  for (let last = -1; ; ) {
    const page = documentKeysAfter(database, last, ROWS_AT_ONCE);
    yield* page;
    if (page.length < ROWS_AT_ONCE) return;
    last = page.at(-1)?.key ?? last;
  }
}

function* iterateThumbnailKeys(
  thumbnails: ThumbnailStore,
): Generator<{ readonly key: number; readonly digest: string }> {
  for (let last = ''; ; ) {
    const page = thumbnails.digestsAfter(last, ROWS_AT_ONCE);
    for (const digest of page) yield { key: keyOfDigest(digest), digest };
    if (page.length < ROWS_AT_ONCE) return;
    last = page.at(-1) ?? last;
  }
}
