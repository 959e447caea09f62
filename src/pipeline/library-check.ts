// The health of a library: whether its parts fit together, and how to make the derived ones anew.
import { existsSync, statSync } from 'node:fs';
import { type CopiedTable, type Library, openColumns, startRebuild } from '../index/index.ts';
import type { ImageDocument } from '../model/image.ts';
import { messageOf } from '../support/errors.ts';
import { deriveDocuments, documentsOf } from './derive.ts';

/** One thing that was looked at. */
export interface LibraryFinding {
  readonly check: string;
  readonly isHealthy: boolean;
  /** What is wrong, or how much was looked at. */
  readonly detail: string;
}

/** Problems of one kind that are told one by one. */
const MAX_TOLD = 10;

/** Looks at everything. Nothing is changed. `isThorough`: each document is derived again and compared. */
export async function* checkLibrary(
  library: Library,
  options: { readonly isThorough?: boolean; readonly signal?: AbortSignal | undefined } = {},
): AsyncGenerator<LibraryFinding> {
  yield attempt('database', () => checkDatabase(library));
  yield attempt('text index', () => checkText(library));
  yield attempt('documents', () => checkDocuments(library));
  yield attempt('rows', () => checkRows(library));
  yield attempt('waiting', () => checkWaiting(library));
  if (options.isThorough === true)
    yield attempt('derivation', () => checkDerivation(library, options.signal));
  yield attempt('archives', () => checkArchives(library));
}

/** What a repair did. */
export interface RepairOutcome {
  readonly tables: readonly CopiedTable[];
  readonly documents: number;
  /** Where the old database is kept. */
  readonly kept: string;
}

/**
 * Makes the database of a library anew: the stored observations are copied, the index is derived from them.
 * The old database stays beside the new one. Files whose rows could not all be read are read again by
 * the next ingest.
 */
export async function repairLibrary(
  folder: string,
  onProgress?: (done: number, total: number) => void,
): Promise<RepairOutcome> {
  const rebuild = startRebuild(folder);
  try {
    const { library, tables } = rebuild;
    if (tables.some(({ problem }) => problem !== undefined)) markFilesIncomplete(library);
    await deriveDocuments(library, { onProgress });
    const documents = library.index.documentCount;
    return { tables, documents, kept: rebuild.finish() };
  } catch (error) {
    rebuild.abandon();
    throw error;
  }
}

function markFilesIncomplete(library: Library): void {
  library.transaction(() => {
    for (const { id, report } of library.files.list()) {
      const failure = 'some of its rows were lost when the library was repaired';
      library.files.update(id, { report: { ...report, failure } });
    }
  });
}

function attempt(check: string, look: () => string[] | string): LibraryFinding {
  try {
    const found = look();
    if (typeof found === 'string') return { check, isHealthy: true, detail: found };
    const more = found.length > MAX_TOLD ? [`and ${found.length - MAX_TOLD} more`] : [];
    return { check, isHealthy: false, detail: [...found.slice(0, MAX_TOLD), ...more].join('; ') };
  } catch (thrown) {
    return { check, isHealthy: false, detail: messageOf(thrown) };
  }
}

function checkDatabase({ database }: Library): string[] | string {
  const lines = database.pragma(`integrity_check(${MAX_TOLD})`) as {
    readonly integrity_check: string;
  }[];
  const problems = lines.map((line) => line.integrity_check).filter((line) => line !== 'ok');
  return problems.length > 0 ? problems : 'sound';
}

function checkText(library: Library): string[] | string {
  const { database } = library;
  // A check is a write for SQLite; one that may only read looks at the segments by reading all words.
  const words = Number(
    database.prepare('SELECT count(*) FROM (SELECT DISTINCT term FROM vocabulary)').pluck().get(),
  );
  if (!database.readonly) {
    database.exec("INSERT INTO text(text, rank) VALUES('integrity-check', 0)");
  }
  return `${words} distinct words`;
}

