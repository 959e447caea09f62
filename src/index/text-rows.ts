// Rows of the full-text table, written in ascending order whatever order they come in.
import type { Database } from '../sqlite/sqlite.ts';
import { TEXT_COLUMNS } from './schema.ts';

/** Characters that are kept in memory before rows are written. */
const MAX_WAITING = 32_000_000;

/**
 * New rows that are written together: one by one they would take far longer, since the processor forgets the words of the
 * index between two; more would only live longer in memory.
 */
const ROWS_TOGETHER = 256;

/** Gathers rows; FTS5 starts a new segment with each row that is smaller than the one before. */
export interface TextRows {
  /** `texts`: one for each of `TEXT_COLUMNS`. */
  insert(rowId: number, texts: readonly string[]): void;
  delete(rowId: number): void;
  flush(): void;
  discard(): void;
}

/** Opens `text` for writing. */
export function openTextRows(db: Database): TextRows {
  const places = TEXT_COLUMNS.map(() => '?').join(', ');
  const insert = db.prepare(
    `INSERT INTO text(rowid, ${TEXT_COLUMNS.join(', ')}) VALUES(?, ${places})`,
  );
  const remove = db.prepare<[number]>('DELETE FROM text WHERE rowid = ?');
  const deleted = new Set<number>();
  const inserted = new Map<number, readonly string[]>();
  let waiting = 0;
  /** The largest row that was written. */
  let last = 0;
  /** Whether all that waits may be written before anything else comes: rows that are new, in order. */
  let isAppending = true;

  function flush(): void {
    for (const rowId of [...deleted].sort(ascending)) remove.run(rowId);
    writeInserted();
    forget();
  }

  function writeInserted(): void {
    for (const [rowId, texts] of [...inserted].sort(([a], [b]) => a - b)) {
      insert.run(rowId, ...texts);
      last = Math.max(last, rowId);
    }
    inserted.clear();
    waiting = 0;
  }

  function forget(): void {
    deleted.clear();
    inserted.clear();
    waiting = 0;
    isAppending = true;
  }

  return {
    insert(rowId, texts) {
      isAppending &&= rowId > last;
      inserted.set(rowId, texts);
      if (isAppending && inserted.size >= ROWS_TOGETHER) {
        writeInserted();
        return;
      }
      for (const text of texts) waiting += text.length;
      if (waiting > MAX_WAITING) flush();
    },
    delete(rowId) {
      // A row that only waits was never there; one that it replaces is deleted already.
      if (!inserted.delete(rowId)) deleted.add(rowId);
      isAppending = false;
    },
    flush,
    discard() {
      forget();
      last = 0;
    },
  };
}

function ascending(a: number, b: number): number {
  return a - b;
}
