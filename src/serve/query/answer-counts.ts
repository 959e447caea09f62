// Answers of `/api/v1/facets`, `/timeline` and `/suggest`.
import { facets, suggest, timeline } from '../../search/search.ts';
import type { AnswerContext, Answered } from './answer-context.ts';
import type { QueryRequest } from './query-requests.ts';
import { shownFacets, toShownIndex } from './shown-index.ts';
import { toShownSuggestion } from './shown-words.ts';

type RequestOf<K extends QueryRequest['kind']> = Extract<QueryRequest, { kind: K }>;

/** Counts by facets; under an embargo without those of pages. */
export function answerFacets(request: RequestOf<'facets'>, context: AnswerContext): Answered {
  const { q, safe, limit } = request;
  const { library, embargoMs, stopwatch } = context;
  const names = shownFacets(request.names, embargoMs);
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
  const suggestions = stopwatch.time('suggest', () => {
    const all = suggest(toShownIndex(library.index, embargoMs), q, { limit });
    return embargoMs <= 0 ? all : all.flatMap((each) => toShownSuggestion(each, context) ?? []);
  });
  return { value: { suggestions } };
}
