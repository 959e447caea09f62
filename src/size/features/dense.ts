// Numbers about an image that trees split on.
import type { ImageClues, PageContext } from '../clues.ts';
import type { AddressParts } from './address.ts';
import { type StatedSize, statedSize } from './url-numbers.ts';

/** What the numbers are made of. */
export interface DenseInput {
  readonly clues: ImageClues;
  readonly context: PageContext;
  readonly address: AddressParts;
  readonly stated: StatedSize;
  readonly isSameHost: boolean;
  readonly withDeclared: boolean;
}

const EXTENSIONS = ['jpg', 'png', 'gif', 'webp', 'svg', ''];
const PARENTS = ['a', 'div', 'figure', 'picture', 'noscript', 'span', 'p', 'td', 'li', ''];

/** Names of the numbers, in their order. */
export const DENSE_NAMES: readonly string[] = [
  ...['statedWidth', 'statedHeight', 'statedMax', 'statedMin', 'classWidth', 'classHeight'],
  ...['maxNumber', 'lastNumber', 'numbers', 'depth', 'siblings', 'position', 'images', 'relative'],
  ...['parentText', 'alt', 'altWords', 'caption', 'urlLength', 'folders', 'fileLength'],
  ...['fileDigits', 'fileDashes', 'queryLength', 'queryKeys', 'sameHost', 'lazy', 'srcset'],
  ...[
    'classLength',
    'classWords',
    'samePattern',
    'sameClasses',
    'sameUrl',
    'known',
    'patternShare',
  ],
  ...['descriptorWidth', 'declaredWidth', 'declaredHeight'],
  ...EXTENSIONS.map((name) => `type ${name}`),
  ...PARENTS.map((name) => `parent ${name}`),
];

/** How many numbers there are. */
export const DENSE_COUNT = DENSE_NAMES.length;

/** Writes the numbers of an image to `into` from `at` on. */
export function writeDense(input: DenseInput, into: Float32Array, at: number): void {
  const { clues, context, address, stated } = input;
  const inClass = clues.classes === '' ? NOTHING : statedSize(clues.classes.slice(0, 300));
  const { max, last, count } = numbersOf(address.rest);
  const { classes } = clues;
  let next = at;
  const put = (value: number | boolean) => {
    into[next] = Number(value);
    next += 1;
  };
  put(stated.width);
  put(stated.height);
  put(Math.max(stated.width, stated.height));
  put(Math.min(stated.width || stated.height, stated.height || stated.width));
  put(inClass.width);
  put(inClass.height);
  put(max);
  put(last);
  put(count);
  put(clues.depth);
  put(clues.siblings);
  put(clues.position);
  put(clues.imagesInPage);
  put(clues.imagesInPage > 0 && clues.position >= 0 ? clues.position / clues.imagesInPage : -1);
  put(clues.parentTextLength);
  put(clues.alt.length);
  put(clues.alt === '' ? 0 : countOf(clues.alt, 32) + 1);
  put(clues.caption.length);
  put(address.length);
  put(countOf(address.path, 47));
  put(address.fileName.length);
  put(digitsOf(address.fileName));
  put(countOf(address.fileName, 45) + countOf(address.fileName, 95));
  put(address.query.length);
  put(address.query === '' ? 0 : countOf(address.query, 38) + 1);
  put(input.isSameHost);
  put(clues.isLazy);
  put(clues.hasSrcset);
  put(classes.length);
  put(classes === '' ? 0 : countOf(classes, 32) + 1);
  put(context.samePattern);
  put(context.sameClasses);
  put(context.sameUrl);
  put(context.known);
  put(context.known > 0 ? context.samePattern / context.known : -1);
  put(descriptorWidth(clues.descriptor));
  put(input.withDeclared ? clues.width : 0);
  put(input.withDeclared ? clues.height : 0);
  for (const name of EXTENSIONS) put(address.extension === name);
  for (const name of PARENTS) put(clues.parentTag === name);
}

const NOTHING: StatedSize = { width: 0, height: 0 };

function descriptorWidth(descriptor: string): number {
  const [, number = '', unit = ''] = /^([\d.]{1,8})([wx])$/.exec(descriptor) ?? [];
  return (Number(number) || 0) * (unit === 'x' ? 500 : 1);
}

/** Numbers of two to four digits, which may be pixels; years are none. */
function numbersOf(text: string): { max: number; last: number; count: number } {
  let max = 0;
  let last = 0;
  let count = 0;
  let value = 0;
  let digits = 0;
  for (let at = 0; at <= text.length; at += 1) {
    const digit = text.charCodeAt(at) - 48;
    if (digit >= 0 && digit <= 9) {
      value = digits < 5 ? value * 10 + digit : value;
      digits += 1;
    } else if (digits > 0) {
      count += 1;
      const isYear = digits === 4 && value >= 1990 && value <= 2030;
      if (digits >= 2 && digits <= 4 && !isYear) {
        last = value;
        max = Math.max(max, value);
      }
      value = 0;
      digits = 0;
    }
  }
  return { max, last, count };
}

function countOf(text: string, code: number): number {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) === code) count += 1;
  return count;
}

function digitsOf(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= 48 && code <= 57) count += 1;
  }
  return count;
}
