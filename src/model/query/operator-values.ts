// Reads the values of operators: from what stands after the colon to what is meant.
import { COLOR_FAMILIES, type ColorFamily } from '../color.ts';
import { KINDS, type Kind } from '../kind.ts';
import { tidyLabel } from '../label.ts';
import { LICENCES } from '../licence.ts';
import { fold } from './characters.ts';
import { findImageType } from './image-types.ts';
import type { OperatorName, OperatorNode, QuerySize, QuerySpan } from './query.ts';
import { readBox, readPlace } from './query-place.ts';
import { readTime, toTimeSpan } from './query-time.ts';

/** A value that was understood; `hint` tells where it was taken in another way than typed. */
export interface ValueReading {
  readonly node: OperatorNode;
  readonly hint?: string;
}

/** Colours by name. */
export const COLORS: readonly ColorFamily[] = COLOR_FAMILIES;

/** Shapes of pictures. */
export const ORIENTATIONS = ['landscape', 'portrait', 'square'] as const;

/**
 * Reads the value of an operator, which is tidy and not empty; `undefined` when it is impossible.
 * Time is linear in the value.
 */
export function readValue(name: OperatorName, value: string): ValueReading | undefined {
  return READERS[name](value);
}

const kind = 'operator';

const READERS: Readonly<Record<OperatorName, (value: string) => ValueReading | undefined>> = {
  site: readSite,
  link: (target) => (hasSpace(target) ? undefined : { node: { kind, name: 'link', target } }),
  similar: (target) => (hasSpace(target) ? undefined : { node: { kind, name: 'similar', target } }),
  src: (url) =>
    hasSpace(url) || !/[./:]/.test(url) ? undefined : { node: { kind, name: 'src', url } },
  type: (value) => {
    const subtype = findImageType(fold(value))?.subtype;
    return subtype === undefined ? undefined : { node: { kind, name: 'type', subtype } };
  },
  size: readSize,
  from: (value) => {
    const time = readTime(fold(value));
    return time && { node: { kind, name: 'from', time } };
  },
  to: (value) => {
    const time = readTime(fold(value));
    return time && { node: { kind, name: 'to', time } };
  },
  before: (value) => {
    const time = readTime(fold(value));
    return time && { node: { kind, name: 'before', time } };
  },
  text: (value) =>
    /[\p{L}\p{N}]/u.test(value) ? { node: { kind, name: 'text', text: value } } : undefined,
  label: (value) => {
    const label = tidyLabel(value);
    return label === '' ? undefined : { node: { kind, name: 'label', label } };
  },
  year: readYears,
  taken: (value) => {
    const span = readSpan(value);
    return span && { node: { kind, name: 'taken', span } };
  },
  seen: (value) => {
    const span = readSpan(value);
    return span && { node: { kind, name: 'seen', span } };
  },
  collection: (collection) => ({ node: { kind, name: 'collection', collection } }),
  orientation: (value) => {
    const found = ORIENTATIONS.find((orientation) => orientation === fold(value));
    return found && { node: { kind, name: 'orientation', value: found } };
  },
  color: readColor,
  kind: readKind,
  licence: readLicence,
  near: (value) => {
    const place = readPlace(value);
    return place && { node: { kind, name: 'near', place } };
  },
  place: (place) => (/\p{L}/u.test(place) ? { node: { kind, name: 'place', place } } : undefined),
  bbox: (value) => {
    const box = readBox(value);
    return box && { node: { kind, name: 'bbox', box } };
  },
  geo: (value) => {
    const isKnown = toBoolean(value);
    return isKnown === undefined ? undefined : { node: { kind, name: 'geo', isKnown } };
  },
  animated: (value) => {
    const isAnimated = toBoolean(value);
    return isAnimated === undefined ? undefined : { node: { kind, name: 'animated', isAnimated } };
  },
  safe: (value) => {
    const isOn = toBoolean(value);
    return isOn === undefined ? undefined : { node: { kind, name: 'safe', isOn } };
  },
  variants: (value) => {
    const word = fold(value);
    if (word !== 'all' && word !== 'best') return undefined;
    return { node: { kind, name: 'variants', isAll: word === 'all' } };
  },
  lang: readLanguage,
};

