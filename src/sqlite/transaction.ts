// Work in transactions, built from the statements that begin and end them.
import type { Transaction } from './database.ts';

/** What a connection needs for transactions. */
interface Connection {
  readonly inTransaction: boolean;
  exec(sql: string): void;
}

const SAVEPOINT = 'pinakes';

/** Makes a function that does its work in a transaction of the connection. */
export function makeTransaction<Args extends readonly unknown[], Result>(
  connection: Connection,
  work: (...args: Args) => Result,
): Transaction<Args, Result> {
  const perform = (begin: string, args: Args): Result => {
    const isNested = connection.inTransaction;
    connection.exec(isNested ? `SAVEPOINT ${SAVEPOINT}` : begin);
    try {
      const result = work(...args);
      connection.exec(isNested ? `RELEASE ${SAVEPOINT}` : 'COMMIT');
      return result;
    } catch (error) {
      // A full disk, for one, makes SQLite roll back by itself.
      if (connection.inTransaction) {
        connection.exec(isNested ? `ROLLBACK TO ${SAVEPOINT}; RELEASE ${SAVEPOINT}` : 'ROLLBACK');
      }
      throw error;
    }
  };
  return Object.assign((...args: Args) => perform('BEGIN', args), {
    immediate: (...args: Args) => perform('BEGIN IMMEDIATE', args),
  });
}
