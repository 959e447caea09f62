// Answers of `/api/v1/map` and `/api/v1/around`: images by where they are.

import { distanceKm } from '../../model/distance.ts';
import type { ImageDocument } from '../../model/image.ts';
import type { IndexSelection, MapCell, SearchIndex } from '../../model/index-query.ts';
import { parseQuery } from '../../model/query/parse-query.ts';
import { printQuery } from '../../model/query/print-query.ts';
import { openSharedGazetteer } from '../../pipeline/place-reader.ts';
import { toItem } from '../../search/item.ts';
import { type SearchWarning, searchImages, toPlan } from '../../search/search.ts';
import { toQueryWarnings } from '../../search/warning.ts';
import { type AnswerContext, type Answered, findDocument } from './answer-context.ts';
import { toApiItem } from './api-item.ts';
import { toExactItem } from './exact-place.ts';
import type { AroundQuery, MapQuery } from './query-requests.ts';
import { toCounted } from './selection.ts';

/** Most clusters of one answer; where there would be more, they are larger. */
const MAX_CELLS = 1500;
/** Cells of 64 pixels, where the world is 512 pixels wide at zoom 0. */
const CELL_LEVELS = 3;

/** Clusters as GeoJSON: points with counts that add up to the number of images with a place. */
export async function answerMap(request: MapQuery, context: AnswerContext): Promise<Answered> {
  const { searched, stopwatch } = context;
  const { query, notes } = parseQuery(request.q);
  const plan = await toPlan(searched, query, await toCounted(request, context));
  const grid = { level: Math.floor(request.zoom) + CELL_LEVELS, limit: MAX_CELLS };
  const counted = await stopwatch.time('cells', () => countCells(searched, plan.selections, grid));
  const features = await stopwatch.time('features', () =>
    Promise.all(counted.cells.map((cell) => toFeature(cell, context))),
  );
  const total = counted.cells.reduce((sum, { count }) => sum + count, 0);
  const warnings: SearchWarning[] = [...toQueryWarnings(notes), ...plan.warnings];
  return {
    value: {
      type: 'FeatureCollection',
      query: printQuery(query),
      total,
      level: counted.level,
      features,
      warnings,
    },
  };
}

/** Cells of several selections, which share no document. */
async function countCells(
  index: SearchIndex,
  selections: readonly IndexSelection[],
  grid: { readonly level: number; readonly limit: number },
) {
  const answers = await Promise.all(selections.map((selection) => index.cells(selection, grid)));
  const level = Math.min(grid.level, ...answers.map((answer) => answer.level));
  return { level, cells: answers.flatMap(({ cells }) => cells) };
}

async function toFeature(cell: MapCell, context: AnswerContext) {
  const { count, id, latitude, longitude } = cell;
  const document = count === 1 ? await findDocument(context, id) : undefined;
  return {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [longitude, latitude] },
    properties: { count, id, ...(document !== undefined && toSingle(document)) },
  };
}

function toSingle({ place, alts, titles, captions }: ImageDocument) {
  const name = [...titles, ...alts, ...captions][0]?.text ?? '';
  return { name: name.slice(0, 200), confidence: place?.confidence ?? 0, extent: place?.extent };
}

/** Images are loaded and sorted by distance; where there are more within the circle, it is made smaller first. */
const MAX_SORTED = 1000;
const SHRINK = 0.7;

/** Images around a point, the nearest first. */
export async function answerAround(
  request: AroundQuery,
  context: AnswerContext,
): Promise<Answered> {
  const { searched, stopwatch } = context;
  const { latitude, longitude, limit } = request;
  const centre = { latitude, longitude };
  const selection = await toCounted(request, context);
  const search = (km: number) => {
    const query = `${request.q} near:${latitude},${longitude},${Math.max(km, 0.001)}`;
    return searchImages(searched, { ...selection, query, sort: 'oldest', limit: MAX_SORTED });
  };
  const { total, items, warnings } = await stopwatch.time('search', async () => {
    const whole = await search(request.km);
    let found = whole;
    for (let { km } = request; found.total.value > MAX_SORTED; ) {
      km *= SHRINK;
      const smaller = await search(km);
      // So many at one point that a smaller circle loses all of them: the oldest of these.
      if (smaller.total.value < limit) break;
      found = smaller;
    }
    return { total: whole.total.value, items: found.items, warnings: whole.warnings };
  });
  const near = items
    .flatMap((item) =>
      item.place === undefined ? [] : [{ id: item.id, km: distanceKm(centre, item.place) }],
    )
    .sort((a, b) => a.km - b.km || (a.id < b.id ? -1 : 1))
    .slice(0, limit);
  const found = await Promise.all(near.map(({ id, km }) => toAround(id, km, context)));
  return { value: { total, items: found.filter((item) => item !== undefined), warnings } };
}

/** An image as guides and games use it: name, photo, place, address and what tells how good it is. */
async function toAround(id: string, km: number, context: AnswerContext) {
  const document = await findDocument(context, id);
  if (document?.place === undefined) return undefined;
  const item = toExactItem(toItem({ document, score: 0 }), document, context);
  const api = toApiItem(item, context);
  const place = api.place ?? document.place;
  const gazetteer = await openSharedGazetteer();
  const town = gazetteer.nearest(place.latitude, place.longitude);
  return {
    id,
    name: nameOf(document),
    photo: api.content,
    thumbnail: api.thumbnail,
    page: api.page?.url ?? null,
    archivedPage: api.archivedPage,
    latitude: place.latitude,
    longitude: place.longitude,
    distanceKm: round(km, 100),
    address: { town: place.town, region: place.region, country: place.country },
    place: {
      source: place.source,
      confidence: place.confidence,
      extent: place.extent,
      name: place.name,
    },
    quality: {
      width: document.width,
      height: document.height,
      pixels: document.width * document.height,
      captures: document.matchingImages,
      pages: document.matchingPages,
      kind: item.kind ?? null,
      townKm: town?.distanceKm ?? null,
    },
    taken: document.taken === '' ? null : document.taken,
    licence: document.licence === undefined ? null : document.licence.url || document.licence.name,
  };
}

function nameOf({ titles, alts, captions, page }: ImageDocument): string {
  const said = [titles, alts, captions].flatMap((texts) => texts.map(({ text }) => text));
  return (said.find((text) => text.length >= 3) ?? page?.title ?? '').slice(0, 200);
}

function round(value: number, steps: number): number {
  return Math.round(value * steps) / steps;
}
