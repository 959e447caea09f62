// Positions on the Earth as pages write them.

/** A position in decimal degrees. */
export interface LatLon {
  readonly latitude: number;
  readonly longitude: number;
}

/** A position from two numbers or texts; `undefined` if it is none, or the 0,0 of empty forms. */
export function toLatLon(latitude: unknown, longitude: unknown): LatLon | undefined {
  const position = { latitude: toDegrees(latitude), longitude: toDegrees(longitude) };
  if (!(Math.abs(position.latitude) <= 90) || !(Math.abs(position.longitude) <= 180)) {
    return undefined;
  }
  return position.latitude === 0 && position.longitude === 0 ? undefined : position;
}

/** A position from one text, such as `38.7;-9.1` or `38.7, -9.1`. */
export function parseLatLon(text: string): LatLon | undefined {
  const [latitude, longitude, rest] = text.split(/[;,]/, 3);
  return rest === undefined ? toLatLon(latitude, longitude) : undefined;
}

function toDegrees(value: unknown): number {
  if (typeof value === 'number') return value;
  // Written out, so that `0x10`, `1e3` and blank texts are no numbers.
  if (typeof value !== 'string' || !/^\s*[+-]?\d{1,3}(?:\.\d{1,20})?\s*$/.test(value))
    return Number.NaN;
  return Number(value);
}
