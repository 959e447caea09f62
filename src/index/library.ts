// A library: a folder that holds what was found in archives, and the index to search it.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { DedupeMode } from '../model/image.ts';
import type { SearchIndex } from '../model/index-query.ts';
import { type Database, openDatabase } from '../sqlite/sqlite.ts';
import { PinakesError } from '../support/errors.ts';
import { writeAtomically } from '../support/output-file.ts';
import { Captures } from './captures.ts';
import { DocumentDigests } from './document-digests.ts';
import { FileCounts } from './file-counts.ts';
import { CaptureTable } from './library-captures.ts';
import { LibraryCounts } from './library-counts.ts';
import { DocumentTable } from './library-documents.ts';
import { eraseRemoved, writeBackLog } from './library-erase.ts';
import { NewerFormatError, whileUsing } from './library-errors.ts';
import { FactTable } from './library-facts.ts';
import { FileTable } from './library-files.ts';
import { HiddenTable } from './library-hidden.ts';
import { LibraryIntegrity } from './library-integrity.ts';
import { KinTable } from './library-kin.ts';
import { takeWriterLock, type WriterLock } from './library-lock.ts';
import { OriginalTable } from './library-originals.ts';
import { PageTable } from './library-pages.ts';
import { RedirectTable } from './library-redirects.ts';
import { RevisitTable } from './library-revisits.ts';
import { RowTable } from './library-rows.ts';
import { SheetTable } from './library-sheets.ts';
import { TakedownTable } from './library-takedowns.ts';
import { LibraryTransactions } from './library-transaction.ts';
import { WorkList } from './library-work.ts';
import { MatchTotals } from './match-totals.ts';
import { keepSums } from './row-sum.ts';
import {
  FORMAT_VERSION,
  INDEX_VERSION,
  KIN_TABLES,
  PAGE_BYTES,
  SCHEMA,
  TEXT_COLUMNS,
} from './schema.ts';
import { openSearchIndex } from './search-index.ts';
import { SheetReferences } from './sheet-references.ts';

/** What is fixed when a library is made. */
export interface LibrarySettings {
  /** Name for people; default the name of the folder. */
  readonly name: string;
  readonly mode: DedupeMode;
  /** Images that no page refers to are left out. */
  readonly referencedOnly: boolean;
}

/** How a library is opened. */
export interface LibraryOptions {
  /** `write` takes the writer's lock; default `read`. */
  readonly access?: 'read' | 'write';
  /** Makes the library when there is none; settings that are given must fit one that is there. */
  readonly create?: Partial<LibrarySettings>;
  /** Largest size of the database in bytes, for tests of a full disk. */
  readonly maxBytes?: number;
}

/** Says in the file itself what it is: "PINL". */
const APPLICATION_ID = 0x50494e4c;
/** What libraries said before the format was settled: "PINA". Nothing of them is read. */
const UNSETTLED_APPLICATION_ID = 0x50494e41;
/** Name of the database in the folder of a library. */
export const DATABASE_FILE = 'library.sqlite';
/** Says what the folder is, and how the library was made. */
const DESCRIPTION_FILE = 'library.json';
/** What a backup consists of; gone when it is written to, since it is a backup no longer. */
export const BACKUP_MANIFEST = 'backup.json';
const READ_MAP_BYTES = 2 ** 31 - 65_536;
const READ_CACHE_KIB = 64 * 1024;
/** Writers change pages of several indexes in no order, those of a million images together take 80 MB. */
const WRITE_CACHE_KIB = 192 * 1024;
/** Bytes of the text index that wait in memory within a transaction: with fewer there are more parts to merge. */
const WAITING_TEXT_BYTES = 32 * 1024 * 1024;

/**
 * Opens a library. Throws `LIBRARY_NOT_FOUND`, `LIBRARY_LOCKED`, `LIBRARY_SETTINGS`, `LIBRARY_TOO_NEW`,
 * `LIBRARY_OLD`, `LIBRARY_FIELDS`, `LIBRARY_DAMAGED` or `LIBRARY_UNREADABLE`; nothing is changed then.
 */
