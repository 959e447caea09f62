// Places on the Earth that the markup of a page states.
import type { GeoHint } from '../../model/observation.ts';
import type { Captioner } from './captions.ts';
import { headPositions } from './head-data.ts';
import { toLatLon } from './lat-lon.ts';
import { mapPosition } from './map-links.ts';
import type { ReadPage } from './page-reader.ts';

/** All positions of a page: of `meta` elements, microdata, JSON-LD, links to maps and embedded maps. */
export function positionsOf(read: ReadPage, captioner: Captioner): GeoHint[] {
  return [
    ...headPositions(read.head),
    ...microdataPositions(read, captioner),
    ...read.jsonLdPositions,
    ...mapPositions(read, captioner),
  ];
}

/** A latitude counts with the longitude that follows it. */
function microdataPositions({ coordinates }: ReadPage, captioner: Captioner): GeoHint[] {
  const found: GeoHint[] = [];
  let latitude: string | undefined;
  for (const { axis, content, node } of coordinates) {
    const value = content ?? captioner.inside(node);
    const position = axis === 'longitude' ? toLatLon(latitude, value) : undefined;
    if (position !== undefined) found.push({ source: 'microdata', ...position, name: '' });
    latitude = axis === 'latitude' ? value : undefined;
  }
  return found;
}

function mapPositions({ links, frames }: ReadPage, captioner: Captioner): GeoHint[] {
  const found: GeoHint[] = [];
  for (const { address, node } of links) {
    const position = mapPosition(address);
    if (position === undefined) continue;
    found.push({ source: 'map-link', ...position, name: captioner.inside(node) });
  }
  for (const address of frames) {
    const position = mapPosition(address);
    if (position !== undefined) found.push({ source: 'map-link', ...position, name: '' });
  }
  return found;
}
