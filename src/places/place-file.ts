// Place files: one table of places with a table of their names, as they lie on disk and in memory.
import { gunzipSync, gzipSync } from 'node:zlib';
import { PinakesError } from '../support/errors.ts';

/** The parts of a place file, each an array of one kind of number; what stands at one index of the `place*` arrays is about one place. */
export interface PlaceArrays {
  /** Latitude and longitude, 3 bytes each, as steps of 180 and 360 degrees / 2^24. */
  readonly placePoint: Uint8Array;
  readonly placeKind: Uint8Array;
  /** How well known it is: 20 times a number that is the decimal logarithm of the population for towns. */
  readonly placePrior: Uint8Array;
  /** The smallest area that holds it. */
  readonly placeArea: Uint16Array;
  /** Bytes of its name; names stand one behind another in `text`. */
  readonly placeNameLength: Uint8Array;
  readonly text: Uint8Array;
  /** The area that holds an area; a country holds itself. Countries come first, then their first divisions, then the second ones. */
  readonly areaParent: Uint16Array;
  /** The place that an area is. */
  readonly areaPlace: Uint32Array;
  /** For the upper 16 bits of a hash: index of its first name; one more at the end. */
  readonly nameBuckets: Uint32Array;
  /** The lower 32 bits of the hashes, ascending within a bucket. */
  readonly nameLow: Uint32Array;
  /** What the name means: a place, or with `MANY` set an index of `postings`. */
  readonly nameValue: Uint32Array;
  /** A number of places, then these places, best known first; again and again. */
  readonly postings: Uint32Array;
}

/** What a place file says of itself. */
export interface PlaceFileHead {
  /** Raised when the format changes. */
  readonly format: number;
  /** Changes with the content; kept with every point that was derived from it. */
  readonly version: string;
  /** Codes of the first areas: `PT` for countries, `PT.17` for their divisions. */
  readonly areaCodes: readonly string[];
  /** Who is to be named where places of the file are shown. */
  readonly attribution: string;
}

/** A place file as it is used. */
export interface PlaceFile {
  readonly head: PlaceFileHead;
  readonly arrays: PlaceArrays;
}

/** Marks a value of a name that has several places. */
export const MANY = 0x80000000;
/** Marks a place that bears the name as a second one. */
export const ALTERNATE = 0x40000000;
/** Marks a place that has the name as an adjective or as its people: `Portuguese`. */
export const PEOPLE = 0x20000000;
/** Marks a name that is also an everyday word: `Nice`, `Reading`. */
export const WORD = 0x10000000;
/** The place in a value. */
export const PLACE_BITS = 0x0fffffff;

const MAGIC = 0x504c4331; // PLC1
const FORMAT = 1;
const ORDER = [
  ['placePoint', Uint8Array],
  ['placeKind', Uint8Array],
  ['placePrior', Uint8Array],
  ['placeArea', Uint16Array],
  ['placeNameLength', Uint8Array],
  ['text', Uint8Array],
  ['areaParent', Uint16Array],
  ['areaPlace', Uint32Array],
  ['nameBuckets', Uint32Array],
  ['nameLow', Uint32Array],
  ['nameValue', Uint32Array],
  ['postings', Uint32Array],
] as const;
/** Largest file that is opened, decompressed; all of GeoNames takes about half of it. */
const MAX_BYTES = 1_500_000_000;

/** A place file as bytes: gzip around a head and the arrays, each at a multiple of 8. */
export function encodePlaceFile(
  arrays: PlaceArrays,
  head: Omit<PlaceFileHead, 'format'>,
): Uint8Array {
  const headBytes = Buffer.from(
    JSON.stringify({
      ...head,
      format: FORMAT,
      lengths: ORDER.map(([name]) => arrays[name].length),
    }),
  );
  const parts: Uint8Array[] = [];
  let size = 0;
  const push = (bytes: Uint8Array): void => {
    const padding = (8 - (bytes.length % 8)) % 8;
    parts.push(bytes, new Uint8Array(padding));
    size += bytes.length + padding;
  };
  push(new Uint8Array(new Uint32Array([MAGIC, headBytes.length]).buffer));
  push(headBytes);
  for (const [name] of ORDER) {
    const { buffer, byteOffset, byteLength } = arrays[name];
    push(new Uint8Array(buffer, byteOffset, byteLength));
  }
  return gzipSync(Buffer.concat(parts, size), { level: 9 });
}

/** Reads a place file; throws `PLACE_FILE_INVALID` where it is none. */
export function decodePlaceFile(bytes: Uint8Array, path: string): PlaceFile {
  try {
    return decode(gunzipSync(bytes, { maxOutputLength: MAX_BYTES }));
  } catch (cause) {
    throw new PinakesError('PLACE_FILE_INVALID', { file: path }, { where: { file: path }, cause });
  }
}

function decode(raw: Buffer): PlaceFile {
  // Arrays of larger numbers have to begin at multiples of their size, which a buffer of the pool does not promise.
  const bytes = raw.byteOffset % 8 === 0 ? raw : new Uint8Array(raw);
  const [magic, headLength = 0] = new Uint32Array(bytes.buffer, bytes.byteOffset, 2);
  if (magic !== MAGIC) throw new Error('It does not begin like a place file.');
  const read = JSON.parse(Buffer.from(bytes.subarray(8, 8 + headLength)).toString());
  if (read.format !== FORMAT) throw new Error(`It has format ${read.format}, not ${FORMAT}.`);
  const buffer = bytes.buffer as ArrayBuffer; // what zlib gives is never shared
  let offset = 8 + padded(headLength);
  const arrays: Record<string, unknown> = {};
  for (const [index, [name, ArrayOf]] of ORDER.entries()) {
    const length = Number(read.lengths[index]);
    arrays[name] = new ArrayOf(buffer, bytes.byteOffset + offset, length);
    offset += padded(length * ArrayOf.BYTES_PER_ELEMENT);
  }
  return {
    head: {
      format: FORMAT,
      version: String(read.version),
      areaCodes: read.areaCodes.map(String),
      attribution: String(read.attribution),
    },
    arrays: arrays as unknown as PlaceArrays, // one array for each name of ORDER
  };
}

function padded(length: number): number {
  return Math.ceil(length / 8) * 8;
}
