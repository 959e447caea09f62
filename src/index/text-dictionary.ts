// Small numbers for names that many documents share, such as hosts, and how often each is used.
import type { Database } from '../sqlite/sqlite.ts';

/** Names that are remembered; the table has them all. */
const MAX_REMEMBERED = 100_000;

/** A table of names. */
export interface Dictionary {
  /** The row of a name; it is added when it is new. */
  idOf(name: string): number;
  /** Forgets what may not be in the table any more: after a rollback. */
  discard(): void;
}

/** A table of names that counts how often each is used; a name that nobody uses any more goes. */
export interface CountedDictionary extends Dictionary {
  /** Counts a name in or out; one that comes in is added when it is new. */
  count(name: string, change: number): void;
  /** Stores the counts. */
  flush(): void;
}

/** Opens a table whose rows stay. */
export function openDictionary(
  db: Database,
  table: 'mime' | 'collection' | 'collection_set' | 'place_name' | 'label',
): Dictionary {
  const column = table === 'collection_set' ? 'members' : 'name';
  const select = db
    .prepare<[string], number>(`SELECT id FROM ${table} WHERE ${column} = ?`)
    .pluck();
  const insert = db.prepare<[string]>(`INSERT INTO ${table}(${column}) VALUES(?)`);
  return remember((name) => select.get(name) ?? Number(insert.run(name).lastInsertRowid));
}

/** Opens `host` or `language`. */
export function openCountedDictionary(db: Database, table: 'host' | 'language'): CountedDictionary {
  const column = table === 'host' ? 'documents' : 'texts';
  const select = db.prepare<[string], number>(`SELECT id FROM ${table} WHERE name = ?`).pluck();
  const insert = db.prepare<[string]>(`INSERT INTO ${table}(name, ${column}) VALUES(?, 0)`);
  const update = db.prepare<[number, string]>(
    `UPDATE ${table} SET ${column} = ${column} + ? WHERE name = ?`,
  );
  const remove = db.prepare<[string]>(`DELETE FROM ${table} WHERE name = ? AND ${column} <= 0`);
  const names = remember((name) => select.get(name) ?? Number(insert.run(name).lastInsertRowid));
  const changes = new Map<string, number>();
  return {
    idOf: names.idOf,
    count(name, change) {
      if (change > 0) names.idOf(name); // so that there is a row to count in
      changes.set(name, (changes.get(name) ?? 0) + change);
    },
    flush() {
      for (const [name, change] of changes) {
        if (change !== 0) update.run(change, name);
        if (change <= 0 && remove.run(name).changes > 0) names.forget(name);
      }
      changes.clear();
    },
    discard() {
      names.discard();
      changes.clear();
    },
  };
}

function remember(find: (name: string) => number): Dictionary & { forget(name: string): void } {
  const ids = new Map<string, number>();
  return {
    idOf(name) {
      let id = ids.get(name);
      if (id === undefined) {
        id = find(name);
        if (ids.size >= MAX_REMEMBERED) ids.clear();
        ids.set(name, id);
      }
      return id;
    },
    forget: (name) => void ids.delete(name),
    discard: () => ids.clear(),
  };
}
