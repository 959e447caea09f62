// The driver for better-sqlite3, an optional package: for Node 20 and for builds of Node without SQLite.
import { createRequire } from 'node:module';
import type BetterSqlite from 'better-sqlite3';
import { messageOf, PinakesError } from '../support/errors.ts';
import type { Database, DatabaseOptions, SqlValue, Statement } from './database.ts';
import { makeTransaction } from './transaction.ts';

const TIMEOUT_MS = 5000;

/** Opens a database; see `openDatabase`. */
export function openWithBetterSqlite(path: string, options: DatabaseOptions): Database {
  return new BetterDatabase(path, options);
}

class BetterDatabase implements Database {
  readonly #database: BetterSqlite.Database;

  constructor(path: string, { isReadOnly = false, timeoutMs, isUnsafe }: DatabaseOptions) {
    const Connection = loadPackage();
    this.#database = new Connection(path, {
      readonly: isReadOnly,
      timeout: timeoutMs ?? TIMEOUT_MS,
    });
    if (isUnsafe) this.#database.unsafeMode();
  }

  get isOpen(): boolean {
    return this.#database.open;
  }

  get isReadOnly(): boolean {
    return this.#database.readonly;
  }

  get inTransaction(): boolean {
    return this.#database.inTransaction;
  }

  prepare<Params extends readonly unknown[], Row>(sql: string): Statement<Params, Row> {
    // Its statements keep our contract as they are: integers are numbers unless it is told otherwise.
    return this.#database.prepare(sql) as unknown as Statement<Params, Row>;
  }

  exec(sql: string): void {
    this.#database.exec(sql);
  }

  pragma(text: string, options: { readonly simple?: boolean } = {}): unknown {
    return this.#database.pragma(text, options);
  }

  transaction<Args extends readonly unknown[], Result>(work: (...args: Args) => Result) {
    return makeTransaction(this, work);
  }

  defineFunction(name: string, work: (...args: readonly unknown[]) => SqlValue): void {
    this.#database.function(name, { deterministic: true, varargs: true }, work);
  }

  loadExtension(path: string): void {
    this.#database.loadExtension(path);
  }

  close(): void {
    this.#database.close();
  }
}

let loaded: typeof BetterSqlite | undefined;

/** Loaded with the first database: where Node has SQLite the package may not even be installed. */
function loadPackage(): typeof BetterSqlite {
  try {
    loaded ??= createRequire(import.meta.url)('better-sqlite3') as typeof BetterSqlite; // its one export
    return loaded;
  } catch (cause) {
    const detail = messageOf(cause).split('\n')[0] ?? '';
    throw new PinakesError('SQLITE_MISSING', { node: process.version, detail }, { cause });
  }
}
