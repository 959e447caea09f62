// Searches for `/imagesearch`: words are optional, and filters are exact, as Arquivo.pt's API has them.
import { MEDIUM_AREA, SMALL_AREA } from '../../model/image.ts';
import type { IndexFilter } from '../../model/index-query.ts';
import { parseQuery } from '../../model/query/parse-query.ts';
import { PINAKES_PROFILE } from '../../model/ranking.ts';
import { openPlacesFor } from '../../pipeline/place-reader.ts';
import { MAX_DEPTH, toPlan } from '../../search/search.ts';
import { searchSelected } from '../../search/selected.ts';
import { createLinks } from '../links.ts';
import type { AnswerContext, Answered } from '../query/answer-context.ts';
import { toShownDocument } from '../query/embargo.ts';
import { toNarrowed } from '../query/selection.ts';
import { type ImageSearchItem, toImageSearchItem } from './fields.ts';
import type { ImageSearchRequest } from './image-search-request.ts';

/** What was found; the envelope is made of it. */
export interface ImageSearchFound {
  readonly total: number;
  readonly items: readonly ImageSearchItem[];
}

/** Finds images. A collection that is not there is refused: its name is wrong, not its contents. */
export async function searchForArquivo(
  request: ImageSearchRequest,
  context: AnswerContext,
): Promise<Answered> {
  const { library, stopwatch, thumbnails, searched: index, scope } = context;
  const unknown = request.collections?.find(
    (name) => scope?.shows(name) === false || !library.files.collections().includes(name),
  );
  if (unknown !== undefined) {
    const detail = 'There is no such collection in this library.';
    return { kind: 'refused', problem: 'invalid-parameter', detail, parameter: 'collection' };
  }
  const { query } = parseQuery(request.q);
  const plan = await toPlan(index, query, {
    query: request.q,
    match: 'any',
    // As Arquivo.pt has it: each image is an answer of its own.
    duplicates: 'all',
    safe: request.safe,
    ...toNarrowed(context),
    places: await openPlacesFor(request.q),
  });
  const filters = toFilters(request);
  const selections = plan.selections.map((each) => ({
    ...each,
    filters: [...each.filters, ...filters],
  }));
  const { hits, total } = await stopwatch.time('search', () =>
    searchSelected(index, selections, {
      words: plan.words,
      profile: PINAKES_PROFILE,
      sort: 'relevance',
      offset: request.offset,
      limit: Math.min(request.maxItems, MAX_DEPTH - request.offset),
    }),
  );
  const links = createLinks(context.replayTemplate, request.base);
  const thumbnail = (digest: string) => {
    const found = thumbnails.get(digest, THUMBNAIL_SIDE);
    return found && Buffer.from(found.data).toString('base64');
  };
  const value: ImageSearchFound = {
    total,
    items: stopwatch.time('items', () =>
      hits.flatMap(({ document }) => {
        const shown = toShownDocument(document, context);
        if (shown === undefined) return [];
        return [toImageSearchItem(shown, request.fields, { links, thumbnail })];
      }),
    ),
  };
  return { value };
}

/** Arquivo.pt's thumbnails have at most so many pixels on each side; ours are the next larger ones. */
const THUMBNAIL_SIDE = 200;

function toFilters(request: ImageSearchRequest): IndexFilter[] {
  const { from, to, mimes, sizes, sites, collections } = request;
  const filters: IndexFilter[] = [];
  if (from !== undefined || to !== undefined) {
    filters.push({
      kind: 'time',
      ...(from !== undefined && { from }),
      ...(to !== undefined && { to }),
    });
  }
  if (mimes !== undefined) filters.push({ kind: 'mime', mimes });
  if (sizes !== undefined) filters.push(anyOf(sizes.map(toAreaFilter)));
  if (sites !== undefined) {
    filters.push(anyOf(sites.map((host) => ({ kind: 'site', host, withSubdomains: false }))));
  }
  if (collections !== undefined) {
    filters.push(anyOf(collections.map((name) => ({ kind: 'collection', name }))));
  }
  return filters;
}

function toAreaFilter(size: 'sm' | 'md' | 'lg'): IndexFilter {
  if (size === 'sm') return { kind: 'area', max: SMALL_AREA };
  if (size === 'lg') return { kind: 'area', min: MEDIUM_AREA + 1 };
  return { kind: 'area', min: SMALL_AREA + 1, max: MEDIUM_AREA };
}

function anyOf(filters: IndexFilter[]): IndexFilter {
  const [only] = filters;
  return only !== undefined && filters.length === 1 ? only : { kind: 'any', filters };
}
