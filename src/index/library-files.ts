// The archive files of a library and the collections they belong to.
import type { Database, Statement } from '../sqlite/sqlite.ts';

/** A file that was ingested. */
export interface LibraryFile {
  readonly id: number;
  /** As shown: without credentials. */
  readonly name: string;
  /** What opens it. */
  readonly location: string;
  readonly size: number;
  /** Milliseconds since 1970; 0 for remote files. */
  readonly modified: number;
  readonly fingerprint: string;
  /** What was found in it. */
  readonly report: FileReport;
}

/** What reading a file came to. */
export interface FileReport {
  readonly records: number;
  readonly bytes: number;
  readonly pages: number;
  readonly imageCaptures: number;
  readonly references: number;
  readonly losses: number;
  readonly skippedBytes: number;
  readonly rejected: Readonly<Record<string, number>>;
  /** Captures whose file has coordinates that cannot be right, by reason; absent in files that were read before this was counted. */
  readonly placesRejected?: Readonly<Record<string, number>>;
  /** Pages of which something was cut; absent as above. */
  readonly truncatedPages?: number;
  /** Why it could not be read to its end; such a file is read again next time. */
  readonly failure?: string;
  /** Smallest side of images that were kept, where the reader was told one. */
  readonly minSide?: number;
  /** Its records were not listed for replay. */
  readonly isUnlisted?: boolean;
  /** Where its pages link was not noted. */
  readonly isUnlinked?: boolean;
  /** How often it has grown since it was read first, of a file that is still being written. */
  readonly growths?: number;
}

/** A file to be entered. */
export type NewFile = Omit<LibraryFile, 'id'>;

interface FileRecord extends Omit<LibraryFile, 'report'> {
  readonly report: string;
}

/** The table of files. */
export class FileTable {
  readonly #database: Database;
  readonly #byName: Statement<[string], FileRecord>;
  readonly #byFingerprint: Statement<[string], FileRecord>;
  readonly #names = new Map<number, string>();
  readonly #ids = new Map<string, number>();
  readonly #collections = new Map<number, readonly string[]>();
  readonly #collectionIds = new Map<string, number>();
  readonly #collectionNames = new Map<number, string>();

  constructor(database: Database) {
    this.#database = database;
    this.#byName = database.prepare('SELECT * FROM file WHERE name = ?');
    this.#byFingerprint = database.prepare('SELECT * FROM file WHERE fingerprint = ? ORDER BY id');
  }

  /** Forgets what it remembers of the tables, after somebody else may have changed them. */
  refresh(): void {
    this.#names.clear();
    this.#ids.clear();
    this.#collections.clear();
    this.#collectionIds.clear();
    this.#collectionNames.clear();
  }

  /** All files, or those of a collection, in the order they came. */
  list(collection?: string): LibraryFile[] {
    const rows =
      collection === undefined
        ? this.#database.prepare<[], FileRecord>('SELECT * FROM file ORDER BY id').all()
        : this.#database
            .prepare<[string], FileRecord>(
              `SELECT file.* FROM file JOIN file_collection ON file_collection.file = file.id
               JOIN collection ON collection.id = file_collection.collection
               WHERE collection.name = ? ORDER BY file.id`,
            )
            .all(collection);
    return rows.map(toFile);
  }

