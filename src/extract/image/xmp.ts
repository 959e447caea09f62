// XMP: a handful of properties found by name, without building a document.
import { latin1 } from './bytes.ts';
import type { EmbeddedFacts } from './facts.ts';
import { type Angle, toPlace } from './place.ts';
import { toTakenTime } from './taken-time.ts';
import { decodeText } from './text.ts';

/** Larger packets hold edit histories and thumbnails after what we look for. */
const MAX_PACKET_BYTES = 256 * 1024;
const MAX_VALUE_CHARACTERS = 16 * 1024;
const MAX_RESOURCE = 500;
/** A name may occur as a mere mention before it occurs as a property. */
const MAX_MENTIONS = 8;

const ATTRIBUTE_VALUE = /\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y;
/** `38,43.5N` or `38,43,30N`: degrees, minutes and perhaps seconds, then the hemisphere. */
const ANGLE = /^\s*([-\d.]+)(?:,([-\d.]+))?(?:,([-\d.]+))?\s*([a-z]?)\s*$/i;
/** Bounds the backtracking over white space. */
const MAX_ANGLE_CHARACTERS = 64;
const FRACTION = /^\s*(-?\d+)\/(\d+)\s*$/;
const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));/gi;
const NAMED_ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};

/**
 * The facts of an XMP packet. Property prefixes are the customary ones (`dc:`, `exif:`, `photoshop:`),
 * which every known writer uses.
 */
export function readXmp(block: Uint8Array): EmbeddedFacts {
  // One character a byte keeps the search fast; only found values are decoded.
  const packet = latin1(block.subarray(0, MAX_PACKET_BYTES));
  return {
    place: readPlace(packet),
    taken:
      toTakenTime(property(packet, 'exif:DateTimeOriginal')) ||
      toTakenTime(property(packet, 'photoshop:DateCreated')),
    titles: [property(packet, 'dc:title'), property(packet, 'photoshop:Headline')],
    descriptions: [property(packet, 'dc:description')],
    placeNames: readPlaceNames(packet),
    ...readRights(packet),
  };
}

/** Only where a licence may be stated: most packets say nothing about rights. */
function readRights(packet: string): Pick<EmbeddedFacts, 'rights'> {
  if (!/cc:license|xmpRights:WebStatement|dc:rights|xmpRights:UsageTerms/.test(packet)) return {};
  const words = [property(packet, 'dc:rights'), property(packet, 'xmpRights:UsageTerms')];
  return {
    rights: {
      licenceUrl: resource(packet, 'cc:license') || property(packet, 'xmpRights:WebStatement'),
      words: words.join(' '),
      credit: property(packet, 'photoshop:Credit'),
    },
  };
}

/** The address in `<name rdf:resource="…"/>`, or a plain value. */
function resource(packet: string, name: string): string {
  const at = packet.indexOf(`<${name}`);
  const tag = at < 0 ? '' : packet.slice(at, at + MAX_RESOURCE);
  const found = /^[^>]*?rdf:resource="([^"<>]*)"/.exec(tag)?.[1];
  return found === undefined ? property(packet, name) : unescapeEntities(found);
}

/** What is shown goes before where the camera was. */
function readPlaceNames(packet: string): string[] {
  const shown = packet.indexOf('LocationShown');
  const part = shown < 0 ? '' : packet.slice(shown, shown + MAX_VALUE_CHARACTERS);
  const named = ['Sublocation', 'City', 'ProvinceState', 'CountryName'].map((name) =>
    property(part, `Iptc4xmpExt:${name}`),
  );
  if (named.some((name) => name !== '')) return named;
  if (!/photoshop:(?:City|State|Country)|Iptc4xmpCore:Location/.test(packet)) return [];
  return ['Iptc4xmpCore:Location', 'photoshop:City', 'photoshop:State', 'photoshop:Country'].map(
    (name) => property(packet, name),
  );
}

function readPlace(packet: string) {
  // Most packets have no position: one search instead of five.
  if (!packet.includes('exif:GPSL')) return undefined;
  const altitude = FRACTION.exec(property(packet, 'exif:GPSAltitude'));
  const sign = property(packet, 'exif:GPSAltitudeRef') === '1' ? -1 : 1;
  return toPlace({
    latitude: angleOf(property(packet, 'exif:GPSLatitude')),
    longitude: angleOf(property(packet, 'exif:GPSLongitude')),
    altitude: altitude ? (sign * Number(altitude[1])) / Number(altitude[2]) : undefined,
    source: 'xmp',
    isDoubtful: property(packet, 'exif:GPSStatus') === 'V',
  });
}

/** The first value of a property, written as an attribute or as an element; `''` when absent. */
function property(packet: string, name: string): string {
  let at = packet.indexOf(name);
  for (let mentions = 0; at !== -1 && mentions < MAX_MENTIONS; mentions++) {
    const end = at + name.length;
    const isElement = packet[at - 1] === '<';
    const raw = isElement ? elementText(packet, name, end) : attributeText(packet, end);
    if (raw.trim() !== '') return unescapeEntities(decodeText(Buffer.from(raw, 'latin1')));
    at = packet.indexOf(name, end);
  }
  return '';
}

function attributeText(packet: string, at: number): string {
  ATTRIBUTE_VALUE.lastIndex = at;
  const [, double, single = ''] = ATTRIBUTE_VALUE.exec(packet) ?? [];
  return double ?? single;
}

/** The text of an element; of a list the default language, else the first entry. */
function elementText(packet: string, name: string, at: number): string {
  const start = packet.indexOf('>', at) + 1;
  const end = packet.indexOf(`</${name}`, at);
  const isOther = !/[\s/>]/.test(packet.charAt(at));
  if (isOther || start === 0 || end < start || end - start > MAX_VALUE_CHARACTERS) return '';
  const content = packet.slice(start, end);
  const byDefault = content.indexOf('x-default');
  const item = byDefault === -1 ? content.indexOf('<rdf:li') : byDefault;
  const text = item === -1 ? content : content.slice(content.indexOf('>', item) + 1);
  return text.slice(0, text.indexOf('<') >>> 0);
}

function angleOf(text: string): Angle {
  const match = text.length > MAX_ANGLE_CHARACTERS ? null : ANGLE.exec(text);
  const [, degrees, minutes, seconds, hemisphere = ''] = match ?? [];
  const numbers = [degrees, minutes, seconds].filter((part) => part !== undefined).map(Number);
  const isUnreadable = text !== '' && numbers.length === 0;
  const parts = isUnreadable ? [Number.NaN] : numbers;
  return { parts: parts.map((part) => [part, 1] as const), hemisphere };
}

function unescapeEntities(text: string): string {
  return text.replace(ENTITY, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return NAMED_ENTITIES[name.toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
}
