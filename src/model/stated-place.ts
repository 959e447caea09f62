// What the markup of a page states about the place of an image or of itself, as one line of text that rows can keep.
import type { GeoHintSource } from './observation.ts';
import type { LatLon } from './place.ts';

/** A statement. */
export interface StatedPlace {
  /** It is about this very image, about what the page is about, or about those who run the site. */
  readonly scope: 'image' | 'page' | 'site';
  /** `img` elements of the page: one position says little about each of a hundred pictures. */
  readonly images: number;
  /** What kind of markup it stands in. */
  readonly source: GeoHintSource | 'address';
  /** Absent: only the name is stated. */
  readonly point?: LatLon | undefined;
  /** Name of the place, or an address of names from the smallest to the largest; `''` when there is none. */
  readonly name: string;
}

const MAX_NAME = 120;
const LINE =
  /^(image|page|site) (\d{1,6}) ([\w.-]{1,20}) (?:(-?[\d.]{1,12}),(-?[\d.]{1,12})|-)(?: (.*))?$/;

/** A statement as a line: `page 12 microdata 41.1496,-8.611 Porto`. */
export function printStatedPlace({ scope, images, source, point, name }: StatedPlace): string {
  const where =
    point === undefined ? '-' : `${toDigits(point.latitude)},${toDigits(point.longitude)}`;
  const words = name.replace(/\s+/g, ' ').trim().slice(0, MAX_NAME);
  return `${scope} ${Math.min(images, 999_999)} ${source} ${where}${words === '' ? '' : ` ${words}`}`;
}

/** The statements of a text of lines; those that cannot be read are left out. */
export function parseStatedPlaces(text: string): StatedPlace[] {
  return text.split('\n').flatMap((line) => {
    const [, scope, images, source, latitude, longitude, name = ''] = LINE.exec(line) ?? [];
    if (scope === undefined) return [];
    const point =
      latitude === undefined
        ? undefined
        : { latitude: Number(latitude), longitude: Number(longitude) };
    const isUsable =
      point === undefined
        ? name !== ''
        : Math.abs(point.latitude) <= 90 && Math.abs(point.longitude) <= 180;
    // The expression lets nothing else pass, but for sources of a later version, which count as any page's.
    const kind = { scope: scope as StatedPlace['scope'], source: source as StatedPlace['source'] };
    return isUsable ? [{ ...kind, images: Number(images), point, name }] : [];
  });
}

/** Six decimals are a tenth of a metre. */
function toDigits(degrees: number): string {
  return String(Math.round(degrees * 1e6) / 1e6 + 0);
}
