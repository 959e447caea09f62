// JSON-LD blocks of a page: parsed leniently, with the images and positions they name.
import type { GeoHint } from '../../model/observation.ts';
import { toLatLon } from './lat-lon.ts';

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
}

/** What was found in a block. */
export interface JsonLdFindings {
  readonly images: readonly JsonLdImage[];
  readonly geo: readonly GeoHint[];
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
  // A stack of our own: the nesting of a hostile block would overflow the one of the language.
  const pending: Pending[] = [{ value: block, isImage: false, around: '' }];
  for (let seen = 0; seen < MAX_VALUES; seen += 1) {
    const next = pending.pop();
    if (next === undefined) break;
    const { value, isImage, around } = next;
    if (typeof value === 'string' && isImage) addImage(images, { url: value });
    if (typeof value !== 'object' || value === null) continue;
    if (Array.isArray(value)) {
      for (const item of value.toReversed()) pending.push({ value: item, isImage, around });
      continue;
    }
    const object = value as JsonObject; // neither an array nor null, by the lines above
    if (isImage || isImageObject(object)) addImage(images, object);
    const name = textOf(object.name) || around;
    const position = toLatLon(object.latitude, object.longitude);
    if (position !== undefined) geo.push({ source: 'jsonld', ...position, name });
    for (const [key, child] of Object.entries(object).toReversed()) {
      pending.push({ value: child, isImage: key === 'image', around: name });
    }
  }
  return { images: [...images.values()], geo };
}

/** A value to look at, and the name of the nearest thing around it. */
interface Pending {
  readonly value: unknown;
  readonly isImage: boolean;
  readonly around: string;
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
}

function addImage(images: Map<string, JsonLdImage>, object: JsonObject): void {
  const url = [object.contentUrl, object.url, object['@id']].find(isAddress);
  if (url === undefined || images.has(url)) return;
  images.set(url, {
    url,
    title: textOf(object.name),
    alt: textOf(object.caption) || textOf(object.description),
    width: pixelsOf(object.width),
    height: pixelsOf(object.height),
  });
}

function isAddress(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && !value.startsWith('#');
}

function isImageObject(object: JsonObject): boolean {
  const types = object['@type'];
  return types === 'ImageObject' || (Array.isArray(types) && types.includes('ImageObject'));
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
