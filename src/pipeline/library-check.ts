// The health of a library: whether its parts fit together.
import { existsSync, statSync } from 'node:fs';
import { THUMBNAIL } from '../enrich/enrich.ts';
import { type Library, openThumbnails, pageKeysOf } from '../index/index.ts';
import type { ImageDocument } from '../model/image.ts';
import { messageOf } from '../support/errors.ts';
import { checkManifest } from './backup-manifest.ts';
import { joinContents } from './content-join.ts';
import { type Deriving, documentsOf, hasPresentPlaces } from './derive.ts';
import { collectFactStats } from './fact-stats.ts';
import { openPlaceReader } from './place-reader.ts';

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
  yield await attempt('database', () => checkDatabase(library));
  yield await attempt('checksums', () => checkSums(library));
  yield await attempt('text index', () => checkText(library));
  yield await attempt('documents', () => checkDocuments(library));
  yield await attempt('rows', () => checkRows(library));
  yield await attempt('counts', () => checkCounts(library));
  yield await attempt('captures', () => checkCaptures(library));
  yield await attempt('links', () => checkLinks(library));
  yield await attempt('facts', () => checkFacts(library));
  yield await attempt('thumbnails', () => checkThumbnails(library));
  yield await attempt('waiting', () => checkWaiting(library));
  if (options.isThorough === true) {
    const places = await openPlaceReader();
    yield await attempt('derivation', () => checkDerivation({ library, places }, options.signal));
  }
  yield await attempt('archives', () => checkArchives(library));
  const copied = await checkManifest(library.folder);
  if (copied !== undefined) yield await attempt('backup', () => copied);
}

async function attempt(
  check: string,
  look: () => string[] | string | Promise<string[] | string>,
): Promise<LibraryFinding> {
  try {
    const found = await look();
    if (typeof found === 'string') return { check, isHealthy: true, detail: found };
    const more = found.length > MAX_TOLD ? [`and ${found.length - MAX_TOLD} more`] : [];
    return { check, isHealthy: false, detail: [...found.slice(0, MAX_TOLD), ...more].join('; ') };
  } catch (thrown) {
    return { check, isHealthy: false, detail: messageOf(thrown) };
  }
}

function checkDatabase({ integrity }: Library): string[] | string {
  const problems = integrity.problems(MAX_TOLD);
  return problems.length > 0 ? problems : 'sound';
}

/** Rows must be as they were stored. */
function checkSums({ integrity }: Library): string[] | string {
  const wrong = [...integrity.wrongRows()];
  if (wrong.length === 0) return 'rows are as they were stored';
  return wrong.map(([table, count]) => `${count} rows of ${table} have changed on disk`);
}

function checkText({ integrity }: Library): string {
  return `${integrity.checkText()} distinct words`;
}

/** Documents, their words and their attributes must be of the same rows. */
function checkDocuments({ documents, integrity }: Library): string[] | string {
  const attributes = integrity.rowsWithAttributes();
  const texts = integrity.rowsWithText();
  const problems: string[] = [];
  let count = 0;
  for (const { row, document } of documents.all()) {
    count++;
    if (!texts.delete(row)) problems.push(`${document.id} has no words`);
    if (!attributes.delete(row)) problems.push(`${document.id} has no attributes`);
  }
  if (texts.size > 0) problems.push(`${texts.size} entries of the text index have no document`);
  if (attributes.size > 0) problems.push(`${attributes.size} attributes have no document`);
  return problems.length > 0 ? problems : `${count} documents`;
}

/** Every row must be listed with its file: it could not be found to go with it. */
function checkRows({ integrity, files, rows }: Library): string[] | string {
  const isThere = integrity.rowTest();
  const problems: string[] = [];
  let listed = 0;
  for (const { id, name } of files.list()) {
    let missing = 0;
    for (const place of rows.placesOf(id)) {
      listed++;
      if (!isThere(place)) missing++;
    }
    if (missing > 0) problems.push(`${missing} rows of ${name} are missing`);
  }
  const count = integrity.countRows();
  if (count > listed) problems.push(`${count - listed} rows are listed with no file`);
  return problems.length > 0 ? problems : `${count} rows`;
}

/** Numbers are kept as rows change: they must be those of the rows. */
function checkCounts({ integrity }: Library): string[] | string {
  const problems = integrity.wrongCounts();
  return problems.length > 0 ? problems : 'as the rows tell';
}

