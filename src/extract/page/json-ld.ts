// JSON-LD blocks of a page: parsed leniently, with the images and places they name.
import type { GeoHint } from '../../model/observation.ts';
import { type LatLon, toLatLon } from './lat-lon.ts';

/** A larger block is not read. */
const MAX_BLOCK = 512 * 1024;

/** Values looked at in one block. */
const MAX_VALUES = 50_000;

/** An image that JSON-LD names. */
export interface JsonLdImage {
  /** As written. */
  readonly url: string;
  readonly title: string;
  /** What the block says the image shows. */
  readonly alt: string;
  /** Pixels, 0 if not stated. */
  readonly width: number;
  readonly height: number;
  /** Where the block puts this very image. */
  readonly place?: JsonLdPlace | undefined;
  /** The licence it states for this very image. */
  readonly licence?: JsonLdLicence | undefined;
}

/** A licence that a block states. */
export interface JsonLdLicence {
  /** As written. */
  readonly url: string;
  /** Who is to be named; `''` where nobody is. */
  readonly credit: string;
}

/** A place that a block names: a position, or names alone. */
export interface JsonLdPlace {
  readonly point?: LatLon | undefined;
  readonly name: string;
}

/** A place of the page, or of those who run the site. */
export interface JsonLdPagePlace extends JsonLdPlace {
  readonly isOfSite: boolean;
}

/** What was found in a block. */
export interface JsonLdFindings {
  readonly images: readonly JsonLdImage[];
  readonly geo: readonly GeoHint[];
  /** Places that are not those of a single image. */
  readonly places: readonly JsonLdPagePlace[];
}

/** The value of a block; `undefined` where it is no JSON even with its usual faults mended. */
export function parseJsonLd(text: string): unknown {
  if (text.length > MAX_BLOCK) return undefined;
  return tryParse(text) ?? tryParse(mend(text));
}

/** Images (`image` properties and `ImageObject`s, each URL once) and positions of a block, in order. */
export function findInJsonLd(block: unknown): JsonLdFindings {
  const images = new Map<string, JsonLdImage>();
  const geo: GeoHint[] = [];
  const places: JsonLdPagePlace[] = [];
  // A stack of our own: the nesting of a hostile block would overflow the one of the language.
  const pending: Pending[] = [
    { value: block, isImage: false, around: '', isOfSite: false, isPlaced: false },
  ];
  for (let seen = 0; seen < MAX_VALUES; seen += 1) {
    const next = pending.pop();
    if (next === undefined) break;
    const { value, isImage, around, isOfSite, isPlaced, place } = next;
    if (typeof value === 'string' && isImage) addImage(images, { url: value }, place);
    if (typeof value !== 'object' || value === null) continue;
    if (Array.isArray(value)) {
      for (const item of value.toReversed()) pending.push({ ...next, value: item });
      continue;
    }
    const object = value as JsonObject; // neither an array nor null, by the lines above
    const own = ownPlace(object);
    const isPicture = isImage || isImageObject(object);
    if (isPicture) addImage(images, object, own ?? place);
    const name = textOf(object.name) || around;
    const position = toLatLon(object.latitude, object.longitude);
    if (position !== undefined) geo.push({ source: 'jsonld', ...position, name });
    if (own !== undefined && !isPicture && !isPlaced) places.push({ ...own, isOfSite });
    // The picture of a place shows it; that of an organisation is mostly its sign.
    const pictured = isOfSite || own?.point === undefined ? undefined : own;
    for (const [key, child] of Object.entries(object).toReversed()) {
      const isTheirs = isOfSite || SITE_PROPERTIES.has(key) || isOrganisation(object);
      const isTheImage = key === 'image' || key === 'photo';
      // What a place is made of is no other place.
      const isPart = isPlaced || (own !== undefined && !isTheImage);
      const shared = { isImage: isTheImage, around: name, isOfSite: isTheirs, isPlaced: isPart };
      pending.push({ ...shared, value: child, place: isTheImage ? pictured : undefined });
    }
  }
  return { images: [...images.values()], geo, places };
}

/** Whose places are those of the site rather than of the page. */
const SITE_PROPERTIES: ReadonlySet<string> = new Set([
  ...['publisher', 'provider', 'author', 'creator', 'copyrightHolder', 'sponsor', 'seller'],
  ...['sourceOrganization', 'hiringOrganization', 'worksFor', 'brand'],
]);

const ORGANISATION =
  /^(?:Organization|Corporation|NewsMediaOrganization|EducationalOrganization|NGO|WebSite|Person)$/;

function isOrganisation(object: JsonObject): boolean {
  return typesOf(object).some((type) => ORGANISATION.test(type));
}

/** The place of a thing: where its content was made or is about, where it is, or its address. */
function ownPlace(object: JsonObject): JsonLdPlace | undefined {
  if (isOrganisation(object)) return undefined;
  for (const property of PLACE_PROPERTIES) {
    const stated = Reflect.get(object, property);
    for (const one of Array.isArray(stated) ? stated.slice(0, 4) : [stated]) {
      const found = readPlace(one);
      if (found !== undefined) return found;
    }
  }
  return 'geo' in object || 'address' in object ? readPlace(object) : undefined;
}