export async function openLibrary(folder: string, options: LibraryOptions = {}): Promise<Library> {
  const path = join(folder, DATABASE_FILE);
  const isNew = !existsSync(path);
  if (isNew && (options.create === undefined || options.access !== 'write')) {
    throw new PinakesError('LIBRARY_NOT_FOUND', { folder });
  }
  if (isNew) whileUsing(folder, () => mkdirSync(folder, { recursive: true }));
  const lock = options.access === 'write' ? takeWriterLock(folder) : undefined;
  try {
    const database = whileUsing(folder, () => openLibraryDatabase(folder, path, options));
    try {
      const library = whileUsing(folder, () => new Library(folder, database, lock));
      checkSettings(folder, library.settings, options.create ?? {});
      if (lock !== undefined) await describe(library);
      return library;
    } catch (error) {
      database.close();
      throw error;
    }
  } catch (error) {
    lock?.release();
    throw error;
  }
}

/** An open library. Made by `openLibrary`. */
export class Library {
  readonly folder: string;
  readonly settings: LibrarySettings;
  readonly files: FileTable;
  readonly pages: PageTable;
  readonly rows: RowTable;
  readonly revisits: RevisitTable;
  readonly sheets: SheetTable;
  /** Which addresses redirected to which. */
  readonly redirects: RedirectTable;
  /** What pages show through style sheets. */
  readonly sheetReferences: SheetReferences;
  readonly hidden: HiddenTable;
  /** Every capture by address and time. */
  readonly captures: Captures;
  readonly captureTable: CaptureTable;
  readonly takedowns: TakedownTable;
  readonly documents: DocumentTable;
  /** Which images may be variants of one picture. */
  readonly kin: KinTable;
  /** What pixels and models told about contents. */
  readonly facts: FactTable;
  /** Which images have documents. */
  readonly digests: DocumentDigests;
  /** What is left to be derived. */
  readonly work: WorkList;
  readonly counts: LibraryCounts;
  readonly integrity: LibraryIntegrity;
  readonly #database: Database;
  readonly #transactions: LibraryTransactions;
  readonly #lock: WriterLock | undefined;
  #index: (SearchIndex & { readonly warnings: readonly string[] }) | undefined;

