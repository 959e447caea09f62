// Places of a query: `38.7,-9.1,5`, `Lisboa`, `New York,20`.
import { fold, isBlank, tidy } from './characters.ts';
import type { QueryBox, QueryPlace } from './query.ts';

/** Radius around coordinates that come without one. */
export const DEFAULT_KM = 10;

/** Half the way round the Earth: nothing is farther away. */
const MAX_KM = 20_038;
const NUMBER = /^[+-]?\d+(?:\.\d+)?$/;
const DISTANCE = /^(\d+(?:\.\d+)?) ?(?:km)?$/;

/** Reads a place; `undefined` when it cannot be one: off the Earth, no radius, no name. */
export function readPlace(text: string): QueryPlace | undefined {
  const parts = tidy(text.normalize('NFKC'))
    .split(',')
    .map((part) => part.trim());
  if (parts.some(isBlank)) return undefined;
  const first = parts[0] ?? '';
  const second = parts[1] ?? '';
  if (isNumber(first) && isNumber(second)) return toPoint(parts);
  const km = toKm(parts.at(-1) ?? '');
  if (km === undefined) return toNamed(parts);
  return isKm(km) ? toNamed(parts.slice(0, -1), km) : undefined;
}

/** A place as text; whoever prints it puts a name with blanks between quotes. */
export function printPlace(place: QueryPlace, quote: (name: string) => string): string {
  if (!('name' in place)) return `${place.latitude},${place.longitude},${place.km}`;
  return quote(place.name) + (place.km === undefined ? '' : `,${place.km}`);
}

/** Reads a part of a map; `undefined` when it is off the Earth or upside down. */
export function readBox(text: string): QueryBox | undefined {
  const parts = tidy(text.normalize('NFKC'))
    .split(',')
    .map((part) => part.trim());
  if (parts.length !== 4 || !parts.every(isNumber)) return undefined;
  const [west = 0, south = 0, east = 0, north = 0] = parts.map(toDegrees);
  const isOnEarth = Math.max(Math.abs(south), Math.abs(north)) <= 90 && south <= north;
  if (!isOnEarth || Math.max(Math.abs(west), Math.abs(east)) > 180) return undefined;
  return { west, south, east, north };
}

function toPoint(parts: readonly string[]): QueryPlace | undefined {
  const [latitude, longitude] = [toDegrees(parts[0]), toDegrees(parts[1])];
  const km = parts.length === 2 ? DEFAULT_KM : toKm(parts[2] ?? '');
  if (parts.length > 3 || km === undefined || !isKm(km)) return undefined;
  const isOnEarth = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  return isOnEarth ? { latitude, longitude, km } : undefined;
}

/** `Lisboa,2,5` means 2.5 kilometres, which is written with a dot: better refused than taken for 5. */
function toNamed(parts: readonly string[], km?: number): QueryPlace | undefined {
  const name = parts.join(', ');
  if (!/\p{L}/u.test(name) || toKm(parts.at(-1) ?? '') !== undefined) return undefined;
  return km === undefined ? { name } : { name, km };
}

function isNumber(text: string): boolean {
  return NUMBER.test(text);
}

function toKm(text: string): number | undefined {
  const digits = DISTANCE.exec(fold(text))?.[1];
  return digits === undefined ? undefined : rounded(Number(digits));
}

function isKm(km: number): boolean {
  return km > 0 && km <= MAX_KM;
}

function toDegrees(text = ''): number {
  return rounded(Number(text)) + 0; // no negative zero
}

/** Six decimals are a tenth of a metre, and print without an exponent. */
function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
