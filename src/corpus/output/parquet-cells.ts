// Values of a typed column: what a Parquet file can hold, and what does not fit.
import { toCellText } from './cell-text.ts';

/** Types of columns. Times are in milliseconds, UTC. */
export const COLUMN_TYPES = ['string', 'int64', 'double', 'boolean', 'timestamp'] as const;

/** The type of a column. */
export type ColumnType = (typeof COLUMN_TYPES)[number];

/** A value that a column can hold; `null` where there is none. */
export type Cell = string | bigint | number | boolean | Date | null;

/** The value as its column holds it; `'misfit'` when it is there but of another kind. */
export function toTypedCell(value: unknown, type: ColumnType): Cell | { readonly misfit: string } {
  if (value === undefined || value === null) return null;
  const cell = CONVERT[type](value);
  return cell === undefined ? { misfit: toCellText(value)?.slice(0, 40) ?? typeof value } : cell;
}

/**
 * The type of a column that nobody chose one for, by the values of its first rows: numbers are `double`, which holds every
 * number that JSON has, whole ones beyond `int64`; yes and no `boolean`; all else text. `undefined` and `null` say nothing.
 */
export function inferType(values: Iterable<unknown>): ColumnType {
  let found: ColumnType | undefined;
  for (const value of values) {
    if (value === undefined || value === null) continue;
    const type = TYPE_OF[typeof value] ?? 'string';
    if (found !== undefined && type !== found) return 'string';
    found = type;
  }
  return found ?? 'string';
}

const TYPE_OF: Readonly<Partial<Record<string, ColumnType>>> = {
  number: 'double',
  bigint: 'int64',
  boolean: 'boolean',
};

const CONVERT: Readonly<Record<ColumnType, (value: unknown) => Cell | undefined>> = {
  string: (value) => toCellText(value) ?? null,
  int64: (value) => toWhole(value),
  double: (value) => {
    if (typeof value === 'number') return value;
    if (typeof value === 'bigint') return Number(value);
    return isNumeral(value) ? Number(value) : undefined;
  },
  boolean: (value) => {
    if (typeof value === 'boolean') return value;
    return value === 'true' ? true : value === 'false' ? false : undefined;
  },
  timestamp: (value) => {
    const date = value instanceof Date ? value : isIsoTime(value) ? new Date(value) : undefined;
    return date === undefined || Number.isNaN(date.getTime()) ? undefined : date;
  },
};

function toWhole(value: unknown): bigint | undefined {
  if (typeof value === 'bigint') return BigInt.asIntN(64, value) === value ? value : undefined;
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : undefined;
  return typeof value === 'string' && /^-?\d{1,18}$/.test(value) ? BigInt(value) : undefined;
}

function isNumeral(value: unknown): value is string {
  return (
    typeof value === 'string' && /^-?\d{1,300}(?:\.\d{1,300})?(?:e[+-]?\d{1,3})?$/i.test(value)
  );
}

function isIsoTime(value: unknown): value is string {
  // A time without a zone would mean another moment on another machine.
  return (
    typeof value === 'string' &&
    /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d))?$/.test(value)
  );
}
