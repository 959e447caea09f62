// The places of one or more place files in memory, by number and by name.
import { KINDS, type PlaceKind } from './kinds.ts';
import { MANY, PLACE_BITS, type PlaceArrays, type PlaceFile } from './place-file.ts';

type NameArrays = Pick<PlaceArrays, 'nameBuckets' | 'nameLow' | 'nameValue' | 'postings'>;
type Rows = Pick<PlaceArrays, 'placePoint' | 'placeKind' | 'placePrior'> & {
  readonly placeArea: Uint32Array | Uint16Array;
};

/** Where the names of a file begin, by place. */
interface Texts {
  readonly bytes: Uint8Array;
  readonly lengths: Uint8Array;
  /** Offset of every 16th name. */
  readonly offsets: Uint32Array;
}

const OFFSET_STEP = 16;

/** All places, numbered from 0. Areas (countries, their divisions) are numbered from 1; 0 is none. */
export class PlaceTable {
  readonly #rows: Rows;
  readonly #names: readonly { readonly arrays: NameArrays; readonly base: number }[];
  readonly #texts: readonly { readonly texts: Texts; readonly base: number }[];
  readonly #areaParent: number[] = [0];
  readonly #areaPlace: number[] = [PLACE_BITS];
  readonly #areaCode: string[] = [''];
  readonly #areaByCode = new Map<string, number>([['', 0]]);
  /** How many places there are. */
  readonly size: number;

