// The contract of a connection to SQLite, kept by two drivers: node:sqlite and better-sqlite3.

/** How a database is opened. */
export interface DatabaseOptions {
  /** Default false. A database that is opened read-only must exist; otherwise a missing one is created. */
  readonly isReadOnly?: boolean;
  /** How long a statement waits for a lock of another connection. Milliseconds, default 5000. */
  readonly timeoutMs?: number;
  /**
   * Default false. Lets statements write to the tables behind a full-text index and run while another is being
   * iterated over, for tests that damage databases.
   */
  readonly isUnsafe?: boolean;
}

/**
 * A connection to a database. All calls are synchronous; errors of SQLite are `SqliteError`s. Blobs are returned as
 * `Buffer`, integers as `number`: one beyond 2^53 is an error or loses digits, depending on the driver.
 */
export interface Database {
  /** Whether `close` has not been called yet. */
  readonly isOpen: boolean;
  readonly isReadOnly: boolean;
  readonly inTransaction: boolean;
  /** Compiles one statement; the types of its parameters and rows are the caller's promise. */
  prepare<Params extends readonly unknown[] = unknown[], Row = unknown>(
    sql: string,
  ): Statement<Params, Row>;
  /** Runs statements whose rows nobody wants. */
  exec(sql: string): void;
  /** Rows of `PRAGMA text`, or with `simple` the first column of the first row. */
  pragma(text: string, options?: { readonly simple?: boolean }): unknown;
  /** A function that does the work in a transaction; see `Transaction`. */
  transaction<Args extends readonly unknown[], Result>(
    work: (...args: Args) => Result,
  ): Transaction<Args, Result>;
  /** Makes a pure function callable from SQL, with any number of arguments. */
  defineFunction(name: string, work: (...args: readonly unknown[]) => SqlValue): void;
  /** Loads a compiled extension, given the path of its file. */
  loadExtension(path: string): void;
  /** Releases the connection and its statements; does nothing the second time. */
  close(): void;
}

/** What SQLite stores. */
export type SqlValue = null | number | bigint | string | Uint8Array;

/**
 * A compiled statement. Parameters are given one by one, or as one object with the names that the SQL uses;
 * `undefined` is not a value of SQLite.
 */
export interface Statement<Params extends readonly unknown[] = unknown[], Row = unknown> {
  /** The first row. */
  get(...params: Params): Row | undefined;
  all(...params: Params): Row[];
  /** Rows as they are found; leaving the loop early releases the statement. */
  iterate(...params: Params): IterableIterator<Row>;
  run(...params: Params): RunResult;
  /** From now on a row is the value of its first column. */
  pluck(): this;
  /** From now on a row is an array of its values. */
  raw(): this;
  /** The columns of a row, in their order. */
  columns(): readonly { readonly name: string }[];
}

/** What a statement changed. */
export interface RunResult {
  readonly changes: number;
  readonly lastInsertRowid: number;
}

/**
 * Does its work in a transaction, which is rolled back when the work throws. Within another transaction it is a
 * savepoint of that one.
 */
export interface Transaction<Args extends readonly unknown[], Result> {
  (...args: Args): Result;
  /** Takes the write lock at the start instead of at the first change. */
  immediate(...args: Args): Result;
}
