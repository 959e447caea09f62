// Conditions of a query, brought down to conditions on the packed attributes of documents.
import {
  NEVER_SCORED,
  NO_TAKEN,
  toLatitudeCode,
  toLongitudeCode,
  toScoreLimit,
  toTakenMinutes,
} from '../model/column-codes.ts';
import { flagColumnOf } from '../model/field-lists.ts';
import type { IndexFilter } from '../model/index-query.ts';
import { PinakesError } from '../support/errors.ts';
import { COLUMNS, type ColumnName } from './columns.ts';
import { type Condition, toBitmap } from './rank-plan.ts';

/** How names in conditions become the numbers that documents have. */
export interface FilterNames {
  /** Rows of `mime`. */
  mimeIds(names: readonly string[]): number[];
  /** Row of `language`. */
  languageId(code: string): number | undefined;
  /** Row of `label`. */
  labelId(name: string): number | undefined;
  /** Rows of `place_name` that are meant by the condition `placeName`. */
  placeIds(name: string): number[];
  /** Rows of `host` that are meant by the condition `site`. */
  hostIds(host: string, withSubdomains: boolean): number[];
  /** The condition that a document belongs to a collection. */
  inCollection(name: string): Condition;
  /** Documents by id; `undefined` for those there are not. */
  rowsOf(ids: readonly string[]): readonly (number | undefined)[];
  /** The document of an id and all variants of its picture. */
  variantsOf(id: string): readonly number[];
  /** Documents on pages that link to a target. */
  rowsLinking(target: string): readonly number[];
  /** Documents that were captured at a SURT. */
  rowsAt(surt: string): readonly number[];
}

/** Deeper nesting is refused: nobody types it. */
const MAX_DEPTH = 100;
/** Larger than any attribute. */
const LARGEST = 0xffffffff;
const LARGEST_SIDE = 65_535;

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
    case 'placeName': {
      const ids = names.placeIds(filter.name);
      const levels = (['country', 'region', 'town'] as const).map((level) => member(level, ids));
      return ids.length === 0 ? NOTHING : { kind: 'any', conditions: levels };
    }
    case 'label': {
      const id = names.labelId(filter.name);
      if (id === undefined) return NOTHING;
      const places = (['label0', 'label1', 'label2'] as const).map((place) => range(place, id, id));
      return { kind: 'any', conditions: places };
    }
    case 'collection':
      return names.inCollection(filter.name);
    case 'ids':
      return rows(names.rowsOf(filter.ids));
    case 'variants':
      return rows(names.variantsOf(filter.id));
    case 'link':
      return rows(names.rowsLinking(filter.target));
    case 'source':
      return rows(names.rowsAt(filter.surt));
    default:
      return toPlainCondition(filter);
  }
}

type PlainFilter = Exclude<
  IndexFilter,
  {
    kind:
      | 'not'
      | 'any'
      | 'mime'
      | 'site'
      | 'language'
      | 'placeName'
      | 'label'
      | 'collection'
      | 'ids'
      | 'variants'
      | 'link'
      | 'source';
  }
>;

/** Conditions that need no names. */
function toPlainCondition(filter: PlainFilter): Condition {
  switch (filter.kind) {
    case 'time':
      return range('time', filter.from ?? 0, filter.to ?? LARGEST);
    case 'taken':
      return range(
        'taken',
        Math.max(0, toTakenMinutes(filter.from)),
        Math.min(toTakenMinutes(filter.to), NO_TAKEN - 1),
      );
    case 'seen':
      return {
        kind: 'all',
        conditions: [
          range('time', 0, filter.to),
          // A picture that was captured once, or before the newest captures were kept, has its oldest one.
          {
            kind: 'any',
            conditions: [
              range('time', filter.from, LARGEST),
              range('lastTime', filter.from, LARGEST),
            ],
          },
        ],
      };
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
    case 'flag':
      return toFlag(filter);
    case 'nsfw':
      return {
        kind: 'any',
        conditions: [
          range('nsfw', 0, toScoreLimit(filter.max)),
          range('nsfw', NEVER_SCORED, NEVER_SCORED),
        ],
      };
    case 'place': {
      const isKnown = range('latitude', 0, COLUMNS.latitude.absent - 1);
      return filter.isKnown ? isKnown : { kind: 'not', condition: isKnown };
    }
    case 'near':
      return toNear(filter);
    case 'box':
      return toBox(filter);
    case 'sure':
      return range('confidence', Math.max(1, Math.ceil(filter.min * 100 - 1e-9)), 255);
    case 'nothing':
      return NOTHING;
  }
}

/** Conditions on both coordinates; over the antimeridian on either side of it. */
function toBox({ south, west, north, east }: Extract<IndexFilter, { kind: 'box' }>): Condition {
  const isPossible = south <= north && [south, west, north, east].every(Number.isFinite);
  if (!isPossible) return NOTHING;
  const between = (from: number, to: number): Condition =>
    range(
      'longitude',
      toLongitudeCode({ latitude: 0, longitude: from }),
      toLongitudeCode({ latitude: 0, longitude: to }),
    );
  const [left, right] = [clamp(west, 180), clamp(east, 180)];
  const across: Condition = {
    kind: 'any',
    conditions: [between(left, 180), between(-180, right)],
  };
  return {
    kind: 'all',
    conditions: [
      range(
        'latitude',
        toLatitudeCode({ latitude: clamp(south, 90), longitude: 0 }),
        toLatitudeCode({ latitude: clamp(north, 90), longitude: 0 }),
      ),
      left <= right ? between(left, right) : across,
    ],
  };
}

function clamp(degrees: number, limit: number): number {
  return Math.max(-limit, Math.min(limit, degrees));
}

/** Numbers in which the bit of a name is set. */
function toFlag({ facet, name }: Extract<IndexFilter, { kind: 'flag' }>): Condition {
  const { name: column, flags = [], bytes } = flagColumnOf(facet);
  const bit = flags.indexOf(name);
  if (bit < 0) return NOTHING;
  const bitmap = new Uint8Array(2 ** (bytes * 8 - 3));
  for (let value = 0; value < bitmap.length * 8; value++) {
    if (((value >>> bit) & 1) === 1)
      bitmap[value >>> 3] = (bitmap[value >>> 3] ?? 0) | (1 << (value & 7));
  }
  return { kind: 'member', column, bitmap };
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
