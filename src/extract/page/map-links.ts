// Positions inside links to maps: Google, OpenStreetMap, Bing, Apple, and `geo:` addresses.
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

function isMap(link: string): boolean {
  // A look that rules out nearly every link before the expression is tried.
  if (!/map|^geo:/i.test(link)) return false;
  return /^geo:|^https?:\/\/(?:[\w-]+\.)*(?:google\.[\w.]+\/maps|maps\.google\.|openstreetmap\.org|osm\.org|bing\.com\/maps|maps\.apple\.com)/i.test(
    link,
  );
}
