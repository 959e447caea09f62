// The background of the map that the operator chose, in place of the bundled outlines.
import type { Map as GlMap } from 'maplibre-gl';

/** What the server says of its tiles. */
export type ShownTiles =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'vector' | 'raster';
      readonly url: string;
      readonly minZoom: number;
      readonly maxZoom: number;
      readonly credit: string;
      readonly layers: readonly string[];
    };

/** Asks the server for its tiles; none where it cannot say. */
export async function loadTiles(): Promise<ShownTiles> {
  const answer = await fetch('/tiles.json').catch(() => undefined); // the outlines do then
  return answer?.ok === true ? answer.json() : { kind: 'none' };
}

/** Colours of what vector tiles draw. */
interface Colors {
  readonly sea: string;
  readonly land: string;
  readonly border: string;
}

const SOURCE = 'tiles';
/** Our own layers that tiles replace. */
const OUTLINES = ['land', 'borders'];
const LABELS = ['towns', 'town-names', 'country-names'];
/** Names of layers in the schemas of Protomaps and of OpenMapTiles. */
const WATER = ['water'];
const ROADS = ['roads', 'transportation'];
const BORDERS = ['boundaries', 'boundary'];

/** Puts tiles below the labels. Pictures have names of their own on them; vector tiles are drawn in the colours of the page. */
export function addTiles(
  map: GlMap,
  tiles: Exclude<ShownTiles, { kind: 'none' }>,
  colors: Colors,
): void {
  const { kind, minZoom, maxZoom, layers } = tiles;
  const url = tiles.url.startsWith('/') ? `${location.origin}${tiles.url}` : tiles.url;
  const shared = { tiles: [url], minzoom: minZoom, maxzoom: maxZoom };
  for (const id of OUTLINES) map.removeLayer(id);
  const [below = ''] = LABELS;
  if (kind === 'raster') {
    for (const id of LABELS) map.removeLayer(id);
    map.addSource(SOURCE, { type: 'raster', tileSize: 256, ...shared });
    map.addLayer({ id: SOURCE, type: 'raster', source: SOURCE });
    return;
  }
  map.addSource(SOURCE, { type: 'vector', ...shared });
  const hasEarth = layers.includes('earth');
  map.setPaintProperty('sea', 'background-color', hasEarth ? colors.sea : colors.land);
  const isThere = (name: string) => layers.length === 0 || layers.includes(name);
  const fill = (name: string, color: string) =>
    map.addLayer(
      {
        ...{ id: `tiles-${name}`, type: 'fill', source: SOURCE, 'source-layer': name },
        filter: ['==', ['geometry-type'], 'Polygon'],
        paint: { 'fill-color': color },
      },
      below,
    );
  const line = (name: string, width: number, opacity: number) =>
    map.addLayer(
      {
        ...{ id: `tiles-${name}`, type: 'line', source: SOURCE, 'source-layer': name },
        filter: ['==', ['geometry-type'], 'LineString'],
        paint: { 'line-color': colors.border, 'line-width': width, 'line-opacity': opacity },
      },
      below,
    );
  if (hasEarth) fill('earth', colors.land);
  for (const name of WATER.filter(isThere)) fill(name, colors.sea);
  for (const name of ROADS.filter(isThere)) line(name, 0.6, 0.5);
  for (const name of BORDERS.filter(isThere)) line(name, 0.8, 1);
}
