// Settles what single records left open: revisits get the content they stand for, pages the images of their style sheets.
import { type ArchiveRecord, RevisitIndex } from '../archive/archive.ts';
import { openLineSorter } from '../archive/cdx/external-sort.ts';
import { OpenArchives } from '../archive/read/open-archives.ts';
import {
  type LooseEnd,
  type OriginalEnd,
  type RecordOptions,
  type RecordPlace,
  type RevisitEnd,
  type SheetEnd,
  type SheetLinkEnd,
  toSortLines,
} from '../extract/extract.ts';
import { contextOf, readPage, toCapture, toDataCaptures } from '../extract/record.ts';
import { readSheet, type Sheet, toSheetReferences } from '../extract/style-sheet.ts';
import type { Loss } from '../model/capture.ts';
import { nearestIndex } from '../model/nearest.ts';
import type { Observation } from '../model/observation.ts';
import { toMillis } from '../model/timestamp.ts';
import { messageOf } from '../support/errors.ts';
import { groupLooseEnds } from './loose-groups.ts';

/** Options of `settleLooseEnds`. */
export interface SettleOptions {
  readonly options: RecordOptions;
  /** Where the archive of that name is opened; the name leaves out passwords. */
  readonly locate: (name: string) => string;
  /** Called for a record that can no longer be read. */
  readonly onLoss: (loss: Loss) => void;
  /** Called for a revisit of which no original is known. */
  readonly onUnresolved?: ((revisit: RevisitEnd) => void) | undefined;
  /** Folder for temporary files. */
  readonly tempFolder?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Sheets that import sheets that import sheets: beyond this nobody looks. */
const MAX_IMPORT_ROUNDS = 4;

/**
 * Brings the loose ends of all records together and gives the observations that come of it, in an
 * order that depends on nothing but them. Memory is bounded: the lines are sorted on disk.
 */
export async function* settleLooseEnds(
  lines: AsyncIterable<string>,
  { options, locate, onLoss, onUnresolved, tempFolder, signal }: SettleOptions,
): AsyncGenerator<Observation[]> {
  const sorting = {
    ...(tempFolder !== undefined && { folder: tempFolder }),
    ...(signal && { signal }),
    isUnique: true,
  };
  const access = new AccessPool(locate, onLoss);
  let sheets = openLineSorter(sorting);
  const revisits = openLineSorter(sorting);
  try {
    for await (const line of lines) (line.startsWith('s:') ? sheets : revisits).add(line);
    for await (const group of groupLooseEnds(revisits.pieces())) {
      for (const { revisit, original } of matchRevisits(group)) {
        if (original === undefined) {
          onUnresolved?.(revisit);
          continue;
        }
        const found = await readRevisit(revisit, original, access, options);
        for (const end of found.looseEnds) for (const line of toSortLines(end)) sheets.add(line);
        if (found.observations.length > 0) yield found.observations;
      }
    }
    for (let round = 0; round < MAX_IMPORT_ROUNDS; round++) {
      const next = openLineSorter(sorting);
      let links = 0;
      for await (const group of groupLooseEnds(sheets.pieces())) {
        // Sheets stay, for what the next round may import.
        for (const end of group) if (end.kind === 'sheet') next.add(toSortLines(end)[0] ?? '');
        for await (const { observations, imports } of readSheets(group, access, options)) {
          if (observations.length > 0) yield observations;
          for (const link of imports) for (const line of toSortLines(link)) next.add(line);
          links += imports.length;
        }
      }
      sheets = next;
      if (links === 0) break;
    }
  } finally {
    sheets.close();
    revisits.close();
    await access.close();
  }
}

function matchRevisits(
  group: readonly LooseEnd[],
): { readonly revisit: RevisitEnd; readonly original: OriginalEnd | undefined }[] {
  const index = new RevisitIndex();
  const byPlace = new Map<string, OriginalEnd>();
  const matches = [];
  for (const end of group) {
    if (end.kind === 'original') {
      index.add({ ...end, length: 0 });
      byPlace.set(`${end.file} ${end.offset}`, end);
    } else if (end.kind === 'revisit') {
      const found = index.find(end.target);
      const original = found && byPlace.get(`${found.file} ${found.offset}`);
      matches.push({ revisit: end, original });
    }
  }
  return matches;
}

/** What a revisit shows: the content of its original, at its own URL and time. */
async function readRevisit(
  revisit: RevisitEnd,
  original: OriginalEnd,
  access: AccessPool,
  options: RecordOptions,
): Promise<{ observations: Observation[]; looseEnds: readonly LooseEnd[] }> {
  const { url, surt, time, file, offset } = revisit;
  const { holds } = original;
  if (holds === 'sheet') {
    const { file: sheetFile, offset: sheetOffset } = original;
    const place = { file: sheetFile, offset: sheetOffset };
    return { observations: [], looseEnds: [{ kind: 'sheet', url, surt, time, place }] };
  }
  if (holds !== 'page') {
    return { observations: [toCapture(holds, { url, surt, time, file, offset })], looseEnds: [] };
  }
  const record = await access.read(original);
  const body = await record?.loadBody();
  if (record === undefined || body === undefined) return { observations: [], looseEnds: [] };
  const context = { ...contextOf(record), url, surt, time, file, offset };
  const found = readPage(body.bytes, context, options);
  return { observations: [...found.observations], looseEnds: found.looseEnds };
}

/** The references that pages have through one style sheet, each page through its nearest capture. */
async function* readSheets(
  group: readonly LooseEnd[],
  access: AccessPool,
  options: RecordOptions,
): AsyncGenerator<{ observations: Observation[]; imports: SheetLinkEnd[] }> {
  const captures = group.filter((end): end is SheetEnd => end.kind === 'sheet');
  const times = captures.map((capture) => toMillis(capture.time));
  let current: { readonly capture: SheetEnd; readonly sheet: Sheet | undefined } | undefined;
  for (const link of group) {
    if (link.kind !== 'sheet-link') continue;
    const capture = captures[nearestIndex(times, toMillis(link.page.time))];
    if (capture === undefined) continue;
    // Links come in order of time, so that one sheet at a time is enough.
    if (current?.capture !== capture) {
      const sheet = await loadSheet(capture, access);
      current = { capture, sheet };
      const { time, place } = capture;
      const images = toDataCaptures(sheet?.dataImages ?? [], { time, ...place }, options);
      if (images.length > 0) yield { observations: images, imports: [] };
    }
    if (current.sheet !== undefined) yield toSheetReferences(current.sheet, link);
  }
}

async function loadSheet(capture: SheetEnd, access: AccessPool): Promise<Sheet | undefined> {
  const record = await access.read(capture.place);
  const body = await record?.loadBody();
  if (record === undefined || body === undefined) return undefined;
  const contentType = (record.http?.fields ?? record.fields).get('content-type');
  return readSheet(body.bytes, { url: capture.url, contentType });
}

/** Archives held open for reading single records, a few at a time; to be closed. */
export class AccessPool {
  readonly #archives = new OpenArchives({ maxOpen: MAX_OPEN });
  readonly #locate: (name: string) => string;
  readonly #onLoss: (loss: Loss) => void;

  /** `locate`: where the archive of a name is opened. `onLoss`: told of records that can no longer be read. */
  constructor(locate: (name: string) => string, onLoss: (loss: Loss) => void) {
    this.#locate = locate;
    this.#onLoss = onLoss;
  }

  /** The record at a place; `undefined` when the archive or the record has gone. */
  async read({ file, offset }: RecordPlace): Promise<ArchiveRecord | undefined> {
    try {
      return await (await this.#archives.at(this.#locate(file))).loadAt({ offset });
    } catch (thrown) {
      // It was read a moment ago: a file that changed meanwhile costs this one observation.
      const detail = messageOf(thrown);
      this.#onLoss({ kind: 'loss', file, offset, reason: 'unreadable', skippedBytes: 0, detail });
      return undefined;
    }
  }

  close(): Promise<void> {
    return this.#archives.close();
  }
}

const MAX_OPEN = 8;
