// Answers of `/api/v1/images` and the parts of `/api/v1/export`.
import type { WordForms } from '../../model/index-query.ts';
import { createMatchedPages } from '../../pipeline/matched-page.ts';
import { type SearchItem, toItem } from '../../search/item.ts';
import { type Correction, facets, type SearchAnswer, searchImages } from '../../search/search.ts';
import { type AnswerContext, type Answered, findDocument } from './answer-context.ts';
import { toApiItem } from './api-item.ts';
import { toExactItem } from './exact-place.ts';
import type { ExportQuery, SearchQuery, Selected } from './query-requests.ts';
import { toCounted, toSelection } from './selection.ts';
import { shownFacets } from './shown-index.ts';
import { saysAny, shownCorrection } from './shown-words.ts';

/** With so few answers another spelling may be what was meant. */
const FEW = 3;
/** Values of each facet that are sent along with a search. */
const FACET_VALUES = 20;

/** A page of answers, with facets and a correction where they are wanted. */
export async function answerSearch(
  request: SearchQuery,
  context: AnswerContext,
): Promise<Answered> {
  const { library, stopwatch, searched: index } = context;
  const { kind: _, q, facets: wanted, ...paging } = request;
  const names = shownFacets(wanted, context);
  const { safe } = request;
  let words: readonly WordForms[] = [];
  const search = (query: string) =>
    stopwatch.time('search', async () =>
      searchImages(index, {
        ...paging,
        ...(await toSelection(request, context, query)),
        matchedPages:
          context.scope === undefined
            ? createMatchedPages(library)
            : (_, searched) => {
                // A page of a hidden collection may not be named.
                words = searched;
                return undefined;
              },
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
  const selection = await toCounted(request, context, isReplaced ? better.query : q);
  const counted =
    wanted.length === 0
      ? {}
      : {
          facets: await stopwatch.time('facets', () =>
            facets(index, { ...selection, names, limit: FACET_VALUES }),
          ),
        };
  const { next, took } = answer;
  const { total, items, parts } = await toShown(answer, words, context);
  // What was not understood stands in the query as it was typed.
  const { warnings } = isReplaced && request.cursor === undefined ? typed : answer;
  return {
    value: {
      query: typed.query,
      total,
      items,
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
  const selection = await toSelection(request, context);
  let words: readonly WordForms[] = [];
  const answer = await searchImages(context.searched, {
    ...paging,
    ...selection,
    matchedPages: (_, searched) => {
      words = searched;
      return undefined;
    },
  });
  const { query, next } = answer;
  const { total, items } = await toShown(answer, words, context);
  return { value: { query, total: total.value, items, next } };
}

/** An answer as the client may see it. */
interface ShownAnswer extends Pick<SearchAnswer, 'total' | 'parts'> {
  readonly items: readonly unknown[];
}

/** Those that only words found which are not shown are left out, and not counted. */
function toShown(
  { items, total, parts }: SearchAnswer,
  words: readonly WordForms[],
  context: AnswerContext,
): Promise<ShownAnswer> {
  return context.stopwatch.time('items', async () => {
    const shown = await toShownItems(items, words, context);
    const hidden = items.length - shown.length;
    const fewer = Math.max(shown.length, total.value - hidden);
    return {
      items: shown.map((item) => toApiItem(item, context)),
      total: { ...total, value: fewer },
      parts: parts.map((part) =>
        parts.length === 1 ? { ...part, total: Math.max(0, part.total - hidden) } : part,
      ),
    };
  });
}

/** What hidden collections, and later captures and pages, say of an image is left out. */
async function toShownItems(
  items: SearchAnswer['items'],
  words: readonly WordForms[],
  context: AnswerContext,
): Promise<SearchAnswer['items']> {
  const { embargoMs, scope, exactPlaces } = context;
  if (embargoMs <= 0 && scope === undefined && exactPlaces !== true) return items;
  const shown: SearchItem[] = [];
  for (const { id, score, matchedPage, collections } of items) {
    const document = await findDocument(context, id);
    if (document === undefined) continue;
    if (scope?.isWhole(collections) === false && !saysAny(document, words)) continue;
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
