// The gazetteer as documents are derived with it: opened once in a process, when the first document needs it.
import type { Address, NamedPlace, PlaceExtent, PlaceReader } from '../model/place.ts';
import {
  type Gazetteer,
  type NamedPlace as GazetteerPlace,
  openGazetteer,
  type PlaceKind,
} from '../places/places.ts';

let gazetteer: Promise<Gazetteer> | undefined;
let reader: Promise<PlaceReader> | undefined;

/** The gazetteer of this process. Throws as `openGazetteer` does. */
export function openSharedGazetteer(): Promise<Gazetteer> {
  gazetteer ??= openGazetteer();
  return gazetteer;
}

/** The reader of this process. Throws as `openGazetteer` does. */
export function openPlaceReader(): Promise<PlaceReader> {
  reader ??= openSharedGazetteer().then(toPlaceReader);
  return reader;
}

/** An operator that takes the name of a place. */
const MAY_NAME_PLACE = /(?:near|place):/i;

/** The reader for a query that may name a place; the gazetteer is not opened for any other. */
export async function openPlacesFor(query: string): Promise<PlaceReader | undefined> {
  return MAY_NAME_PLACE.test(query) ? openPlaceReader() : undefined;
}

/** What evidence and searches ask of a gazetteer. */
export function toPlaceReader(gazetteer: Gazetteer): PlaceReader {
  return {
    version: gazetteer.version,
    inText: (text, { language, host }) =>
      gazetteer
        .locate(text, { ...(language !== '' && { language }), countries: countriesOf(host) })
        .filter(({ kind }) => !VAGUE.has(kind))
        .map((place) => ({
          ...toNamed(place, place.text, place.start),
          confidence: place.confidence,
        })),
    byName: (name) => findByName(gazetteer, name),
    addressOf: ({ latitude, longitude }) => {
      const near = gazetteer.nearest(latitude, longitude);
      return near === undefined ? NOWHERE : toAddress(near);
    },
  };
}

const NOWHERE: Address = { town: '', region: '', country: '' };

/** How sure a name is that stands alone: the best known place of that name is mostly meant. */
const ALONE = { only: 0.85, among: 0.75 } as const;

/** `Porto`, or with where it is: `Porto, Portugal`. */
function findByName(gazetteer: Gazetteer, name: string): NamedPlace | undefined {
  const located = name.includes(',') ? gazetteer.locate(name, { least: 0 }) : [];
  const [first] = located;
  // The place itself stands first, what holds it behind.
  if (first !== undefined && first.start < name.indexOf(',')) {
    return { ...toNamed(first, first.text, first.start), confidence: first.confidence };
  }
  for (const part of [name, ...name.split(',')]) {
    const named = gazetteer.named(part.trim());
    const [best] = named;
    if (best === undefined) continue;
    const confidence = named.length === 1 ? ALONE.only : ALONE.among;
    return { ...toNamed(best, part.trim(), 0), confidence };
  }
  return undefined;
}

function toNamed(
  place: GazetteerPlace,
  text: string,
  start: number,
): Omit<NamedPlace, 'confidence'> {
  const { name, latitude, longitude } = place;
  return {
    latitude,
    longitude,
    name,
    text,
    start,
    extent: extentOf(place.kind),
    address: toAddress(place),
  };
}

function toAddress(place: GazetteerPlace): Address {
  const extent = extentOf(place.kind);
  const region = extent === 'region' ? (place.region ?? place.name) : (place.region ?? '');
  return {
    town: extent === 'town' ? place.name : '',
    region: extent === 'country' ? '' : region,
    country: place.countryCode ?? '',
  };
}

function extentOf(kind: PlaceKind): PlaceExtent {
  return EXTENTS[kind];
}

const EXTENTS: Readonly<Record<PlaceKind, PlaceExtent>> = {
  country: 'country',
  continent: 'country',
  nation: 'country',
  sea: 'country',
  state: 'region',
  county: 'region',
  region: 'region',
  river: 'region',
  lake: 'region',
  island: 'region',
  park: 'region',
  town: 'town',
  quarter: 'town',
  mountain: 'point',
  landmark: 'point',
};

/** Kinds that say too little about a picture to put it on a map. */
const VAGUE: ReadonlySet<PlaceKind> = new Set(['continent', 'nation', 'sea']);

/** Endings of hosts that are used for what they sound like, not for where they are from. */
const WORLDWIDE = new Set(['tv', 'io', 'me', 'co', 'cc', 'ws', 'fm', 'ai', 'to', 'ly', 'eu', 'tk']);

function countriesOf(host: string): string[] {
  const ending = /\.([a-z]{2})$/.exec(host)?.[1];
  if (ending === undefined || WORLDWIDE.has(ending)) return [];
  return [ending === 'uk' ? 'GB' : ending.toUpperCase()];
}
