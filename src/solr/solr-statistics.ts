// Numbers over all documents that the ranking needs, asked of Solr and remembered for one generation.
import type { WordForms } from '../model/index-query.ts';
import { toIndexForms } from '../model/index-word.ts';
import { TEXT_FIELDS } from '../model/ranking.ts';
import type { CollectionStatistics, FieldStatistics } from '../model/score.ts';
import { countAt, numberAt } from './solr-answer.ts';
import type { SolrClient } from './solr-client.ts';
import { IMAGES, SolrParameters, wordQuery } from './solr-query.ts';

/** Words whose numbers are remembered. */
const MAX_REMEMBERED = 20_000;
/** Forms that are counted with one request. */
const FORMS_EACH = 32;

/** Statistics of one generation. */
export class SolrStatistics {
  readonly #client: SolrClient;
  #generation = -1;
  #totals: Promise<Totals> | undefined;
  readonly #known = new Map<string, readonly number[]>();

  constructor(client: SolrClient) {
    this.#client = client;
  }

  /** Forgets what was told by another generation. */
  keepFor(generation: number): void {
    if (generation === this.#generation) return;
    this.#generation = generation;
    this.#totals = undefined;
    this.#known.clear();
  }

  /** All that the score of these words needs. */
  async of(words: readonly WordForms[], signal?: AbortSignal): Promise<CollectionStatistics> {
    const totals = await this.#readTotals(signal);
    await this.#count(words, signal);
    // What others make forget meanwhile stays known here.
    const counts = new Map(
      words.flatMap((word) =>
        formsOf(word).map(({ key }) => [key, this.#known.get(key) ?? []] as const),
      ),
    );
    return {
      ...totals,
      documentsWith: (form, field, isPrefix) => counts.get(toKey(form, isPrefix))?.[field] ?? 0,
    };
  }

  async #readTotals(signal?: AbortSignal): Promise<Totals> {
    this.#totals ??= readTotals(this.#client, signal);
    try {
      return await this.#totals;
    } catch (thrown) {
      this.#totals = undefined;
      throw thrown;
    }
  }

  async #count(words: readonly WordForms[], signal?: AbortSignal): Promise<void> {
    const forms = new Map(words.flatMap(formsOf).map((form) => [form.key, form]));
    const missing = [...forms.values()].filter(({ key }) => !this.#known.has(key));
    if (this.#known.size + missing.length > MAX_REMEMBERED) this.#known.clear();
    for (let from = 0; from < missing.length; from += FORMS_EACH) {
      const some = missing.slice(from, from + FORMS_EACH);
      const parameters = new SolrParameters();
      const facet: Record<string, unknown> = {};
      for (const [at, { form, isPrefix }] of some.entries()) {
        for (const [number, field] of TEXT_FIELDS.entries()) {
          const q = wordQuery(`words_${field}`, form, isPrefix, parameters);
          facet[`${at}_${number}`] = { type: 'query', q };
        }
      }
      const request = { query: IMAGES, limit: 0, facet, params: parameters.values };
      const { facets } = await this.#client.query(request, signal);
      for (const [at, { key }] of some.entries()) {
        this.#known.set(
          key,
          TEXT_FIELDS.map((_, number) => countAt(facets, `${at}_${number}`)),
        );
      }
    }
  }
}

interface Totals {
  readonly documents: number;
  readonly fields: readonly FieldStatistics[];
}

async function readTotals(client: SolrClient, signal?: AbortSignal): Promise<Totals> {
  const facet: Record<string, unknown> = {};
  for (const field of TEXT_FIELDS) {
    facet[`words_${field}`] = `sum(length_${field})`;
    facet[`documents_${field}`] = { type: 'query', q: `length_${field}:[1 TO *]` };
  }
  const { facets } = await client.query({ query: IMAGES, limit: 0, facet }, signal);
  return {
    documents: numberAt(facets, 'count'),
    fields: TEXT_FIELDS.map((field) => ({
      documents: countAt(facets, `documents_${field}`),
      words: numberAt(facets, `words_${field}`),
    })),
  };
}

function formsOf(word: WordForms): { form: string; isPrefix: boolean; key: string }[] {
  const isPrefix = word.isPrefix === true;
  return toIndexForms(word).map((form) => ({ form, isPrefix, key: toKey(form, isPrefix) }));
}

function toKey(form: string, isPrefix: boolean): string {
  return isPrefix ? `${form} ` : form;
}
