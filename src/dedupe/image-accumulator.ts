// Gathers all that is known of one content and makes its documents.
import { type DedupeMode, type ImageDocument, type ImagePage, MAX_PAGES } from '../model/image.ts';
import { toDocument } from './document.ts';
import type { GroupCapture, GroupReference } from './observations.ts';
import { compareText } from './orders.ts';
import { type CapturesData, SeenCaptures } from './seen-captures.ts';
import { type ReferencesData, SeenReferences } from './seen-references.ts';

/** Raised when accumulators of another version could be misread. */
const JSON_FORMAT = 1;

interface AccumulatorData {
  readonly format: typeof JSON_FORMAT;
  readonly mode: DedupeMode;
  readonly digest: string;
  readonly collections: readonly string[];
  readonly captures: CapturesData;
  readonly references: ReferencesData;
}

/**
 * One content with its captures and references. Adding and merging are associative, commutative and
 * idempotent: any order, any batches and any repeats give the same documents.
 *
 * In modes `compact` and `oldest` memory does not grow with the number of references, but for 11 to 21
 * bytes for each distinct page, pair of texts or page title; in mode `full` it grows with the pages.
 */
export class ImageAccumulator {
  readonly #mode: DedupeMode;
  #digest = '';
  #captures = new SeenCaptures();
  #references: SeenReferences;
  #collections: string[] = [];

  /** The mode decides what has to be kept, so it is fixed from the start. */
  constructor(mode: DedupeMode = 'compact') {
    this.#mode = mode;
    this.#references = new SeenReferences(mode);
  }

  /** SHA-256 of the content in hexadecimal; `''` before the first capture. */
  get digest(): string {
    return this.#digest;
  }

  /** Adds a capture of this content. Throws when it is one of another content. */
  addCapture(capture: GroupCapture): void {
    this.#settle(capture.digest);
    this.#captures.add(capture);
    this.#addCollections(capture.collections);
  }

  /** Adds a reference that the split gave to this content. */
  addReference(reference: GroupReference): void {
    this.#references.add(reference);
    this.#addCollections(reference.collections);
  }

  /** Takes over all that another accumulator of the same content and mode has seen; that one stays as it is. */
  merge(other: ImageAccumulator): void {
    if (other.#mode !== this.#mode) {
      throw new Error(`Cannot merge an image of mode ${other.#mode} into one of ${this.#mode}`);
    }
    if (other.#digest !== '') this.#settle(other.#digest);
    this.#captures.merge(other.#captures);
    this.#references.merge(other.#references);
    this.#addCollections(other.#collections);
  }

  /**
   * The documents of this content: one, or in mode `full` one for each page, the oldest page first.
   * None when there is no capture.
   */
  toDocuments(): ImageDocument[] {
    const { oldest } = this.#captures;
    if (oldest === undefined) return [];
    const common = {
      digest: this.#digest,
      oldest,
      captures: this.#captures,
      references: this.#references,
      collections: this.#collections,
      isByPage: this.#mode === 'full',
    };
    return this.#references.views().map((view) => toDocument(common, view));
  }

  /** The oldest capture of each referring page, the oldest first; never more than `MAX_PAGES`. */
  pages(limit: number = MAX_PAGES): ImagePage[] {
    return this.#references.pages(Math.min(limit, MAX_PAGES));
  }

  /** All that later merges need, in one line. Equal for accumulators that have seen the same. */
  toJson(): string {
    const data: AccumulatorData = {
      format: JSON_FORMAT,
      mode: this.#mode,
      digest: this.#digest,
      collections: this.#collections,
      captures: this.#captures.toData(),
      references: this.#references.toData(),
    };
    return JSON.stringify(data);
  }

  /** Reads what `toJson` wrote. Throws when the text is something else. */
  static fromJson(text: string): ImageAccumulator {
    const data = JSON.parse(text) as AccumulatorData; // of that type when the format is right
    if (data?.format !== JSON_FORMAT) throw new Error('Not an image accumulator of this version');
    const accumulator = new ImageAccumulator(data.mode);
    accumulator.#digest = data.digest;
    accumulator.#captures = SeenCaptures.fromData(data.captures);
    accumulator.#references = SeenReferences.fromData(data.references, data.mode);
    accumulator.#collections = [...data.collections];
    return accumulator;
  }

  #settle(digest: string): void {
    if (this.#digest === digest) return;
    if (this.#digest !== '') throw new Error(`${digest} is not the image ${this.#digest}`);
    this.#digest = digest;
  }

  #addCollections(names: readonly string[]): void {
    for (const name of names) {
      if (this.#collections.includes(name)) continue;
      this.#collections.push(name);
      if (this.#collections.length > 1) this.#collections.sort(compareText);
    }
  }
}
