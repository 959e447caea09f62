// Takes images, addresses or collections out of a library so that no trace of them stays, and keeps them out.
import { createSplit, type Split } from '../dedupe/dedupe.ts';
import {
  type GroupRow,
  keyOfDigest,
  type Library,
  type StoredCapture,
  type StoredReference,
  type TakedownDetails,
} from '../index/index.ts';
import type { Loss, Timestamp } from '../model/capture.ts';
import { toSurt } from '../model/surt.ts';
import { PinakesError } from '../support/errors.ts';
import { othersAt } from './address-answers.ts';
import { forgetCollection } from './collection-settings.ts';
import { deriveDocuments } from './derive.ts';
import { dropRedirected, replaceReferences } from './hidden-references.ts';
import { forgetIngestReport } from './ingest-report.ts';
import { settleLibrary } from './ingest-settle.ts';
import { removeOrphanThumbnails } from './orphan-thumbnails.ts';
import {
  isBelow,
  nearDuplicatesOf,
  rememberTakedown,
  type Takedown,
  toSurtPrefix,
} from './takedown.ts';

/** What is to be removed. */
export interface RemoveRequest {
  /** Ids of images: SHA-256, or ids of documents that start with it. */
  readonly images?: readonly string[];
  /** All pages and images whose URL starts so. */
  readonly urlPrefixes?: readonly string[];
  /** The same by keys, as the list of what was taken down has them. */
  readonly surtPrefixes?: readonly string[];
  /** All files of these collections that are in no other collection. */
  readonly collections?: readonly string[];
  /** Near duplicates of the images go as well, and stay out once their looks are known. */
  readonly withNear?: boolean;
  /** Digests of images, in the library or not yet, that go with their near duplicates as soon as it is known how they look. */
  readonly nearImages?: readonly string[];
  /** Kept with what is remembered. */
  readonly details?: TakedownDetails;
  /** Default true: what is removed is kept out from then on. */
  readonly isRemembered?: boolean;
}

/** What was removed. */
export interface RemoveOutcome {
  readonly files: number;
  readonly captures: number;
  readonly references: number;
  readonly pages: number;
  /** Documents that were removed or changed. */
  readonly documents: number;
  /** False where another program that reads the library kept the bytes from being overwritten: the next writer does that. */
  readonly isErased: boolean;
}

/** Options of `removeFromLibrary`. */
export interface RemoveOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: (step: 'removing' | 'indexing' | 'erasing') => void;
  /** Told of revisits that cannot be settled anew, since the archive of another original cannot be read. */
  readonly onLoss?: (loss: Loss) => void;
}

/** A library that a removal left unfinished completes it before anything else: this note says so. */
const UNFINISHED = 'erase';

/** How often something was removed. */
const REMOVALS = 'removals';

/** How often something was removed from a library: while that stays, thumbnails only come. */
export function countRemovals(library: Library): number {
  return Number(library.readNote(REMOVALS) ?? 0);
}

/** Digits of a SHA-256; in ids of documents more may follow. */
const DIGEST_LENGTH = 64;

/**
 * Removes what was asked for. The rows go in one transaction together with the note that they must not come
 * back; then the documents are derived anew, and what is left of them in the files of the library is
 * overwritten. Interrupted, the same call, or `completeRemoval`, ends it.
 */
export async function removeFromLibrary(
  library: Library,
  request: RemoveRequest,
  options: RemoveOptions = {},
): Promise<RemoveOutcome> {
  for (const collection of request.collections ?? []) checkCollection(library, collection);
  options.onProgress?.('removing');
  // Where an image was captured is known for what has been derived.
  await deriveDocuments(library, { signal: options.signal });
  options.signal?.throwIfAborted();
  const { isRemembered = true, details = {} } = request;
  const own = detailsOfImages(library, request);
  const images = [...own.keys()];
  const counts = { files: 0, captures: 0, references: 0, pages: 0 };
  library.transaction(() => {
    library.writeNote(UNFINISHED, '1');
    library.writeNote(REMOVALS, String(countRemovals(library) + 1));
    noteEmptied(library, request.collections ?? []);
    for (const collection of request.collections ?? []) {
      counts.files += removeCollection(library, collection, isRemembered && details);
    }
    const prefixes = [
      ...(request.urlPrefixes ?? []).map(toSurtPrefix),
      ...(request.surtPrefixes ?? []),
    ];
    if (isRemembered) {
      for (const image of images) {
        rememberTakedown(library, 'image', image, { ...details, ...own.get(image) });
      }
      for (const prefix of prefixes) rememberTakedown(library, 'url-prefix', prefix, details);
    }
    removeFromCaptures(library, images, prefixes);
    removeImages(library, images, counts, isRemembered);
    removePrefixes(library, prefixes, counts);
  });
  const touched = touchedDigests(library);
  const documents = await complete(library, options, touched);
  return { ...counts, documents, isErased: library.readNote(UNFINISHED) !== '1' };
}

/** The look of an image that was taken down before. */
function knownLook({ takedowns }: Library, digest: string): string | undefined {
  return takedowns.list().find(({ kind, value }) => kind === 'image' && value === digest)?.details
    ?.look;
}

