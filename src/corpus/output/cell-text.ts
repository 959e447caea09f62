// A value as the text of one cell of a table.
import { toJsonValue } from './json-value.ts';

/** The text of a value, `undefined` where there is none: text as it is, lists and objects as JSON. */
export function toCellText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  const json = toJsonValue(value);
  if (json === undefined || json === null) return undefined;
  return typeof json === 'string' ? json : JSON.stringify(json);
}