/** Documents, their words and their attributes must be of the same rows. */
function checkDocuments(library: Library): string[] | string {
  const { database } = library;
  const alive = openColumns(database).values('mime');
  const indexed = new Set(
    database.prepare('SELECT id FROM text_docsize').pluck().all() as number[], // an integer column
  );
  const problems: string[] = [];
  let count = 0;
  for (const { row, document } of library.documents.all()) {
    count++;
    if (!indexed.delete(row)) problems.push(`${document.id} has no words`);
    if ((alive[row] ?? 0) === 0) problems.push(`${document.id} has no attributes`);
  }
  if (indexed.size > 0) problems.push(`${indexed.size} entries of the text index have no document`);
  let living = 0;
  for (const code of alive) if (code !== 0) living++;
  if (living > count) problems.push(`${living - count} attributes have no document`);
  return problems.length > 0 ? problems : `${count} documents`;
}

/** Every row must be listed with its file: it could not be found to go with it. */
function checkRows({ database, files, rows }: Library): string[] | string {
  const has = database.prepare<[number, number, number], number>(
    'SELECT 1 FROM observation WHERE key = ? AND file = ? AND part = ?',
  );
  const problems: string[] = [];
  let listed = 0;
  for (const { id, name } of files.list()) {
    let missing = 0;
    for (const { key, file, part } of rows.placesOf(id)) {
      listed++;
      if (has.get(key, file, part) === undefined) missing++;
    }
    if (missing > 0) problems.push(`${missing} rows of ${name} are missing`);
  }
  const count = Number(database.prepare('SELECT count(*) FROM observation').pluck().get());
  if (count > listed) problems.push(`${count - listed} rows are listed with no file`);
  return problems.length > 0 ? problems : `${count} rows`;
}

function countWaiting({ database }: Library): [keys: number, images: number] {
  const count = (table: string) =>
    Number(database.prepare(`SELECT count(*) FROM ${table}`).pluck().get());
  return [count('dirty_key'), count('dirty_image')];
}

function checkWaiting(library: Library): string {
  const [keys, images] = countWaiting(library);
  return keys + images === 0
    ? 'nothing is left to be done'
    : `${keys} addresses and ${images} images wait to be indexed: the next ingest does it`;
}

/** Every content that was captured must have the documents that its captures and references tell, and no others. */
function checkDerivation(library: Library, signal: AbortSignal | undefined): string[] | string {
  const { database } = library;
  if (countWaiting(library).some((count) => count > 0)) return 'not compared while some wait';
  const problems: string[] = [];
  const strays = database
    .prepare(
      `SELECT count(DISTINCT key) FROM observation WHERE captures > 0
       AND NOT EXISTS (SELECT 1 FROM placement WHERE placement.key = observation.key)`,
    )
    .pluck()
    .get();
  if (Number(strays) > 0) problems.push(`${strays} addresses have captures and no images`);
  const next = database
    .prepare<[{ last: number }], number | null>(
      `SELECT min(hash) FROM (SELECT min(hash) AS hash FROM placement WHERE hash > @last
       UNION ALL SELECT min(hash) FROM document WHERE hash > @last)`,
    )
    .pluck();
  let count = 0;
  for (let last = -1; ; ) {
    const hash = next.get({ last });
    if (hash == null) break;
    last = hash;
    if (signal?.aborted === true) break;
    const stored = library.documents.at(hash);
    const derived = documentsOf(library, hash);
    count += stored.length;
    if (toComparable(stored) === toComparable(derived)) continue;
    const id = stored[0]?.id ?? derived[0]?.id;
    problems.push(`${id} is not what its captures and references tell`);
  }
  return problems.length > 0 ? problems : `${count} documents are as their rows tell`;
}

function toComparable(documents: readonly ImageDocument[]): string {
  return JSON.stringify(
    documents
      .map(sorted)
      .map((document) => JSON.stringify(document))
      .sort(),
  );
}

/** With fields in a fixed order, for comparison. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, field]) => field !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, field]) => [name, sorted(field)]),
  );
}

function checkArchives({ files }: Library): string[] | string {
  const problems: string[] = [];
  const all = files.list();
  for (const { name, location, size, report } of all) {
    if (report.failure !== undefined)
      problems.push(`${name} was not read to its end: ${report.failure}`);
    if (/^[a-z][a-z0-9+.-]+:\/\//i.test(location)) continue; // remote: not asked
    const path = existsSync(location) ? location : location.replace(/#.*$/s, '');
    if (!existsSync(path)) problems.push(`${name} is no longer there (pinakes relocate)`);
    else if (path === location && statSync(path).size !== size)
      problems.push(`${name} has changed`);
  }
  return problems.length > 0 ? problems : `${all.length} files are in their places`;
}
