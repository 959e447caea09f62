// Libraries joined into one: what ingesting all their files would have given, without reading the archives again.
import { THUMBNAIL } from '../enrich/enrich.ts';
import {
  type Library,
  type LibraryFile,
  openThumbnails,
  pictureMark,
  toLibraryError,
} from '../index/index.ts';
import type { Loss } from '../model/capture.ts';
import { PinakesError } from '../support/errors.ts';
import { copyCollectionSettings } from './collection-settings.ts';
import { deriveDocuments } from './derive.ts';
import { enterCollection } from './enter-collection.ts';
import { importTakedowns } from './import-takedowns.ts';
import { tidy } from './ingest.ts';
import { settleLibrary } from './ingest-settle.ts';
import type { KeptArchives } from './kept-archives.ts';
import { copyCaptures, copyFile } from './merge-file.ts';
import { takeKept } from './merge-kept.ts';
import { completeRemoval } from './remove.ts';
import { loadTakedown, type Takedown } from './takedown.ts';

/** What is to be merged. */
export interface MergeRun {
  /** What runs of steps have kept. */
  readonly kept?: readonly KeptArchives[];
  /** Libraries that are only read. */
  readonly sources: readonly Library[];
  /** Where everything goes: open for writing, new or with files of its own. */
  readonly target: Library;
  readonly signal?: AbortSignal | undefined;
  /** A file was not copied. */
  readonly onSkipped?: (
    source: Pick<Library, 'folder'>,
    file: Pick<LibraryFile, 'name'>,
    reason: MergeSkipReason,
    detail?: string,
  ) => void;
  /** A revisit has another original now, whose archive cannot be read. */
  readonly onLoss?: (loss: Loss) => void;
  readonly onProgress?: (progress: MergeProgress) => void;
}

/**
 * Why a file was not copied: it is there already, another state of it is, or it was taken down. What steps kept of an `unreadable`
 * one was copied as far as it goes.
 */
export type MergeSkipReason = 'known' | 'superseded' | 'taken-down' | 'unreadable';

/** How far it is. */
export type MergeProgress =
  | {
      readonly step: 'copying';
      readonly done: number;
      readonly total: number;
      readonly file: string;
    }
  | { readonly step: 'settling' }
  | { readonly step: 'indexing' | 'thumbnails'; readonly done: number; readonly total: number };

/** What came of it. */
export interface MergeOutcome {
  /** Files that were copied. */
  readonly files: number;
  /** Files that were there already. */
  readonly known: number;
  /** Files of which another state is there: the later one is kept. */
  readonly superseded: number;
  readonly takenDown: number;
  /** Archives that steps could not read to their end, or of which parts are missing, and results of steps that are damaged. */
  readonly failed: number;
  /** What was found in the files that were copied. */
  readonly records: number;
  readonly bytes: number;
  readonly pages: number;
  readonly imageCaptures: number;
  readonly references: number;
  /** Records of archives that could not be read. */
  readonly losses: number;
  /** Documents written or removed. */
  readonly changedDocuments: number;
  /** Thumbnails that were copied. */
  readonly thumbnails: number;
}

type Counts = { -readonly [Name in keyof MergeOutcome]: number };

/** Thumbnails that are copied together. */
const THUMBNAILS_AT_ONCE = 200;

/**
 * Merges libraries. What was taken down in one of them is out of the whole. Each file is one transaction; interrupted,
 * the same call goes on from there. Throws `LIBRARY_SETTINGS` where two were made in different ways.
 */
export async function mergeLibraries(run: MergeRun): Promise<MergeOutcome> {
  const { target, sources, kept = [] } = run;
  for (const source of [...sources, ...kept]) checkSettings(source, target);
  try {
    return await merge(run);
  } catch (thrown) {
    throw toLibraryError(target.folder, thrown);
  }
}

function checkSettings(source: Pick<KeptArchives, 'folder' | 'settings'>, target: Library): void {
  for (const setting of ['mode', 'referencedOnly'] as const) {
    const found = String(source.settings[setting]);
    const wanted = String(target.settings[setting]);
    if (found === wanted) continue;
    throw new PinakesError('LIBRARY_SETTINGS', { folder: source.folder, setting, found, wanted });
  }
}

