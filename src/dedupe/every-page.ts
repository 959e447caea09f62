// Each referring page with its own texts: mode `full`.
import type { ImagePage } from '../model/image.ts';
import { addReferenceTexts, ImageTexts, type TextsData } from './image-texts.ts';
import { type GroupReference, type SeenPage, toImagePage, toSeenPage } from './observations.ts';
import { comparePages } from './orders.ts';

/** A page key: its oldest capture, and the texts of all its captures. */
export interface PageWithTexts {
  readonly page: SeenPage;
  readonly texts: ImageTexts;
}

/** A page as JSON keeps it. */
export interface PageWithTextsData {
  readonly page: SeenPage;
  readonly texts: TextsData;
}

/** The pages by key. */
export class EveryPage {
  readonly #byKey = new Map<string, { page: SeenPage; readonly texts: ImageTexts }>();

  /** Number of distinct page keys. */
  get count(): number {
    return this.#byKey.size;
  }

  add(reference: GroupReference): void {
    addReferenceTexts(this.#textsOf(reference.page), reference);
  }

  merge(other: EveryPage): void {
    for (const { page, texts } of other.#byKey.values()) this.#textsOf(page).merge(texts);
  }

  /** The oldest first. */
  sorted(): PageWithTexts[] {
    return [...this.#byKey.values()].sort((a, b) => comparePages(a.page, b.page));
  }

  /** The oldest capture of each page, the oldest first. */
  pages(limit: number): ImagePage[] {
    return this.sorted()
      .slice(0, limit)
      .map(({ page }) => toImagePage(page));
  }

  toData(): PageWithTextsData[] {
    return this.sorted().map(({ page, texts }) => {
      return { page: toSeenPage(page), texts: texts.toData() };
    });
  }

  static fromData(data: readonly PageWithTextsData[]): EveryPage {
    const every = new EveryPage();
    for (const { page, texts } of data) {
      every.#byKey.set(page.surt, { page, texts: ImageTexts.fromData(texts) });
    }
    return every;
  }

  /** The texts of the page with this key, of which this may be the oldest capture. */
  #textsOf(page: SeenPage): ImageTexts {
    const known = this.#byKey.get(page.surt);
    if (known === undefined) {
      const texts = new ImageTexts();
      this.#byKey.set(page.surt, { page, texts });
      return texts;
    }
    if (comparePages(page, known.page) < 0) known.page = page;
    return known.texts;
  }
}
