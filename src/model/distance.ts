// Distances on the globe.
import type { LatLon } from './place.ts';

/** Mean radius of the earth. */
const EARTH_KM = 6371.0088;

/** Kilometres between two points along a great circle, by the haversine formula. */
export function distanceKm(a: LatLon, b: LatLon): number {
  const radians = Math.PI / 180;
  const rise = Math.sin(((b.latitude - a.latitude) * radians) / 2) ** 2;
  const turn = Math.sin(((b.longitude - a.longitude) * radians) / 2) ** 2;
  const half = rise + Math.cos(a.latitude * radians) * Math.cos(b.latitude * radians) * turn;
  return 2 * EARTH_KM * Math.asin(Math.sqrt(Math.min(1, half)));
}
