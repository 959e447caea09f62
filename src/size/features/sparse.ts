// Sparse features of an image: hashes of pieces of its address and of what is said about it.
import type { ImageClues, PageContext } from '../clues.ts';
import type { AddressParts } from './address.ts';
import { hashNgrams, hashPart, hashText, hashWithoutDigits, mix } from './hash.ts';
import type { StatedSize } from './url-numbers.ts';

/** Name spaces of hashed features; a number that was used stays used. */
const SPACE = {
  ...{ token: 1, shape: 2, classWord: 4, altWord: 5, host: 6, classShape: 7, fileShape: 8 },
  ...{ titleWord: 9, type: 10, typeWithQuery: 11, parent: 12, tag: 13, descriptor: 14 },
} as const;

/** Most features of one image. */
const MAX_FEATURES = 4096;
const MAX_WORDS = 24;

/** Collects the features of one image after the other, without making garbage. */
export interface SparseFeatures {
  /** Places of the features of the last image, of which `count` are valid. */
  readonly places: Int32Array;
  count: number;
  /** How many of them are pieces of the address; they come first. */
  pieces: number;
}

/** What a collector is given. */
export interface SparseInput {
  readonly clues: ImageClues;
  readonly context: PageContext;
  readonly address: AddressParts;
  readonly stated: StatedSize;
  readonly isSameHost: boolean;
  /** Whether declared sizes may be used. */
  readonly withDeclared: boolean;
}

/** A collector for tables of `2 ** bits` weights. */
export function createSparse(bits: number): SparseFeatures & { collect(input: SparseInput): void } {
  const mask = (1 << bits) - 1;
  // Bytes, since places are all over the table: 64 KB stay in the cache of a processor.
  const stamps = new Uint8Array(1 << bits);
  const places = new Int32Array(MAX_FEATURES);
  let stamp = 0;
  const features = {
    places,
    count: 0,
    pieces: 0,
    collect: (input: SparseInput) => {
      stamp = (stamp + 1) & 255;
      if (stamp === 0) {
        stamps.fill(0);
        stamp = 1;
      }
      features.count = 0;
      hashNgrams(input.address.rest, add);
      features.pieces = features.count;
      collect(input, add);
    },
  };
  const add = (hash: number): void => {
    const place = hash & mask;
    if (stamps[place] === stamp || features.count === MAX_FEATURES) return;
    stamps[place] = stamp;
    places[features.count] = place;
    features.count += 1;
  };
  return features;
}

function collect(input: SparseInput, add: (hash: number) => void): void {
  const { clues, context, address, stated } = input;
  addWords(address.rest, 64, { name: SPACE.token, shape: SPACE.shape }, add);
  // Facts have numbers: making a text of each would take longer than all the rest.
  const fact = (name: number, value: number) =>
    add(mix(Math.imul(name, 0x85ebca6b) ^ (value + 64)));
  if (address.host !== '') add(hashText(address.host, SPACE.host));
  add(hashText(shapeOf(address.fileName), SPACE.fileShape));
  add(hashText(address.extension, address.query === '' ? SPACE.type : SPACE.typeWithQuery));
  add(hashText(clues.parentTag, SPACE.parent));
  add(hashText(clues.tag, SPACE.tag));
  const width = bucket(stated.width);
  const height = bucket(stated.height);
  fact(1, width * 64 + height);
  fact(2, width);
  fact(3, height);
  fact(4, Math.max(width, height));
  fact(5, Math.min(30, clues.depth));
  fact(6, bucket(clues.siblings));
  fact(7, bucket(clues.parentTextLength));
  fact(8, bucket(clues.alt.length));
  fact(9, bucket(clues.imagesInPage));
  fact(10, bucket(clues.position));
  fact(11, Number(clues.isLazy) * 2 + Number(clues.hasSrcset));
  fact(12, Number(input.isSameHost));
  fact(13, bucket(address.length));
  fact(14, bucket(context.samePattern));
  fact(15, bucket(context.sameClasses));
  fact(16, bucket(clues.caption.length));
  if (clues.descriptor !== '') add(hashText(descriptorOf(clues.descriptor), SPACE.descriptor));
  if (input.withDeclared && (clues.width > 0 || clues.height > 0)) {
    fact(17, bucket(clues.width) * 64 + bucket(clues.height));
    fact(18, bucket(Math.min(clues.width || 1e4, clues.height || 1e4)));
  }
  if (clues.classes !== '') {
    const spaces = { name: SPACE.classWord, shape: SPACE.classShape };
    addWords(clues.classes.slice(0, 300).toLowerCase(), MAX_WORDS, spaces, add);
  }
  addWords(clues.alt.slice(0, 200).toLowerCase(), MAX_WORDS, { name: SPACE.altWord }, add);
  addWords(clues.title.slice(0, 200).toLowerCase(), MAX_WORDS, { name: SPACE.titleWord }, add);
}

/** Half octaves: 0 and -1 are values of their own. */
export function bucket(value: number): number {
  return value <= 0 ? value : Math.floor(Math.log2(value + 1) * 2);
}

function descriptorOf(descriptor: string): string {
  const [, number = '', unit = ''] = /^([\d.]{1,8})([wxh])$/.exec(descriptor) ?? [];
  return unit === 'x' ? `${number}x` : `${unit}${bucket(Number(number) || 0)}`;
}

/** Words up to here keep their letters in their shape. */
const MAX_PLAIN = 12;
const MAX_WORD = 40;

function hashShape(text: string, start: number, end: number, space: number): number {
  return end - start <= MAX_PLAIN
    ? hashWithoutDigits(text, start, end, space)
    : hashText(shapeOf(text.slice(start, end)), space);
}

/** A word with its digits made equal and its letters told by kind where it is long. */
function shapeOf(word: string): string {
  const digits = word.replace(/\d/g, '0');
  if (digits.length <= MAX_PLAIN) return digits;
  return digits
    .replace(/[a-z]+/g, 'a')
    .replace(/0+/g, '0')
    .slice(0, 24);
}

/** Name spaces of words, and of their shapes where these count as well. */
interface WordSpaces {
  readonly name: number;
  readonly shape?: number;
}

/** Adds the hashes of runs of letters and digits. */
function addWords(
  text: string,
  most: number,
  { name, shape }: WordSpaces,
  add: (hash: number) => void,
): void {
  let left = most;
  let start = -1;
  for (let at = 0; at <= text.length; at += 1) {
    const isWord = at < text.length && isWordCode(text.charCodeAt(at));
    if (isWord && start < 0) start = at;
    else if (!isWord && start >= 0) {
      const end = Math.min(at, start + MAX_WORD);
      add(hashPart(text, start, end, name));
      if (shape !== undefined) add(hashShape(text, start, end, shape));
      start = -1;
      left -= 1;
      if (left === 0) return;
    }
  }
}

function isWordCode(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 97 && code <= 122) || code > 127;
}