/** The images that go, with what is kept of each: near duplicates go with the image that they are like. */
function detailsOfImages(
  library: Library,
  { images = [], nearImages = [], withNear = false }: RemoveRequest,
): Map<string, TakedownDetails> {
  const digests = images.map((id) => id.slice(0, DIGEST_LENGTH));
  const all = new Map<string, TakedownDetails>(digests.map((digest) => [digest, {}]));
  for (const digest of nearImages) {
    const look = library.documents.oneOf(digest)?.look ?? knownLook(library, digest);
    all.set(digest, look === undefined ? { withNear: true } : { look, withNear: true });
    if (look === undefined) continue;
    for (const near of nearDuplicatesOf(library, digest, look)) {
      if (!all.has(near)) all.set(near, { nearOf: digest });
    }
  }
  if (!withNear) return all;
  for (const digest of digests) {
    const look = library.documents.oneOf(digest)?.look;
    if (look === undefined) throw new PinakesError('LOOK_UNKNOWN', { id: digest });
    all.set(digest, { look });
    for (const near of nearDuplicatesOf(library, digest, look)) {
      if (!all.has(near)) all.set(near, { nearOf: digest });
    }
  }
  return all;
}

/** Ends a removal that was interrupted; does nothing when there is none. Gives the number of changed documents. */
export async function completeRemoval(
  library: Library,
  options: RemoveOptions = {},
): Promise<number> {
  return library.readNote(UNFINISHED) === '1' ? complete(library, options, undefined) : 0;
}

/** `touched`: the only images that may have lost their documents; not known after an interruption. */
async function complete(
  library: Library,
  options: RemoveOptions,
  touched: readonly string[] | undefined,
): Promise<number> {
  options.onProgress?.('indexing');
  // Revisits whose originals went may have others.
  const { signal, onLoss = () => {} } = options;
  await settleLibrary(library, { options: { withSheets: true }, signal, onLoss });
  const documents = await deriveDocuments(library, { signal: options.signal });
  if (options.signal?.aborted === true) return documents;
  options.onProgress?.('erasing');
  library.transaction(() => dropEmptied(library));
  removeOrphanThumbnails(library, touched);
  if (!library.erase()) return documents;
  library.transaction(() => library.writeNote(UNFINISHED, '0'));
  library.writeBackLog();
  return documents;
}

/** More keys than these are not looked at one by one: all thumbnails are held against all documents then. */
const MOST_TOUCHED = 20_000;

/** Images that have documents now and may have none once all keys are derived; `undefined` for too many. */
function touchedDigests({ work, documents, digests }: Library): string[] | undefined {
  const keys = work.keys(MOST_TOUCHED + 1);
  if (keys.length > MOST_TOUCHED) return undefined;
  const hashes = new Set([...documents.placesAt(keys).values()].flatMap((at) => [...at.keys()]));
  return [...hashes].flatMap((hash) => digests.at(hash).map(({ digest }) => digest));
}

/** Collections that were removed keep their names until no document has them any more. */
const EMPTIED = 'removed-collections';

function noteEmptied(library: Library, collections: readonly string[]): void {
  if (collections.length === 0) return;
  library.writeNote(EMPTIED, JSON.stringify([...emptied(library), ...collections]));
}

function emptied(library: Library): string[] {
  // Written by `noteEmptied`.
  return JSON.parse(library.readNote(EMPTIED) ?? '[]') as string[];
}

function dropEmptied(library: Library): void {
  for (const name of emptied(library)) {
    if (library.files.list(name).length > 0) continue;
    library.files.removeCollection(name);
    forgetCollection(library, name);
  }
  library.removeNote(EMPTIED);
}

/** Takes images and addresses out of the list of captures; while the rows still tell where the images were captured. */
function removeFromCaptures(
  { captureTable, documents, rows }: Library,
  images: readonly string[],
  prefixes: readonly string[],
): void {
  for (const prefix of prefixes) captureTable.removeBelow(prefix);
  for (const digest of images) {
    for (const key of documents.keysOf(keyOfDigest(digest))) {
      for (const { surt, file, captures } of rows.group(key)) {
        for (const capture of captures) {
          if (capture.digest === digest) captureTable.removeRecord(surt, file, capture.offset);
        }
      }
    }
  }
}

function checkCollection(library: Library, collection: string): void {
  const names = library.files.collections();
  if (names.includes(collection)) return;
  const suggestion =
    names.length === 0 ? 'It has none at all.' : `It has: ${names.slice(0, 20).join(', ')}.`;
  throw new PinakesError('COLLECTION_NOT_FOUND', { collection, suggestion });
}

/** Files of the collection go, unless another collection has them too. */
function removeCollection(
  library: Library,
  collection: string,
  details: TakedownDetails | false,
): number {
  const { files, rows } = library;
  let removed = 0;
  for (const file of files.list(collection)) {
    library.markFile(file.id);
    if (files.collectionsOf(file.id).length > 1) continue;
    if (details !== false && file.fingerprint !== '') {
      rememberTakedown(library, 'file', file.fingerprint, details);
    }
    library.takeBack(file.id);
    files.remove(file.id);
    removed++;
  }
  files.emptyCollection(collection);
  forgetIngestReport(library, collection);
  rows.refresh();
  return removed;
}

