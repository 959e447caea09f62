// The part of the world that a query asks for, as an outline on the map.
import type { GeoJSONSource, LayerSpecification } from 'maplibre-gl';
import { parseQuery } from '../../src/model/query/parse-query.ts';
import type { Bounds, Point } from './view.ts';

/** Corners of an outline, the first one again at the end. */
export type Outline = readonly (readonly [longitude: number, latitude: number])[];

/** Name of the source of the outline. */
export const AREA = 'area';

/** Kilometres of a degree of latitude. */
const KM_PER_DEGREE = 111.2;
/** Corners of a circle. */
const CORNERS = 64;
/** Farther north and south a map of this kind does not reach. */
const MOST_LATITUDE = 85;

/** The outline of the box or circle of a query; `undefined` where there is none, or a place is named. */
export function areaOf(q: string): Outline | undefined {
  for (const node of parseQuery(q).query.nodes) {
    if (node.kind !== 'operator') continue;
    if (node.name === 'bbox') return toBox(node.box);
    if (node.name === 'near' && 'latitude' in node.place) return toCircle(node.place);
  }
  return undefined;
}

/** What holds an outline. */
export function boundsOf(outline: Outline): Bounds {
  const longitudes = outline.map(([longitude]) => longitude);
  const latitudes = outline.map(([, latitude]) => latitude);
  return {
    west: Math.min(...longitudes),
    south: Math.min(...latitudes),
    east: Math.max(...longitudes),
    north: Math.max(...latitudes),
  };
}

/** Corners with growing longitudes, so that a box over the antimeridian is one box. */
function toBox({ west, south, east, north }: Bounds): Outline {
  const right = east < west ? east + 360 : east;
  return [
    [west, south],
    [right, south],
    [right, north],
    [west, north],
    [west, south],
  ];
}

function toCircle({ latitude, longitude, km }: Point & { readonly km: number }): Outline {
  const [up, across] = [km / KM_PER_DEGREE, km / KM_PER_DEGREE / cosine(latitude)];
  return Array.from({ length: CORNERS + 1 }, (_, at) => {
    const angle = (2 * Math.PI * at) / CORNERS;
    const north = latitude + up * Math.sin(angle);
    const limited = Math.max(-MOST_LATITUDE, Math.min(MOST_LATITUDE, north));
    return [longitude + Math.min(across, 180) * Math.cos(angle), limited] as const;
  });
}

/** A radius that suits a map: a third of what is seen at that zoom, as a round number of kilometres. */
export function radiusFor({
  latitude,
  zoom,
}: {
  readonly latitude: number;
  readonly zoom: number;
}) {
  const km = (EARTH_KM * cosine(latitude)) / 2 ** zoom / 3;
  const step = 10 ** Math.floor(Math.log10(km));
  const round = [5, 2, 1].find((each) => each * step <= km) ?? 1;
  return Math.max(1, Math.min(5000, round * step));
}

/** Around the equator; a map of zoom 0 shows as much in 512 pixels. */
const EARTH_KM = 40_075;

function cosine(latitude: number): number {
  return Math.max(0.05, Math.cos((latitude * Math.PI) / 180));
}

/** The outline as the map takes it. */
export function toAreaData(
  outline: Outline | undefined,
): Exclude<Parameters<GeoJSONSource['setData']>[0], string> {
  const ring = outline?.map(([longitude, latitude]) => [longitude, latitude]);
  return {
    type: 'FeatureCollection',
    features:
      ring === undefined
        ? []
        : [
            {
              type: 'Feature',
              geometry: { type: 'Polygon', coordinates: [ring] },
              properties: {},
            },
          ],
  };
}

/** The layers of the outline. */
export function toAreaLayers({ accent }: { readonly accent: string }): LayerSpecification[] {
  return [
    {
      id: 'area',
      type: 'fill',
      source: AREA,
      paint: { 'fill-color': accent, 'fill-opacity': 0.06 },
    },
    {
      id: 'area-line',
      type: 'line',
      source: AREA,
      paint: { 'line-color': accent, 'line-width': 2, 'line-dasharray': [3, 2] },
    },
  ];
}
