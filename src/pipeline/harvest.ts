// The harvest of a crawl: wanted images against pages fetched, as strategies are compared by (paper 001, table 10).

/** Wanted images by pages, of one run. */
export interface Harvest {
  /** Mean number of wanted images over the pages of the run: the area under the curve, for each page. */
  readonly area: number;
  /** Points of pages and wanted images, some hundred at most. */
  readonly curve: readonly (readonly [pages: number, wanted: number])[];
}

const MAX_POINTS = 200;

/** Follows a run: call `note` whenever something was visited. */
export class HarvestCurve {
  #before: { readonly pages: number; readonly wanted: number } | undefined;
  #last = 0;
  #sum = 0;
  #every = 1;
  #curve: (readonly [number, number])[] = [];

  note({ pages, wanted }: { readonly pages: number; readonly wanted: number }): void {
    this.#before ??= { pages: 0, wanted: 0 };
    const found = wanted - this.#before.wanted;
    const now = pages - this.#before.pages;
    this.#sum += (now - this.#last) * found;
    this.#last = now;
    const at = this.#curve.at(-1)?.[0] ?? -this.#every;
    // Images come after their page: the last point of a page is the one that counts.
    if (at === now) this.#curve.pop();
    else if (now - at < this.#every) return;
    this.#curve.push([now, found]);
    if (this.#curve.length <= MAX_POINTS) return;
    this.#curve = this.#curve.filter((_, index) => index % 2 === 0);
    this.#every *= 2;
  }

  /** From where a run that goes on counts. */
  start(counts: { readonly pages: number; readonly wanted: number }): void {
    this.#before ??= { pages: counts.pages, wanted: counts.wanted };
  }

  get harvest(): Harvest {
    return { area: this.#last === 0 ? 0 : this.#sum / this.#last, curve: this.#curve };
  }
}
