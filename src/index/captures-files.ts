// Names and numbers of the archive files of the capture index, remembered while they hold.
import type { Database, Statement } from 'better-sqlite3';

/** Knows the names that it was asked for. */
export class FileNames {
  readonly #database: Database;
  readonly #names = new Map<number, string>();
  readonly #ids = new Map<string, number>();
  readonly #readVersion: Statement<[], unknown>;
  #version: unknown;

  constructor(database: Database) {
    this.#database = database;
    this.#readVersion = database.prepare<[], unknown>('PRAGMA data_version').pluck();
  }

  /** Forgets names when another connection has changed the database: files may have been renamed. */
  refresh(): void {
    const version = this.#readVersion.get();
    if (version === this.#version) return;
    this.#version = version;
    this.#names.clear();
    this.#ids.clear();
  }

  /** The name of a file, `''` when it has none. */
  nameOf(id: number): string {
    const known = this.#names.get(id);
    if (known !== undefined) return known;
    const name = this.#database.prepare('SELECT name FROM file WHERE id = ?').pluck().get(id);
    if (typeof name !== 'string') return '';
    this.#names.set(id, name);
    return name;
  }

  /** The number of a file, 0 when it has none. */
  idOf(name: string): number {
    const known = this.#ids.get(name);
    if (known !== undefined) return known;
    const id = this.#database.prepare('SELECT id FROM file WHERE name = ?').pluck().get(name);
    if (typeof id !== 'number') return 0;
    this.#ids.set(name, id);
    return id;
  }
}