async function merge(run: MergeRun): Promise<MergeOutcome> {
  const { target, sources, signal } = run;
  const isAborted = () => signal?.aborted === true;
  const counts = emptyCounts();
  await completeRemoval(target, { signal });
  const entries = sources.flatMap(({ takedowns }) => takedowns.list());
  await importTakedowns(target, entries, signal);
  let done = 0;
  for (const one of run.kept ?? []) {
    if (isAborted()) return counts;
    const taken = await takeKept(one, target, {
      signal,
      onSkipped: (file, reason, detail) => run.onSkipped?.(one, file, reason, detail),
      onFile: (file) => run.onProgress?.({ step: 'copying', done, total: ++done, file }),
    });
    for (const [name, count] of Object.entries(taken)) counts[name as keyof Counts] += count; // its own keys
  }
  const takedown = loadTakedown(target);
  const total = done + sources.reduce((sum, { files }) => sum + files.list().length, 0);
  for (const source of sources) {
    // First: nothing is seen that the source hides.
    copyCollectionSettings(source, target);
    await source.readMoment(async () => {
      const rows = new Map<number, number>();
      for (const file of source.files.list()) {
        if (isAborted()) return;
        run.onProgress?.({ step: 'copying', done: done++, total, file: file.name });
        const row = takeFile(run, source, file, takedown, counts);
        if (row !== undefined) rows.set(file.id, row);
        await new Promise(setImmediate); // a signal gets its turn
      }
      connectRevisits(source, target, rows);
    });
  }
  if (isAborted()) return counts;
  run.onProgress?.({ step: 'settling' });
  await settleLibrary(target, {
    options: { withSheets: true, withPayloadDigests: true, withOtherAnswers: true },
    signal,
    onLoss: (loss) => {
      counts.losses++;
      run.onLoss?.(loss);
    },
  });
  if (isAborted()) return counts;
  for (const source of sources) {
    const isShown = (digest: string) => !takedown.hidesImage(digest);
    target.transaction(() => target.facts.copyFrom(source.facts, isShown));
  }
  counts.changedDocuments = await deriveDocuments(target, {
    signal,
    onProgress: (at, of) => run.onProgress?.({ step: 'indexing', done: at, total: of }),
  });
  if (isAborted()) return counts;
  await tidy(target, counts.changedDocuments);
  for (const source of sources) await copyThumbnails(run, source, counts);
  return counts;
}

/** Copies a file, or finds it; gives its row in the target. */
function takeFile(
  { target, onSkipped }: MergeRun,
  source: Library,
  file: LibraryFile,
  takedown: Takedown,
  counts: Counts,
): number | undefined {
  if (file.fingerprint !== '' && takedown.hidesFile(file.fingerprint)) {
    counts.takenDown++;
    onSkipped?.(source, file, 'taken-down');
    return undefined;
  }
  const twin = twinOf(target, file);
  const isSame = twin !== undefined && twin.fingerprint === file.fingerprint;
  const collections = source.files.collectionsOf(file.id);
  if (twin !== undefined && compareStates(file, twin) <= 0) {
    if (isSame) knowFile({ source, target, from: file.id, to: twin.id, takedown }, file, twin);
    for (const name of collections) enterCollection(target, twin, name);
    if (isSame) counts.known++;
    else counts.superseded++;
    onSkipped?.(source, file, isSame ? 'known' : 'superseded');
    // Originals in another state of the file are others.
    return isSame ? twin.id : undefined;
  }
  const { id, ...entry } = file;
  target.transaction(() => {
    if (twin !== undefined) target.takeBack(twin.id);
    const to = twin?.id ?? target.files.add(entry);
    if (twin !== undefined) target.files.update(to, entry);
    for (const name of collections) target.files.addToCollection(to, name);
    copyFile({ source, target, from: id, to, takedown });
  });
  if (twin !== undefined && !isSame) counts.superseded++;
  counts.files++;
  counts.bytes += file.size;
  for (const name of ['records', 'pages', 'imageCaptures', 'references'] as const) {
    counts[name] += file.report[name];
  }
  return target.files.find(file.name)?.id;
}

