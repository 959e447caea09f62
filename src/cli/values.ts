// Reads and checks one value of a flag, from text (command line, environment) or from a settings file.
import type { Flag, Scalar } from './command.ts';
import { parseDuration, parseSize } from './units.ts';

/** A value that was read, or what is wrong with it, to be put after the name of the flag. */
export type Read<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: string };

/** The value of a flag: one, a list for a repeatable flag, or none. */
export type Value = Scalar | readonly Scalar[] | undefined;

/** Reads one value of a flag from text. */
export function readText(flag: Flag, text: string): Read<Scalar> {
  switch (flag.type) {
    case 'boolean':
      return readBoolean(text);
    case 'string':
      return text === '' ? wrong('needs a value that is not empty') : right(text);
    case 'choice':
      return flag.choices.includes(text)
        ? right(text)
        : wrong(`${quote(text)} is not one of ${flag.choices.join(', ')}`);
    case 'integer':
    case 'number':
      return readNumber(flag, text.trim() === '' ? Number.NaN : Number(text), quote(text));
    case 'duration':
      return need(
        parseDuration(text),
        `${quote(text)} is not a time span such as 30s, 5m, 2h, 7d or 2y`,
      );
    case 'size':
      return need(
        parseSize(text),
        `${quote(text)} is not a size such as 4096, 500kB, 10MB or 2GiB`,
      );
  }
}

/**
 * Reads the value of a flag from a settings file, where types count: a number is not written as
 * text. A repeatable flag takes a list.
 */
export function readSetting(flag: Flag, raw: unknown): Read<Exclude<Value, undefined>> {
  if (flag.type === 'boolean' || flag.repeatable !== true) return readOneSetting(flag, raw);
  if (!Array.isArray(raw)) return wrong('must be a list');
  const values: Scalar[] = [];
  for (const item of raw) {
    const read = readOneSetting(flag, item);
    if (!read.ok) return read;
    values.push(read.value);
  }
  return right(values);
}

/** The value of a flag nobody has set. */
export function defaultOf(flag: Flag): Value {
  if (flag.type === 'boolean') return flag.default ?? false;
  if (flag.repeatable === true) return [];
  if (flag.default === undefined) return undefined;
  const read = readText(flag, String(flag.default));
  if (!read.ok) throw new Error(`The default of a flag is not valid: ${read.problem}`);
  return read.value;
}

function readOneSetting(flag: Flag, raw: unknown): Read<Scalar> {
  switch (flag.type) {
    case 'boolean':
      return typeof raw === 'boolean' ? right(raw) : wrong('must be true or false');
    case 'integer':
    case 'number':
      return typeof raw === 'number'
        ? readNumber(flag, raw, String(raw))
        : wrong('must be a number');
    case 'size':
      if (typeof raw === 'number') return readText(flag, String(raw));
      return typeof raw === 'string' ? readText(flag, raw) : wrong('must be a size such as "10MB"');
    case 'string':
    case 'choice':
    case 'duration':
      return typeof raw === 'string' ? readText(flag, raw) : wrong('must be text in quotes');
  }
}

function readBoolean(text: string): Read<boolean> {
  if (['1', 'true', 'yes', 'on'].includes(text.toLowerCase())) return right(true);
  if (['0', 'false', 'no', 'off'].includes(text.toLowerCase())) return right(false);
  return wrong(`${quote(text)} is neither true nor false`);
}

function readNumber(
  flag: Extract<Flag, { type: 'integer' | 'number' }>,
  value: number,
  shown: string,
): Read<number> {
  const isKind = flag.type === 'integer' ? Number.isSafeInteger(value) : Number.isFinite(value);
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = flag;
  if (isKind && value >= min && value <= max) return right(value);
  return wrong(
    `${shown} is not ${flag.type === 'integer' ? 'a whole number' : 'a number'}${rangeOf(flag)}`,
  );
}

/** ` from 1 to 64`, ` from 1 on`, ` up to 64` or nothing. */
export function rangeOf(flag: { readonly min?: number; readonly max?: number }): string {
  if (flag.min === undefined) return flag.max === undefined ? '' : ` up to ${flag.max}`;
  return flag.max === undefined ? ` from ${flag.min} on` : ` from ${flag.min} to ${flag.max}`;
}

function need(value: number | undefined, problem: string): Read<number> {
  return value === undefined ? wrong(problem) : right(value);
}

function right<T>(value: T): Read<T> {
  return { ok: true, value };
}

function wrong(problem: string): Read<never> {
  return { ok: false, problem };
}

function quote(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
}
