// A correction of the place of a picture by a person: a fact of its content, and evidence of the highest rank.
import type { LatLon } from './place.ts';

/** What a person said about the place of a picture. */
export interface PlaceCorrection {
  /** Where it is; absent where only a wrong place is taken back. */
  readonly point?: LatLon | undefined;
  /** It is nowhere that could be shown: what evidence says is wrong. */
  readonly isNowhere: boolean;
  /** Name of the place; `''` when none was given. */
  readonly name: string;
  readonly author: string;
  /** RFC 3339 in UTC. */
  readonly time: string;
}

/** Reads a correction as facts keep it; `undefined` when it is none, or was taken back. */
export function readCorrection(value: unknown): PlaceCorrection | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Reflect.get(value, 'isTakenBack') === true) return undefined;
  const [latitude, longitude] = [Reflect.get(value, 'latitude'), Reflect.get(value, 'longitude')];
  const isPoint =
    typeof latitude === 'number' &&
    typeof longitude === 'number' &&
    Math.abs(latitude) <= 90 &&
    Math.abs(longitude) <= 180;
  const text = (name: string) => String(Reflect.get(value, name) ?? '').slice(0, 200);
  return {
    ...(isPoint && { point: { latitude, longitude } }),
    isNowhere: !isPoint,
    name: text('name'),
    author: text('author'),
    time: text('time'),
  };
}
