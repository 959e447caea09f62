// The driver for node:sqlite, which Node has brought along since version 22: nothing to install or to compile.
import { resolve } from 'node:path';
import type { Database, DatabaseOptions, RunResult, SqlValue, Statement } from './database.ts';
import { fromNodeError } from './sqlite-error.ts';
import { makeTransaction } from './transaction.ts';

/** What we use of the module; the types of the oldest Node do not have it. */
export interface NodeSqlite {
  readonly DatabaseSync: new (path: string, options: object) => NodeConnection;
}

interface NodeConnection {
  readonly isOpen: boolean;
  readonly isTransaction: boolean;
  prepare(sql: string): NodeStatement;
  exec(sql: string): void;
  function(name: string, options: object, work: (...args: unknown[]) => SqlValue): void;
  loadExtension(path: string): void;
  /** Since Node 24. */
  enableDefensive?(isEnabled: boolean): void;
  close(): void;
}

interface NodeStatement {
  setReturnArrays(isEnabled: boolean): void;
  setReadBigInts(isEnabled: boolean): void;
  columns(): readonly { readonly name: string }[];
  get(...params: readonly unknown[]): unknown[] | undefined;
  all(...params: readonly unknown[]): unknown[][];
  iterate(...params: readonly unknown[]): IterableIterator<unknown[]>;
  run(...params: readonly unknown[]): Readonly<Record<keyof RunResult, number | bigint>>;
}

const TIMEOUT_MS = 5000;

let found: NodeSqlite | null | undefined;

/** The module, where this Node has one that can do all we need (22.16 and later). */
export function findNodeSqlite(): NodeSqlite | undefined {
  found ??= loadModule() ?? null;
  return found ?? undefined;
}

/** Opens a database; see `openDatabase`. */
export function openWithNode(sqlite: NodeSqlite, path: string, options: DatabaseOptions): Database {
  return new NodeDatabase(sqlite, path, options);
}

class NodeDatabase implements Database {
  readonly isReadOnly: boolean;
  readonly #connection: NodeConnection;

  constructor(
    { DatabaseSync }: NodeSqlite,
    path: string,
    { isReadOnly = false, timeoutMs = TIMEOUT_MS, isUnsafe = false }: DatabaseOptions,
  ) {
    // In full: a relative path that starts with `file:` would be taken for a URI.
    const location = path === ':memory:' ? path : resolve(path);
    const options = { readOnly: isReadOnly, timeout: timeoutMs, allowExtension: true };
    this.isReadOnly = isReadOnly;
    this.#connection = attempt(() => new DatabaseSync(location, options));
    this.#connection.enableDefensive?.(!isUnsafe);
  }

  get isOpen(): boolean {
    return this.#connection.isOpen;
  }

  get inTransaction(): boolean {
    return this.#connection.isTransaction;
  }

