// Builds place files: areas, places and their names in, the bytes of a file out.
import { createHash } from 'node:crypto';
import { Column } from './column.ts';
import { KINDS, type PlaceKind } from './kinds.ts';
import { MAX_NAME_WORDS, NameHash, toTokens } from './name-key.ts';
import {
  ALTERNATE,
  encodePlaceFile,
  MANY,
  PEOPLE,
  PLACE_BITS,
  type PlaceArrays,
  WORD,
} from './place-file.ts';

/** A place to be added. */
export interface NewPlace {
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly kind: PlaceKind;
  /** How well known it is, 0 to 12: the decimal logarithm of the population for towns. */
  readonly prior: number;
  /** Code of the smallest area that holds it: `PT`, `PT.17` or `PT.17.1312`; empty where there is none. */
  readonly area: string;
  /** Code of the area that it is itself. */
  readonly is?: string;
}

/** How a place bears a name. */
export type NameUse = 'main' | 'alternate' | 'people';

/** What a name is worth to the place file beyond its use. */
const USE_BITS: Readonly<Record<NameUse, number>> = {
  main: 0,
  alternate: ALTERNATE,
  people: PEOPLE,
};

/** A place file in the making. About 40 bytes of memory for each place and 12 for each name, whatever their number. */
export class PlaceFileBuilder {
  readonly #points = new Column(Uint8Array);
  readonly #kinds = new Column(Uint8Array);
  readonly #priors = new Column(Uint8Array);
  readonly #areaNumbers = new Column(Uint32Array);
  readonly #nameLengths = new Column(Uint8Array);
  readonly #text = new Column(Uint8Array);
  readonly #high = new Column(Uint16Array);
  readonly #low = new Column(Uint32Array);
  readonly #values = new Column(Uint32Array);
  /** Area codes in the order in which they were met; 0 is no area. */
  readonly #areas = new Map<string, number>([['', 0]]);
  readonly #areaPlaces = new Map<string, number>();
  readonly #hash = new NameHash();
  readonly #isWord: (key: string) => boolean;
  #places = 0;

  /** `isWord` tells of a folded name of one word whether it is an everyday word of some language. */
  constructor(isWord: (key: string) => boolean = () => false) {
    this.#isWord = isWord;
  }

  /** Places so far. */
  get places(): number {
    return this.#places;
  }

  /** Names so far, repeated ones included. */
  get names(): number {
    return this.#values.length;
  }

