// Lines of labelled or unlabelled images, as other programs write them, turned into clues.
import { type ImageClues, NO_CLUES } from './clues.ts';

/** An image with what is known of its size. */
export interface LabelledImage {
  readonly clues: ImageClues;
  /** Size in pixels, 0 when unknown. */
  readonly width: number;
  readonly height: number;
  /** What told the size. A declared size that is the label is no clue: `clues` does not have it. */
  readonly source: 'file' | 'declared' | 'none';
}

/** Names under which other programs know a field, besides our own. */
const NAMES = {
  url: ['url', 'src'],
  pageUrl: ['pageUrl', 'page'],
  tag: ['tag', 'domElem'],
  alt: ['alt'],
  title: ['title'],
  // The models were trained on captions by the paper's rule.
  caption: ['paperCaption', 'caption'],
  width: ['width', 'aw', 'w'],
  height: ['height', 'ah', 'h'],
  descriptor: ['descriptor'],
  classes: ['classes', 'class', 'cls'],
  parentTag: ['parentTag', 'parTag'],
  depth: ['depth', 'domDepth'],
  siblings: ['siblings', 'sib', 'domSib'],
  position: ['position', 'idx'],
  imagesInPage: ['imagesInPage', 'nimg'],
  parentTextLength: ['parentTextLength', 'parTextLen'],
  fileWidth: ['fileWidth', 'fw'],
  fileHeight: ['fileHeight', 'fh'],
} as const;

const MAX_TEXT = 10_000;
const MAX_NUMBER = 1_000_000;

/** An image out of a parsed line; `undefined` for what is no object or has no address. Nothing else is refused. */
export function toLabelledImage(line: unknown): LabelledImage | undefined {
  if (typeof line !== 'object' || line === null) return undefined;
  const fields = line as Readonly<Record<string, unknown>>; // any object may be read by names
  const url = textOf(fields, 'url');
  if (url === '') return undefined;
  const declared = { width: numberOf(fields, 'width', 0), height: numberOf(fields, 'height', 0) };
  const file = {
    width: numberOf(fields, 'fileWidth', 0),
    height: numberOf(fields, 'fileHeight', 0),
  };
  const isFile = file.width > 0 && file.height > 0;
  const isDeclared = !isFile && declared.width > 0 && declared.height > 0;
  const size = isFile ? file : declared;
  const clues: ImageClues = {
    ...NO_CLUES,
    url,
    pageUrl: pageOf(fields),
    tag: textOf(fields, 'tag') || 'img',
    alt: textOf(fields, 'alt'),
    title: textOf(fields, 'title'),
    caption: textOf(fields, 'caption'),
    ...declared,
    descriptor: textOf(fields, 'descriptor').slice(0, 20),
    hasSrcset: fields['hasSrcset'] === true || fields['srcset'] === true,
    classes: textOf(fields, 'classes'),
    parentTag: textOf(fields, 'parentTag').toLowerCase(),
    depth: numberOf(fields, 'depth', -1),
    siblings: numberOf(fields, 'siblings', -1),
    position: numberOf(fields, 'position', -1),
    imagesInPage: numberOf(fields, 'imagesInPage', -1),
    parentTextLength: numberOf(fields, 'parentTextLength', -1),
    isLazy: fields['isLazy'] === true || fields['lazy'] === true || fields['loading'] === 'lazy',
  };
  return {
    clues,
    width: isFile || isDeclared ? size.width : 0,
    height: isFile || isDeclared ? size.height : 0,
    source: isFile ? 'file' : isDeclared ? 'declared' : 'none',
  };
}

/** The clues of a labelled image that may be learnt from: without the declared size where it is the label. */
export function cluesWithoutLabel({ clues, source }: LabelledImage): ImageClues {
  return source === 'declared' ? { ...clues, width: 0, height: 0 } : clues;
}

function textOf(fields: Readonly<Record<string, unknown>>, name: keyof typeof NAMES): string {
  for (const known of NAMES[name]) {
    const value = fields[known];
    if (typeof value === 'string') return value.slice(0, MAX_TEXT);
  }
  return '';
}

/** A page is its address, or an object with it, as `pinakes extract` prints it. */
function pageOf(fields: Readonly<Record<string, unknown>>): string {
  const text = textOf(fields, 'pageUrl');
  const { page } = fields;
  if (text !== '' || typeof page !== 'object' || page === null || !('url' in page)) return text;
  return typeof page.url === 'string' ? page.url.slice(0, MAX_TEXT) : '';
}

function numberOf(
  fields: Readonly<Record<string, unknown>>,
  name: keyof typeof NAMES,
  missing: number,
): number {
  for (const known of NAMES[name]) {
    const value = fields[known];
    const number = typeof value === 'string' && value !== '' ? Number(value) : value;
    if (typeof number === 'number' && Number.isFinite(number))
      return Math.min(Math.max(number, missing), MAX_NUMBER);
  }
  return missing;
}
