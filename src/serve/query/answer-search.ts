// Answers of `/api/v1/images` and the parts of `/api/v1/export`.

import { toItem } from '../../search/item.ts';
import { facets, searchImages } from '../../search/search.ts';
import { type AnswerContext, type Answered, findDocument } from './answer-context.ts';
import { toApiItem } from './api-item.ts';
import type { ExportQuery, SearchQuery, Selected } from './query-requests.ts';
import { shownFacets } from './shown-index.ts';
import { shownCorrection } from './shown-words.ts';

/** With so few answers another spelling may be what was meant. */
const FEW = 3;
/** Values of each facet that are sent along with a search. */
const FACET_VALUES = 20;

/** A page of answers, with facets and a correction where they are wanted. */
export function answerSearch(request: SearchQuery, context: AnswerContext): Answered {
  const { library, stopwatch, embargoMs } = context;
  const { index } = library;
  const { kind: _, q, facets: wanted, ...paging } = request;
  const names = shownFacets(wanted, embargoMs);
  const selection = { query: q, safe: request.safe, embargoMs };
  const answer = stopwatch.time('search', () => searchImages(index, { ...paging, ...selection }));
  const refused = toRefusal(answer.warnings);
  if (refused !== undefined) return refused;
  const counted =
    wanted.length === 0
      ? {}
      : {
          facets: stopwatch.time('facets', () =>
            facets(index, selection, { names, limit: FACET_VALUES }),
          ),
        };
  const isStart = request.cursor === undefined && request.offset === 0;
  const better =
    isStart && answer.total.value <= FEW && q.trim() !== ''
      ? stopwatch.time('correct', () => shownCorrection(q, { ...context, safe: request.safe }))
      : undefined;
  const { query, total, items, next, took, warnings } = answer;
  return {
    value: {
      query,
      total,
      items: toItems(items, context),
      ...counted,
      ...(better !== undefined && { didYouMean: better }),
      next,
      took,
      warnings,
    },
    next,
  };
}

/** A part of an export; the same items, and what stands at its head. */
export function answerExport(request: Selected & ExportQuery, context: AnswerContext): Answered {
  const { kind: _, q, ...paging } = request;
  const answer = searchImages(context.library.index, {
    ...paging,
    query: q,
    embargoMs: context.embargoMs,
  });
  const { query, total, items, next } = answer;
  return { value: { query, total: total.value, items: toItems(items, context), next } };
}

type Items = ReturnType<typeof searchImages>['items'];

function toItems(items: Items, context: AnswerContext): unknown[] {
  const { thumbnails, stopwatch } = context;
  return stopwatch.time('items', () => {
    const hashes = thumbnails.thumbhashes(items.map(({ digest }) => digest));
    return toShownItems(items, context).map((item) =>
      toApiItem(item, context, hashes.get(item.digest)),
    );
  });
}

/** Under an embargo what later captures and pages say of an image is left out. */
function toShownItems(items: Items, context: AnswerContext): Items {
  if (context.embargoMs <= 0) return items;
  return items.flatMap(({ id, score }) => {
    const document = findDocument(context, id);
    return document === undefined ? [] : [toItem({ document, score })];
  });
}

/** Search itself answers a cursor that cannot be used with nothing and a warning; an API says no. */
function toRefusal(warnings: readonly { readonly code: string; readonly message: string }[]) {
  for (const { code, message } of warnings) {
    if (code === 'cursor-invalid') {
      return {
        kind: 'refused',
        problem: 'invalid-parameter',
        detail: message,
        parameter: 'cursor',
      } as const;
    }
    if (code === 'cursor-other-query') {
      return { kind: 'refused', problem: 'cursor-expired', detail: message } as const;
    }
  }
  return undefined;
}