const PLACE_PROPERTIES = ['contentLocation', 'locationCreated', 'spatialCoverage', 'location'];

/** A `Place`, a bare name, or coordinates. */
function readPlace(value: unknown): JsonLdPlace | undefined {
  if (typeof value === 'string') return isName(value) ? { name: value } : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  const { geo, name, address } = value as JsonObject; // unknown properties, each read with care
  const source = typeof geo === 'object' && geo !== null ? geo : value;
  const point = toLatLon(Reflect.get(source, 'latitude'), Reflect.get(source, 'longitude'));
  const words = [textOf(name), toAddress(address)].filter((text) => text !== '').join(', ');
  return point === undefined && words === '' ? undefined : { point, name: words };
}

const isName = (text: string) => text !== '' && text.length < 200 && !/^https?:/i.test(text);

/** Town, region and country of a postal address. */
function toAddress(address: unknown): string {
  if (typeof address === 'string') return isName(address) ? address : '';
  if (typeof address !== 'object' || address === null) return '';
  const parts = ['addressLocality', 'addressRegion', 'addressCountry'].map((property) => {
    const part: unknown = Reflect.get(address, property);
    return textOf(part) || textOf((part as JsonObject | undefined)?.name);
  });
  return parts.filter((part) => part !== '').join(', ');
}

/** A value to look at, and the name of the nearest thing around it. */
interface Pending {
  readonly value: unknown;
  readonly isImage: boolean;
  readonly around: string;
  readonly isOfSite: boolean;
  /** It is inside something whose place is known. */
  readonly isPlaced: boolean;
  /** The place whose picture it is. */
  readonly place?: JsonLdPlace | undefined;
}

/** The properties of an object that matter here. */
interface JsonObject {
  readonly '@type'?: unknown;
  readonly '@id'?: unknown;
  readonly contentUrl?: unknown;
  readonly url?: unknown;
  readonly name?: unknown;
  readonly caption?: unknown;
  readonly description?: unknown;
  readonly width?: unknown;
  readonly height?: unknown;
  readonly latitude?: unknown;
  readonly longitude?: unknown;
  readonly geo?: unknown;
  readonly address?: unknown;
  readonly license?: unknown;
  readonly creditText?: unknown;
  readonly creator?: unknown;
}

function addImage(
  images: Map<string, JsonLdImage>,
  object: JsonObject,
  place: JsonLdPlace | undefined,
): void {
  const url = [object.contentUrl, object.url, object['@id']].find(isAddress);
  if (url === undefined) return;
  const known = images.get(url);
  if (known !== undefined) {
    // An article names its image by the address alone; the object about it comes later.
    if (known.licence === undefined) images.set(url, { ...known, licence: licenceOf(object) });
    return;
  }
  images.set(url, {
    url,
    title: textOf(object.name),
    alt: textOf(object.caption) || textOf(object.description),
    width: pixelsOf(object.width),
    height: pixelsOf(object.height),
    place,
    licence: licenceOf(object),
  });
}

/** `license` is an address or a work that has one; who has no `creditText` may be named as `creator`. */
function licenceOf(object: JsonObject): JsonLdLicence | undefined {
  const { license, creditText, creator } = object;
  const url = [license, propertyOf(license, 'url'), propertyOf(license, '@id')].find(isAddress);
  if (url === undefined) return undefined;
  return { url, credit: textOf(creditText) || textOf(propertyOf(creator, 'name')) };
}

function propertyOf(value: unknown, name: string): unknown {
  const one: unknown = Array.isArray(value) ? value[0] : value;
  return typeof one === 'object' && one !== null ? Reflect.get(one, name) : undefined;
}

function isAddress(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && !value.startsWith('#');
}

function isImageObject(object: JsonObject): boolean {
  return typesOf(object).some((type) => type === 'ImageObject' || type === 'Photograph');
}

function typesOf(object: JsonObject): string[] {
  const types = object['@type'];
  return (Array.isArray(types) ? types.slice(0, 16) : [types]).map(textOf);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** `640`, `"640"`, `"640px"` or `{ "value": 640 }`. */
function pixelsOf(value: unknown): number {
  const plain =
    typeof value === 'object' && value !== null && 'value' in value ? value.value : value;
  const number = typeof plain === 'string' ? Number.parseInt(plain, 10) : plain;
  return typeof number === 'number' && number > 0 && number < 100_000 ? Math.round(number) : 0;
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text) ?? undefined;
  } catch {
    // Not JSON: the caller mends it or gives up.
    return undefined;
  }
}

/** Takes away comment and CDATA marks around a block, line ends inside its strings, and trailing commas. */
function mend(text: string): string {
  return text
    .replace(/[\0-\x20]+/g, ' ')
    .replace(/^ ?(?:\/[/*] ?)?(?:<!--|<!\[CDATA\[)(?: ?\*\/)?/, '')
    .replace(/(?:\/[/*] ?)?(?:-->|\]\]>)(?: ?\*\/)? ?;? ?$/, '')
    .replace(/, ?([}\]])/g, '$1');
}
