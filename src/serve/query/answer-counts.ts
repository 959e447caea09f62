// Answers of `/api/v1/facets`, `/timeline` and `/suggest`.
import { facets, type Suggestion, suggest, timeline } from '../../search/search.ts';
import type { AnswerContext, Answered } from './answer-context.ts';
import type { QueryRequest } from './query-requests.ts';
import { toCounted } from './selection.ts';
import { shownFacets, toShownIndex } from './shown-index.ts';
import { toShownSuggestion } from './shown-words.ts';

type RequestOf<K extends QueryRequest['kind']> = Extract<QueryRequest, { kind: K }>;

/** Counts by facets; under an embargo without those of pages. */
export async function answerFacets(
  request: RequestOf<'facets'>,
  context: AnswerContext,
): Promise<Answered> {
  const { limit } = request;
  const { searched, stopwatch } = context;
  const names = shownFacets(request.names, context);
  const selection = await toCounted(request, context);
  const counted = await stopwatch.time('facets', () =>
    facets(searched, { ...selection, names, limit }),
  );
  return { value: { facets: counted } };
}

/** Counts over time. */
export async function answerTimeline(
  request: RequestOf<'timeline'>,
  context: AnswerContext,
): Promise<Answered> {
  const { buckets, axis } = request;
  const { searched, stopwatch } = context;
  const selection = await toCounted(request, context);
  const value = await stopwatch.time('timeline', () =>
    timeline(searched, { ...selection, buckets, axis }),
  );
  return { value };
}

/** Ways to go on with a query. */
export async function answerSuggest(
  request: RequestOf<'suggest'>,
  context: AnswerContext,
): Promise<Answered> {
  const { q, limit } = request;
  const { library, embargoMs, scope, stopwatch } = context;
  const suggestions = await stopwatch.time('suggest', async () => {
    const all = await suggest(toShownIndex(library.index, context), { text: q, limit });
    if (embargoMs <= 0 && scope === undefined) return all;
    const shown: Suggestion[] = [];
    for (const each of all) {
      const own = await toShownSuggestion(each, context);
      if (own !== undefined) shown.push(own);
    }
    return shown;
  });
  return { value: { suggestions } };
}
