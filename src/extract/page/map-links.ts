// Positions inside links to maps: Google, OpenStreetMap, Bing, Apple, Wikipedia's GeoHack, and `geo:` addresses.
import { type LatLon, toLatLon } from './lat-lon.ts';

const MAX_LINK_LENGTH = 4096;

const NUMBER = '(-?\\d{1,3}(?:\\.\\d{1,20})?)';
const PAIR = `${NUMBER}(?:,|%2C)(?:\\+|%20)?${NUMBER}`;

/** The forms, the most exact first: a marker before the centre of the view. */
const FORMS: readonly RegExp[] = [
  new RegExp(`^geo:${PAIR}`, 'i'),
  new RegExp(`!3d${NUMBER}!4d${NUMBER}`),
  new RegExp(`[?&]mlat=${NUMBER}&(?:amp;)?mlon=${NUMBER}`),
  new RegExp(`[?&](?:q|query|ll|sll|daddr|destination|center|cbll)=(?:loc:)?${PAIR}`),
  new RegExp(`/maps/(?:[^@]{0,500})@${PAIR}`),
  new RegExp(`#map=\\d{1,2}(?:\\.\\d+)?/${NUMBER}/${NUMBER}`),
  new RegExp(`[?&]cp=${NUMBER}~${NUMBER}`),
  new RegExp(`[?&]lat=${NUMBER}&(?:amp;)?lon=${NUMBER}`),
  new RegExp(`!2d${NUMBER}!3d${NUMBER}`),
];

/** The position that a link points at, if it is a link to a map that states one. */
export function mapPosition(link: string): LatLon | undefined {
  if (link.length > MAX_LINK_LENGTH || !isMap(link)) return undefined;
  for (const form of FORMS) {
    const match = form.exec(link);
    if (match === null) continue;
    // Only the embedded form of Google puts the longitude first.
    const [, first = '', second = ''] = match;
    return form.source.startsWith('!2d') ? toLatLon(second, first) : toLatLon(first, second);
  }
  return undefined;
}

/** `params=41_9_43.7_N_8_37_19_W` or `params=41.16_N_8.62_W`, as articles of Wikipedia link to maps of their subject. */
const GEOHACK =
  /geohack[^?]{0,100}\?(?:[^#]{0,500}&)?params=([\d.]+(?:_[\d.]+){0,2})_([NS])_([\d.]+(?:_[\d.]+){0,2})_([EW])/i;

/** The position of a link to GeoHack. */
export function geohackPosition(link: string): LatLon | undefined {
  if (link.length > MAX_LINK_LENGTH || !link.includes('geohack')) return undefined;
  const [, north = '', ns, east = '', ew] = GEOHACK.exec(link) ?? [];
  if (ns === undefined) return undefined;
  const latitude = fromParts(north) * (ns.toUpperCase() === 'S' ? -1 : 1);
  return toLatLon(latitude, fromParts(east) * (ew?.toUpperCase() === 'W' ? -1 : 1));
}

/** Degrees, minutes and seconds. */
function fromParts(parts: string): number {
  const [degrees = 0, minutes = 0, seconds = 0] = parts.split('_').map(Number);
  return Math.round((degrees + minutes / 60 + seconds / 3600) * 1e6) / 1e6;
}

function isMap(link: string): boolean {
  // A look that rules out nearly every link before the expression is tried.
  if (!/map|^geo:/i.test(link)) return false;
  return /^geo:|^https?:\/\/(?:[\w-]+\.)*(?:google\.[\w.]+\/maps|maps\.google\.|openstreetmap\.org|osm\.org|bing\.com\/maps|maps\.apple\.com)/i.test(
    link,
  );
}
