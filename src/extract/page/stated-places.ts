// What a page says about the places of its images: the nearest heading, and the statements of its markup.
import type { GeoHint } from '../../model/observation.ts';
import { printStatedPlace, type StatedPlace } from '../../model/stated-place.ts';
import type { Captioner } from './captions.ts';
import type { Draft } from './drafts.ts';
import { headPositions } from './head-data.ts';
import type { JsonLdPlace } from './json-ld.ts';
import type { ReadPage } from './page-reader.ts';
import { linkedPositions, markedAddresses, markedPositions } from './positions.ts';

/** What is said about the place of one image; `''` where nothing is. */
export interface SaidPlace {
  readonly heading: string;
  /** Lines of `printStatedPlace`. */
  readonly location: string;
}

/** Statements about the page that are kept: the first ones of each kind. */
const MAX_STATED = 3;
/** A page that names more positions than these is a list, and says nothing about each of its pictures. */
const MAX_POSITIONS = 3;
const MAX_HEADING = 160;
/** Declared smaller than this it is decoration: kept images have at least as many pixels on each side. */
const MIN_SIDE = 51;

const NOTHING: SaidPlace = { heading: '', location: '' };

/** Tells what a page says about the places of its images. Each part is worked out when it is first needed. */
export function createSaidPlaces(
  read: ReadPage,
  captioner: Captioner,
): (draft: Draft) => SaidPlace {
  const texts = new Map<number, string>();
  let aboutPage: string | undefined;
  const headingOf = (node: number): string => {
    const heading = lastBefore(read.headings, node);
    if (heading === undefined) return '';
    const known = texts.get(heading);
    if (known !== undefined) return known;
    const text = captioner.inside(heading).replace(/\s+/g, ' ').slice(0, MAX_HEADING);
    texts.set(heading, text);
    return text;
  };
  return (draft) => {
    if (!isPicture(draft)) return NOTHING;
    aboutPage ??= statementsOf(read, captioner).map(printStatedPlace).join('\n');
    const own = draft.place && printStatedPlace(toStated(draft.place, 'image', read.imageCount));
    const isInText = draft.captionPlace !== 'none';
    return {
      heading: isInText ? headingOf(draft.node) : '',
      location: own === undefined || aboutPage === '' ? (own ?? aboutPage) : `${own}\n${aboutPage}`,
    };
  };
}

/** Whether it may be a picture of something rather than a part of the page's looks. */
export function isPicture({ tag, words }: Draft): boolean {
  if (tag === 'css' || tag === 'background' || tag === 'input' || tag === 'svg') return false;
  const { width, height } = words;
  return !((width > 0 && width < MIN_SIDE) || (height > 0 && height < MIN_SIDE));
}

function lastBefore(nodes: readonly number[], node: number): number | undefined {
  let low = 0;
  let high = nodes.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((nodes[middle] ?? 0) < node) low = middle + 1;
    else high = middle;
  }
  return nodes[low - 1];
}

/** What the markup states about the page as a whole. */
function statementsOf(read: ReadPage, captioner: Captioner): StatedPlace[] {
  const images = read.imageCount;
  const toHint = (hint: GeoHint, scope: StatedPlace['scope'] = 'page'): StatedPlace => {
    const { source, latitude, longitude, name } = hint;
    return { scope, images, source, point: { latitude, longitude }, name };
  };
  const addresses = markedAddresses(read, captioner).map(({ name, isInFooter }): StatedPlace => {
    return { scope: isInFooter ? 'site' : 'page', images, source: 'address', name };
  });
  const kinds = [
    headPositions(read.head).map((hint) => toHint(hint)),
    markedPositions(read, captioner).map((hint) => toHint(hint, hint.isInFooter ? 'site' : 'page')),
    read.jsonLdPlaces.map((place) => toStated(place, place.isOfSite ? 'site' : 'page', images)),
    linkedPositions(read, captioner).map((hint) => toHint(hint)),
    addresses,
  ];
  return kinds.flatMap((stated) => (isList(stated) ? [] : stated.slice(0, MAX_STATED)));
}

function toStated(place: JsonLdPlace, scope: StatedPlace['scope'], images: number): StatedPlace {
  const { point, name } = place;
  return { scope, images, source: point === undefined ? 'address' : 'jsonld', point, name };
}

function isList(stated: readonly StatedPlace[]): boolean {
  const distinct = new Set(stated.map(({ point, name }) => JSON.stringify(point ?? name)));
  return distinct.size > MAX_POSITIONS;
}