  /** @internal use `openLibrary` */
  constructor(folder: string, database: Database, lock: WriterLock | undefined) {
    this.folder = folder;
    this.#database = database;
    this.#lock = lock;
    this.settings = readSettings(database);
    this.files = new FileTable(database);
    const originals = new OriginalTable(database);
    const fileCounts = new FileCounts(database);
    const totals = new MatchTotals(database);
    this.pages = new PageTable(database, originals, fileCounts);
    this.sheets = new SheetTable(database, originals);
    this.hidden = new HiddenTable(database, originals);
    this.captureTable = new CaptureTable(database, fileCounts);
    this.captures = new Captures(
      folder,
      () => this.captureTable,
      (name) => this.files.idOf(name),
    );
    this.takedowns = new TakedownTable(database, folder);
    this.digests = new DocumentDigests(database);
    this.work = new WorkList(database);
    this.counts = new LibraryCounts(database, totals);
    this.integrity = new LibraryIntegrity(database);
    const { files, pages, sheets, hidden } = this;
    this.redirects = new RedirectTable(database);
    const { redirects } = this;
    this.rows = new RowTable(database, { files, pages, originals, redirects, fileCounts });
    this.revisits = new RevisitTable(database, originals, {
      page: pages,
      sheet: sheets,
      image: this.rows,
      hidden,
    });
    this.sheetReferences = new SheetReferences(database, sheets, {
      page: (id) => pages.at(id),
      collectionsOf: (file) => files.collectionsOf(file),
    });
    this.facts = new FactTable(database);
    const names = {
      fileId: (name: string) => files.idOf(name),
      fileName: (id: number) => files.nameOf(id),
      collectionId: (name: string) => files.collectionId(name),
      collectionName: (id: number) => files.collectionName(id),
    };
    // A content without documents has no facts either; it may come back under another key, so that is seen to at the end.
    this.kin = new KinTable(database);
    this.documents = new DocumentTable(database, names, {
      onLoss: (hash) => this.facts.mark(hash),
      // One document for each page would be one result for each page.
      kin: this.settings.mode === 'full' ? undefined : this.kin,
      totals,
    });
    this.#transactions = new LibraryTransactions(folder, database, [
      this.rows,
      originals,
      totals,
      this.documents,
      this.captureTable,
      fileCounts,
      this.facts,
      this.takedowns,
      { discard: () => files.refresh() },
      { discard: () => pages.refresh() },
      { discard: () => this.sheetReferences.refresh() },
    ]);
  }

  /** The index of the library. */
  get index(): SearchIndex & { readonly warnings: readonly string[] } {
    this.#index ??= openSearchIndex(this.#database, {
      loadDocuments: (rows) => this.documents.load(rows),
      findRows: (ids) => this.documents.find(ids),
      findAlike: (look, maxDistance) =>
        this.kin
          .near(look, maxDistance)
          .flatMap(({ hash, distance }) =>
            this.documents.at(hash).map(({ id }) => ({ id, distance })),
          )
          .sort((a, b) => a.distance - b.distance || (a.id < b.id ? -1 : 1)),
    });
    return this.#index;
  }

  /** Lets another index answer searches, which holds copies of the documents. */
  searchWith(index: SearchIndex): void {
    this.#index = { ...index, warnings: [] };
  }

  /** Does work in one transaction: all of it is kept, or nothing. */
  transaction<T>(work: () => T): T {
    return this.#transactions.run(work);
  }

  /** The same for work that waits for something in between. */
  transactionAsync<T>(work: () => Promise<T>): Promise<T> {
    return this.#transactions.runAsync(work);
  }

  /** Reads one moment of the library over several calls, whatever others write meanwhile. */
  readMoment<T>(work: () => Promise<T>): Promise<T> {
    return this.#transactions.readAsync(work);
  }

  /** Starts a transaction that lasts over several calls. */
  begin(): void {
    this.#transactions.begin();
  }

  /** Keeps what was done since `begin`. */
  commit(): void {
    this.#transactions.commit();
  }

  /** Takes back what was done since `begin`; does nothing outside a transaction. */
  rollback(): void {
    this.#transactions.rollback();
  }

  /** Takes back all that a file gave; within a transaction of the caller. */
  takeBack(file: number): void {
    this.sheets.removeFile(file);
    this.hidden.removeFile(file);
    this.rows.removeFile(file);
    this.pages.removeFile(file);
    this.captureTable.removeFile(file);
    // At last, when the revisits are noted that stood for one of its records.
    this.revisits.removeFile(file);
  }

  /** Notes that everything a file has a part in must be derived again; within a transaction of the caller. */
  markFile(file: number): void {
    this.rows.markFile(file);
    this.sheets.markFile(file);
  }

  /** A value kept under a name. */
  readNote(name: string): string | undefined {
    const value = this.#database.prepare('SELECT value FROM meta WHERE name = ?').pluck().get(name);
    return value === undefined ? undefined : String(value);
  }

  /** The values kept under names that start so, by what follows. */
  readNotes(prefix: string): Map<string, string> {
    const rows = this.#database
      .prepare<[string, string], { name: string; value: unknown }>(
        'SELECT name, value FROM meta WHERE name >= ? AND name < ?',
      )
      .all(prefix, `${prefix}\u{10ffff}`);
    return new Map(rows.map(({ name, value }) => [name.slice(prefix.length), String(value)]));
  }

  /** Keeps a value under a name; within a transaction of the caller. */
  writeNote(name: string, value: string): void {
    this.#database
      .prepare('INSERT OR REPLACE INTO meta(name, value) VALUES(?, ?)')
      .run(name, value);
  }

  /** Forgets what is kept under a name; within a transaction of the caller. */
  removeNote(name: string): void {
    this.#database.prepare('DELETE FROM meta WHERE name = ?').run(name);
  }

  /** Merges the parts of the text indexes: all of them, or as many as cost little. */
  mergeText(extent: 'wholly' | 'partly'): void {
    this.transaction(() => {
      for (const table of ['text', 'page_link']) {
        const sql =
          extent === 'wholly'
            ? `INSERT INTO ${table}(${table}) VALUES('optimize')`
            : `INSERT INTO ${table}(${table}, rank) VALUES('merge', 500)`;
        this.#database.exec(sql);
      }
    });
  }

  /** Leaves nothing of removed rows and words in the files. Gives false where a reader kept it from doing so: to be called again. */
  erase(): boolean {
    return whileUsing(this.folder, () =>
      eraseRemoved(this.#database, join(this.folder, DATABASE_FILE)),
    );
  }

  /** Brings the log into the database file, and empties it. */
  writeBackLog(): void {
    writeBackLog(this.#database);
  }

  /**
   * Writes a whole copy to a file, as it is at this moment, while others go on reading and writing. A copy page
   * by page would start anew with each of their commits; one statement reads one moment.
   */
  copyTo(path: string): void {
    whileUsing(this.folder, () => this.#database.prepare('VACUUM INTO ?').run(path));
  }

  close(): void {
    try {
      if (this.#lock !== undefined && this.#database.isOpen) {
        this.rollback();
        // While we are sure to be the only writer.
        this.writeBackLog();
      }
    } catch {
      // A full disk or a damaged file: the log stays, and the next writer writes it back.
    } finally {
      this.#database.close();
      this.#lock?.release();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.close();
  }
}

/** Makes an empty database with these notes; for repairs. */
export function createDatabase(
  folder: string,
  path: string,
  notes: Readonly<Record<string, unknown>>,
): Database {
  const database = openLibraryDatabase(folder, path, { access: 'write', create: {} });
  const note = database.prepare('INSERT OR REPLACE INTO meta(name, value) VALUES(?, ?)');
  for (const [name, value] of Object.entries(notes)) note.run(name, value);
  return database;
}

function openLibraryDatabase(folder: string, path: string, options: LibraryOptions): Database {
  const isWriter = options.access === 'write';
  const database = openDatabase(path, { isReadOnly: !isWriter, timeoutMs: 10_000 });
  try {
    database.pragma(`cache_size = -${isWriter ? WRITE_CACHE_KIB : READ_CACHE_KIB}`);
    database.pragma(`mmap_size = ${READ_MAP_BYTES}`);
    const isMade = isWriter && options.create !== undefined && isEmpty(database);
    // Looked at before anything is written: what is not ours stays as it is.
    if (!isMade) {
      checkFormat(database, folder);
      checkIndex(database, folder);
    }
    if (!isWriter) return database;
    if (isMade) database.pragma(`page_size = ${PAGE_BYTES}`);
    database.pragma('journal_mode = WAL');
    database.pragma('synchronous = NORMAL');
    // What is deleted is overwritten, so that a removal finds nothing left from before.
    database.pragma('secure_delete = ON');
    // Written back after so many pages: with fewer those that many files change would be written again and again.
    database.pragma('wal_autocheckpoint = 32000');
    if (options.maxBytes !== undefined) {
      database.pragma(`max_page_count = ${Math.floor(options.maxBytes / PAGE_BYTES)}`);
    }
    if (isMade) initialise(database, folder, options.create ?? {});
    else {
      database.exec(KIN_TABLES);
      keepSums(database);
    }
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** A database without tables: new, or its making was interrupted. */
function isEmpty(database: Database): boolean {
  return database.prepare('SELECT count(*) FROM sqlite_master').pluck().get() === 0;
}

function initialise(
  database: Database,
  folder: string,
  { name = basename(folder), mode = 'compact', referencedOnly = false }: Partial<LibrarySettings>,
): void {
  database.transaction(() => {
    database.exec(SCHEMA);
    keepSums(database);
    database.exec(`INSERT INTO text(text, rank) VALUES('hashsize', ${WAITING_TEXT_BYTES})`);
    // Words of a document that goes are taken out of the parts they are in.
    for (const table of ['text', 'page_link']) {
      database.exec(`INSERT INTO ${table}(${table}, rank) VALUES('secure-delete', 1)`);
    }
    const note = database.prepare('INSERT INTO meta(name, value) VALUES(?, ?)');
    note.run('name', name);
    note.run('mode', mode);
    note.run('referencedOnly', referencedOnly ? 1 : 0);
    note.run('generation', 1);
    note.run(INDEX_NOTE, INDEX_VERSION);
    database.pragma(`application_id = ${APPLICATION_ID}`);
    database.pragma(`user_version = ${FORMAT_VERSION}`);
  })();
}

/** Throws `LIBRARY_DAMAGED`, `LIBRARY_OLD` or `LIBRARY_TOO_NEW` unless a database is a library of the present format. */
export function checkFormat(database: Database, folder: string): void {
  const application = database.pragma('application_id', { simple: true });
  if (application === UNSETTLED_APPLICATION_ID) throw new PinakesError('LIBRARY_OLD', { folder });
  if (application !== APPLICATION_ID) {
    const problem = isEmpty(database) ? 'is empty' : 'was not made by Pinakes';
    const detail = `${DATABASE_FILE} ${problem}`;
    throw new PinakesError('LIBRARY_DAMAGED', { folder, detail });
  }
  const format = Number(database.pragma('user_version', { simple: true }));
  if (format > FORMAT_VERSION) {
    throw new PinakesError('LIBRARY_TOO_NEW', {
      folder,
      found: `${format}`,
      known: `${FORMAT_VERSION}`,
    });
  }
  if (format < FORMAT_VERSION) throw new PinakesError('LIBRARY_OLD', { folder });
}

/** The note that says by which tables and which text analysis an index was made. */
const INDEX_NOTE = 'index';

/** Throws `LIBRARY_FIELDS` or `LIBRARY_TOO_NEW` unless the index was made by the tables and the text analysis of this program. */
function checkIndex(database: Database, folder: string): void {
  // The columns that a statement would show.
  const rows = database.pragma('table_info(text)') as readonly { readonly name: string }[];
  if (rows.length === 0) return; // damaged, as the first question will tell
  if (rows.some(({ name }) => !TEXT_COLUMNS.includes(name))) throw new NewerFormatError('a field');
  const note = database.prepare<[string], unknown>('SELECT value FROM meta WHERE name = ?').pluck();
  if (note.get(INDEX_NOTE) === INDEX_VERSION) return;
  throw new PinakesError('LIBRARY_FIELDS', { folder });
}

function readSettings(database: Database): LibrarySettings {
  const rows = database.prepare('SELECT name, value FROM meta').all() as {
    readonly name: string;
    readonly value: unknown;
  }[]; // the two columns of `meta`
  const notes = new Map(rows.map(({ name, value }) => [name, value]));
  const mode = notes.get('mode');
  return {
    name: String(notes.get('name') ?? ''),
    mode: mode === 'oldest' || mode === 'full' ? mode : 'compact',
    referencedOnly: Number(notes.get('referencedOnly')) === 1,
  };
}

function checkSettings(
  folder: string,
  settings: LibrarySettings,
  wanted: Partial<LibrarySettings>,
): void {
  for (const name of ['mode', 'referencedOnly'] as const) {
    if (wanted[name] === undefined || wanted[name] === settings[name]) continue;
    throw new PinakesError('LIBRARY_SETTINGS', {
      folder,
      setting: name,
      found: String(settings[name]),
      wanted: String(wanted[name]),
    });
  }
}

/** The settings that `library.json` tells, for a database that has lost its own. */
export function settingsBeside(folder: string): Readonly<Record<string, unknown>> {
  try {
    const told: unknown = JSON.parse(readFileSync(join(folder, DESCRIPTION_FILE), 'utf8'));
    const { name, mode, referencedOnly } = (told ?? {}) as Partial<Record<string, unknown>>;
    return {
      ...(typeof name === 'string' && { name }),
      ...(typeof mode === 'string' && { mode }),
      ...(typeof referencedOnly === 'boolean' && { referencedOnly: referencedOnly ? 1 : 0 }),
    };
  } catch {
    return {}; // not there, or damaged as well
  }
}

/** Keeps `library.json`, which tells people and programs what the folder is. */
async function describe({ folder, settings, takedowns }: Library): Promise<void> {
  whileUsing(folder, () => takedowns.keepFile());
  rmSync(join(folder, BACKUP_MANIFEST), { force: true });
  const path = join(folder, DESCRIPTION_FILE);
  const { name, mode, referencedOnly } = settings;
  const told = { name, format: FORMAT_VERSION, mode, referencedOnly };
  const text = `${JSON.stringify(told, null, 2)}\n`;
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return;
  await writeAtomically(path, pieces(text));
}

async function* pieces(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
