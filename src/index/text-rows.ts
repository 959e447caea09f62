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
  /** `texts`: those that were inserted. */
  delete(rowId: number, texts: readonly string[]): void;
  flush(): void;
  discard(): void;
}

/** Opens `text` for writing. */
export function openTextRows(db: Database): TextRows {
  const places = TEXT_COLUMNS.map(() => '?').join(', ');
  const insert = db.prepare(
    `INSERT INTO text(rowid, ${TEXT_COLUMNS.join(', ')}) VALUES(?, ${places})`,
  );
  const remove = db.prepare(
    `INSERT INTO text(text, rowid, ${TEXT_COLUMNS.join(', ')}) VALUES('delete', ?, ${places})`,
  );
  const deleted = new Map<number, readonly string[]>();
  const inserted = new Map<number, readonly string[]>();
  let waiting = 0;
  /** The largest row that was written. */
  let last = 0;
  /** Whether all that waits may be written before anything else comes: rows that are new, in order. */
  let isAppending = true;

  function flush(): void {
    for (const [rowId, texts] of [...deleted].sort(byRow)) {
      // Deleting word by word costs more than comparing.
      if (isSame(texts, inserted.get(rowId))) inserted.delete(rowId);
      else remove.run(rowId, ...texts);
    }
    writeInserted();
    forget();
  }

  function keep(texts: readonly string[]): void {
    for (const text of texts) waiting += text.length;
    if (waiting > MAX_WAITING) flush();
  }

  function writeInserted(): void {
    for (const [rowId, texts] of [...inserted].sort(byRow)) {
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
      keep(texts);
    },
    delete(rowId, texts) {
      isAppending = false;
      // A row that only waits was never there; one that it replaces is deleted already.
      if (inserted.delete(rowId)) return;
      deleted.set(rowId, texts);
      keep(texts);
    },
    flush,
    discard() {
      forget();
      last = 0;
    },
  };
}

type Row = readonly [number, readonly string[]];

function byRow([a]: Row, [b]: Row): number {
  return a - b;
}

function isSame(texts: readonly string[], others: readonly string[] | undefined): boolean {
  return others !== undefined && texts.every((text, at) => text === others[at]);
}
