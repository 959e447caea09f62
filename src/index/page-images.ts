// Which documents are on which pages: what `link:` goes from pages to images by.
import type { ImageDocument } from '../model/image.ts';
import type { Database } from '../sqlite/sqlite.ts';
import { hashKey } from '../support/hash-key.ts';

/** Keys of the pages that show an image: a single one is told by its address. */
export function pageKeysOf({
  page,
  pageKeys,
}: Pick<ImageDocument, 'page' | 'pageKeys'>): readonly number[] {
  return pageKeys ?? (page === undefined ? [] : [hashKey(page.surt)]);
}

/** Pairs that wait; then they are stored. */
const MAX_WAITING = 100_000;

/** Gathers pairs of pages and documents, and stores them in the order of the pages: one by one each would change another part of the table. */
export interface PageImages {
  add(row: number, pageKeys: readonly number[]): void;
  remove(row: number, pageKeys: readonly number[]): void;
  flush(): void;
  discard(): void;
}

/** Opens `page_image` for writing. */
export function openPageImages(db: Database): PageImages {
  const insert = db.prepare('INSERT OR IGNORE INTO page_image(page, document) VALUES(?, ?)');
  const remove = db.prepare('DELETE FROM page_image WHERE page = ? AND document = ?');
  let removed = new Map<number, ReadonlySet<number>>();
  let added = new Map<number, readonly number[]>();
  let waiting = 0;

  function flush(): void {
    const gone = [...removed].flatMap(([row, keys]) => {
      const stay = new Set(added.get(row));
      return [...keys].filter((key) => !stay.has(key)).map((key) => [key, row] as const);
    });
    const come = [...added].flatMap(([row, keys]) => {
      const known = removed.get(row);
      return keys.filter((key) => known?.has(key) !== true).map((key) => [key, row] as const);
    });
    for (const [key, row] of gone.sort(byKey)) remove.run(key, row);
    for (const [key, row] of come.sort(byKey)) insert.run(key, row);
    discard();
  }

  function discard(): void {
    removed = new Map();
    added = new Map();
    waiting = 0;
  }

  function count(keys: number): void {
    waiting += keys;
    if (waiting >= MAX_WAITING) flush();
  }

  return {
    add(row, pageKeys) {
      if (pageKeys.length === 0) return;
      added.set(row, pageKeys);
      count(pageKeys.length);
    },
    remove(row, pageKeys) {
      // One that only waits was never there.
      if (added.delete(row) || pageKeys.length === 0) return;
      removed.set(row, new Set(pageKeys));
      count(pageKeys.length);
    },
    flush,
    discard,
  };
}

function byKey(a: readonly [number, number], b: readonly [number, number]): number {
  return a[0] - b[0] || a[1] - b[1];
}
