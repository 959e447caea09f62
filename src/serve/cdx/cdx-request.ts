// The parameters of a question to `/cdx`, understood or refused.

import type { MatchType } from '../../archive/archive.ts';
import type { CaptureKey } from '../../index/captures.ts';
import type { Timestamp } from '../../model/capture.ts';
import { toSurt } from '../../model/surt.ts';
import { messageOf } from '../../support/errors.ts';
import { badParameter } from '../problems.ts';
import { toMoment } from '../replay/moment.ts';
import { schemeOf } from '../web-address.ts';
import { type Field, type FieldName, toField } from './cdx-fields.ts';
import { type Filter, toFilter } from './cdx-filter.ts';
import { parseResumeKey } from './resume-key.ts';

/** What an answer is written as. */
export type CdxOutput = 'text' | 'json' | 'cdxj' | 'link';

/** Adjacent lines of which only the first is kept: same field, or same first characters of it. */
export interface Collapse {
  readonly field: FieldName;
  readonly length: number;
}

/** A question as it was understood. */
export interface CdxRequest {
  /** As typed, for answers that name it. */
  readonly url: string;
  readonly surt: string;
  readonly matchType: MatchType;
  readonly from: Timestamp;
  readonly to: Timestamp;
  readonly filters: readonly Filter[];
  /** Fields that were asked for; `undefined`: those that the output has by itself. */
  readonly fields: readonly Field[] | undefined;
  readonly output: CdxOutput;
  /** First so many lines, or last if negative. */
  readonly limit: number;
  readonly offset: number;
  readonly order: 'forward' | 'reverse' | 'closest';
  /** The moment that `closest` is about. */
  readonly closest: Timestamp | undefined;
  readonly collapse: readonly Collapse[];
  readonly resolveRevisits: boolean;
  readonly showResumeKey: boolean;
  readonly resumeKey: CaptureKey | undefined;
  readonly page: number | undefined;
  /** In blocks of `BLOCK_LINES`. */
  readonly pageSize: number;
  readonly showNumPages: boolean;
}

/** Most lines of one answer, as at the Internet Archive. */
export const MAX_LINES = 150_000;
/** Most lines counted from the end: they are held in memory. */
export const MAX_LAST_LINES = 10_000;
/** Lines of a block, by which pages are measured. */
export const BLOCK_LINES = 3000;

const MAX_URL = 8192;
const MAX_FILTERS = 20;
const MAX_FILTER = 500;
/** Steps of all patterns together: each is tried at every character of every line. */
const MAX_FILTER_STEPS = 600;
const MAX_FIELDS = 50;
const MAX_COLLAPSES = 20;

/** Understands the parameters; throws the problem of the first that is wrong. Unknown ones are passed over. */
export function parseCdxRequest(query: URLSearchParams): CdxRequest {
  const { url, matchType } = parseUrl(query);
  const closest = parseClosest(query);
  const limit = parseLimit(query);
  const order = parseOrder(query, closest);
  const page = query.has('page') ? parseCount(query, 'page', 0) : undefined;
  const resumeKey = query.has('resumeKey')
    ? parseResumeKey(query.get('resumeKey') ?? '')
    : undefined;
  if (query.has('resumeKey') && resumeKey === undefined) {
    throw badParameter('resumeKey', 'must be a key that an earlier answer gave');
  }
  if (order === 'closest' && matchType !== 'exact') {
    throw badParameter('closest', 'is of one URL: leave out matchType and `*`');
  }
  if (page !== undefined && (order !== 'forward' || resumeKey !== undefined)) {
    throw badParameter('page', 'goes with neither sort nor resumeKey');
  }
  if (order === 'closest' && resumeKey !== undefined) {
    throw badParameter('resumeKey', 'does not go with sort=closest');
  }
  return {
    url,
    surt: toKey(url, matchType),
    matchType,
    from: parseBound(query, 'from', '0'),
    to: parseBound(query, 'to', '9'),
    filters: parseFilters(query),
    fields: parseFields(query),
    output: parseChoice(query, 'output', OUTPUTS, 'text'),
    limit,
    offset: parseCount(query, 'offset', 0),
    order,
    closest,
    collapse: parseCollapses(query),
    resolveRevisits: isSet(query, 'resolveRevisits'),
    // Some clients (waybackpy) always ask for a key; by closeness there is none to go on from.
    showResumeKey: isSet(query, 'showResumeKey') && order !== 'closest',
    resumeKey,
    page,
    pageSize: Math.max(1, parseCount(query, 'pageSize', MAX_LINES / BLOCK_LINES)),
    showNumPages: isSet(query, 'showNumPages'),
  };
}

const OUTPUTS = ['text', 'json', 'cdxj', 'link'] as const;
const MATCH_TYPES = ['exact', 'prefix', 'host', 'domain'] as const;

/** `example.org/*` asks for a prefix, `*.example.org` for a domain; a matchType is taken at its word. */
function parseUrl(query: URLSearchParams): { url: string; matchType: MatchType } {
  const url = query.get('url')?.trim() ?? '';
  if (url === '') throw badParameter('url', 'is needed: the address to look for');
  if (url.length > MAX_URL) throw badParameter('url', `must have at most ${MAX_URL} characters`);
  if (query.has('matchType')) {
    return { url, matchType: parseChoice(query, 'matchType', MATCH_TYPES, 'exact') };
  }
  const domain = /^(?:https?:\/\/)?\*\.(.+)$/is.exec(url)?.[1];
  if (domain !== undefined) return { url: domain.replace(/\*$/, ''), matchType: 'domain' };
  if (url.endsWith('*')) return { url: url.slice(0, -1), matchType: 'prefix' };
  return { url, matchType: 'exact' };
}

