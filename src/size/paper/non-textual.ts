// The 23 features of paper 004, table IV.
import type { ImageClues } from '../clues.ts';
import { toAddressParts } from '../features/address.ts';

/** Number of features. */
export const NON_TEXTUAL = 23;

const SUFFIXES = [['jpg'], ['png'], ['bmp'], ['gif'], ['tif', 'tiff']];
const ELEMENTS: readonly (readonly string[])[] = [
  ['img', 'srcset', 'picture', 'noscript'],
  ['link', 'og', 'twitter'],
  ['a'],
  ['embed'],
  ['iframe'],
  ['object'],
];

/** The regular expression of section IV-E, as far as its print can be read. */
const PAIR = /(\d{1,5})x(\d{1,5})/;
const WIDTH = /(?:width|w)=(\d{1,5})/;
const HEIGHT = /(?:height|h)=(\d{1,5})/;
const EITHER = /(\d{1,5})px|_(\d{1,5})\./;

/** Writes the features of an image to `into` from `at` on. */
export function writeNonTextual(clues: ImageClues, into: Float32Array, at: number): void {
  const { extension, host } = toAddressParts(clues.url);
  const { width, height } = sizeIn(clues.url.slice(0, 2000));
  const values = [
    ...SUFFIXES.map((names) => names.includes(extension)),
    Math.max(0, clues.depth),
    Math.max(0, clues.siblings),
    ...[width > 0, width, height > 0, height],
    host !== '' && toAddressParts(clues.pageUrl).host === host,
    ...ELEMENTS.map((names) => names.includes(clues.tag)),
    ...[clues.alt !== '', clues.alt.length],
    ...[clues.parentTextLength > 0, Math.max(0, clues.parentTextLength)],
    clues.url.length,
  ];
  for (const [index, value] of values.entries()) into[at + index] = Number(value);
}

function sizeIn(url: string): { readonly width: number; readonly height: number } {
  const pair = PAIR.exec(url);
  if (pair !== null) return { width: Number(pair[1]), height: Number(pair[2]) };
  const width = Number(WIDTH.exec(url)?.[1] ?? 0);
  const height = Number(HEIGHT.exec(url)?.[1] ?? 0);
  if (width > 0 || height > 0) return { width, height };
  const either = EITHER.exec(url);
  return { width: Number(either?.[1] ?? either?.[2] ?? 0), height: 0 };
}
