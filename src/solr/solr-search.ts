// Searches in Solr: it finds and counts, and the first answers are scored anew by `model/score.ts`.
import { toFieldValues } from '../model/document-words.ts';
import type { IndexAnswer, IndexHit, IndexQuery } from '../model/index-query.ts';
import { type CollectionStatistics, scoreDocument } from '../model/score.ts';
import { PinakesError } from '../support/errors.ts';
import { documentsOf, type FoundDocument, totalOf } from './solr-answer.ts';
import type { SolrClient } from './solr-client.ts';
import { toCodes } from './solr-document.ts';
import { ALL, oneOf, SolrParameters, toCollapse, toFilters } from './solr-query.ts';
import { toScoreQuery } from './solr-score.ts';
import type { SolrStatistics } from './solr-statistics.ts';

/** Answers that are scored exactly; those behind them come in the order of Solr. */
export const RESCORED = 100;
/** Answers beyond this one cannot be asked for: each shard would send all before them. */
const MAX_DEPTH = 100_000;

const FIELDS = ['document', 'score'];

/** Finds documents. */
export async function searchSolr(
  client: SolrClient,
  statistics: SolrStatistics,
  query: IndexQuery,
  signal?: AbortSignal,
): Promise<IndexAnswer> {
  const { offset, limit } = toPage(query);
  if (query.sort !== 'relevance' || query.words.length === 0) {
    return byTime(client, { ...query, offset, limit }, signal);
  }
  const counts = await statistics.of(query.words, signal);
  // The whole window is scored for every page in it, so that pages fit together.
  const isRescored = limit > 0 && offset < RESCORED;
  const from = isRescored ? 0 : offset;
  const rows = isRescored ? Math.max(RESCORED, offset + limit) : limit;
  const parameters = new SolrParameters();
  const answer = await client.query(
    {
      query: toScoreQuery({ ...query, statistics: counts }, parameters),
      filter: [...toFilters(query, parameters), ...toCollapse(query, parameters, 'highest')],
      fields: FIELDS,
      sort: `score desc,${TIES}`,
      offset: from,
      limit: rows,
      params: parameters.values,
    },
    signal,
  );
  const found = documentsOf(answer);
  const scored = found.map((hit, at) =>
    isRescored && at < RESCORED ? rescore(hit, query, counts) : hit,
  );
  const shown = await showBest(client, scored, query, signal);
  const hits = isRescored ? reorder(shown) : shown;
  return { hits: hits.slice(offset - from, offset - from + limit), total: totalOf(answer) };
}

const TIES = 'time asc,surt asc,id asc';

async function byTime(
  client: SolrClient,
  query: IndexQuery,
  signal?: AbortSignal,
): Promise<IndexAnswer> {
  const parameters = new SolrParameters();
  const answer = await client.query(
    {
      query: ALL,
      filter: [...toFilters(query, parameters), ...toCollapse(query, parameters, 'best')],
      fields: FIELDS,
      sort: query.sort === 'newest' ? 'time desc,surt asc,id asc' : TIES,
      offset: query.offset,
      limit: query.limit,
      params: parameters.values,
    },
    signal,
  );
  const hits = documentsOf(answer).map(({ document }) => ({ document, score: 0 }));
  return { hits, total: totalOf(answer) };
}

function rescore(
  { document }: FoundDocument,
  { words, profile }: IndexQuery,
  statistics: CollectionStatistics,
): IndexHit {
  const scored = { fields: toFieldValues(document), ...toCodes(document) };
  return { document, score: scoreDocument(scored, { words, profile, statistics }) };
}

/** In place of the variants with the highest scores, the best variants that are meant. */
async function showBest(
  client: SolrClient,
  hits: readonly IndexHit[],
  query: IndexQuery,
  signal?: AbortSignal,
): Promise<readonly IndexHit[]> {
  const leads = hits.flatMap(({ document }) => document.picture?.lead ?? []);
  if (query.collapse === undefined || leads.length === 0) return hits;
  const parameters = new SolrParameters();
  const answer = await client.query(
    {
      query: oneOf('picture', leads, parameters),
      filter: [...toFilters(query, parameters), ...toCollapse(query, parameters, 'best')],
      fields: FIELDS,
      limit: leads.length,
      params: parameters.values,
    },
    signal,
  );
  const best = new Map(
    documentsOf(answer).map(({ document }) => [document.picture?.lead, document]),
  );
  return hits.map((hit) => {
    const lead = hit.document.picture?.lead;
    return { ...hit, document: (lead === undefined ? undefined : best.get(lead)) ?? hit.document };
  });
}

/** The first answers by their exact scores; what comes behind them stays there. */
function reorder(hits: readonly IndexHit[]): IndexHit[] {
  return [...hits.slice(0, RESCORED)].sort(compareHits).concat(hits.slice(RESCORED));
}

function compareHits(a: IndexHit, b: IndexHit): number {
  return (
    b.score - a.score ||
    compareText(a.document.oldest.time, b.document.oldest.time) ||
    compareText(a.document.oldest.surt, b.document.oldest.surt) ||
    compareText(a.document.id, b.document.id)
  );
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function toPage({ offset, limit }: IndexQuery): { offset: number; limit: number } {
  const page = { offset: toWhole(offset), limit: toWhole(limit) };
  if (page.offset + page.limit <= MAX_DEPTH) return page;
  const detail = `Only the first ${MAX_DEPTH} answers of a search can be shown; narrow it down instead.`;
  throw new PinakesError('USAGE', { detail, command: 'search' });
}

function toWhole(number: number): number {
  return Math.max(0, Math.floor(number) || 0);
}
