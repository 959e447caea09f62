// Links to style sheets on their way into a library: the pages of one file, brought together by sheet.
import type { SheetLinkEnd } from '../extract/extract.ts';
import type { Library } from '../index/index.ts';
import type { Takedown } from './takedown.ts';

/** Links that wait in memory; then they are written as one part of the file. */
const MAX_WAITING = 100_000;

/** Takes the links of one file. Works inside a transaction of the caller. */
export class SheetLinks {
  readonly #library: Library;
  readonly #file: number;
  readonly #takedown: Takedown;
  #pages = new Map<string, number[]>();
  #waiting = 0;
  #part: number;
  /** The page of the last link: those of a page come together. */
  #last: { readonly surt: string; readonly time: string; readonly row: number | undefined };

  /** `firstPart`: number of the first part that is written; must be beyond all that the file has. */
  constructor(library: Library, file: number, takedown: Takedown, firstPart = 0) {
    this.#library = library;
    this.#file = file;
    this.#takedown = takedown;
    this.#part = firstPart;
    this.#last = { surt: '', time: '', row: undefined };
  }

  /** Adds a link; its page must be stored already. */
  add({ surt, page }: SheetLinkEnd): void {
    if (this.#takedown.hidesUrl(surt)) return;
    if (this.#last.surt !== page.surt || this.#last.time !== page.time) {
      const found = this.#library.pages.find(page.surt, page.time, this.#file);
      // A page of another file is another page, or this one was taken down.
      const row = found?.file === this.#file ? found.id : undefined;
      this.#last = { surt: page.surt, time: page.time, row };
    }
    const { row } = this.#last;
    if (row === undefined) return;
    const known = this.#pages.get(surt);
    if (known === undefined) this.#pages.set(surt, [row]);
    else known.push(row);
    if (++this.#waiting >= MAX_WAITING) this.flush();
  }

  /** Writes what waits. */
  flush(): void {
    let left: ReadonlyMap<string, number[]> = this.#pages;
    while (left.size > 0) {
      const place = { file: this.#file, part: this.#part++ };
      const again = new Map<string, number[]>();
      for (const [surt, pages] of left) {
        // SURTs of a key that the part has already go into another.
        if (!this.#library.sheets.addLinks(place, surt, pages)) again.set(surt, pages);
      }
      left = again;
    }
    this.#pages = new Map();
    this.#waiting = 0;
  }
}
