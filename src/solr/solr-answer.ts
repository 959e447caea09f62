// Reads answers of Solr, which may hold anything.
import type { ImageDocument } from '../model/image.ts';
import { isObject, type SolrAnswer } from './solr-client.ts';

/** A document that Solr found. */
export interface FoundDocument {
  readonly document: ImageDocument;
  readonly score: number;
}

/** A value of a facet with its count and what else was worked out for it. */
export interface Bucket {
  readonly value: string;
  readonly count: number;
  readonly values: Readonly<Record<string, unknown>>;
}

/** How many documents were found in all. */
export function totalOf({ response }: SolrAnswer): number {
  return numberAt(response, 'numFound');
}

/** The fields of the documents that were found. */
export function rowsOf({ response }: SolrAnswer): readonly Readonly<Record<string, unknown>>[] {
  const docs = isObject(response) ? response['docs'] : undefined;
  return Array.isArray(docs) ? docs.filter(isObject) : [];
}

/** The documents that were found. */
export function documentsOf(answer: SolrAnswer): FoundDocument[] {
  return rowsOf(answer).map((row) => {
    // Written by `toSolrDocument`.
    const document = JSON.parse(String(row['document'])) as ImageDocument;
    return { document, score: numberAt(row, 'score') };
  });
}

/** A number; 0 where there is none. */
export function numberAt(object: unknown, name: string): number {
  const value = isObject(object) ? object[name] : undefined;
  return typeof value === 'number' ? value : 0;
}

/** The count of a facet that is a query. */
export function countAt(facets: unknown, name: string): number {
  return isObject(facets) ? numberAt(facets[name], 'count') : 0;
}

/** The values of a facet. */
export function bucketsAt(facets: unknown, name: string): Bucket[] {
  const facet = isObject(facets) ? facets[name] : undefined;
  const buckets = isObject(facet) ? facet['buckets'] : undefined;
  if (!Array.isArray(buckets)) return [];
  return buckets.filter(isObject).map((values) => ({
    value: String(values['val']),
    count: numberAt(values, 'count'),
    values,
  }));
}
