// One writer at a time: a lock that the system takes back when its holder dies.
import { join } from 'node:path';
import { openDatabase } from '../sqlite/sqlite.ts';
import { whileUsing } from './library-errors.ts';

/** Holds the lock until `release`. */
export interface WriterLock {
  release(): void;
}

/**
 * Takes the lock of a library, or throws `LIBRARY_LOCKED`. It is an open transaction on a database of
 * its own: the lock of the file system behind it ends with the process, however that ends, so that there
 * is nothing to clean up after a crash.
 */
export function takeWriterLock(folder: string): WriterLock {
  const database = whileUsing(folder, () =>
    openDatabase(join(folder, 'writer.lock'), { timeoutMs: 0 }),
  );
  try {
    whileUsing(folder, () => {
      database.pragma('locking_mode = EXCLUSIVE');
      database.exec('BEGIN EXCLUSIVE');
    });
  } catch (error) {
    database.close();
    throw error;
  }
  return { release: () => void database.close() };
}
