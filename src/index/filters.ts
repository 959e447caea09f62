// Conditions of a query, brought down to conditions on the packed attributes of documents.
import type { IndexFilter } from '../model/index-query.ts';
import { PinakesError } from '../support/errors.ts';
import { toNsfwLimit } from './column-row.ts';
import { COLUMNS, type ColumnName } from './columns.ts';
import { type Condition, toBitmap } from './rank-plan.ts';

/** How names in conditions become the numbers that documents have. */
export interface FilterNames {
  /** Rows of `mime`. */
  mimeIds(names: readonly string[]): number[];
  /** Row of `language`. */
  languageId(code: string): number | undefined;
  /** Rows of `host` that are meant by the condition `site`. */
  hostIds(host: string, withSubdomains: boolean): number[];
  /** The condition that a document belongs to a collection. */
  inCollection(name: string): Condition;
  /** Documents by id; `undefined` for those there are not. */
  rowsOf(ids: readonly string[]): readonly (number | undefined)[];
  /** Documents that were captured at a SURT. */
  rowsAt(surt: string): readonly number[];
}

/** Deeper nesting is refused: nobody types it. */
const MAX_DEPTH = 100;
/** Larger than any attribute. */
const LARGEST = 0xffffffff;
const LARGEST_SIDE = 65_535;
const NSFW_NEVER_SCORED = COLUMNS.nsfw.absent;

/** What no document meets. */
export const NOTHING: Condition = { kind: 'any', conditions: [] };

/** The conditions on attributes that a document must meet to pass all filters. */
export function toConditions(filters: readonly IndexFilter[], names: FilterNames): Condition[] {
  return filters.map((filter) => toCondition(filter, names, 0));
}

function toCondition(filter: IndexFilter, names: FilterNames, depth: number): Condition {
  if (depth > MAX_DEPTH) {
    const detail = `The query has more than ${MAX_DEPTH} levels of nesting.`;
    throw new PinakesError('USAGE', { detail, command: 'search' });
  }
  switch (filter.kind) {
    case 'not':
      return { kind: 'not', condition: toCondition(filter.filter, names, depth + 1) };
    case 'any':
      return {
        kind: 'any',
        conditions: filter.filters.map((member) => toCondition(member, names, depth + 1)),
      };
    case 'mime':
      return member('mime', names.mimeIds(filter.mimes));
    case 'site':
      return member('host', names.hostIds(filter.host, filter.withSubdomains));
    case 'language': {
      const id = names.languageId(filter.code);
      return id === undefined ? NOTHING : range('language', id, id);
    }
    case 'collection':
      return names.inCollection(filter.name);
    case 'ids':
      return rows(names.rowsOf(filter.ids));
    case 'source':
      return rows(names.rowsAt(filter.surt));
    default:
      return toPlainCondition(filter);
  }
}

type PlainFilter = Exclude<
  IndexFilter,
  { kind: 'not' | 'any' | 'mime' | 'site' | 'language' | 'collection' | 'ids' | 'source' }
>;

/** Conditions that need no names. */
function toPlainCondition(filter: PlainFilter): Condition {
  switch (filter.kind) {
    case 'time':
      return range('time', filter.from ?? 0, filter.to ?? LARGEST);
    case 'area':
      return { kind: 'area', min: filter.min ?? 0, max: filter.max ?? LARGEST };
    case 'size':
      return {
        kind: 'all',
        conditions: [
          range('width', Math.min(filter.minWidth, LARGEST_SIDE), LARGEST_SIDE),
          range('height', Math.min(filter.minHeight, LARGEST_SIDE), LARGEST_SIDE),
        ],
      };
    case 'orientation':
      return { kind: 'shape', value: filter.value };
    case 'nsfw':
      return {
        kind: 'any',
        conditions: [
          range('nsfw', 0, toNsfwLimit(filter.max)),
          range('nsfw', NSFW_NEVER_SCORED, NSFW_NEVER_SCORED),
        ],
      };
    case 'place': {
      const isKnown = range('latitude', 0, COLUMNS.latitude.absent - 1);
      return filter.isKnown ? isKnown : { kind: 'not', condition: isKnown };
    }
    case 'near':
      return toNear(filter);
    case 'nothing':
      return NOTHING;
  }
}

function toNear({ latitude, longitude, km }: Extract<IndexFilter, { kind: 'near' }>): Condition {
  const isPossible = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 360 && km >= 0;
  return isPossible
    ? { kind: 'near', latitude, longitude, km: Math.min(km, MAX_DISTANCE_KM) }
    : NOTHING;
}

/** More than the way round the globe. */
const MAX_DISTANCE_KM = 50_000;

/** The value of a column is one of these. */
export function member(column: ColumnName, values: readonly number[]): Condition {
  const [first] = values;
  if (first === undefined) return NOTHING;
  if (values.length === 1) return range(column, first, first);
  return { kind: 'member', column, bitmap: toBitmap(values) };
}

function range(column: ColumnName, min: number, max: number): Condition {
  return { kind: 'range', column, min: Number.isNaN(min) ? LARGEST + 1 : min, max };
}

/** The document is one of these. */
export function rows(found: readonly (number | undefined)[]): Condition {
  const known = found.filter((row) => row !== undefined);
  return known.length === 0 ? NOTHING : { kind: 'rows', rows: Uint32Array.from(known) };
}
