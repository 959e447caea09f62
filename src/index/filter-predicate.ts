// Tests conditions on documents in JavaScript, over whole columns.
import { toLatitude, toLongitude } from '../model/column-codes.ts';
import { COLUMNS, type Columns, type ColumnValues } from './columns.ts';
import type { Condition } from './rank-plan.ts';

/** Whether a document passes. */
export type Predicate = (id: number) => boolean;

/** Those of the ids (ascending) whose documents meet all conditions. */
export function filterIds(
  ids: Uint32Array,
  conditions: readonly Condition[],
  columns: Columns,
): Uint32Array {
  let kept = ids;
  for (const condition of conditions) {
    const passes = toPredicate(condition, columns);
    const next = new Uint32Array(kept.length);
    let count = 0;
    for (let at = 0; at < kept.length; at++) {
      const id = kept[at] ?? 0;
      if (passes(id)) next[count++] = id;
    }
    kept = next.subarray(0, count);
  }
  return kept;
}

/** A condition as a function; it holds for the generation that the columns show now. */
export function toPredicate(condition: Condition, columns: Columns): Predicate {
  switch (condition.kind) {
    case 'not': {
      const passes = toPredicate(condition.condition, columns);
      return (id) => !passes(id);
    }
    case 'all': {
      const tests = condition.conditions.map((member) => toPredicate(member, columns));
      return (id) => tests.every((passes) => passes(id));
    }
    case 'any': {
      const tests = condition.conditions.map((member) => toPredicate(member, columns));
      return (id) => tests.some((passes) => passes(id));
    }
    case 'rows': {
      const rows = new Set(condition.rows);
      return (id) => rows.has(id);
    }
    case 'range':
      return isBetween(columns.values(condition.column), condition.min, condition.max);
    case 'member':
      return isMember(columns.values(condition.column), condition.bitmap);
    case 'near':
      return isNear(condition, columns);
    case 'area': {
      const { min, max } = condition;
      const area = toArea(columns);
      return (id) => area(id) >= min && area(id) <= max;
    }
    case 'shape':
      return hasShape(condition.value, columns);
  }
}

/** The area of a document's picture. */
export function toArea(columns: Columns): (id: number) => number {
  const widths = columns.values('width');
  const heights = columns.values('height');
  return (id) => (widths[id] ?? 0) * (heights[id] ?? 0);
}

function isBetween(values: ColumnValues, min: number, max: number): Predicate {
  return (id) => {
    const value = values[id];
    return value !== undefined && value >= min && value <= max;
  };
}

function isMember(values: ColumnValues, bitmap: Uint8Array): Predicate {
  return (id) => {
    const value = values[id] ?? 0;
    return (((bitmap[value >>> 3] ?? 0) >>> (value & 7)) & 1) === 1;
  };
}

function hasShape(value: 'landscape' | 'portrait' | 'square', columns: Columns): Predicate {
  const widths = columns.values('width');
  const heights = columns.values('height');
  if (value === 'square') return (id) => widths[id] === heights[id];
  const isLandscape = value === 'landscape';
  return (id) => {
    const difference = (widths[id] ?? 0) - (heights[id] ?? 0);
    return isLandscape ? difference > 0 : difference < 0;
  };
}

/** Mean radius of the earth (IUGG). */
const EARTH_RADIUS_KM = 6371.0088;
const RADIANS = Math.PI / 180;
/** Half an angle from which on, nearly, everything is near. */
const HALF_GLOBE = 1.5;

/** By the haversine formula. */
function isNear(near: Extract<Condition, { kind: 'near' }>, columns: Columns): Predicate {
  const latitudes = columns.values('latitude');
  const longitudes = columns.values('longitude');
  const north = near.latitude * RADIANS;
  const east = near.longitude * RADIANS;
  const half = near.km / EARTH_RADIUS_KM / 2;
  const limit = half < HALF_GLOBE ? Math.sin(half) ** 2 : 2;
  const isUnknown = COLUMNS.latitude.absent;
  return (id) => {
    const latitude = latitudes[id] ?? isUnknown;
    const longitude = longitudes[id] ?? isUnknown;
    if (latitude === isUnknown || longitude === isUnknown) return false;
    const there = toLatitude(latitude) * RADIANS;
    const rise = Math.sin((there - north) / 2) ** 2;
    if (rise > limit) return false;
    const turn = Math.sin((toLongitude(longitude) * RADIANS - east) / 2) ** 2;
    return rise + Math.cos(there) * Math.cos(north) * turn <= limit;
  };
}
