// Answers of `/api/v1/facets`, `/timeline` and `/suggest`.
import { facets, searchImages, suggest, timeline } from '../../search/search.ts';
import type { AnswerContext, Answered } from './answer-context.ts';
import type { QueryRequest } from './query-requests.ts';

type RequestOf<K extends QueryRequest['kind']> = Extract<QueryRequest, { kind: K }>;

/** Counts by facets. */
export function answerFacets(request: RequestOf<'facets'>, context: AnswerContext): Answered {
  const { q, safe, names, limit } = request;
  const { library, embargoMs, stopwatch } = context;
  const counted = stopwatch.time('facets', () =>
    facets(library.index, { query: q, safe, embargoMs }, { names, limit }),
  );
  return { value: { facets: counted } };
}

/** Counts over time. */
export function answerTimeline(request: RequestOf<'timeline'>, context: AnswerContext): Answered {
  const { q, safe, buckets } = request;
  const { library, embargoMs, stopwatch } = context;
  const value = stopwatch.time('timeline', () =>
    timeline(library.index, { query: q, safe, embargoMs }, { buckets }),
  );
  return { value };
}

/** Ways to go on with a query. */
export function answerSuggest(request: RequestOf<'suggest'>, context: AnswerContext): Answered {
  const { q, limit } = request;
  const { library, embargoMs, stopwatch } = context;
  const suggestions = stopwatch.time('suggest', () => suggest(library.index, q, { limit }));
  if (embargoMs <= 0) return { value: { suggestions } };
  return {
    value: { suggestions: suggestions.flatMap((each) => toShownSuggestion(each, context)) },
  };
}

/** Under an embargo nothing is suggested that leads only to what is hidden, and only what is shown is counted. */
function toShownSuggestion(
  suggestion: ReturnType<typeof suggest>[number],
  { library, embargoMs }: AnswerContext,
): ReturnType<typeof suggest> {
  if (suggestion.kind === 'operator') return [suggestion];
  const { replacement: query } = suggestion;
  const { value: count } = searchImages(library.index, { query, limit: 1, embargoMs }).total;
  return count === 0 ? [] : [{ ...suggestion, count }];
}
