// What the references to one content tell: the pages, their texts, and how often these changed.
import type { DedupeMode, ImagePage } from '../model/image.ts';
import { type CounterData, DistinctCounter } from './distinct-counter.ts';
import { EveryPage, type PageWithTextsData } from './every-page.ts';
import { ImageTexts } from './image-texts.ts';
import type { GroupReference, SeenPage } from './observations.ts';
import { SomePages, type SomePagesData } from './some-pages.ts';

/** The references as JSON keeps them; `some` or `every` by mode. */
export interface ReferencesData {
  readonly pairs: CounterData;
  readonly pageTitles: CounterData;
  readonly imagesInPage: number;
  readonly some?: SomePagesData | undefined;
  readonly every?: readonly PageWithTextsData[] | undefined;
}

/** What a document shows of the referring pages. */
export interface PageView {
  /** Absent when nobody refers to the content. */
  readonly page: SeenPage | undefined;
  readonly texts: ImageTexts;
}

/** All references to one content, as far as the documents of a mode need them. */
export class SeenReferences {
  #pairs = new DistinctCounter();
  #pageTitles = new DistinctCounter();
  #imagesInPage = 0;
  #some: SomePages | undefined;
  #every: EveryPage | undefined;

  constructor(mode: DedupeMode) {
    if (mode === 'full') this.#every = new EveryPage();
    else this.#some = new SomePages(mode);
  }

  /** Number of distinct page keys. */
  get pageCount(): number {
    return this.#some?.count ?? this.#every?.count ?? 0;
  }

  /** Most `img` elements in one page. */
  get imagesInPage(): number {
    return this.#imagesInPage;
  }

  /** Distinct pairs of alternative text and title, minus one. */
  get imageMetadataChanges(): number {
    return Math.max(0, this.#pairs.size - 1);
  }

  /** Distinct page titles, minus one. */
  get pageMetadataChanges(): number {
    return Math.max(0, this.#pageTitles.size - 1);
  }

  add(reference: GroupReference): void {
    const { said, page, imagesInPage } = reference;
    const { alt, title } = said;
    // The length tells where one ends: `ab`, `c` is another pair than `a`, `bc`.
    this.#pairs.add(`${alt.length} ${alt}${title}`);
    this.#pageTitles.add(page.title);
    if (imagesInPage > this.#imagesInPage) this.#imagesInPage = imagesInPage;
    this.#some?.add(reference);
    this.#every?.add(reference);
  }

  /** Takes over what another one of the same mode has seen. */
  merge(other: SeenReferences): void {
    this.#pairs.merge(other.#pairs);
    this.#pageTitles.merge(other.#pageTitles);
    this.#imagesInPage = Math.max(this.#imagesInPage, other.#imagesInPage);
    if (other.#some !== undefined) this.#some?.merge(other.#some);
    if (other.#every !== undefined) this.#every?.merge(other.#every);
  }

  /** The oldest capture of each page, the oldest first. */
  pages(limit: number): ImagePage[] {
    return this.#some?.pages(limit) ?? this.#every?.pages(limit) ?? [];
  }

  /** SURTs of the oldest pages, `MAX_PAGES` at most; none in mode `full`, whose documents have a page each. */
  pageSurts(): readonly string[] {
    return this.#some?.surts ?? [];
  }

  /** One for each document to be made, at least one. */
  views(): PageView[] {
    if (this.#some !== undefined) {
      return [{ page: this.#some.oldest, texts: this.#some.texts }];
    }
    const views = this.#every?.sorted() ?? [];
    return views.length > 0 ? views : [{ page: undefined, texts: new ImageTexts() }];
  }

  toData(): ReferencesData {
    return {
      pairs: this.#pairs.toData(),
      pageTitles: this.#pageTitles.toData(),
      imagesInPage: this.#imagesInPage,
      some: this.#some?.toData(),
      every: this.#every?.toData(),
    };
  }

  static fromData(data: ReferencesData, mode: DedupeMode): SeenReferences {
    const seen = new SeenReferences(mode);
    seen.#pairs = DistinctCounter.fromData(data.pairs);
    seen.#pageTitles = DistinctCounter.fromData(data.pageTitles);
    seen.#imagesInPage = data.imagesInPage;
    if (data.some !== undefined) seen.#some = SomePages.fromData(data.some, mode);
    if (data.every !== undefined) seen.#every = EveryPage.fromData(data.every);
    return seen;
  }
}
