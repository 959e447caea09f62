// Revisits of a library, settled with all that it holds: each gets the content of its original, or waits for one.
import type { ArchiveRecord } from '../archive/archive.ts';
import type { RecordOptions } from '../extract/extract.ts';
import { contextOf, readPage, sayOfSheet } from '../extract/record.ts';
import {
  hashKey,
  type Library,
  ORIGINAL_KINDS,
  partsOfRevisit,
  type StoredCapture,
  type StoredOriginal,
  type StoredRevisit,
} from '../index/index.ts';
import type { Loss } from '../model/capture.ts';
import type { Observation } from '../model/observation.ts';
import { toSurt } from '../model/surt.ts';
import { FileRows } from './file-rows.ts';
import { dropHiddenReferences } from './hidden-references.ts';
import {
  addCounts,
  countObservations,
  emptyCounts,
  type ObservationCounts,
} from './observation-counts.ts';
import { AccessPool } from './settle.ts';
import { SheetLinks } from './sheet-links.ts';
import { loadTakedown, type Takedown } from './takedown.ts';

/** Options of `settleLibrary`. */
export interface SettleLibraryOptions {
  readonly options: RecordOptions;
  readonly signal?: AbortSignal | undefined;
  readonly onLoss: (loss: Loss) => void;
}

/** Revisits of one transaction. */
const REVISITS_AT_ONCE = 1000;

/**
 * Settles the revisits whose originals have come, gone or changed since the last time. Each transaction is whole in
 * itself, and the notes of what is left stay in the library. Gives what was found.
 */
export async function settleLibrary(
  library: Library,
  { options, signal, onLoss }: SettleLibraryOptions,
): Promise<ObservationCounts> {
  let counts = emptyCounts();
  let last = 0;
  const isAborted = () => signal?.aborted === true;
  const files = library.files.list();
  const unlinked = new Set(
    files.flatMap(({ id, report }) => (report.isUnlinked === true ? [id] : [])),
  );
  const locations = new Map(files.map(({ name, location }) => [name, location]));
  const access = new AccessPool((name) => locations.get(name) ?? name, onLoss);
  try {
    while (!isAborted()) {
      const revisits = library.revisits.toSettle(last, REVISITS_AT_ONCE);
      const end = revisits.at(-1);
      if (end === undefined) break;
      last = end.id;
      const takedown = loadTakedown(library);
      library.begin();
      try {
        const found = await settleRevisits(revisits, {
          library,
          access,
          options,
          takedown,
          hasLinks: (file) => !unlinked.has(file),
        });
        if (isAborted()) break;
        dropHiddenReferences(library);
        library.commit();
        counts = addCounts(counts, found);
      } finally {
        library.rollback();
      }
    }
  } finally {
    await access.close();
  }
  return counts;
}

interface Settling {
  readonly library: Library;
  readonly access: AccessPool;
  readonly options: RecordOptions;
  readonly takedown: Takedown;
  /** Whether it is to be noted where the pages of a file link. */
  readonly hasLinks: (file: number) => boolean;
}

async function settleRevisits(
  revisits: readonly StoredRevisit[],
  settling: Settling,
): Promise<ObservationCounts> {
  const { library } = settling;
  const changed: { readonly revisit: StoredRevisit; readonly original?: StoredOriginal }[] = [];
  for (const revisit of revisits) {
    const original = library.revisits.findOriginal(revisit);
    if (isSame(revisit.origin, original)) library.revisits.keep(revisit.id);
    else changed.push(original === undefined ? { revisit } : { revisit, original });
  }
  takeBackRows(
    library,
    changed.map(({ revisit }) => revisit).filter(({ origin }) => origin !== undefined),
  );
  let counts = emptyCounts();
  for (const { revisit, original } of changed) {
    if (original === undefined) library.revisits.settle(revisit.id, undefined);
    else counts = addCounts(counts, await writeRevisit(revisit, original, settling));
  }
  return counts;
}

function isSame(origin: StoredRevisit['origin'], original: StoredOriginal | undefined): boolean {
  if (origin === undefined || original === undefined) return origin === original;
  const { file, offset, kind } = original;
  return origin.file === file && origin.offset === offset && origin.kind === kind;
}

/** Takes back what revisits gave. */
function takeBackRows(library: Library, revisits: readonly StoredRevisit[]): void {
  for (const revisit of revisits) {
    const { file, offset, page } = revisit;
    const [first, last] = partsOfRevisit(revisit.id);
    library.sheets.removeRecord(file, { offset, parts: [first, last] });
    library.hidden.removeFile(file, offset);
    for (const place of library.rows.placesOf(file, first, last)) library.rows.remove(place);
    if (page !== 0) library.pages.remove(page);
  }
}

