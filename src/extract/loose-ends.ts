// What one record alone cannot settle: revisits of other records, style sheets that pages link, and answers that are no images.
import type { RevisitTarget } from '../archive/read/revisit.ts';
import type { Timestamp } from '../model/capture.ts';
import type { CaptureObservation, PageKey } from '../model/observation.ts';

/** Where a record is. */
export interface RecordPlace {
  readonly file: string;
  readonly offset: number;
}

/** What an image capture is known by, apart from where and when it was captured. */
export type ImageFacts = Omit<
  CaptureObservation,
  'kind' | 'surt' | 'url' | 'time' | 'file' | 'offset' | 'timeSource'
>;

/** A record that a revisit may stand for. */
export interface OriginalEnd extends RecordPlace {
  readonly kind: 'original';
  readonly surt: string;
  readonly time: Timestamp;
  readonly digest: string;
  /** What it holds: an image is known by its facts, a page or style sheet is read again. */
  readonly holds: 'page' | 'sheet' | ImageFacts;
}

/** A revisit: the same content again at another time or URL. */
export interface RevisitEnd extends RecordPlace {
  readonly kind: 'revisit';
  readonly url: string;
  readonly surt: string;
  readonly time: Timestamp;
  readonly target: RevisitTarget;
}

/** A capture of a style sheet. `place` is where its bytes are. */
export interface SheetEnd {
  readonly kind: 'sheet';
  readonly url: string;
  readonly surt: string;
  readonly time: Timestamp;
  readonly place: RecordPlace;
  /** What it says; absent unless asked for. */
  readonly says?: SheetSays;
  /** Digest by which revisits name the record; absent unless asked for. */
  readonly payloadDigest?: string;
}

/** What a style sheet says: enough to know what pages show through it without reading it again. */
export interface SheetSays {
  /** SURTs of the images it names, each once, in order. */
  readonly images: readonly string[];
  /** SURTs of the sheets it imports. */
  readonly imports: readonly string[];
  /** Images that it holds in itself. */
  readonly captures: readonly CaptureObservation[];
}

/** A style sheet that a page, or a sheet of the page, links. */
export interface SheetLinkEnd {
  readonly kind: 'sheet-link';
  /** Key of the style sheet. */
  readonly surt: string;
  readonly page: PageKey;
  readonly imagesInPage: number;
  /** References the page has already. */
  readonly firstPosition: number;
}

/** A capture that shows no image: an error, or a redirect. It competes with images of the same address for what pages say of it. */
export interface OtherEnd extends RecordPlace {
  readonly kind: 'other';
  readonly surt: string;
  readonly time: Timestamp;
  /** SURT that it redirects to; `''` for anything else. */
  readonly target: string;
}

/** Something to be settled when all records have been seen. */
export type LooseEnd = OriginalEnd | RevisitEnd | SheetEnd | SheetLinkEnd | OtherEnd;

/**
 * Lines that bring together what belongs together when they are sorted: first the records that may
 * be meant, then those that mean them.
 */
export function toSortLines(end: LooseEnd): string[] {
  return keysOf(end).map(([key, rank, time]) =>
    [key.replace(/[\t\n]/g, '%20'), rank, time, JSON.stringify(end)].join('\t'),
  );
}

/** The key of a sort line: lines of one key are settled together. */
export function keyOfSortLine(line: string): string {
  return line.slice(0, line.indexOf('\t'));
}

/** The loose end of a sort line. */
export function fromSortLine(line: string): LooseEnd {
  const third = line.indexOf('\t', line.indexOf('\t', line.indexOf('\t') + 1) + 1);
  return JSON.parse(line.slice(third + 1)) as LooseEnd; // written by `toSortLines`
}

function keysOf(end: LooseEnd): [key: string, rank: number, time: string][] {
  switch (end.kind) {
    case 'original': {
      const byPlace = [`u:${end.surt} ${end.time}`, 0, end.time] as [string, number, string];
      return end.digest === '' ? [byPlace] : [[`d:${end.digest}`, 0, end.time], byPlace];
    }
    case 'revisit': {
      const { digest, surt, time } = end.target;
      return [[digest === '' ? `u:${surt} ${time}` : `d:${digest}`, 1, end.time]];
    }
    case 'sheet':
      return [[`s:${end.surt}`, 0, end.time]];
    case 'sheet-link':
      return [[`s:${end.surt}`, 1, end.page.time]];
    case 'other':
      return [[`o:${end.surt}`, 0, end.time]];
  }
}
