// What changes the capture index: the captures of a file come or go, addresses are taken out.
import type { Database, Statement } from 'better-sqlite3';
import type { Capture } from '../model/capture.ts';
import { rangesBelow } from './captures-range.ts';
import { REVISIT_MIME } from './captures-table.ts';
import { hashKey } from './hash-key.ts';

/** The captures of one file on their way into the index: all of them are kept, or none. */
export interface FileCaptures {
  /** Adds some captures of the file, whose `file` is not looked at. */
  add(captures: readonly Pick<Capture, Exclude<keyof Capture, 'file'>>[]): void;
  /** Keeps what was added in place of what the file held before. */
  commit(): void;
  /** Leaves everything as it was. */
  rollback(): void;
}

/** Starts to replace the captures of a file, in a transaction that lasts until its end. */
export function startFile(database: Database, name: string): FileCaptures {
  database.exec('BEGIN IMMEDIATE');
  const id = replaceId(database, name);
  const insert = database.prepare(
    'INSERT OR REPLACE INTO capture VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const remember = database.prepare('INSERT OR REPLACE INTO original VALUES(?, ?, ?, ?, ?, ?, ?)');
  return {
    add(captures) {
      for (const { surt, time, offset, url, mime, status, digest, length } of captures) {
        insert.run(surt, Number(time), id, offset, url, mime, status, digest, length);
        if (digest === '' || mime === REVISIT_MIME) continue;
        remember.run(hashKey(digest), Number(time), id, offset, length, mime, status);
      }
    },
    commit: () => void database.exec('COMMIT'),
    rollback: () => {
      if (database.inTransaction) database.exec('ROLLBACK');
    },
  };
}

/** Takes out the captures of files. Reads the whole index once, since it is sorted by address. */
export function removeFiles(database: Database, names: readonly string[]): number {
  return inTransaction(database, () => {
    let count = 0;
    for (const name of names) {
      const id = idOf(database, name);
      if (id === undefined) continue;
      count += removeRowsOf(database, id);
      database.prepare('DELETE FROM file WHERE id = ?').run(id);
    }
    return count;
  });
}

/** Takes out all captures below a prefix of SURT keys. */
export function removeBelow(database: Database, surtPrefix: string): number {
  return inTransaction(database, () => {
    let count = 0;
    for (const { start, end } of rangesBelow(surtPrefix)) {
      const where = start === end ? 'surt >= ? AND surt <= ?' : 'surt >= ? AND surt < ?';
      count += removeRows(database, where, [start, end]);
    }
    return count;
  });
}

/** Takes out the captures of a record. */
export function removeRecord(
  database: Database,
  { surt, file, offset }: Pick<Capture, 'surt' | 'file' | 'offset'>,
): number {
  const id = idOf(database, file);
  if (id === undefined) return 0;
  const where = 'surt = ? AND file = ? AND offset = ?';
  return inTransaction(database, () => removeRows(database, where, [surt, id, offset]));
}

/** Gives a file another name; one that has it already goes. */
export function renameFile(database: Database, from: string, to: string): void {
  inTransaction(database, () => {
    const id = idOf(database, from);
    const taken = idOf(database, to);
    if (id === undefined || id === taken) return;
    if (taken !== undefined) {
      removeRowsOf(database, taken);
      database.prepare('DELETE FROM file WHERE id = ?').run(taken);
    }
    database.prepare('UPDATE file SET name = ? WHERE id = ?').run(to, id);
  });
}

function removeRows(database: Database, where: string, values: readonly unknown[]): number {
  const rows = database
    .prepare<unknown[], { digest: string; time: number; file: number; offset: number }>(
      `SELECT digest, time, file, offset FROM capture WHERE ${where} AND digest <> ''`,
    )
    .all(...values);
  const forget: Statement = database.prepare(
    'DELETE FROM original WHERE digest = ? AND time = ? AND file = ? AND offset = ?',
  );
  for (const { digest, time, file, offset } of rows) {
    forget.run(hashKey(digest), time, file, offset);
  }
  return database.prepare(`DELETE FROM capture WHERE ${where}`).run(...values).changes;
}

function removeRowsOf(database: Database, file: number): number {
  database.prepare('DELETE FROM original WHERE file = ?').run(file);
  return database.prepare('DELETE FROM capture WHERE file = ?').run(file).changes;
}

/** The number of a file whose captures, if it had any, are gone. */
function replaceId(database: Database, name: string): number {
  const known = idOf(database, name);
  if (known !== undefined) {
    removeRowsOf(database, known);
    return known;
  }
  return Number(database.prepare('INSERT INTO file(name) VALUES(?)').run(name).lastInsertRowid);
}

function idOf(database: Database, name: string): number | undefined {
  return database
    .prepare<[string], number>('SELECT id FROM file WHERE name = ?')
    .pluck()
    .get(name) as number | undefined; // an integer column
}

/** Work in a transaction; then the log, which still holds what was removed, is written back and emptied. */
function inTransaction<T>(database: Database, work: () => T): T {
  const result = database.transaction(work).immediate();
  database.pragma('wal_checkpoint(TRUNCATE)');
  return result;
}
