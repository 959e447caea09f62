// Places on the Earth that the markup of a page states.
import type { GeoHint } from '../../model/observation.ts';
import type { Captioner } from './captions.ts';
import { headPositions } from './head-data.ts';
import { parseLatLon, toLatLon } from './lat-lon.ts';
import { geohackPosition, mapPosition } from './map-links.ts';
import { ADDRESS_PARTS, type ReadPage } from './page-reader.ts';

/** A position, and whether it stands in the footer of the page. */
export interface PagePosition extends GeoHint {
  readonly isInFooter: boolean;
}

/** All positions of a page: of `meta` elements, microdata, microformats, JSON-LD, links to maps and embedded maps. */
export function positionsOf(read: ReadPage, captioner: Captioner): GeoHint[] {
  return [
    ...headPositions(read.head),
    ...markedPositions(read, captioner).map(({ isInFooter: _, ...hint }) => hint),
    ...read.jsonLdPositions,
    ...linkedPositions(read, captioner),
  ];
}

/** Positions in microdata and microformats. A latitude counts with the longitude that follows it. */
export function markedPositions({ placeParts }: ReadPage, captioner: Captioner): PagePosition[] {
  const found: PagePosition[] = [];
  let latitude: string | undefined;
  for (const { part, form, content, node, isInFooter } of placeParts) {
    if (part !== 'latitude' && part !== 'longitude' && part !== 'both') continue;
    const value = content ?? captioner.inside(node);
    const position =
      part === 'both'
        ? parseLatLon(value)
        : part === 'longitude'
          ? toLatLon(latitude, value)
          : undefined;
    if (position !== undefined) found.push({ source: form, ...position, name: '', isInFooter });
    latitude = part === 'latitude' ? value : undefined;
  }
  return found;
}

/** Addresses in microdata, as names from the smallest to the largest. */
export function markedAddresses(
  { placeParts }: ReadPage,
  captioner: Captioner,
): { readonly name: string; readonly isInFooter: boolean }[] {
  const found: { name: string; isInFooter: boolean }[] = [];
  let parts = new Map<string, string>();
  let isFooter = false;
  const finish = () => {
    const names = ADDRESS_PARTS.flatMap((part) => parts.get(part) ?? []);
    if (names.length > 0) found.push({ name: names.join(', '), isInFooter: isFooter });
    parts = new Map();
  };
  for (const { part, content, node, isInFooter } of placeParts) {
    if (!ADDRESS_PARTS.some((each) => each === part)) continue;
    // A part that is there already starts another address.
    if (parts.has(part)) finish();
    isFooter = isInFooter;
    const name = content ?? captioner.inside(node);
    if (name !== '') parts.set(part, name);
  }
  finish();
  return found;
}

/** Positions of links to maps and of embedded maps. */
export function linkedPositions({ links, frames }: ReadPage, captioner: Captioner): GeoHint[] {
  const found: GeoHint[] = [];
  for (const { address, node } of links) {
    const geohack = geohackPosition(address);
    const position = geohack ?? mapPosition(address);
    if (position === undefined) continue;
    const source = geohack === undefined ? 'map-link' : 'geohack';
    found.push({ source, ...position, name: captioner.inside(node) });
  }
  for (const address of frames) {
    const position = mapPosition(address);
    if (position !== undefined) found.push({ source: 'map-link', ...position, name: '' });
  }
  return found;
}