/** The same file in the target: with the same bytes, or else with the same name. */
function twinOf({ files }: Library, { fingerprint, name }: LibraryFile): LibraryFile | undefined {
  const same = fingerprint === '' ? undefined : files.findByFingerprint(fingerprint);
  return same ?? files.find(name);
}

/** Which of two states of a file counts: one that was read to its end, then the later. Depends on nothing else. */
function compareStates(a: LibraryFile, b: LibraryFile): number {
  const isWhole = ({ report }: LibraryFile) => (report.failure === undefined ? 1 : 0);
  const difference = isWhole(a) - isWhole(b);
  if (difference !== 0 || a.fingerprint === b.fingerprint) return difference;
  return a.modified - b.modified || a.size - b.size || (a.fingerprint < b.fingerprint ? -1 : 1);
}

/** The file is there: of two names the smaller stays, and a list of captures comes where there is none. */
function knowFile(
  copy: Parameters<typeof copyCaptures>[0],
  file: LibraryFile,
  twin: LibraryFile,
): void {
  const { source, target, from, to } = copy;
  if (file.name < twin.name && target.files.find(file.name) === undefined) {
    const { name, location, modified } = file;
    target.transaction(() => {
      target.files.update(to, { name, location, modified });
      target.rows.refresh();
      target.rows.markShared(to);
    });
  }
  if (target.captureTable.hasFile(to) || !source.captureTable.hasFile(from)) return;
  const hidden = new Set(target.hidden.ofFile(to).map(({ offset }) => offset));
  target.transaction(() => copyCaptures(copy, hidden));
}

/** Tells copied revisits which originals their rows were made from: they need not be read again where those stay the best. */
function connectRevisits(
  source: Library,
  target: Library,
  rows: ReadonlyMap<number, number>,
): void {
  for (const [from, to] of rows) {
    const open = target.revisits.unconnected(to);
    if (open.size === 0) continue;
    target.transaction(() => {
      for (const { offset, origin } of source.revisits.ofFile(from)) {
        const id = open.get(offset);
        const file = origin && rows.get(origin.file);
        if (id !== undefined && origin !== undefined && file !== undefined) {
          target.revisits.connect(id, { ...origin, file });
        }
      }
    });
  }
}

/** Copies the thumbnails that the facts of the target are about, where it has none or others. */
async function copyThumbnails(
  { target, signal, onProgress }: MergeRun,
  source: Library,
  counts: Counts,
): Promise<void> {
  const from = openThumbnails(source.folder);
  const total = from.count;
  if (total === 0) return from.close();
  const to = openThumbnails(target.folder, { access: 'write' });
  const isWanted = ({ digest, mark }: { readonly digest: string; readonly mark: number }) => {
    const producer = target.facts.producerOf(digest, THUMBNAIL.name);
    return producer !== undefined && pictureMark(producer) === mark && to.markOf(digest) !== mark;
  };
  let done = 0;
  try {
    for (let last = ''; signal?.aborted !== true; ) {
      const listed = from.listAfter(last, THUMBNAILS_AT_ONCE);
      const end = listed.at(-1);
      if (end === undefined) return;
      last = end.digest;
      const wanted = listed.filter(isWanted);
      to.putAll(wanted.map((entry) => ({ ...entry, pictures: from.all(entry.digest) })));
      counts.thumbnails += wanted.length;
      done += listed.length;
      onProgress?.({ step: 'thumbnails', done, total });
      await new Promise(setImmediate);
    }
  } finally {
    from.close();
    to.close();
  }
}

function emptyCounts(): Counts {
  return {
    ...{
      files: 0,
      known: 0,
      superseded: 0,
      takenDown: 0,
      failed: 0,
      records: 0,
      bytes: 0,
      pages: 0,
    },
    ...{ imageCaptures: 0, references: 0, losses: 0, changedDocuments: 0, thumbnails: 0 },
  };
}