/** Stores what a revisit shows: the content of its original, at its own URL and time. */
async function writeRevisit(
  revisit: StoredRevisit,
  original: StoredOriginal,
  settling: Settling,
): Promise<ObservationCounts> {
  const { library } = settling;
  if (original.kind === ORIGINAL_KINDS.image || original.kind === ORIGINAL_KINDS.hidden) {
    return writeImage(revisit, original, library);
  }
  const name = library.files.nameOf(original.file);
  const record = await settling.access.read({ file: name, offset: original.offset });
  const body = await record?.loadBody();
  if (record === undefined || body === undefined) {
    // Told as a loss; tried again when more is ingested.
    library.revisits.settle(revisit.id, undefined, { isOpen: true });
    return emptyCounts();
  }
  return original.kind === ORIGINAL_KINDS.page
    ? writePage(revisit, original, { ...settling, record, bytes: body.bytes })
    : writeSheet(revisit, original, { ...settling, record, bytes: body.bytes });
}

function writeImage(
  revisit: StoredRevisit,
  original: StoredOriginal,
  library: Library,
): ObservationCounts {
  const { id, file, url, time, offset } = revisit;
  const surt = toSurt(url);
  if (original.kind === ORIGINAL_KINDS.hidden) {
    const digest = library.hidden.digestAt(original.key, original.file, original.offset);
    if (digest !== undefined) library.hidden.add(file, { surt, time, offset, digest });
    library.revisits.settle(id, original);
    return emptyCounts();
  }
  const capture = captureOf(library, original);
  if (capture === undefined) {
    library.revisits.settle(id, undefined);
    return emptyCounts();
  }
  const [part] = partsOfRevisit(revisit.id);
  // It is no original itself.
  const own = { ...capture, url, time, offset, mark: '' };
  library.rows.addRow({ file, part }, surt, [own], []);
  library.revisits.settle(id, original);
  return { ...emptyCounts(), imageCaptures: 1 };
}

function captureOf(library: Library, original: StoredOriginal): StoredCapture | undefined {
  for (const row of library.rows.groupRead(original.key, original.file)) {
    const found = row.captures.find(({ offset }) => offset === original.offset);
    if (found !== undefined) return found;
  }
  return undefined;
}

interface Reading extends Settling {
  readonly record: ArchiveRecord;
  readonly bytes: Uint8Array;
}

function writePage(
  revisit: StoredRevisit,
  original: StoredOriginal,
  reading: Reading,
): ObservationCounts {
  const { library, bytes, takedown } = reading;
  const { file } = revisit;
  const options = { ...reading.options, withLinkKeys: reading.hasLinks(file) };
  const { observations, looseEnds } = readPage(bytes, contextAt(revisit, reading), options);
  const [part] = partsOfRevisit(revisit.id);
  const links = new SheetLinks(library, file, takedown, part);
  const lastPage = library.pages.lastId();
  addAll(observations, reading, revisit);
  for (const end of looseEnds) if (end.kind === 'sheet-link') links.add(end);
  links.flush();
  library.sheets.mark(looseEnds.map(({ surt }) => hashKey(surt)));
  const page = library.pages.lastId();
  library.revisits.settle(revisit.id, original, { page: page > lastPage ? page : 0 });
  return countObservations(observations);
}

function writeSheet(
  revisit: StoredRevisit,
  original: StoredOriginal,
  reading: Reading,
): ObservationCounts {
  const { library, bytes, options, takedown } = reading;
  const { file, offset, time } = revisit;
  const context = contextAt(revisit, reading);
  const { surt } = context;
  const says = sayOfSheet(bytes, context, options);
  const isShown = (other: string) => !takedown.hidesUrl(other);
  const images = says.images.filter(isShown);
  const imports = says.imports.filter(isShown);
  library.sheets.addSheet(file, { surt, time, offset, images, imports });
  addAll(says.captures, reading, revisit);
  library.sheets.mark([hashKey(surt)]);
  library.revisits.settle(revisit.id, original);
  return countObservations(says.captures);
}

/** The record of the original as if it had been captured where and when the revisit was. */
function contextAt(revisit: StoredRevisit, { library, record }: Reading) {
  const { url, time, offset } = revisit;
  const place = { file: library.files.nameOf(revisit.file), offset };
  return { ...contextOf(record), url, surt: toSurt(url), time, ...place };
}

function addAll(
  observations: readonly Observation[],
  { library, takedown }: Reading,
  revisit: StoredRevisit,
): void {
  const [part] = partsOfRevisit(revisit.id);
  const rows = new FileRows(library, revisit.file, takedown, part);
  for (const observation of observations) rows.add(observation);
  rows.flush();
}