/** Removes images by their contents, with what pages said about them. */
function removeImages(
  library: Library,
  ids: readonly string[],
  counts: Counts,
  isRemembered: boolean,
): void {
  const images = new Set(ids);
  if (images.size === 0) return;
  const rule = { ...NOTHING, hidesImage: (digest: string) => images.has(digest) };
  const keys = new Set(ids.flatMap((id) => library.documents.keysOf(keyOfDigest(id))));
  for (const key of keys) {
    const rows = [...library.rows.group(key)];
    const splits = new Map<string, Split>();
    const captures = rows.flatMap((row) => row.captures);
    const others = othersAt(library, key, rows);
    const splitOf = (surt: string): Split => {
      const isOf = (one: { readonly surt: string }) => one.surt === surt;
      const split = splits.get(surt) ?? createSplit(captures.filter(isOf), others.filter(isOf));
      splits.set(surt, split);
      return split;
    };
    const goneFrom = (surt: string, time: Timestamp): string | undefined => {
      const digest = splitOf(surt).digestFor(time) ?? '';
      return images.has(digest) ? digest : undefined;
    };
    counts.references += dropRedirected(library, key, goneFrom, isRemembered);
    for (const row of rows) {
      // A reference to the address at another time is of another image, and stays.
      const isGone = ({ surt, page }: StoredReference) => {
        const digest = goneFrom(surt, page.time);
        const isNoted = digest !== undefined && isRemembered;
        if (isNoted) library.hidden.addMention(row.file, { key, digest });
        return digest !== undefined;
      };
      removeFromRow(library, { ...row, key }, { rule, isGone }, counts);
      if (isRemembered) hideCaptures(library, row, rule);
    }
  }
}

/** Notes when images were captured that were taken down. */
function hideCaptures(library: Library, { file, captures }: GroupRow, rule: Takedown): void {
  for (const capture of captures) {
    if (rule.hidesImage(capture.digest)) library.hidden.add(file, capture);
  }
}

/** Removes all pages and images below some addresses. */
function removePrefixes(library: Library, prefixes: readonly string[], counts: Counts): void {
  if (prefixes.length === 0) return;
  const hidesUrl = (surt: string) => prefixes.some((prefix) => isBelow(surt, prefix));
  const rule = { ...NOTHING, hidesUrl };
  const isGone = ({ surt, page }: StoredReference) => hidesUrl(surt) || hidesUrl(page.surt);
  const sheets = new Set(
    library.sheets.removeHidden(hidesUrl).map(({ file, offset }) => `${file} ${offset}`),
  );
  for (const { id } of library.files.list()) {
    const isInGone = (offset: number) => sheets.has(`${id} ${offset}`);
    for (const row of library.rows.rowsOf(id)) {
      removeFromRow(library, row, { rule, isGone, isInGone }, counts);
    }
  }
  const pages = library.pages.removeHidden(hidesUrl);
  counts.pages += pages.length;
  library.sheets.removeLinks(hidesUrl, new Set(pages.map(({ id }) => id)));
  library.revisits.removeHidden((url) => hidesUrl(toSurt(url)));
}

/** Hides nothing. */
const NOTHING: Takedown = {
  isEmpty: false,
  hidesUrl: () => false,
  hidesImage: () => false,
  hidesFile: () => false,
};

interface Counts {
  captures: number;
  references: number;
  pages: number;
}

interface Removal {
  readonly rule: Takedown;
  isGone(reference: StoredReference): boolean;
  /** Whether the record at an offset is a style sheet that goes, with the images in it. */
  isInGone?(offset: number): boolean;
}

function removeFromRow(
  library: Library,
  row: GroupRow & { readonly key: number },
  { rule, isGone, isInGone = () => false }: Removal,
  counts: Counts,
): void {
  const { surt } = row;
  const references = row.references.filter((reference) => !isGone(reference));
  const lostReferences = row.references.length - references.length;
  // An image that a page holds in itself goes with the last page that does.
  const isOrphan = surt.startsWith('data:') && lostReferences > 0 && references.length === 0;
  const isHidden = ({ digest, offset }: StoredCapture) =>
    isOrphan ||
    rule.hidesUrl(surt) ||
    rule.hidesImage(digest) ||
    (surt.startsWith('data:') && isInGone(offset));
  const captures = row.captures.filter((capture) => !isHidden(capture));
  const lost = row.captures.length - captures.length;
  const others = rule.hidesUrl(surt)
    ? []
    : row.others.map((other) => (rule.hidesUrl(other.target) ? { ...other, target: '' } : other));
  const isTold = others.some(({ target }, at) => target !== row.others[at]?.target);
  const isSame = others.length === row.others.length && !isTold;
  if (lost + lostReferences === 0 && isSame) return;
  counts.captures += lost;
  counts.references += lostReferences;
  replaceReferences(library, { ...row, captures, others }, references);
}
