// Distances on the globe.

const EARTH_RADIUS_KM = 6371.0088;

/** Kilometres between two points, along a great circle. */
export function distanceKm(lat1: number, lon1: number, lat2: number, lon2: number): number {
  const toRadians = Math.PI / 180;
  const halfLat = Math.sin(((lat2 - lat1) * toRadians) / 2);
  const halfLon = Math.sin(((lon2 - lon1) * toRadians) / 2);
  const haversine =
    halfLat * halfLat + Math.cos(lat1 * toRadians) * Math.cos(lat2 * toRadians) * halfLon * halfLon;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(haversine)));
}
