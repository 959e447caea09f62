// The final order of answers: score, oldest capture, SURT, id; only documents that tie are looked at.
import type { ImageDocument } from '../model/image.ts';
import type { IndexHit } from '../model/index-query.ts';

/** A document that may be among the answers. */
export interface Candidate {
  readonly row: number;
  readonly score: number;
  /** Oldest capture. */
  readonly time: number;
}

/** Gives documents by row; `undefined` for those there are not. */
export type LoadDocuments = (rows: readonly number[]) => readonly (ImageDocument | undefined)[];

/** The part of the answers that is asked for. */
export interface Page {
  readonly offset: number;
  readonly limit: number;
}

/** Larger groups of equals stay in the order of their rows: to read them all would take too long. */
const MAX_TIES = 1000;

/**
 * The answers of a page. Candidates are sorted by score and time, then by row; those that equal the
 * last one of the page are all there, or more than 1,000.
 */
export function orderPage(
  candidates: readonly Candidate[],
  { offset, limit }: Page,
  load: LoadDocuments,
): IndexHit[] {
  const end = Math.min(candidates.length, offset + limit);
  const hits: IndexHit[] = [];
  let start = offset;
  while (start > 0 && isEqual(candidates[start - 1], candidates[start])) start--;
  while (start < end) {
    let stop = start + 1;
    while (isEqual(candidates[stop], candidates[start])) stop++;
    const from = Math.max(start, offset);
    const to = Math.min(stop, end);
    if (stop - start > MAX_TIES) {
      hits.push(...loadHits(candidates.slice(from, to), load));
    } else {
      const group = loadHits(candidates.slice(start, stop), load).sort(byDocument);
      hits.push(...group.slice(from - start, to - start));
    }
    start = stop;
  }
  return hits;
}

function isEqual(a: Candidate | undefined, b: Candidate | undefined): boolean {
  return a !== undefined && b !== undefined && a.score === b.score && a.time === b.time;
}

function loadHits(candidates: readonly Candidate[], load: LoadDocuments): IndexHit[] {
  const documents = load(candidates.map(({ row }) => row));
  return candidates.flatMap(({ score }, at) => {
    const document = documents[at];
    return document === undefined ? [] : [{ document, score }];
  });
}

function byDocument({ document: a }: IndexHit, { document: b }: IndexHit): number {
  return compare(a.oldest.surt, b.oldest.surt) || compare(a.id, b.id);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
