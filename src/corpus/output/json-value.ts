// Any value as JSON, without ever failing: values come from everybody's functions.
import type { JsonValue } from '../../archive/cdx/cdx-entry.ts';
import { messageOf } from '../../support/errors.ts';

export type { JsonValue };

/** An object that is being filled. Made by `emptyObject`. */
export type JsonObject = { [name: string]: JsonValue };

/** An object without a prototype, in which every name is a plain one: `__proto__` too. */
export function emptyObject(): JsonObject {
  return Object.create(null) as JsonObject; // the library types it as any
}

/**
 * A value as JSON; `undefined` for what has no place in it (`undefined`, functions, symbols). Bytes print as their
 * length, dates as RFC 3339, numbers that JSON lacks as `null`, whole numbers beyond 2^53 as text, maps as objects, sets
 * as lists, errors as their message. What goes round in circles, is nested too deeply or cannot be read says so.
 */
export function toJsonValue(value: unknown): JsonValue | undefined {
  try {
    return convert(value, []);
  } catch (thrown) {
    // A getter or a `toJSON` of the value itself threw; the record goes on.
    return `[unprintable: ${messageOf(thrown)}]`;
  }
}

/** How the length of bytes prints, as in paper 002 section 5.4. */
export function describeBytes(length: number): string {
  return `bytes(length: ${length})`;
}

/** Deeper values are cut: both this conversion and `JSON.stringify` recurse. */
const MAX_DEPTH = 256;

function convert(value: unknown, above: object[]): JsonValue | undefined {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      return Number.isFinite(value) ? value : null;
    case 'bigint':
      return toNumberOrText(value);
    case 'object':
      return value === null ? null : convertObject(value, above);
    default:
      return undefined;
  }
}

function toNumberOrText(value: bigint): JsonValue {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}

function convertObject(value: object, above: object[]): JsonValue | undefined {
  const length = byteLengthOf(value);
  if (length !== undefined) return describeBytes(length);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (above.includes(value)) return '[circular]';
  if (above.length >= MAX_DEPTH) return '[nested too deeply]';
  above.push(value);
  try {
    return convertParts(value, above);
  } finally {
    above.pop();
  }
}

/** Bytes in any wrapping; lists of other numbers (a vector of floats) are lists. */
function byteLengthOf(value: object): number | undefined {
  const isBytes =
    value instanceof Uint8Array ||
    value instanceof Uint8ClampedArray ||
    value instanceof DataView ||
    value instanceof ArrayBuffer ||
    value instanceof SharedArrayBuffer;
  return isBytes ? value.byteLength : undefined;
}

function convertParts(value: object, above: object[]): JsonValue | undefined {
  if ('toJSON' in value && typeof value.toJSON === 'function') {
    return convert(value.toJSON(), above);
  }
  if (Array.isArray(value)) return convertList(value, above);
  if (value instanceof Map) return convertEntries(value.entries(), above);
  if (value instanceof Set) return convertList([...value], above);
  // All but the bytes, which were told apart before: their entries are numbers.
  if (ArrayBuffer.isView(value)) return convertList([...(value as Float64Array)], above);
  if (value instanceof Error) return value.message;
  return convertEntries(Object.entries(value), above);
}

function convertList(values: readonly unknown[], above: object[]): JsonValue {
  return Array.from(values, (item) => convert(item, above) ?? null);
}

function convertEntries(entries: Iterable<[unknown, unknown]>, above: object[]): JsonValue {
  const result = emptyObject();
  for (const [name, item] of entries) {
    const converted = convert(item, above);
    if (converted !== undefined) result[String(name)] = converted;
  }
  return result;
}