/** A prefix that ends in a slash means the folder, not its neighbours; keys have lost that slash. */
function toKey(url: string, matchType: MatchType): string {
  const key = toSurt(url === '' || schemeOf(url) !== undefined ? url : `http://${url}`);
  const isFolder = matchType === 'prefix' && url.endsWith('/') && !key.includes('?');
  return isFolder && !key.endsWith('/') ? `${key}/` : key;
}

function parseBound(query: URLSearchParams, name: 'from' | 'to', fill: string): Timestamp {
  const digits = query.get(name) ?? '';
  if (!/^\d{0,14}$/.test(digits))
    throw badParameter(name, 'must be 1 to 14 digits, as in 20080430');
  return digits.padEnd(14, fill) as Timestamp; // only compared with times
}

function parseClosest(query: URLSearchParams): Timestamp | undefined {
  const digits = query.get('closest');
  if (digits === null) return undefined;
  const moment = /^\d{1,14}$/.test(digits) ? toMoment(digits) : undefined;
  if (moment === undefined) throw badParameter('closest', 'must be a time of 1 to 14 digits');
  return moment;
}

function parseOrder(
  query: URLSearchParams,
  closest: Timestamp | undefined,
): 'forward' | 'reverse' | 'closest' {
  const sort = parseChoice(query, 'sort', ['default', 'reverse', 'closest'] as const, 'default');
  if (sort === 'reverse') return 'reverse';
  if (sort === 'closest' && closest === undefined) {
    throw badParameter('closest', 'is needed for sort=closest: a time of 1 to 14 digits');
  }
  return closest === undefined ? 'forward' : 'closest';
}

function parseLimit(query: URLSearchParams): number {
  const text = query.get('limit');
  if (text === null) return MAX_LINES;
  if (!/^-?\d{1,15}$/.test(text) || Number(text) === 0) {
    throw badParameter('limit', 'must be a whole number; a negative one asks for the last lines');
  }
  return Math.max(-MAX_LAST_LINES, Math.min(MAX_LINES, Number(text)));
}

function parseFilters(query: URLSearchParams): Filter[] {
  const sources = query.getAll('filter');
  if (sources.length > MAX_FILTERS)
    throw badParameter('filter', `at most ${MAX_FILTERS} are possible`);
  const filters = sources.map((source) => {
    if (source.length > MAX_FILTER) {
      throw badParameter('filter', `must have at most ${MAX_FILTER} characters`);
    }
    try {
      return toFilter(source);
    } catch (thrown) {
      throw badParameter('filter', `\`${source}\` ${messageOf(thrown)}`);
    }
  });
  if (filters.reduce((sum, { steps }) => sum + steps, 0) > MAX_FILTER_STEPS) {
    throw badParameter('filter', 'all patterns together are too long');
  }
  return filters;
}

function parseFields(query: URLSearchParams): Field[] | undefined {
  const name = query.has('fl') ? 'fl' : 'fields';
  const text = query.get(name);
  if (text === null || text === '') return undefined;
  const labels = text.split(',');
  if (labels.length > MAX_FIELDS) throw badParameter(name, `at most ${MAX_FIELDS} are possible`);
  return labels.map((label) => {
    const field = toField(label.trim());
    if (field === undefined)
      throw badParameter(name, `there is no field \`${label.slice(0, 50)}\``);
    return field;
  });
}

function parseCollapses(query: URLSearchParams): Collapse[] {
  const texts = query.getAll('collapse');
  if (texts.length <= MAX_COLLAPSES) return texts.map(parseCollapse);
  throw badParameter('collapse', `at most ${MAX_COLLAPSES} are possible`);
}

function parseCollapse(text: string): Collapse {
  const [, label = '', digits] = /^([a-z.]+)(?::(\d{1,5}))?$/.exec(text) ?? [];
  const field = toField(label);
  if (field === undefined) {
    throw badParameter('collapse', 'must be a field, or a field and a length as in timestamp:8');
  }
  return { field: field.name, length: digits === undefined ? MAX_URL : Number(digits) };
}

function parseCount(query: URLSearchParams, name: string, fallback: number): number {
  const text = query.get(name);
  if (text === null) return fallback;
  if (!/^\d{1,9}$/.test(text)) throw badParameter(name, 'must be a whole number, 0 or more');
  return Number(text);
}

function parseChoice<Choice extends string>(
  query: URLSearchParams,
  name: string,
  choices: readonly Choice[],
  fallback: Choice,
): Choice {
  const text = query.get(name);
  if (text === null) return fallback;
  const found = choices.find((choice) => choice === text);
  if (found === undefined) throw badParameter(name, `must be one of ${choices.join(', ')}`);
  return found;
}

/** Switches are on when given, also without a value; clients write 1, true or on. */
function isSet(query: URLSearchParams, name: string): boolean {
  const text = query.get(name);
  if (text === null) return false;
  if (/^(?:1|true|on|yes|)$/i.test(text)) return true;
  if (/^(?:0|false|off|no)$/i.test(text)) return false;
  throw badParameter(name, 'must be true or false');
}
