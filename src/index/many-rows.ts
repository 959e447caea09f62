// Rows that are stored many at a time: to call a statement takes longer than what it does for one row.
import type { Database, Statement } from '../sqlite/sqlite.ts';
import { sumOf } from './row-sum.ts';

/** Rows of one statement. */
const ROWS_TOGETHER = 16;

/** Stores rows of one table. */
export class ManyRows {
  readonly #one: Statement<unknown[]>;
  readonly #many: Statement<unknown[]>;
  readonly #columns: number;
  readonly #summed: string | undefined;
  #waiting: unknown[] = [];

  /**
   * `insert` is a statement up to `VALUES`, of a table with so many columns; with a
   * table that is named, each has its sum behind them.
   */
  constructor(database: Database, insert: string, values: number, summed?: string) {
    const columns = summed === undefined ? values : values + 1;
    const row = `(${Array.from({ length: columns }, () => '?').join(', ')})`;
    const rows = Array.from({ length: ROWS_TOGETHER }, () => row).join(', ');
    this.#one = database.prepare(`${insert} VALUES ${row}`);
    this.#many = database.prepare(`${insert} VALUES ${rows}`);
    this.#columns = columns;
    this.#summed = summed;
  }

  /** Takes the values of a row; it is in the table after `flush`. */
  add(...values: readonly unknown[]): void {
    for (const value of values) this.#waiting.push(value);
    if (this.#summed !== undefined) this.#waiting.push(sumOf(this.#summed, values));
    if (this.#waiting.length < ROWS_TOGETHER * this.#columns) return;
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#many.run(...waiting);
  }

  /** Stores what waits. */
  flush(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (let at = 0; at < waiting.length; at += this.#columns) {
      this.#one.run(...waiting.slice(at, at + this.#columns));
    }
  }

  /** Forgets what waits. */
  discard(): void {
    this.#waiting = [];
  }
}