  /** Adds a place without names and gives its number. */
  addPlace(place: NewPlace): number {
    const id = this.#places++;
    pushPoint(this.#points, place.latitude, 180);
    pushPoint(this.#points, place.longitude, 360);
    this.#kinds.push(KINDS.indexOf(place.kind));
    this.#priors.push(Math.max(0, Math.min(255, Math.round(place.prior * 20))));
    this.#areaNumbers.push(this.#areaNumber(place.area));
    const name = cutToBytes(place.name, 255);
    this.#nameLengths.push(name.length);
    for (const byte of name) this.#text.push(byte);
    if (place.is !== undefined) {
      this.#areaNumber(place.is);
      this.#areaPlaces.set(place.is, id);
    }
    return id;
  }

  /** Gives a place a name; the same name twice counts once, in its best use. */
  addName(place: number, name: string, use: NameUse): void {
    const tokens = toTokens(name);
    if (tokens.length === 0 || tokens.length > MAX_NAME_WORDS) return;
    this.#hash.reset();
    for (const { word } of tokens) this.#hash.add(word);
    this.#high.push(this.#hash.high);
    this.#low.push(this.#hash.low);
    const [only] = tokens;
    const isWord = tokens.length === 1 && only !== undefined && this.#isWord(only.word);
    this.#values.push(place | USE_BITS[use] | (isWord ? WORD : 0));
  }

  /** The bytes of the file. */
  finish(attribution: string): Uint8Array {
    const { codes, numbers } = this.#orderAreas();
    const areaParent = new Uint16Array(codes.length);
    const areaPlace = new Uint32Array(codes.length);
    for (const [number, code] of codes.entries()) {
      areaParent[number] = numbers.get(parentCode(code)) ?? 0;
      areaPlace[number] = this.#areaPlaces.get(code) ?? PLACE_BITS;
    }
    const placeArea = new Uint16Array(this.#places);
    const metAs = [...this.#areas.keys()];
    for (let id = 0; id < this.#places; id++) {
      placeArea[id] = numbers.get(metAs[this.#areaNumbers.at(id)] ?? '') ?? 0;
    }
    const placePrior = this.#priors.toArray();
    const arrays: PlaceArrays = {
      placePoint: this.#points.toArray(),
      placeKind: this.#kinds.toArray(),
      placePrior,
      placeArea,
      placeNameLength: this.#nameLengths.toArray(),
      text: this.#text.toArray(),
      areaParent,
      areaPlace,
      ...packNames(this.#high.toArray(), this.#low.toArray(), this.#values.toArray(), placePrior),
    };
    const areaCodes = codes.filter((code) => code.split('.').length < 3);
    const version = versionOf(arrays);
    return encodePlaceFile(arrays, { version, areaCodes, attribution });
  }

  #areaNumber(code: string): number {
    const known = this.#areas.get(code);
    if (known !== undefined) return known;
    this.#areaNumber(parentCode(code));
    this.#areas.set(code, this.#areas.size);
    return this.#areas.size - 1;
  }

  /** No area, countries, then first and second divisions; what does not fit into 16 bits is left to the area above. */
  #orderAreas(): { codes: string[]; numbers: Map<string, number> } {
    const depth = (code: string): number => (code === '' ? 0 : code.split('.').length);
    const codes = [...this.#areas.keys()].sort((a, b) => depth(a) - depth(b)).slice(0, 0xffff);
    const numbers = new Map(codes.map((code, number) => [code, number]));
    for (const code of this.#areas.keys()) {
      let above = code;
      while (!numbers.has(above)) above = parentCode(above);
      numbers.set(code, numbers.get(above) ?? 0);
    }
    return { codes, numbers };
  }
}

function parentCode(code: string): string {
  const dot = code.lastIndexOf('.');
  return dot < 0 ? '' : code.slice(0, dot);
}

function pushPoint(column: Column<Uint8Array>, degrees: number, range: number): void {
  const share = (degrees + range / 2) / range;
  const steps = Math.max(0, Math.min(0xffffff, Math.round(share * 0xffffff)));
  column.push(steps & 0xff);
  column.push((steps >>> 8) & 0xff);
  column.push(steps >>> 16);
}

function cutToBytes(text: string, length: number): Uint8Array {
  const bytes = Buffer.from(text);
  if (bytes.length <= length) return bytes;
  return Buffer.from(
    bytes
      .subarray(0, length)
      .toString()
      .replace(/\uFFFD+$/, ''),
  );
}

type PackedNames = Pick<PlaceArrays, 'nameBuckets' | 'nameLow' | 'nameValue' | 'postings'>;

/** Groups equal hashes: one entry for each name, its places best known first. */
function packNames(
  high: Uint16Array,
  low: Uint32Array,
  values: Uint32Array,
  priors: Uint8Array,
): PackedNames {
  const starts = new Uint32Array(0x10001);
  for (const bucket of high) starts[bucket + 1] = (starts[bucket + 1] ?? 0) + 1;
  for (let bucket = 0; bucket < 0x10000; bucket++) {
    starts[bucket + 1] = (starts[bucket + 1] ?? 0) + (starts[bucket] ?? 0);
  }
  const order = new Uint32Array(high.length);
  const next = starts.slice();
  for (let name = 0; name < high.length; name++) {
    const bucket = high[name] ?? 0;
    order[next[bucket] ?? 0] = name;
    next[bucket] = (next[bucket] ?? 0) + 1;
  }
  const nameBuckets = new Uint32Array(0x10001);
  const nameLow = new Column(Uint32Array);
  const nameValue = new Column(Uint32Array);
  const postings = new Column(Uint32Array);
  for (let bucket = 0; bucket < 0x10000; bucket++) {
    nameBuckets[bucket] = nameLow.length;
    const group = order.subarray(starts[bucket], starts[bucket + 1]);
    for (const [hash, places] of groupByHash(group, low, values, priors)) {
      nameLow.push(hash);
      if (places.length === 1) nameValue.push(places[0] ?? 0);
      else {
        nameValue.push(MANY | postings.length);
        postings.push(places.length);
        for (const place of places) postings.push(place);
      }
    }
  }
  nameBuckets[0x10000] = nameLow.length;
  return {
    nameBuckets,
    nameLow: nameLow.toArray(),
    nameValue: nameValue.toArray(),
    postings: postings.toArray(),
  };
}

function groupByHash(
  group: Uint32Array,
  low: Uint32Array,
  values: Uint32Array,
  priors: Uint8Array,
): [number, number[]][] {
  const byHash = new Map<number, Map<number, number>>();
  for (const name of group) {
    const hash = low[name] ?? 0;
    const value = values[name] ?? 0;
    const places = byHash.get(hash) ?? new Map<number, number>();
    byHash.set(hash, places);
    const place = value & PLACE_BITS;
    const use = value & ~PLACE_BITS;
    places.set(place, Math.min(use, places.get(place) ?? use));
  }
  const prior = (value: number): number => priors[value & PLACE_BITS] ?? 0;
  return [...byHash]
    .sort(([a], [b]) => a - b)
    .map(([hash, places]) => [
      hash,
      [...places].map(([place, use]) => place | use).sort((a, b) => prior(b) - prior(a) || a - b),
    ]);
}

function versionOf(arrays: PlaceArrays): string {
  const hash = createHash('sha256');
  for (const array of Object.values(arrays)) {
    hash.update(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
  }
  return hash.digest('hex').slice(0, 12);
}