  constructor(files: readonly PlaceFile[]) {
    let base = 0;
    const names: { arrays: NameArrays; base: number }[] = [];
    const texts: { texts: Texts; base: number }[] = [];
    const areas: (Uint32Array | Uint16Array)[] = [];
    for (const file of files) {
      names.push({ arrays: file.arrays, base });
      texts.push({ texts: textsOf(file.arrays), base });
      areas.push(this.#takeAreas(file, base));
      base += file.arrays.placeKind.length;
    }
    this.size = base;
    this.#names = names;
    this.#texts = texts;
    this.#rows = joinRows(files, areas);
  }

  /** Numbers of the places of a name, with the flags of `place-file.ts`, best known first within a file. */
  find(high: number, low: number): readonly number[] {
    let found: number[] = NONE;
    for (const { arrays, base } of this.#names) {
      const name = findName(arrays, high, low);
      if (name < 0) continue;
      const value = arrays.nameValue[name] ?? 0;
      if (found === NONE) found = [];
      if ((value & MANY) === 0) found.push(value + base);
      else {
        const start = value & ~MANY;
        const count = arrays.postings[start] ?? 0;
        for (let index = 1; index <= count; index++) {
          found.push((arrays.postings[start + index] ?? 0) + base);
        }
      }
    }
    return found;
  }

  latitude(place: number): number {
    return this.#degrees(place * 6, 180);
  }

  longitude(place: number): number {
    return this.#degrees(place * 6 + 3, 360);
  }

  kind(place: number): PlaceKind {
    return KINDS[this.#rows.placeKind[place] ?? 0] ?? 'town';
  }

  /** How well known a place is, 0 to 12.75. */
  prior(place: number): number {
    return (this.#rows.placePrior[place] ?? 0) / 20;
  }

  /** The smallest area that holds a place. */
  area(place: number): number {
    return this.#rows.placeArea[place] ?? 0;
  }

  name(place: number): string {
    const part = this.#texts.findLast(({ base }) => base <= place) ?? this.#texts[0];
    if (part === undefined) return '';
    const local = place - part.base;
    const { bytes, lengths, offsets } = part.texts;
    let offset = offsets[Math.floor(local / OFFSET_STEP)] ?? 0;
    for (let index = local - (local % OFFSET_STEP); index < local; index++) {
      offset += lengths[index] ?? 0;
    }
    return Buffer.from(bytes.buffer, bytes.byteOffset + offset, lengths[local] ?? 0).toString();
  }

  /** The area with a code such as `PT` or `PT.17`, or 0. */
  areaOfCode(code: string): number {
    return this.#areaByCode.get(code) ?? 0;
  }

  /** Code of a country or of its division; empty for smaller areas. */
  codeOfArea(area: number): string {
    return this.#areaCode[area] ?? '';
  }

  /** The area that holds an area; 0 for countries. */
  parentOfArea(area: number): number {
    return this.#areaParent[area] ?? 0;
  }

  /** The place that an area is, or -1. */
  placeOfArea(area: number): number {
    const place = this.#areaPlace[area] ?? PLACE_BITS;
    return place === PLACE_BITS ? -1 : place;
  }

  /** The country that holds an area. */
  countryOfArea(area: number): number {
    let country = area;
    for (let above = area; above !== 0; above = this.parentOfArea(above)) country = above;
    return country;
  }

  /** The first division of a country that holds an area; 0 for countries themselves. */
  stateOfArea(area: number): number {
    let state = 0;
    for (let at = area; this.parentOfArea(at) !== 0; at = this.parentOfArea(at)) state = at;
    return state;
  }

  #degrees(offset: number, range: number): number {
    const points = this.#rows.placePoint;
    const steps =
      (points[offset] ?? 0) | ((points[offset + 1] ?? 0) << 8) | ((points[offset + 2] ?? 0) << 16);
    const degrees = (steps / 0xffffff) * range - range / 2;
    return Math.round(degrees * 1e5) / 1e5;
  }

  /** Gives the areas of a file numbers among all, those with known codes the known ones; gives the column of its places in these numbers. */
  #takeAreas(file: PlaceFile, base: number): Uint32Array | Uint16Array {
    const { areaParent, areaPlace, placeArea } = file.arrays;
    const numbers = new Uint32Array(areaParent.length);
    for (let area = 1; area < areaParent.length; area++) {
      const code = file.head.areaCodes[area] ?? '';
      let number = this.areaOfCode(code);
      if (number === 0) {
        number = this.#areaParent.length;
        this.#areaParent.push(numbers[areaParent[area] ?? 0] ?? 0);
        this.#areaPlace.push(PLACE_BITS);
        this.#areaCode.push(code);
        if (code !== '') this.#areaByCode.set(code, number);
      }
      const place = areaPlace[area] ?? PLACE_BITS;
      if (place !== PLACE_BITS && this.placeOfArea(number) < 0)
        this.#areaPlace[number] = place + base;
      numbers[area] = number;
    }
    if (numbers.every((number, area) => number === area)) return placeArea;
    return Uint32Array.from(placeArea, (area) => numbers[area] ?? 0);
  }
}

const NONE: number[] = [];

/** Index of a name in the arrays of a file, or -1. */
function findName({ nameBuckets, nameLow }: NameArrays, high: number, low: number): number {
  let from = nameBuckets[high] ?? 0;
  let to = (nameBuckets[high + 1] ?? 0) - 1;
  while (from <= to) {
    const middle = (from + to) >>> 1;
    const found = nameLow[middle] ?? 0;
    if (found === low) return middle;
    if (found < low) from = middle + 1;
    else to = middle - 1;
  }
  return -1;
}

function textsOf({ text, placeNameLength: lengths }: PlaceArrays): Texts {
  const offsets = new Uint32Array(Math.ceil(lengths.length / OFFSET_STEP));
  let offset = 0;
  for (let index = 0; index < lengths.length; index++) {
    if (index % OFFSET_STEP === 0) offsets[index / OFFSET_STEP] = offset;
    offset += lengths[index] ?? 0;
  }
  return { bytes: text, lengths, offsets };
}

function joinRows(
  files: readonly PlaceFile[],
  areas: readonly (Uint32Array | Uint16Array)[],
): Rows {
  const [first] = files;
  const [firstAreas] = areas;
  if (files.length === 1 && first !== undefined && firstAreas !== undefined) {
    return { ...first.arrays, placeArea: firstAreas };
  }
  return {
    placePoint: joinBytes(files.map(({ arrays }) => arrays.placePoint)),
    placeKind: joinBytes(files.map(({ arrays }) => arrays.placeKind)),
    placePrior: joinBytes(files.map(({ arrays }) => arrays.placePrior)),
    placeArea: Uint32Array.from(areas.flatMap((part) => [...part])),
  };
}

function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}
