// Answers of `/api/v1/images` and the parts of `/api/v1/export`.

import { createMatchedPages } from '../../pipeline/matched-page.ts';
import { type SearchItem, toItem } from '../../search/item.ts';
import { type Correction, facets, type SearchAnswer, searchImages } from '../../search/search.ts';
import { type AnswerContext, type Answered, findDocument } from './answer-context.ts';
import { toApiItem } from './api-item.ts';
import { toExactItem } from './exact-place.ts';
import type { ExportQuery, SearchQuery, Selected } from './query-requests.ts';
import { toSelection } from './selection.ts';
import { shownFacets } from './shown-index.ts';
import { shownCorrection } from './shown-words.ts';

/** With so few answers another spelling may be what was meant. */
const FEW = 3;
/** Values of each facet that are sent along with a search. */
const FACET_VALUES = 20;

/** A page of answers, with facets and a correction where they are wanted. */
export async function answerSearch(
  request: SearchQuery,
  context: AnswerContext,
): Promise<Answered> {
  const { library, stopwatch, embargoMs } = context;
  const { index } = library;
  const { kind: _, q, facets: wanted, ...paging } = request;
  const names = shownFacets(wanted, embargoMs);
  const { safe } = request;
  const search = (query: string) =>
    stopwatch.time('search', async () =>
      searchImages(index, {
        ...paging,
        ...(await toSelection(request, embargoMs, query)),
        matchedPages: createMatchedPages(library),
      }),
    );
  const typed = await search(q);
  const better = await findBetter(typed);
  // Nothing holds the words as they were typed: the answers are those of the words that were meant. Phrases are only offered
  // another spelling: nobody could insist on theirs.
  const isReplaced =
    better !== undefined && typed.parts[0]?.total === 0 && better.instead !== typed.query;
  const answer = isReplaced ? await search(better.query) : typed;
  const refused = toRefusal(answer.warnings);
  if (refused !== undefined) return refused;
  const selection = await toSelection(request, embargoMs, isReplaced ? better.query : q);
  const counted =
    wanted.length === 0
      ? {}
      : {
          facets: await stopwatch.time('facets', () =>
            facets(index, { ...selection, names, limit: FACET_VALUES }),
          ),
        };
  const { total, items, parts, next, took } = answer;
  // What was not understood stands in the query as it was typed.
  const { warnings } = isReplaced && request.cursor === undefined ? typed : answer;
  return {
    value: {
      query: typed.query,
      total,
      items: await toItems(items, context),
      parts,
      ...counted,
      ...(isReplaced && { corrected: better }),
      ...(!isReplaced && better !== undefined && { didYouMean: better.query }),
      next,
      took,
      warnings,
    },
    next,
  };

  /** Another spelling, where few pictures hold all words; it is looked for again where a cursor goes on with it. */
  async function findBetter({ parts, warnings }: SearchAnswer): Promise<Correction | undefined> {
    const isStart = request.cursor === undefined && request.offset === 0;
    const isOther = warnings.some(({ code }) => code === 'cursor-other-query');
    const isFew = (parts[0]?.total ?? 0) <= FEW;
    if (!isFew || q.trim() === '' || !(isStart || isOther)) return undefined;
    return stopwatch.time('correct', () => shownCorrection(q, { ...context, safe }));
  }
}

/** A part of an export; the same items, and what stands at its head. */
export async function answerExport(
  request: Selected & ExportQuery,
  context: AnswerContext,
): Promise<Answered> {
  const { kind: _, q: _query, ...paging } = request;
  const selection = await toSelection(request, context.embargoMs);
  const answer = await searchImages(context.library.index, { ...paging, ...selection });
  const { query, total, items, next } = answer;
  return { value: { query, total: total.value, items: await toItems(items, context), next } };
}

type Items = SearchAnswer['items'];

function toItems(items: Items, context: AnswerContext): Promise<unknown[]> {
  return context.stopwatch.time('items', async () => {
    const shown = await toShownItems(items, context);
    return shown.map((item) => toApiItem(item, context));
  });
}

/** Under an embargo what later captures and pages say of an image is left out. */
async function toShownItems(items: Items, context: AnswerContext): Promise<Items> {
  if (context.embargoMs <= 0 && context.exactPlaces !== true) return items;
  const shown: SearchItem[] = [];
  for (const { id, score, matchedPage } of items) {
    const document = await findDocument(context, id);
    if (document === undefined) continue;
    const item = toExactItem(toItem({ document, score }), document, context);
    shown.push(matchedPage === undefined ? item : { ...item, matchedPage });
  }
  return shown;
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
