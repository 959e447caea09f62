// What one file says, copied from one library to another: all of it under new row numbers, without what was taken down.
import {
  type CaptureRow,
  type Library,
  type OtherRow,
  partsOfRevisit,
  type ReferenceRow,
  revisitOfPart,
} from '../index/index.ts';
import { toSurt } from '../model/surt.ts';
import { dropHiddenReferences } from './hidden-references.ts';
import type { Takedown } from './takedown.ts';

/** A file in the library that is read, and the row it gets in the one that is written. */
export interface FileCopy {
  readonly source: Library;
  readonly target: Library;
  readonly from: number;
  readonly to: number;
  /** What was taken down in either. */
  readonly takedown: Takedown;
}

/** Rows that are stored together. */
const ROWS_AT_ONCE = 5000;

/** Copies what a file says; within a transaction of the target. The file itself is there already, with nothing in it. */
export function copyFile(copy: FileCopy): void {
  const { source, target, from, to, takedown } = copy;
  const pages = copyPages(copy);
  const revisits = new Map<number, number>();
  for (const revisit of source.revisits.ofFile(from)) {
    if (takedown.hidesUrl(toSurt(revisit.url))) continue;
    const page = pages.rows.get(revisit.page) ?? 0;
    revisits.set(revisit.id, target.revisits.copy(to, revisit, page));
  }
  const hiddenRecords = copyRows(copy, pages, toPartMap(revisits));
  copySheets(copy, pages, toPartMap(revisits));
  for (const hidden of source.hidden.ofFile(from)) {
    hiddenRecords.add(hidden.offset);
    target.hidden.copy(to, hidden);
  }
  for (const mention of source.hidden.mentionsOf(from)) target.hidden.addMention(to, mention);
  copyCaptures(copy, hiddenRecords);
  target.sheets.markFile(to);
  dropHiddenReferences(target);
}

/** Copies the list of captures of a file, but for addresses that were taken down and for some records. */
export function copyCaptures(
  { source, target, from, to, takedown }: FileCopy,
  hiddenRecords: ReadonlySet<number>,
): void {
  for (const captures of source.captureTable.ofFile(from)) {
    target.captureTable.add(
      to,
      captures.filter(({ surt, offset }) => !takedown.hidesUrl(surt) && !hiddenRecords.has(offset)),
    );
  }
}

/** Pages of a file: their new rows, and the records of those that were left out. */
interface CopiedPages {
  readonly rows: Map<number, number>;
  readonly hiddenRecords: ReadonlySet<number>;
}

function copyPages({ source, target, from, to, takedown }: FileCopy): CopiedPages {
  const rows = new Map<number, number>();
  const hiddenRecords = new Set<number>();
  for (const { id, ...page } of source.pages.ofFile(from)) {
    const surt = toSurt(page.url);
    if (takedown.hidesUrl(surt)) hiddenRecords.add(page.offset);
    else rows.set(id, target.pages.add(to, { ...page, surt }));
  }
  return { rows, hiddenRecords };
}

/** Gives the part that a part of the source becomes; `undefined` where its revisit was left out. */
type PartMap = (part: number) => number | undefined;

/** Parts that revisits wrote are numbered by the rows of these, which are others now. */
function toPartMap(revisits: ReadonlyMap<number, number>): PartMap {
  return (part) => {
    const revisit = revisitOfPart(part);
    if (revisit === undefined) return part;
    const copied = revisits.get(revisit);
    if (copied === undefined) return undefined;
    return part - partsOfRevisit(revisit)[0] + partsOfRevisit(copied)[0];
  };
}

/** Copies captures and references; gives the records of images that were taken down. */
function copyRows(copy: FileCopy, pages: CopiedPages, toPart: PartMap): Set<number> {
  const { source, target, from, to, takedown } = copy;
  const hiddenRecords = new Set<number>();
  let waiting: {
    surt: string;
    captures: CaptureRow[];
    references: ReferenceRow[];
    others: OtherRow[];
  }[] = [];
  let waitingPart = 0;
  const flush = (): void => {
    target.rows.addRows({ file: to, part: waitingPart }, waiting);
    waiting = [];
  };
  for (const { part, surt, captures, references, others = [] } of source.rows.contentsOf(from)) {
    const copied = toPart(part);
    if (copied === undefined || takedown.hidesUrl(surt)) continue;
    if (copied !== waitingPart || waiting.length >= ROWS_AT_ONCE) flush();
    waitingPart = copied;
    const left = captures.filter((capture) => {
      const { digest, offset, time, mark } = capture;
      if (takedown.hidesImage(digest)) {
        hiddenRecords.add(offset);
        target.hidden.add(to, { surt, time, offset, digest, mark });
        return false;
      }
      // An image that a page holds in itself goes with the page.
      return !(surt.startsWith('data:') && pages.hiddenRecords.has(offset));
    });
    const moved = references.flatMap((reference): ReferenceRow[] => {
      const page = pages.rows.get(reference.page) ?? pageElsewhere(copy, reference.page);
      return page === undefined ? [] : [{ ...reference, page }];
    });
    const kept = others.map((other) =>
      takedown.hidesUrl(other.target) ? { ...other, target: '' } : other,
    );
    if (left.length + moved.length + kept.length > 0) {
      waiting.push({ surt, captures: left, references: moved, others: kept });
    }
  }
  flush();
  return hiddenRecords;
}

/** The row of a page that is stored with another file; `undefined` when it has gone, or was taken down. */
function pageElsewhere(
  { source, target, to, takedown }: FileCopy,
  row: number,
): number | undefined {
  const stored = source.pages.at(row);
  if (stored === undefined || takedown.hidesUrl(stored.page.surt)) return undefined;
  const { page, images } = stored;
  const found = target.pages.find(page.surt, page.time, to);
  return found?.id ?? target.pages.add(to, { ...page, images });
}

function copySheets(
  { source, target, from, to, takedown }: FileCopy,
  pages: CopiedPages,
  toPart: PartMap,
): void {
  const isShown = (surt: string) => !takedown.hidesUrl(surt);
  for (const sheet of source.sheets.ofFile(from)) {
    if (!isShown(sheet.surt)) continue;
    const images = sheet.images.filter(isShown);
    target.sheets.addSheet(to, { ...sheet, images, imports: sheet.imports.filter(isShown) });
  }
  for (const { part, surt, pages: linking } of source.sheets.linksOf(from)) {
    const copied = toPart(part);
    const rows = linking.map((page) => pages.rows.get(page)).filter((row) => row !== undefined);
    if (copied === undefined || !isShown(surt) || rows.length === 0) continue;
    target.sheets.addLinks({ file: to, part: copied }, surt, rows);
  }
}
