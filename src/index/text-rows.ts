// Rows of the full-text table, written in ascending order whatever order they come in.
import type { Database } from 'better-sqlite3';

/** Characters that are kept in memory before rows are written. */
const MAX_WAITING = 32_000_000;

/** Gathers rows; FTS5 starts a new segment with each row that is smaller than the one before. */
export interface TextRows {
  /** `texts`: one for each column. */
  insert(rowId: number, texts: readonly string[]): void;
  delete(rowId: number): void;
  flush(): void;
  discard(): void;
}

/** Opens `text` for writing. */
export function openTextRows(db: Database): TextRows {
  const insert = db.prepare(
    'INSERT INTO text(rowid, imgTitle, imgAlt, imgCaption, imgUrlTokens, pageTitle, pageUrlTokens, keyword) VALUES(?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const remove = db.prepare<[number]>('DELETE FROM text WHERE rowid = ?');
  const deleted = new Set<number>();
  const inserted = new Map<number, readonly string[]>();
  let waiting = 0;

  function flush(): void {
    for (const rowId of [...deleted].sort(ascending)) remove.run(rowId);
    const rows = [...inserted].sort(([a], [b]) => a - b);
    for (const [rowId, texts] of rows) insert.run(rowId, ...texts);
    discard();
  }

  function discard(): void {
    deleted.clear();
    inserted.clear();
    waiting = 0;
  }

  return {
    insert(rowId, texts) {
      inserted.set(rowId, texts);
      for (const text of texts) waiting += text.length;
      if (waiting > MAX_WAITING) flush();
    },
    delete(rowId) {
      // A row that only waits was never there; one that it replaces is deleted already.
      if (!inserted.delete(rowId)) deleted.add(rowId);
    },
    flush,
    discard,
  };
}

function ascending(a: number, b: number): number {
  return a - b;
}
