// How large a library is on disk, and which tables take how much.
import { join } from 'node:path';
import { importBuilt } from './built.ts';
import type { Library } from './library-ingest.ts';

type SqliteModule = typeof import('../../dist/sqlite/sqlite.js');

/** Bytes of a library; pages that are free for later use do not count. */
export interface LibraryBytes {
  readonly total: number;
  /** Tables and indexes, the largest first. */
  readonly tables: readonly { readonly name: string; readonly bytes: number }[];
}

/** Measures a library whose log was written back. */
export async function measureBytes({ folder }: Library): Promise<LibraryBytes> {
  const { openDatabase } = await importBuilt<SqliteModule>('sqlite/sqlite.js');
  const database = openDatabase(join(folder, 'library.sqlite'), { isReadOnly: true });
  const pragma = (name: string) => Number(database.pragma(name, { simple: true }));
  const tables = database
    .prepare('SELECT name, sum(pgsize) AS bytes FROM dbstat GROUP BY name ORDER BY bytes DESC')
    .all() as LibraryBytes['tables']; // its two columns
  const total = (pragma('page_count') - pragma('freelist_count')) * pragma('page_size');
  database.close();
  return { total, tables };
}
