// EXIF: place, time, title and description out of a TIFF structure, and nothing else.
import { hasText } from './bytes.ts';
import type { EmbeddedFacts } from './facts.ts';
import {
  type Directory,
  readDirectory,
  type Tiff,
  type TiffValue,
  toBytes,
  toFractions,
  toInteger,
  toTextBytes,
  toTiff,
} from './ifd.ts';
import { type Angle, toPlace } from './place.ts';
import { toTakenTime } from './taken-time.ts';
import { decodeText, decodeUtf16 } from './text.ts';

const DESCRIPTION = 0x010e;
const ORIENTATION = 0x0112;
const COPYRIGHT = 0x8298;
const EXIF_DIRECTORY = 0x8769;
const GPS_DIRECTORY = 0x8825;
const TAKEN = 0x9003;
const TAKEN_OFFSET = 0x9011;
const USER_COMMENT = 0x9286;
const XP_TITLE = 0x9c9b;
const XP_COMMENT = 0x9c9c;
const XP_SUBJECT = 0x9c9f;
const LATITUDE_REF = 1;
const LATITUDE = 2;
const LONGITUDE_REF = 3;
const LONGITUDE = 4;
const ALTITUDE_REF = 5;
const ALTITUDE = 6;
const STATUS = 9;
const DATUM = 18;

// Only what is named here is ever looked at: serial numbers, owners and maker notes are not.
const ORIENTATION_TAGS = new Set([ORIENTATION]);
const MAIN_TAGS = new Set([
  ...[DESCRIPTION, COPYRIGHT, EXIF_DIRECTORY, GPS_DIRECTORY],
  ...[XP_TITLE, XP_COMMENT, XP_SUBJECT],
]);
const EXIF_TAGS = new Set([TAKEN, TAKEN_OFFSET, USER_COMMENT]);
const GPS_TAGS = new Set([
  ...[LATITUDE_REF, LATITUDE, LONGITUDE_REF, LONGITUDE],
  ...[ALTITUDE_REF, ALTITUDE, STATUS, DATUM],
]);

/** Some containers keep the prefix that JPEG puts before the structure. */
const PREFIX = 'Exif\0\0';
const BELOW_SEA_LEVEL = 1;
const VOID_FIX = 'V';
const COMMENT_CODE_LENGTH = 8;

/** The facts of an EXIF block; empty when it is no TIFF structure. */
export function readExif(block: Uint8Array): EmbeddedFacts {
  const tiff = toTiffBlock(block);
  if (tiff === undefined) return {};
  const main = readDirectory(tiff, tiff.first, MAIN_TAGS);
  const exif = readPointed(tiff, main.get(EXIF_DIRECTORY), EXIF_TAGS);
  const gps = readPointed(tiff, main.get(GPS_DIRECTORY), GPS_TAGS);
  return {
    place: readPlace(gps),
    taken: toTakenTime(textOf(exif.get(TAKEN)), textOf(exif.get(TAKEN_OFFSET))),
    rights: { licenceUrl: '', words: textOf(main.get(COPYRIGHT)), credit: '' },
    titles: [utf16Of(main.get(XP_TITLE))],
    descriptions: [
      textOf(main.get(DESCRIPTION)),
      commentOf(exif.get(USER_COMMENT)),
      utf16Of(main.get(XP_COMMENT)),
      utf16Of(main.get(XP_SUBJECT)),
    ],
  };
}

/** The declared orientation, 1 to 8; undefined when there is none or it is no such number. */
export function readOrientation(block: Uint8Array): number | undefined {
  const tiff = toTiffBlock(block);
  const main = tiff && readDirectory(tiff, tiff.first, ORIENTATION_TAGS);
  const orientation = toInteger(main?.get(ORIENTATION));
  return orientation && orientation <= 8 ? orientation : undefined;
}

function toTiffBlock(block: Uint8Array): Tiff | undefined {
  return toTiff(hasText(block, 0, PREFIX) ? block.subarray(PREFIX.length) : block);
}

function readPointed(
  tiff: Tiff,
  pointer: TiffValue | undefined,
  wanted: ReadonlySet<number>,
): Directory {
  return readDirectory(tiff, toInteger(pointer) ?? tiff.bytes.length, wanted);
}

function readPlace(gps: Directory) {
  if (gps.size === 0) return undefined;
  const altitude = toFractions(gps.get(ALTITUDE))[0];
  const sign = toInteger(gps.get(ALTITUDE_REF)) === BELOW_SEA_LEVEL ? -1 : 1;
  return toPlace({
    latitude: angleOf(gps.get(LATITUDE), gps.get(LATITUDE_REF)),
    longitude: angleOf(gps.get(LONGITUDE), gps.get(LONGITUDE_REF)),
    altitude: altitude && (sign * altitude[0]) / altitude[1],
    source: 'exif',
    isDoubtful: textOf(gps.get(STATUS)).startsWith(VOID_FIX) || !isWgs84(textOf(gps.get(DATUM))),
  });
}

function angleOf(value: TiffValue | undefined, reference: TiffValue | undefined): Angle {
  const fractions = toFractions(value);
  const isUnreadable = value !== undefined && fractions.length === 0;
  const parts = isUnreadable ? [[Number.NaN, 1] as const] : fractions;
  return { parts, hemisphere: textOf(reference) };
}

/** Written `WGS-84`, `WGS84`, `WGS 84`, or not at all. */
function isWgs84(datum: string): boolean {
  return datum.trim() === '' || /^wgs[- ]?(?:19)?84/i.test(datum.trim());
}

function textOf(value: TiffValue | undefined): string {
  return decodeText(toTextBytes(value));
}

/** The tags of Windows Explorer: UTF-16, always little-endian. */
function utf16Of(value: TiffValue | undefined): string {
  return decodeUtf16(toBytes(value), true);
}

/** A comment names its encoding in its first eight bytes; many cameras leave them zero. */
function commentOf(value: TiffValue | undefined): string {
  const bytes = toBytes(value);
  const text = bytes.subarray(COMMENT_CODE_LENGTH);
  if (hasText(bytes, 0, 'UNICODE')) return decodeUtf16(text, value?.little ?? true);
  if (hasText(bytes, 0, 'JIS')) return new TextDecoder('iso-2022-jp').decode(text);
  const isCoded = bytes[0] === 0 || hasText(bytes, 0, 'ASCII\0');
  return decodeText(isCoded ? text : bytes);
}
