// Leaves nothing in a database file of what was removed, at a cost that follows what is there to be overwritten.
import type { Database } from '../sqlite/sqlite.ts';
import { overwriteRemnants } from './remnants.ts';

/** The file is written anew when a larger share of its pages is free: the room that is won pays for the work. */
const MOST_FREE = 0.25;
/** Where everything is written anew. */
const COMPACT_CACHE_KIB = 8 * 1024;

/**
 * Ends a removal in a database whose writers overwrite what they delete (`secure_delete`): overwrites what splits of pages left behind,
 * and where much room has become free writes the file anew without it. Gives false where a reader kept the log from being
 * emptied: nothing is promised then.
 */
export function eraseRemoved(database: Database, path: string): boolean {
  if (freeShare(database) > MOST_FREE) compact(database);
  if (!writeBackLog(database)) return false;
  overwriteRemnants(database, path);
  return true;
}

/** Brings the log into the database file, and empties it. Gives false where a reader still needs it. */
export function writeBackLog(database: Database): boolean {
  return database.pragma('wal_checkpoint(TRUNCATE)', { simple: true }) === 0;
}

function freeShare(database: Database): number {
  const [free = 0, pages = 1] = ['freelist_count', 'page_count'].map((name) =>
    Number(database.pragma(name, { simple: true })),
  );
  return free / pages;
}

/** Writes the file anew. */
function compact(database: Database): void {
  // All pages pass by once: to keep or map them would only take memory.
  const [cache, map] = ['cache_size', 'mmap_size'].map((name) =>
    database.pragma(name, { simple: true }),
  );
  database.pragma(`cache_size = -${COMPACT_CACHE_KIB}`);
  database.pragma('mmap_size = 0');
  try {
    writeBackLog(database);
    database.exec('VACUUM');
  } finally {
    database.pragma(`cache_size = ${cache}`);
    database.pragma(`mmap_size = ${map}`);
  }
}
