// What addresses of a library gave over time, and where redirects led: who the words of a page are about.
import {
  createSplit,
  type GroupReference,
  type OtherAnswer,
  type Split,
} from '../dedupe/dedupe.ts';
import {
  type GroupRow,
  hashKey,
  type Library,
  MAX_HOPS,
  type StoredReference,
} from '../index/index.ts';
import type { Timestamp } from '../model/capture.ts';

/** What the addresses of a key gave besides images: what its rows say, and pages in an image's place. */
export function othersAt(
  library: Library,
  key: number,
  rows: Iterable<Pick<GroupRow, 'surt' | 'others'>>,
): OtherAnswer[] {
  const others: OtherAnswer[] = [];
  const surts = new Set<string>();
  for (const row of rows) {
    surts.add(row.surt);
    for (const other of row.others) others.push(other);
  }
  for (const time of library.pages.timesAt(key)) {
    for (const surt of surts) others.push({ surt, time, target: '' });
  }
  return others;
}

/** A reference to an address that redirected to one of a key, and the row it stands in. */
export interface RedirectedReference {
  readonly row: GroupRow & { readonly key: number };
  readonly reference: StoredReference;
  /** The SURT that redirects led to. */
  readonly surt: string;
}

/**
 * The stored references that reach an address of a key through redirects, each by what the addresses in between gave at the time
 * of its page.
 */
export function* iterateRedirected(library: Library, key: number): Generator<RedirectedReference> {
  const follow = createFollower(library, key);
  for (const source of library.redirects.sourcesOf(key)) {
    for (const row of library.rows.group(source)) {
      for (const reference of row.references) {
        const surt = follow(reference.surt, reference.page.time);
        if (surt !== undefined) yield { row: { ...row, key: source }, reference, surt };
      }
    }
  }
}

/** The same for what pages show through style sheets. */
export function* iterateRedirectedSheets(library: Library, key: number): Generator<GroupReference> {
  const follow = createFollower(library, key);
  for (const source of library.redirects.sourcesOf(key)) {
    const own = new Set<string>();
    for (const { surt } of library.rows.group(source)) own.add(surt);
    for (const reference of library.sheetReferences.to(source, own)) {
      const surt = follow(reference.surt, reference.page.time);
      if (surt !== undefined) yield { ...reference, surt };
    }
  }
}

/** Splits that are kept at hand: references of neighbouring rows go the same way. */
const MAX_SPLITS = 500;

/** Gives the SURT of a key that an address led to at a time; `undefined` when it led to none. */
function createFollower(
  library: Library,
  key: number,
): (surt: string, time: Timestamp) => string | undefined {
  const splits = new Map<string, Split>();
  const splitOf = (surt: string): Split => {
    const known = splits.get(surt);
    if (known !== undefined) return known;
    if (splits.size >= MAX_SPLITS) splits.clear();
    const made = splitAt(library, surt);
    splits.set(surt, made);
    return made;
  };
  return (from, time) => {
    let surt = from;
    for (let hop = 0; hop < MAX_HOPS; hop++) {
      const target = splitOf(surt).targetFor(time);
      if (target === undefined || hashKey(target) === key) return target;
      surt = target;
    }
    return undefined;
  };
}

/** What one address gave over time. */
function splitAt(library: Library, surt: string): Split {
  const key = hashKey(surt);
  const rows = [...library.rows.group(key)].filter((row) => row.surt === surt);
  const captures = rows.flatMap((row) => row.captures);
  return createSplit(captures, othersAt(library, key, rows));
}