  prepare<Params extends readonly unknown[], Row>(sql: string): Statement<Params, Row> {
    return new RowStatement<Params, Row>(attempt(() => this.#connection.prepare(sql)));
  }

  exec(sql: string): void {
    attempt(() => this.#connection.exec(sql));
  }

  pragma(text: string, { simple = false }: { readonly simple?: boolean } = {}): unknown {
    const statement = this.prepare(`PRAGMA ${text}`);
    return simple ? statement.pluck().get() : statement.all();
  }

  transaction<Args extends readonly unknown[], Result>(work: (...args: Args) => Result) {
    return makeTransaction(this, work);
  }

  defineFunction(name: string, work: (...args: readonly unknown[]) => SqlValue): void {
    const options = { deterministic: true, varargs: true };
    this.#connection.function(name, options, (...args) => work(...args.map(toValue)));
  }

  loadExtension(path: string): void {
    attempt(() => this.#connection.loadExtension(path));
  }

  close(): void {
    if (this.isOpen) this.#connection.close();
  }
}

/**
 * Rows are always asked for as arrays and made into objects here: the objects of node:sqlite have no prototype,
 * which makes them slow to build and to read (575 against 749 ms of CPU for 200,000 rows of three columns on 22.23).
 */
class RowStatement<Params extends readonly unknown[], Row> implements Statement<Params, Row> {
  readonly #statement: NodeStatement;
  #names: readonly string[] | undefined;
  #readsBigInts = false;
  #shape: (values: unknown[]) => unknown = (values) => this.#toObject(values);

  constructor(statement: NodeStatement) {
    this.#statement = statement;
    statement.setReturnArrays(true);
  }

  get(...params: Params): Row | undefined {
    try {
      this.#readBigInts(false);
      const values = this.#statement.get(...toBound(params));
      return values === undefined ? undefined : this.#toRow(values);
    } catch (thrown) {
      throw fromNodeError(thrown);
    }
  }

  all(...params: Params): Row[] {
    try {
      this.#readBigInts(false);
      return this.#statement.all(...toBound(params)).map((values) => this.#toRow(values));
    } catch (thrown) {
      throw fromNodeError(thrown);
    }
  }

  *iterate(...params: Params): IterableIterator<Row> {
    this.#readBigInts(false);
    const rows = attempt(() => this.#statement.iterate(...toBound(params)));
    try {
      for (let next = step(rows); !next.done; next = step(rows)) yield this.#toRow(next.value);
    } finally {
      rows.return?.(); // a statement in the middle of its rows holds a lock
    }
  }

  run(...params: Params): RunResult {
    try {
      this.#readBigInts(true);
      const { changes, lastInsertRowid } = this.#statement.run(...toBound(params));
      return { changes: Number(changes), lastInsertRowid: Number(lastInsertRowid) };
    } catch (thrown) {
      throw fromNodeError(thrown);
    }
  }

  pluck(): this {
    this.#shape = (values) => toValue(values[0]);
    return this;
  }

  raw(): this {
    this.#shape = toValues;
    return this;
  }

  columns(): readonly { readonly name: string }[] {
    return this.#statement.columns();
  }

  /**
   * Node 26 refuses to return a number beyond 2^53 even where nobody wants it: the last row that was inserted may be
   * one of a full-text index, which numbers its rows by its own rules.
   */
  #readBigInts(isEnabled: boolean): void {
    if (this.#readsBigInts === isEnabled) return;
    this.#statement.setReadBigInts(isEnabled);
    this.#readsBigInts = isEnabled;
  }

  #toRow(values: unknown[]): Row {
    return this.#shape(values) as Row; // the caller's promise; see `Database.prepare`
  }

  #toObject(values: unknown[]): Record<string, unknown> {
    this.#names ??= this.columns().map(({ name }) => name);
    const row: Record<string, unknown> = {};
    for (let at = 0; at < values.length; at++) row[this.#names[at] ?? ''] = toValue(values[at]);
    return row;
  }
}

function toValues(values: unknown[]): unknown[] {
  for (let at = 0; at < values.length; at++) values[at] = toValue(values[at]);
  return values;
}

/**
 * Parameters as they can be bound: Node 22 stores NULL for an empty blob whose memory is nowhere, as in what it read
 * from a database itself.
 */
function toBound(params: readonly unknown[]): readonly unknown[] {
  return params.some(isEmptyBlob)
    ? params.map((value) => (isEmptyBlob(value) ? EMPTY : value))
    : params;
}

function isEmptyBlob(value: unknown): boolean {
  return value instanceof Uint8Array && value.length === 0;
}

const EMPTY = Buffer.alloc(0);

/** Blobs are the only objects among values. */
function toValue(value: unknown): unknown {
  if (!(value instanceof Uint8Array)) return value;
  if (value.length === 0) return Buffer.alloc(0);
  return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
}

function step(rows: IterableIterator<unknown[]>): IteratorResult<unknown[]> {
  try {
    return rows.next();
  } catch (thrown) {
    throw fromNodeError(thrown);
  }
}

function attempt<T>(work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    throw fromNodeError(thrown);
  }
}

/** Judged by what it can do: it grew over several versions of Node 22. */
function loadModule(): NodeSqlite | undefined {
  const loaded = withoutWarning(() => process.getBuiltinModule('node:sqlite')) as
    | (NodeSqlite & { readonly StatementSync?: { readonly prototype: object } })
    | undefined; // no types for it
  const { StatementSync, DatabaseSync } = loaded ?? {};
  const isComplete =
    StatementSync !== undefined &&
    DatabaseSync !== undefined &&
    'setReturnArrays' in StatementSync.prototype &&
    'columns' in StatementSync.prototype &&
    'loadExtension' in DatabaseSync.prototype;
  return isComplete ? loaded : undefined;
}

/**
 * Node 22 warns in each thread that the module is experimental, when it is loaded. That is our concern and not that
 * of whoever searches images; all other warnings go on to where they went.
 */
function withoutWarning<T>(load: () => T): T {
  const { emitWarning } = process;
  const pass = (warning: string | Error, ...rest: unknown[]): void => {
    const isOurs =
      String(warning).startsWith('SQLite is an experimental') && rest[0] === EXPERIMENTAL;
    if (!isOurs) Reflect.apply(emitWarning, process, [warning, ...rest]);
  };
  process.emitWarning = pass;
  try {
    return load();
  } finally {
    process.emitWarning = emitWarning;
  }
}

const EXPERIMENTAL = 'ExperimentalWarning';
