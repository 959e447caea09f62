// Opens databases with the SQLite that is at hand: Node's own where it has one, else better-sqlite3.
import { openWithBetterSqlite } from './better-sqlite.ts';
import type { Database, DatabaseOptions } from './database.ts';
import { findNodeSqlite, openWithNode } from './node-sqlite.ts';

export type {
  Database,
  DatabaseOptions,
  RunResult,
  SqlValue,
  Statement,
  Transaction,
} from './database.ts';
export { isSqliteError, type SqliteError } from './sqlite-error.ts';

/**
 * Opens the database in a file, or one in memory for `:memory:`. Throws a `SqliteError`, or `SQLITE_MISSING` where
 * there is neither driver.
 *
 * @example
 * const database = openDatabase('notes.sqlite', { isReadOnly: true });
 * const count = database.prepare<[], number>('SELECT count(*) FROM note').pluck().get();
 */
export function openDatabase(path: string, options: DatabaseOptions = {}): Database {
  const sqlite = findNodeSqlite();
  return sqlite === undefined
    ? openWithBetterSqlite(path, options)
    : openWithNode(sqlite, path, options);
}
