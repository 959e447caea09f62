// What the map page asks the server: clusters and images of the part that is in view.
import { imagesAddress, mapAddress } from '../api/addresses.ts';
import type { ImagesAnswer, ItemDetail, MapAnswer } from '../api/types.ts';
import { createResource } from '../state/resource.ts';
import type { MapRoute } from '../state/route.ts';
import { toServerQuery } from '../state/sensitive.ts';
import { settings } from '../state/settings.ts';
import type { Bounds, Viewport } from './view.ts';

/** Clusters in view. */
export const clusters = createResource<MapAnswer>({ keepsOld: true });
/** Images in view. */
export const inView = createResource<ImagesAnswer>({ keepsOld: true });
/** The image that was opened on the map. */
export const opened = createResource<ItemDetail>();

/** The whole world, as a phone shows it too. */
export const WORLD: Viewport = { latitude: 25, longitude: 5, zoom: 0.6 };

/** Steps of sureness that can be chosen; 0: all. */
export const SURENESS = [0, 0.6, 0.8] as const;

/** Asks for what is in view. */
export function loadInView(route: MapRoute, bounds: Bounds, zoom: number): void {
  const query = {
    ...toServerQuery(route.q, settings.value.sensitive),
    bbox: toText(bounds),
    ...(route.sure > 0 && { sure: String(route.sure) }),
  };
  clusters.load(mapAddress(query, zoom));
  inView.load(imagesAddress(query, route.sort));
}

/** Where the map is, as the address of the page has it: `4.5/41.15/-8.61`. */
export function printViewport({ zoom, latitude, longitude }: Viewport): string {
  return `${round(zoom, 10)}/${round(latitude, 1000)}/${round(longitude, 1000)}`;
}

/** Reads where the map is; the world where that cannot be read. */
export function parseViewport(text: string): Viewport {
  const [zoom, latitude, longitude] = text.split('/').map(Number);
  const isPlace =
    zoom !== undefined &&
    latitude !== undefined &&
    longitude !== undefined &&
    zoom >= 0 &&
    zoom <= 22 &&
    Math.abs(latitude) <= 90 &&
    Math.abs(longitude) <= 180;
  return isPlace ? { zoom, latitude, longitude } : WORLD;
}

function toText({ west, south, east, north }: Bounds): string {
  return [west, south, east, north].map((degrees) => round(degrees, 10_000)).join(',');
}

function round(value: number, steps: number): number {
  return Math.round(value * steps) / steps + 0;
}
