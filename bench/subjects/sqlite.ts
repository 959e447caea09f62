// Writes and reads rows through one of the two drivers of SQLite, in memory.
import { importBuilt } from './built.ts';
import { startUsage } from './usage.ts';

type NodeModule = typeof import('../../dist/sqlite/node-sqlite.js');
type BetterModule = typeof import('../../dist/sqlite/better-sqlite.js');

/** Gives the rows done and the processor seconds of each kind of work; undefined where this Node lacks the driver. */
export async function prepare({
  driver,
  rows,
}: {
  readonly driver: string;
  readonly rows: number;
}) {
  const database = await open(driver);
  return async () => {
    if (database === undefined) return undefined;
    database.exec('CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT, bytes BLOB)');
    const insert = database.prepare('INSERT INTO t VALUES(?, ?, ?)');
    const get = database.prepare<[number], { name: string }>(
      'SELECT id, name, bytes FROM t WHERE id = ?',
    );
    const bytes = Buffer.alloc(40, 1);
    const times = {
      inserts: timeOf(
        database.transaction(() => {
          for (let id = 1; id <= rows; id++) insert.run(id, `a name of row ${id}`, bytes);
        }),
      ),
      gets: timeOf(() => {
        for (let id = 1; id <= rows; id++) {
          if (get.get(id)?.name !== `a name of row ${id}`) throw new Error(`row ${id} is wrong`);
        }
      }),
      iterated: timeOf(() => {
        let count = 0;
        for (const _ of database.prepare('SELECT id, name, bytes FROM t').iterate()) count++;
        if (count !== rows) throw new Error(`${count} rows instead of ${rows}`);
      }),
    };
    database.close();
    return times;
  };
}

function timeOf(work: () => void): number {
  const usage = startUsage();
  work();
  return usage().cpuSeconds;
}

/** The drivers are not public: programs get the one that fits. */
async function open(driver: string) {
  if (driver === 'better-sqlite3') {
    const { openWithBetterSqlite } = await importBuilt<BetterModule>('sqlite/better-sqlite.js');
    try {
      return openWithBetterSqlite(':memory:', {});
    } catch {
      return undefined; // built for another Node, or not at all
    }
  }
  const { findNodeSqlite, openWithNode } = await importBuilt<NodeModule>('sqlite/node-sqlite.js');
  const sqlite = findNodeSqlite();
  return sqlite && openWithNode(sqlite, ':memory:', {});
}
