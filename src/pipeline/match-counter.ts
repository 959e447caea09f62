// Counts, while the images of a key are merged, what each content has there: addresses and mentions, by collection.
import type { GroupCapture, GroupReference } from '../dedupe/dedupe.ts';
import type { MatchShare } from '../index/index.ts';
import { WHOLE_LIBRARY } from '../index/index.ts';

/** Mentions by one stored page; copies of the page in other files follow. */
interface PageMentions {
  readonly row: number | undefined;
  readonly collections: readonly string[];
  count: number;
  next: PageMentions | undefined;
}

interface Content {
  readonly captured: { readonly surt: string; readonly collections: readonly string[] }[];
  /** By address and time of the page. */
  readonly pages: Map<string, PageMentions>;
}

/** Counts at one key. */
export class MatchCounter {
  readonly #contents = new Map<string, Content>();

  addCapture({ digest, surt, collections }: GroupCapture): void {
    const { captured } = this.#content(digest);
    const isKnown = captured.some((one) => one.surt === surt && one.collections === collections);
    if (!isKnown) captured.push({ surt, collections });
  }

  addReference(digest: string, { page, pageRow, collections }: GroupReference): void {
    const { pages } = this.#content(digest);
    const name = `${page.time}${page.surt}`;
    const first = pages.get(name);
    for (let one = first; one !== undefined; one = one.next) {
      if (one.row !== pageRow) continue;
      one.count++;
      return;
    }
    pages.set(name, { row: pageRow, collections, count: 1, next: first });
  }

  /**
   * What contents add to the numbers of the library and of each collection. A page that several files hold counts once, with
   * the file that has most mentions. `idOf` gives the row of a collection.
   */
  sharesOf(digests: Iterable<string>, idOf: (collection: string) => number): MatchShare[] {
    const sums = new Map<number, { addresses: number; pairs: number }>();
    const add = (collection: number, addresses: number, pairs: number): void => {
      const known = sums.get(collection);
      if (known === undefined) sums.set(collection, { addresses, pairs });
      else {
        known.addresses += addresses;
        known.pairs += pairs;
      }
    };
    for (const digest of digests) {
      const content = this.#contents.get(digest);
      if (content === undefined) continue;
      for (const [collection, count] of addressesOf(content, idOf)) add(collection, count, 0);
      for (const first of content.pages.values()) {
        for (const [collection, count] of mentionsOf(first, idOf)) add(collection, 0, count);
      }
    }
    return [...sums]
      .map(([collection, sum]) => ({ collection, ...sum }))
      .sort((a, b) => a.collection - b.collection);
  }

  #content(digest: string): Content {
    const known = this.#contents.get(digest);
    if (known !== undefined) return known;
    const made = { captured: [], pages: new Map() };
    this.#contents.set(digest, made);
    return made;
  }
}

function addressesOf({ captured }: Content, idOf: (name: string) => number): Map<number, number> {
  const surts = new Map<number, Set<string>>();
  for (const { surt, collections } of captured) {
    for (const id of [WHOLE_LIBRARY, ...collections.map(idOf)]) {
      const known = surts.get(id);
      if (known === undefined) surts.set(id, new Set([surt]));
      else known.add(surt);
    }
  }
  return new Map([...surts].map(([id, set]) => [id, set.size]));
}

function mentionsOf(first: PageMentions, idOf: (name: string) => number): Map<number, number> {
  const most = new Map<number, number>();
  for (let one: PageMentions | undefined = first; one !== undefined; one = one.next) {
    for (const id of [WHOLE_LIBRARY, ...one.collections.map(idOf)]) {
      most.set(id, Math.max(most.get(id) ?? 0, one.count));
    }
  }
  return most;
}
