// What the map page asks the server: clusters and images of the part that is in view.
import { imagesAddress, mapAddress, placesAddress } from '../api/addresses.ts';
import { fetchJson } from '../api/client.ts';
import type { ImagesAnswer, ItemDetail, MapAnswer, PlacesAnswer } from '../api/types.ts';
import { createResource, type Resource } from '../state/resource.ts';
import type { MapRoute } from '../state/route.ts';
import { toServerQuery } from '../state/sensitive.ts';
import { settings } from '../state/settings.ts';
import type { Bounds, Viewport } from './view.ts';

/** Clusters in view. */
export const clusters = createResource<MapAnswer>({ keepsOld: true });
/** Images in view. */
export const inView = createResource<ImagesAnswer>({ keepsOld: true });
/** The image that was opened on the map. */
export const opened = createResource<ItemDetail>({ keepsOld: true });
/** Names to write on the map. */
export const labels = createResource<PlacesAnswer>({ keepsOld: true });

/** The whole world, as a phone shows it too. */
export const WORLD: Viewport = { latitude: 25, longitude: 5, zoom: 0.6 };

/** Names on the map at most; those that have no room are left out. */
const MAX_LABELS = 60;

/** How finely clusters are asked for to see where they are: cells of about three degrees. */
const FINE_ZOOM = 4;
/** What is spread over more degrees is shown on a map of the whole world. */
const WIDEST = 150;

/** Steps of sureness that can be chosen; 0: all. */
export const SURENESS = [0, 0.6, 0.8] as const;

/** Asks for what is in view. */
export function loadInView(route: MapRoute, bounds: Bounds, zoom: number): void {
  const query = {
    ...toServerQuery(route.q, settings.value.sensitive),
    bbox: toBoxText(bounds),
    ...(route.sure > 0 && { sure: String(route.sure) }),
  };
  clusters.load(mapAddress(query, zoom));
  inView.load(imagesAddress(query, route.sort));
  labels.load(placesAddress({ bbox: toBoxText(bounds), limit: String(MAX_LABELS) }));
}

/** Where all is that a query finds; `undefined` where that is nowhere, all the world over, or cannot be had. */
export async function findBounds({ q, sure }: MapRoute): Promise<Bounds | undefined> {
  const query = {
    ...toServerQuery(q, settings.value.sensitive),
    ...(sure > 0 && { sure: String(sure) }),
  };
  const found = await fetchJson<MapAnswer>(mapAddress(query, FINE_ZOOM)).catch(() => undefined);
  return found && toBounds(found);
}

/** What holds all clusters. Images of a cluster may lie a cell away from its point. */
function toBounds({ features, level }: MapAnswer): Bounds | undefined {
  const cell = 360 / 2 ** level;
  const points = features.map(({ geometry, properties }) => {
    const [longitude = 0, latitude = 0] = geometry.coordinates;
    return { longitude, latitude, around: properties.count > 1 ? cell : 0 };
  });
  const west = Math.min(...points.map(({ longitude, around }) => longitude - around));
  const east = Math.max(...points.map(({ longitude, around }) => longitude + around));
  const south = Math.min(...points.map(({ latitude, around }) => latitude - around));
  const north = Math.max(...points.map(({ latitude, around }) => latitude + around));
  if (points.length === 0 || east - west > WIDEST) return undefined;
  return { west, east, south: Math.max(south, -80), north: Math.min(north, 80) };
}

/** Asks for everything again, past what the browser has kept: a place was changed just now. */
export async function refreshMap(): Promise<void> {
  await Promise.all([refresh(opened), refresh(clusters), refresh(inView)]);
}

async function refresh<T>(resource: Resource<T>): Promise<void> {
  const { key } = resource.state.peek();
  if (key === '') return;
  const answer = await fetch(key, { cache: 'reload' });
  if (answer.ok && resource.state.peek().key === key) resource.replace(await answer.json());
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

/** A part of the map as the query language and the API have it. */
export function toBoxText({ west, south, east, north }: Bounds): string {
  return [west, south, east, north].map((degrees) => round(degrees, 10_000)).join(',');
}

function round(value: number, steps: number): number {
  return Math.round(value * steps) / steps + 0;
}
