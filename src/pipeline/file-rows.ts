// Observations of one archive file on their way into a library: brought together by SURT.
import {
  type CaptureRow,
  type Library,
  type OtherRow,
  type ReferenceRow,
  toPayloadMark,
} from '../index/index.ts';
import type {
  CaptureObservation,
  Observation,
  PageKey,
  PageObservation,
  ReferenceObservation,
} from '../model/observation.ts';
import { toSaid } from '../model/said.ts';
import type { Takedown } from './takedown.ts';

interface Group {
  readonly surt: string;
  readonly captures: CaptureRow[];
  readonly references: ReferenceRow[];
  readonly others: OtherRow[];
}

/** Observations that wait in memory; then they are written as one part of the file. */
const MAX_WAITING = 100_000;

/** References follow their page closely; older pages are looked up in the library. */
const MAX_KNOWN_PAGES = 5000;

/** Takes the observations of one file. Works inside a transaction of the caller. */
export class FileRows {
  readonly #library: Library;
  readonly #file: number;
  readonly #takedown: Takedown;
  readonly #pages = new Map<string, number>();
  #groups = new Map<string, Group>();
  #waiting = 0;
  #part: number;
  /** Records of images that must not be stored. */
  readonly #hiddenImages = new Set<number>();
  /** Where the last page is that must not be stored. */
  #hiddenOffset = -1;

  /** `firstPart`: number of the first part that is written; must be beyond all that the file has. */
  constructor(library: Library, file: number, takedown: Takedown, firstPart = 0) {
    this.#library = library;
    this.#file = file;
    this.#takedown = takedown;
    this.#part = firstPart;
  }

  add(observation: Observation): void {
    if (observation.kind === 'page') this.#addPage(observation);
    else if (observation.kind === 'reference') this.#addReference(observation);
    else this.#addCapture(observation);
    if (this.#waiting >= MAX_WAITING) this.flush();
  }

  /** Notes what an address gave that is no image to be kept. */
  addOther({ surt, time, offset, target }: OtherRow & { readonly surt: string }): void {
    if (this.#takedown.hidesUrl(surt)) return;
    const shown = this.#takedown.hidesUrl(target) ? '' : target;
    this.#group(surt).others.push({ time, offset, target: shown });
    this.#waiting++;
    if (this.#waiting >= MAX_WAITING) this.flush();
  }

  /** Whether the record at an offset holds an image that was taken down. */
  isHidden(offset: number): boolean {
    return this.#hiddenImages.has(offset);
  }

  /** Writes what waits. */
  flush(): void {
    let groups = [...this.#groups.values()];
    // What is left are SURTs of a key that the part has already: they go into another.
    while (groups.length > 0) {
      groups = this.#library.rows.addRows({ file: this.#file, part: this.#part++ }, groups);
    }
    this.#groups = new Map();
    this.#waiting = 0;
  }

  #addPage(page: PageObservation): void {
    if (this.#takedown.hidesUrl(page.surt)) {
      this.#hiddenOffset = page.offset;
      return;
    }
    const { url, surt, title, time, language, images, offset, linkKeys = '' } = page;
    const mark = markOf(page);
    const facts = { url, surt, title, time, language, images, offset, mark, linkKeys };
    this.#remember(page, this.#library.pages.add(this.#file, facts));
  }

  #addReference(reference: ReferenceObservation): void {
    const { surt, page, tag } = reference;
    if (this.#takedown.hidesUrl(surt) || this.#takedown.hidesUrl(page.surt)) return;
    const row = this.#pageRow(page, reference.imagesInPage);
    this.#group(surt).references.push({ page: row, tag, said: toSaid(reference) });
    this.#waiting++;
  }

  #addCapture(capture: CaptureObservation): void {
    const { surt, url, time, digest, mime, width, height, frames, bytes, offset, metadata } =
      capture;
    // An image that is left out is no original: a revisit of it is left out too.
    if (capture.rejected !== undefined) {
      if (/^https?:/i.test(url)) this.addOther({ surt, time, offset, target: '' });
      return;
    }
    const mark = markOf(capture);
    if (this.#takedown.hidesImage(digest)) {
      this.#hiddenImages.add(offset);
      this.#library.hidden.add(this.#file, { surt, time, offset, digest, mark });
      return;
    }
    if (this.#takedown.hidesUrl(surt)) return;
    // An image that a page holds in itself goes with the page.
    if (offset === this.#hiddenOffset && surt.startsWith('data:')) return;
    const row = { url, time, digest, mime, width, height, frames, bytes, offset, mark, metadata };
    this.#group(surt).captures.push(row);
    this.#waiting++;
  }

  #group(surt: string): Group {
    const known = this.#groups.get(surt);
    if (known !== undefined) return known;
    const group = { surt, captures: [], references: [], others: [] };
    this.#groups.set(surt, group);
    return group;
  }

  #pageRow(page: PageKey, images: number): number {
    const known =
      this.#pages.get(`${page.surt} ${page.time}`) ??
      this.#library.pages.find(page.surt, page.time, this.#file)?.id;
    if (known !== undefined) return known;
    const { url, surt, title, time } = page;
    const facts = { url, surt, title, time, language: '', images };
    const row = this.#library.pages.add(this.#file, facts);
    this.#remember(page, row);
    return row;
  }

  #remember(page: PageKey, row: number): void {
    if (this.#pages.size >= MAX_KNOWN_PAGES) this.#pages.clear();
    this.#pages.set(`${page.surt} ${page.time}`, row);
  }
}

/** By what revisits find a record; `''` where none can stand for it. */
function markOf({ payloadDigest }: PageObservation | CaptureObservation): string {
  return payloadDigest === undefined ? '' : toPayloadMark(payloadDigest);
}