/** A host; of a URL that was pasted its host. `*.example.org` and `.pt` are how others write sub-domains. */
function readSite(value: string): ValueReading | undefined {
  const text = fold(value);
  const address = /^(?:[a-z][a-z0-9+.-]*:)?\/\/(.*)$/.exec(text)?.[1] ?? text;
  const place = address.split(/[/?#]/, 1)[0] ?? '';
  const host = place
    .replace(/:\d*$/, '')
    .replace(/^\*?\./, '')
    .replace(/\.$/, '');
  if (host.length > 253 || !/^[\p{L}\p{N}\p{M}_-]+(?:\.[\p{L}\p{N}\p{M}_-]+)*$/u.test(host)) {
    return undefined;
  }
  const node = { kind, name: 'site', host } as const;
  const isMore = address.length > place.length + 1 || place.includes(':');
  return isMore ? { node, hint: `Only the host counts: site:${host}.` } : { node };
}

const SIZES: Readonly<Record<string, 'sm' | 'md' | 'lg'>> = {
  sm: 'sm',
  small: 'sm',
  md: 'md',
  medium: 'md',
  lg: 'lg',
  large: 'lg',
};

function readSize(value: string): ValueReading | undefined {
  const text = fold(value);
  if (Object.hasOwn(SIZES, text)) return toSize({ class: SIZES[text] ?? 'md' });
  const found = /^(>=?)? ?(\d{1,6}) ?[x×] ?(\d{1,6}) ?(\+)?$/.exec(text);
  const minWidth = Number(found?.[2] ?? 0);
  const minHeight = Number(found?.[3] ?? 0);
  if (minWidth + minHeight === 0) return undefined;
  const reading = toSize({ minWidth, minHeight });
  if (found?.[1] !== undefined || found?.[4] !== undefined) return reading;
  return { ...reading, hint: `Taken as at least so large: size:${minWidth}x${minHeight}+.` };
}

function toSize(size: QuerySize): ValueReading {
  return { node: { kind, name: 'size', size } };
}

function readYears(value: string): ValueReading | undefined {
  const found = /^([1-9]\d{3})(?: ?(?:[-–—]|\.{2,3}) ?([1-9]\d{3}))?$/.exec(fold(value));
  const from = Number(found?.[1] ?? 0);
  const to = Number(found?.[2] ?? from);
  if (from === 0 || to < from) return undefined;
  return { node: { kind, name: 'year', from, to } };
}

/** One time, two with dots between them, or two years as `2004-2008`. */
function readSpan(value: string): QuerySpan | undefined {
  const text = fold(value);
  const years = /^([1-9]\d{3}) ?[-–—] ?([1-9]\d{3})$/.exec(text);
  const [first = '', last = first, ...rest] = years?.slice(1) ?? text.split(/ ?\.{2,3} ?/);
  const [from, to] = [readTime(first), readTime(last)];
  if (from === undefined || to === undefined || rest.length > 0) return undefined;
  return toTimeSpan(from).from <= toTimeSpan(to).to ? { from, to } : undefined;
}

/** Other names of colours. */
const OTHER_COLORS: Readonly<Record<string, string>> = {
  gray: 'grey',
  violet: 'purple',
  cyan: 'teal',
  turquoise: 'teal',
  'black-and-white': 'bw',
  monochrome: 'bw',
};

function readColor(value: string): ValueReading | undefined {
  const text = fold(value);
  const name = COLORS.find((color) => color === (OTHER_COLORS[text] ?? text));
  if (name !== undefined) return { node: { kind, name: 'color', color: name } };
  if (/^#[0-9a-f]{6}$/.test(text)) return { node: { kind, name: 'color', color: text } };
  if (!/^#[0-9a-f]{3}$/.test(text)) return undefined;
  // As in CSS: #fa0 is #ffaa00.
  return { node: { kind, name: 'color', color: text.replace(/[0-9a-f]/g, '$&$&') } };
}

/** Other names of kinds. */
const OTHER_KINDS: Readonly<Record<string, Kind>> = {
  photograph: 'photo',
  photos: 'photo',
  illustration: 'drawing',
  clipart: 'drawing',
  screenshot: 'diagram',
  chart: 'diagram',
  scan: 'text',
  advertisement: 'ad',
};

function readKind(value: string): ValueReading | undefined {
  const text = fold(value);
  const found = KINDS.find((name) => name === text) ?? OTHER_KINDS[text];
  return found && { node: { kind, name: 'kind', value: found } };
}

/** `CC-BY-SA` is `by-sa`. */
function readLicence(value: string): ValueReading | undefined {
  const text = fold(value);
  const plain = text.replace(/^cc-(?=by)/, '');
  const found = text === 'cc' ? text : LICENCES.find((name) => name === plain);
  return found && { node: { kind, name: 'licence', value: found } };
}

/** The language alone: pages are known by ISO 639 codes, without regions. */
function readLanguage(value: string): ValueReading | undefined {
  const found = /^([a-z]{2,3})((?:[-_][a-z0-9]{1,8})*)$/.exec(fold(value));
  if (found === null) return undefined;
  const code = found[1] ?? '';
  const node = { kind, name: 'lang', code } as const;
  return found[2] === '' ? { node } : { node, hint: `Regions do not count: lang:${code}.` };
}

function toBoolean(value: string): boolean | undefined {
  const text = fold(value);
  if (text === 'yes' || text === 'on' || text === 'true') return true;
  return text === 'no' || text === 'off' || text === 'false' ? false : undefined;
}

function hasSpace(value: string): boolean {
  return value.includes(' ');
}