  /** The number of files. */
  count(): number {
    return Number(this.#database.prepare('SELECT count(*) FROM file').pluck().get());
  }

  /** Where the files are that came last, the newest first. */
  newestLocations(limit: number): string[] {
    return this.#database
      .prepare<[number], string>('SELECT location FROM file ORDER BY id DESC LIMIT ?')
      .pluck()
      .all(limit);
  }

  find(name: string): LibraryFile | undefined {
    const row = this.#byName.get(name);
    return row && toFile(row);
  }

  findByFingerprint(fingerprint: string): LibraryFile | undefined {
    const row = this.#byFingerprint.get(fingerprint);
    return row && toFile(row);
  }

  /** Enters a file and gives its row. */
  add(file: NewFile): number {
    const { name, location, size, modified, fingerprint } = file;
    const { lastInsertRowid } = this.#database
      .prepare(
        `INSERT INTO file(name, location, size, modified, fingerprint, report) VALUES(?, ?, ?, ?, ?, ?)`,
      )
      .run(name, location, size, modified, fingerprint, JSON.stringify(file.report));
    return Number(lastInsertRowid);
  }

  /** Changes what is known of a file. */
  update(id: number, change: Partial<NewFile>): void {
    const before = this.#database
      .prepare<[number], FileRecord>('SELECT * FROM file WHERE id = ?')
      .get(id);
    if (before === undefined) return;
    const { name, location, size, modified, fingerprint, report } = {
      ...toFile(before),
      ...change,
    };
    this.#database
      .prepare(
        'UPDATE file SET name = ?, location = ?, size = ?, modified = ?, fingerprint = ?, report = ? WHERE id = ?',
      )
      .run(name, location, size, modified, fingerprint, JSON.stringify(report), id);
    this.refresh();
  }

  remove(id: number): void {
    this.#database.prepare('DELETE FROM file_collection WHERE file = ?').run(id);
    this.#database.prepare('DELETE FROM file WHERE id = ?').run(id);
    this.refresh();
  }

  /** Makes a file part of a collection; tells whether it was not before. */
  addToCollection(id: number, collection: string): boolean {
    this.addCollection(collection);
    const { changes } = this.#database
      .prepare('INSERT OR IGNORE INTO file_collection(file, collection) VALUES(?, ?)')
      .run(id, this.collectionId(collection));
    this.#collections.delete(id);
    return changes > 0;
  }

  /** Enters a collection, unless it is there. */
  addCollection(name: string): void {
    this.#database.prepare('INSERT OR IGNORE INTO collection(name) VALUES(?)').run(name);
  }

  /** Names of all collections, sorted. */
  collections(): string[] {
    const names = this.#database.prepare<[], string>('SELECT name FROM collection ORDER BY name');
    return names.pluck().all() as string[]; // a text column
  }

  /** Takes all files out of a collection. */
  emptyCollection(name: string): void {
    this.#database
      .prepare('DELETE FROM file_collection WHERE collection = ?')
      .run(this.collectionId(name));
    this.refresh();
  }

  /** Removes a collection; its files stay. */
  removeCollection(name: string): void {
    this.emptyCollection(name);
    this.#database.prepare('DELETE FROM collection WHERE name = ?').run(name);
    this.refresh();
  }

  /** Collections of a file, sorted; always the same list for the same file. */
  collectionsOf(id: number): readonly string[] {
    const known = this.#collections.get(id);
    if (known !== undefined) return known;
    const names = this.#database
      .prepare<[number], string>(
        `SELECT collection.name FROM file_collection JOIN collection ON collection.id = collection
         WHERE file = ? ORDER BY collection.name`,
      )
      .pluck()
      .all(id) as string[]; // a text column
    this.#collections.set(id, names);
    return names;
  }

  nameOf(id: number): string {
    const known = this.#names.get(id);
    if (known !== undefined) return known;
    const name = this.#database
      .prepare<[number], string>('SELECT name FROM file WHERE id = ?')
      .pluck()
      .get(id);
    if (name !== undefined) this.#names.set(id, name);
    return name ?? '';
  }

  idOf(name: string): number {
    const known = this.#ids.get(name);
    if (known !== undefined) return known;
    const id = this.#byName.get(name)?.id ?? 0;
    if (id !== 0) this.#ids.set(name, id);
    return id;
  }

  collectionId(name: string): number {
    const known = this.#collectionIds.get(name);
    if (known !== undefined) return known;
    const id = this.#database
      .prepare<[string], number>('SELECT id FROM collection WHERE name = ?')
      .pluck()
      .get(name);
    if (id !== undefined) this.#collectionIds.set(name, id);
    return id ?? 0;
  }

  collectionName(id: number): string {
    const known = this.#collectionNames.get(id);
    if (known !== undefined) return known;
    const name = this.#database
      .prepare<[number], string>('SELECT name FROM collection WHERE id = ?')
      .pluck()
      .get(id);
    if (name !== undefined) this.#collectionNames.set(id, name);
    return name ?? '';
  }
}

function toFile(row: FileRecord): LibraryFile {
  try {
    const report: unknown = JSON.parse(row.report);
    // Written by `add`, so that an object is a report.
    if (typeof report === 'object' && report !== null)
      return { ...row, report: report as FileReport };
  } catch {
    // Told below: what cannot be parsed is as damaged as what is no object.
  }
  throw new RangeError(`the report of ${row.name} is damaged`);
}
