// The attributes of the start tag being read, kept as ranges and decoded only when asked for.
import { decodeAttribute } from './entities.ts';
import { ATTRIBUTE_COUNT, attributeAt, UNKNOWN_ATTRIBUTE } from './html-names.ts';
import { at } from './html-tree.ts';

/** `data-*` attributes of one tag beyond this many are not kept. */
const MAX_DATA_ATTRIBUTES = 64;

/** A `data-*` attribute that has no number of its own. */
export interface DataAttribute {
  /** Lower case. */
  readonly name: string;
  readonly value: string;
}

/** Attributes by number: 1 for those that are in the set. */
export type AttributeSet = Uint8Array;

/** A set of attributes. */
export function attributeSet(attributes: readonly number[]): AttributeSet {
  const set = new Uint8Array(ATTRIBUTE_COUNT);
  for (const attribute of attributes) set[attribute] = 1;
  return set;
}

/** Attributes of the start tag at hand; valid until the next tag. The first of equal names counts. */
export interface Attributes {
  /** The decoded value, `''` for one without value, `undefined` for one that is absent. */
  readonly get: (attribute: number) => string | undefined;
  readonly has: (attribute: number) => boolean;
  /** Whether there is one of a set. Takes a look at those that are there, of which most tags have few. */
  readonly hasOneOf: (set: AttributeSet) => boolean;
  /** Whether there is any that has a number or is a `data-*` attribute. */
  readonly hasAny: () => boolean;
  readonly data: () => DataAttribute[];
}

/** The side of the attributes that the scanner fills. */
export interface AttributeRecorder extends Attributes {
  readonly clear: () => void;
  /** Adds an attribute by the ranges of its name and value. */
  readonly add: (nameStart: number, nameEnd: number, start: number, end: number) => void;
}

/** Attributes of a source. */
export function createAttributes(source: string): AttributeRecorder {
  // A slot belongs to the tag at hand when its stamp is the current one: clearing is one addition.
  const stamps = new Int32Array(ATTRIBUTE_COUNT);
  const starts = new Int32Array(ATTRIBUTE_COUNT);
  const ends = new Int32Array(ATTRIBUTE_COUNT);
  const known = new Int32Array(ATTRIBUTE_COUNT);
  const others = new Int32Array(MAX_DATA_ATTRIBUTES * 4);
  let stamp = 1;
  let knownCount = 0;
  let otherCount = 0;

  const has = (attribute: number): boolean => at(stamps, attribute) === stamp;
  const read = (start: number, end: number): string => decodeAttribute(source.slice(start, end));

  const addOther = (nameStart: number, nameEnd: number, start: number, end: number): void => {
    if (otherCount === MAX_DATA_ATTRIBUTES || !isDataName(source, nameStart, nameEnd)) return;
    const row = otherCount * 4;
    others[row] = nameStart;
    others[row + 1] = nameEnd;
    others[row + 2] = start;
    others[row + 3] = end;
    otherCount += 1;
  };

  return {
    clear: () => {
      stamp += 1;
      knownCount = 0;
      otherCount = 0;
    },
    add: (nameStart, nameEnd, start, end) => {
      const attribute = attributeAt(source, nameStart, nameEnd);
      if (attribute === UNKNOWN_ATTRIBUTE) addOther(nameStart, nameEnd, start, end);
      else if (!has(attribute)) {
        known[knownCount] = attribute;
        knownCount += 1;
        stamps[attribute] = stamp;
        starts[attribute] = start;
        ends[attribute] = end;
      }
    },
    has,
    hasOneOf: (set) => {
      for (let index = 0; index < knownCount; index += 1) {
        if (set[at(known, index)] === 1) return true;
      }
      return false;
    },
    get: (attribute) =>
      has(attribute) ? read(at(starts, attribute), at(ends, attribute)) : undefined,
    hasAny: () => knownCount > 0 || otherCount > 0,
    data: () =>
      Array.from({ length: otherCount }, (_, index) => ({
        name: source.slice(at(others, index * 4), at(others, index * 4 + 1)).toLowerCase(),
        value: read(at(others, index * 4 + 2), at(others, index * 4 + 3)),
      })),
  };
}

function isDataName(source: string, start: number, end: number): boolean {
  // The dash is the rarest of the five, so most names are done after one look.
  return (
    end - start > 5 &&
    source.charCodeAt(start + 4) === 45 &&
    /^data-/i.test(source.slice(start, start + 5))
  );
}
