// The oldest of the referring pages and the texts of all of them, or of the oldest alone: modes `compact` and `oldest`.
import { type DedupeMode, type ImagePage, MAX_PAGES } from '../model/image.ts';
import { type CounterData, DistinctCounter } from './distinct-counter.ts';
import { addReferenceTexts, ImageTexts, type TextsData } from './image-texts.ts';
import { type KeepRule, keepSmallest } from './keep-smallest.ts';
import { type GroupReference, type SeenPage, toImagePage, toSeenPage } from './observations.ts';
import { comparePageCaptures, comparePages } from './orders.ts';

/** The pages as JSON keeps them. */
export interface SomePagesData {
  readonly keys: CounterData;
  readonly pages: readonly SeenPage[];
  readonly texts: TextsData;
}

/** Takes no more memory for a million references than for a hundred, but for the count of page keys. */
export class SomePages {
  readonly #isOldestOnly: boolean;
  #keys = new DistinctCounter();
  /** One for each page key, the oldest first. */
  #pages: SeenPage[] = [];
  /** In mode `oldest` those of the capture `#pages[0]`. */
  #texts = new ImageTexts();

  constructor(mode: DedupeMode) {
    this.#isOldestOnly = mode === 'oldest';
  }

  /** Number of distinct page keys. */
  get count(): number {
    return this.#keys.size;
  }

  get texts(): ImageTexts {
    return this.#texts;
  }

  add(reference: GroupReference): void {
    const { page } = reference;
    if (this.#makeRoom(page)) addReferenceTexts(this.#texts, reference);
    this.#keys.add(page.surt);
    this.#keep(page);
  }

  merge(other: SomePages): void {
    const oldest = other.#pages[0];
    if (oldest === undefined) return;
    if (this.#makeRoom(oldest)) this.#texts.merge(other.#texts);
    this.#keys.merge(other.#keys);
    for (const page of other.#pages) this.#keep(page);
  }

  /** The oldest page. */
  get oldest(): SeenPage | undefined {
    return this.#pages[0];
  }

  /** SURTs of the pages that are kept. */
  get surts(): readonly string[] {
    return this.#pages.map(({ surt }) => surt);
  }

  /** The oldest capture of each page, the oldest first. */
  pages(limit: number): ImagePage[] {
    return this.#pages.slice(0, limit).map(toImagePage);
  }

  toData(): SomePagesData {
    return {
      keys: this.#keys.toData(),
      pages: this.#pages.map(toSeenPage),
      texts: this.#texts.toData(),
    };
  }

  static fromData({ keys, pages, texts }: SomePagesData, mode: DedupeMode): SomePages {
    const some = new SomePages(mode);
    some.#keys = DistinctCounter.fromData(keys);
    some.#pages = [...pages];
    some.#texts = ImageTexts.fromData(texts);
    return some;
  }

  /** Whether the texts of a page count; those of a younger page than it are dropped in mode `oldest`. */
  #makeRoom(page: ImagePage): boolean {
    const oldest = this.#pages[0];
    if (!this.#isOldestOnly || oldest === undefined) return true;
    const order = comparePageCaptures(page, oldest);
    if (order < 0) this.#texts = new ImageTexts();
    return order <= 0;
  }

  #keep(page: SeenPage): void {
    if (this.#pages.length === 0) this.#pages.push(page);
    else keepSmallest(this.#pages, page, PAGE_RULE);
  }
}

const PAGE_RULE: KeepRule<SeenPage> = {
  limit: MAX_PAGES,
  isSame: (a, b) => a.surt === b.surt,
  compare: comparePages,
};