/** Every capture must be of an address and a file that are there. */
function checkCaptures({ captureTable, files }: Library): string[] | string {
  const strays = captureTable.countStrays();
  if (strays > 0) return [`${strays} captures are of no address or no file`];
  const unlisted = files.list().filter(({ report }) => report.isUnlisted === true).length;
  const without = unlisted === 0 ? '' : `; ${unlisted} files were read with --no-replay`;
  return `${captureTable.count()} captures${without}`;
}

/** Pages must be found by the links that they have, and documents by their pages. */
function checkLinks({ documents, files, integrity, pages }: Library): string[] | string {
  const found = pages.checkLinks();
  const problems = Array.isArray(found) ? found : [];
  const count = integrity.countPageImages();
  let told = 0;
  for (const { document } of documents.all()) told += pageKeysOf(document).length;
  if (count !== told) problems.push(`${count} places on pages are entered, documents tell ${told}`);
  if (Array.isArray(found) || problems.length > 0) return problems;
  const unlinked = files.list().filter(({ report }) => report.isUnlinked === true).length;
  return unlinked === 0 ? found : `${found}; ${unlinked} files were read with --no-links`;
}

/** Facts are of contents that are there, and those about thumbnails of thumbnails that are there. */
async function checkFacts(library: Library): Promise<string[] | string> {
  const thumbnails = openThumbnails(library.folder);
  let [contents, strays, bare, unknown] = [0, 0, 0, 0];
  try {
    for (const { documents, facts, pictures } of joinContents(library, thumbnails)) {
      const isShared = facts.size > documents || pictures.size > 1;
      const lost = isShared ? library.digests.missing([...facts.keys()]).length : 0;
      strays += documents === 0 ? facts.size : lost;
      if (documents === 0 && pictures.size > 0) unknown += pictures.size;
      for (const [digest, own] of facts) {
        contents++;
        const fact = own.find(({ producer }) => producer.name === THUMBNAIL.name);
        if (fact?.isFailure === false && !pictures.has(digest)) bare++;
      }
    }
  } finally {
    thumbnails.close();
  }
  const problems: string[] = [];
  if (strays > 0) problems.push(`facts of ${strays} contents that the library does not have`);
  if (unknown > 0) problems.push(`thumbnails of ${unknown} images that the library does not have`);
  if (bare > 0)
    problems.push(`${bare} images have lost their thumbnails: enriching makes them again`);
  if (problems.length > 0) return problems;
  const facts = await collectFactStats(library);
  const outdated = facts.reduce((sum, one) => sum + one.outdated, 0);
  const renewed = outdated === 0 ? '' : `, ${outdated} outdated: enriching renews them`;
  return `of ${contents} images${renewed}`;
}

function checkThumbnails({ folder }: Library): string[] | string {
  const thumbnails = openThumbnails(folder);
  try {
    const problems = thumbnails.problems(MAX_TOLD);
    return problems.length > 0 ? problems : `of ${thumbnails.count} images`;
  } finally {
    thumbnails.close();
  }
}

function checkWaiting({ work, kin }: Library): string {
  const images = work.countImages() + work.countFacts() + kin.countWaiting();
  const keys = work.countKeys();
  return keys + images === 0
    ? 'nothing is left to be done'
    : `${keys} addresses and ${images} images wait to be indexed: the next ingest does it`;
}

/** Every content that was captured must have the documents that its captures and references tell, and no others. */
function checkDerivation(deriving: Deriving, signal: AbortSignal | undefined): string[] | string {
  const { library } = deriving;
  const { integrity, work } = library;
  if (work.countKeys() + work.countImages() + work.countFacts() > 0)
    return 'not compared while some wait';
  if (!hasPresentPlaces(deriving)) {
    return 'not compared: places were found with other data, the next ingest looks again';
  }
  const problems: string[] = [];
  const strays = integrity.countStrays();
  if (strays > 0) problems.push(`${strays} addresses have captures and no images`);
  let count = 0;
  for (const hash of integrity.hashes()) {
    if (signal?.aborted === true) break;
    const stored = library.documents.at(hash);
    const derived = documentsOf(deriving, hash);
    count += stored.length;
    // Which picture it is a variant of, other images tell.
    const alone = stored.map(({ picture: _, ...document }) => document);
    if (toComparable(alone) === toComparable(derived)) continue;
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
