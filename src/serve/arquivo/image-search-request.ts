// Parameters of `/imagesearch` as Arquivo.pt's API 1.1 has them, read and checked.
import { findImageType } from '../../model/query/image-types.ts';
import { MAX_DEPTH } from '../../search/search.ts';
import { badParameter } from '../problems.ts';
import { ALL_FIELDS, DEFAULT_FIELDS, type FieldName } from './fields.ts';

/** A request, checked. Absent lists mean all. */
export interface ImageSearchRequest {
  readonly q: string;
  /** Seconds since 1970, both ends inclusive. */
  readonly from?: number;
  readonly to?: number;
  /** MIME types. */
  readonly mimes?: readonly string[];
  readonly sizes?: readonly ('sm' | 'md' | 'lg')[];
  readonly safe: boolean;
  /** Exact hosts; `*` stands for any characters. */
  readonly sites?: readonly string[];
  readonly collections?: readonly string[];
  readonly offset: number;
  readonly maxItems: number;
  readonly fields: readonly FieldName[];
  /** Address of this server, for links. */
  readonly base: string;
}

/** How the answer is written. */
export interface ImageSearchForm {
  readonly isPretty: boolean;
  readonly isDebug: boolean;
}

/** Parameters as they come: each once, as text. */
export type RawParameters = Readonly<Record<string, unknown>>;

const DEFAULT_ITEMS = 50;
const MAX_ITEMS = 200;
/** Values in one list; people give a handful. */
const MAX_VALUES = 100;

/** Reads the parameters; throws an `HttpProblem` that names the one that cannot be used. */
export function readImageSearch(raw: RawParameters, base: string): ImageSearchRequest {
  const from = readTime(raw, 'from');
  const to = readTime(raw, 'to');
  if (from !== undefined && to !== undefined && from.first > to.last) {
    throw badParameter('from', 'is later than `to`.');
  }
  const types = readList(raw, 'type')?.map((type) => {
    const found = findImageType(type.toLowerCase());
    if (found === undefined) throw badParameter('type', `${quote(type)} is no image type.`);
    return found.mimes;
  });
  const sizes = readList(raw, 'size')?.filter((size) => size !== 'all');
  const sites = readList(raw, 'siteSearch')?.map(readSite);
  const collections = readList(raw, 'collection');
  return {
    q: readText(raw, 'q') ?? '',
    ...(from && { from: from.first }),
    ...(to && { to: to.last }),
    ...(types && { mimes: types.flat() }),
    ...(sizes && sizes.length > 0 && { sizes: sizes.map(readSize) }),
    safe: readSwitch(raw, 'safeSearch', true),
    ...(sites && { sites }),
    ...(collections && { collections }),
    offset: readCount(raw, 'offset', 0, MAX_DEPTH - 1),
    maxItems: Math.min(readCount(raw, 'maxItems', DEFAULT_ITEMS), MAX_ITEMS),
    fields: readFields(raw),
    base,
  };
}

/** Reads how the answer is to be written. */
export function readForm(raw: RawParameters): ImageSearchForm {
  return {
    isPretty: readSwitch(raw, 'prettyPrint', false),
    isDebug: readSwitch(raw, 'debug', false),
  };
}

function readText(raw: RawParameters, name: string): string | undefined {
  const value = raw[name];
  if (value === undefined || value === '') return undefined;
  if (typeof value !== 'string') throw badParameter(name, 'is given more than once.');
  return value;
}

function readList(raw: RawParameters, name: string): string[] | undefined {
  const values = readText(raw, name)
    ?.split(',')
    .map((value) => value.trim())
    .filter((value) => value !== '');
  if (values !== undefined && values.length > MAX_VALUES) {
    throw badParameter(name, `has more than ${MAX_VALUES} values.`);
  }
  return values === undefined || values.length === 0 ? undefined : values;
}

function readCount(raw: RawParameters, name: string, absent: number, most?: number): number {
  const text = readText(raw, name);
  if (text === undefined) return absent;
  const count = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isNaN(count) || (most !== undefined && count > most)) {
    const limit = most === undefined ? '0 or more' : `from 0 to ${most}`;
    throw badParameter(name, `${quote(text)} is not a whole number ${limit}.`);
  }
  return count;
}

function readSwitch(raw: RawParameters, name: string, absent: boolean): boolean {
  const text = readText(raw, name)?.toLowerCase();
  if (text === undefined) return absent;
  if (text === 'on' || text === 'true') return true;
  if (text === 'off' || text === 'false') return false;
  throw badParameter(name, `${quote(text)} is neither on nor off.`);
}

function readSize(size: string): 'sm' | 'md' | 'lg' {
  if (size === 'sm' || size === 'md' || size === 'lg') return size;
  throw badParameter('size', `${quote(size)} is not one of sm, md, lg, all.`);
}

/** A host; of an address that was pasted its host. */
function readSite(value: string): string {
  const host = value
    .toLowerCase()
    .replace(/^[a-z][a-z0-9+.-]*:\/\//, '')
    .replace(/[/?#].*$/s, '')
    .replace(/:\d*$/, '');
  if (host.length <= 253 && /^[\p{L}\p{N}\p{M}_.*-]+$/u.test(host)) return host;
  throw badParameter('siteSearch', `${quote(value)} is no host.`);
}

function readFields(raw: RawParameters): FieldName[] {
  const read = (name: string) =>
    readList(raw, name)?.map((text) => {
      const field = ALL_FIELDS.find((known) => known === text);
      if (field !== undefined) return field;
      throw badParameter(name, `${quote(text)} is no field; there are ${ALL_FIELDS.join(', ')}.`);
    });
  const chosen = read('fields') ?? DEFAULT_FIELDS;
  return [...new Set([...chosen, ...(read('more') ?? [])])];
}

/** First and last second of 4, 6, 8, 10, 12 or 14 digits: `2010` is the whole year, `2010053112` an hour. */
function readTime(
  raw: RawParameters,
  name: string,
): { readonly first: number; readonly last: number } | undefined {
  const text = readText(raw, name);
  if (text === undefined) return undefined;
  const parts = /^([1-9]\d{3})(?:(\d\d)(?:(\d\d)(?:(\d\d)(?:(\d\d)(\d\d)?)?)?)?)?$/
    .exec(text)
    ?.slice(1);
  const given = parts?.filter((part) => part !== undefined).map(Number) ?? [];
  const first = toSeconds(given);
  // Back to digits: `Date` takes 31 April for 1 May.
  const printed = Number.isNaN(first)
    ? ''
    : new Date(first * 1000).toISOString().replace(/\D/g, '');
  if (given.length === 0 || !printed.startsWith(text)) {
    const form = 'is no date: give 4 to 14 digits, such as 2010, 20100531 or 20100531120000';
    throw badParameter(name, `${quote(text)} ${form}.`);
  }
  const next = given.map((part, at) => (at === given.length - 1 ? part + 1 : part));
  return { first, last: toSeconds(next) - 1 };
}

function toSeconds([year = Number.NaN, month = 1, day = 1, ...clock]: readonly number[]): number {
  const [hour = 0, minute = 0, second = 0] = clock;
  const date = new Date(0);
  // Not `Date.UTC`, which takes the years 0 to 99 for those of the twentieth century.
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute, second);
  return date.getTime() / 1000;
}

function quote(text: string): string {
  const plain = text.replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '\ufffd');
  return `“${plain.length > 40 ? `${plain.slice(0, 40)}…` : plain}”`;
}
