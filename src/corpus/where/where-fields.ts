// The fields that a condition can name, and what their values may look like.
import { parseTimestamp } from '../../model/timestamp.ts';
import {
  type CountField,
  type CountRange,
  MAX_COUNT,
  type TextField,
  type TextPattern,
  type TimeRange,
  type Where,
} from './where-node.ts';

/** A value as it was typed. */
export interface RawValue {
  /** The texts between the wildcards. */
  readonly pieces: readonly string[];
  /** Whether a part of it stood in quotation marks, which makes it text as it is. */
  readonly isQuoted: boolean;
}

/** A value that a field cannot have; the message says what it could be. */
export class ValueError extends Error {}

/** The names of fields, in the order in which the documentation has them. */
export const FIELD_NAMES = [
  ...(['url', 'host', 'surt', 'time', 'year', 'mime', 'type', 'status', 'digest'] as const),
  ...(['length', 'file', 'offset', 'redirect', 'meta'] as const),
];

/** The name of a field. */
export type FieldName = (typeof FIELD_NAMES)[number];

/** What the fields are called elsewhere: in CDXJ, and at the Internet Archive. */
const OTHER_NAMES: ReadonlyMap<string, FieldName> = new Map([
  ['original', 'url'],
  ['urlkey', 'surt'],
  ['timestamp', 'time'],
  ['mimetype', 'mime'],
  ['statuscode', 'status'],
  ['filename', 'file'],
  ['robotflags', 'meta'],
] as const);

/** MIME types in one word. */
export const TYPES: Readonly<Record<string, readonly TextPattern[]>> = {
  image: [['image/', '']],
  page: [['text/html'], ['application/xhtml+xml']],
  text: [['text/', '']],
  video: [['video/', '']],
  audio: [['audio/', '']],
  pdf: [['application/pdf']],
  style: [['text/css']],
  script: [['text/javascript'], ['application/javascript'], ['application/x-javascript']],
  json: [['application/json'], ['application/', '+json']],
  revisit: [['warc/revisit']],
};

/** The field of a name in any spelling; `undefined` when there is none. */
export function toFieldName(text: string): FieldName | undefined {
  const lower = text.toLowerCase();
  return FIELD_NAMES.find((name) => name === lower) ?? OTHER_NAMES.get(lower);
}

/** The condition that a field has one of some values. Throws `ValueError`. */
export function toCondition(name: FieldName, values: readonly RawValue[]): Where {
  switch (name) {
    case 'status':
    case 'length':
    case 'offset':
      return { kind: 'count', field: name, ranges: values.map((value) => toCounts(name, value)) };
    case 'time':
    case 'year':
      return { kind: 'time', ranges: values.map((value) => toTimes(name, value)) };
    case 'type':
      return { kind: 'text', field: 'mime', patterns: values.flatMap(toTypes) };
    default:
      return { kind: 'text', field: name, patterns: values.map((value) => toPattern(name, value)) };
  }
}

/** A text in the spelling in which a field is compared. */
function toPattern(field: TextField, { pieces, isQuoted }: RawValue): TextPattern {
  // What an index writes for a value that is missing.
  const isAbsent = !isQuoted && pieces.length === 1 && pieces[0] === '-';
  if (isAbsent && field !== 'surt' && field !== 'url' && field !== 'host') return [''];
  switch (field) {
    case 'mime':
    case 'host':
      return pieces.map((piece) => piece.toLowerCase());
    case 'digest':
      return pieces.map((piece, index) => {
        const bare = index === 0 ? piece.replace(/^sha1:/i, '') : piece;
        return bare.toUpperCase();
      });
    default:
      return pieces;
  }
}

function toTypes(value: RawValue): readonly TextPattern[] {
  const word = plainText(value).toLowerCase();
  const known = Object.hasOwn(TYPES, word) ? TYPES[word] : undefined;
  if (known !== undefined) return known;
  throw new ValueError(`a type is one of ${Object.keys(TYPES).join(', ')}`);
}

const UNITS: Readonly<Record<string, number>> = { k: 1 << 10, m: 1 << 20, g: 1 << 30 };

function toCounts(field: CountField, value: RawValue): CountRange {
  const text = plainText(value);
  const [, hundred] = (field === 'status' && /^([1-9])xx$/i.exec(text)) || [];
  if (hundred !== undefined) return { from: Number(hundred) * 100, to: Number(hundred) * 100 + 99 };
  const [from, to] = splitRange(text);
  const range = { from: toCount(field, from, 0), to: toCount(field, to, MAX_COUNT) };
  if (range.from > range.to) throw new ValueError('the range ends before it begins');
  return range;
}

function toCount(field: CountField, text: string, open: number): number {
  if (text === '') return open;
  const [, digits, unit = ''] = /^(\d{1,15})([kmg]?)b?$/i.exec(text) ?? [];
  const isStatus = field === 'status';
  const count = Number(digits) * (UNITS[unit.toLowerCase()] ?? 1);
  if (digits !== undefined && count <= MAX_COUNT && !(isStatus && unit !== '')) return count;
  const example = isStatus ? '`200`, `200..299` or `2xx`' : '`1000`, `500k` or `1m..10m`';
  throw new ValueError(`a number or a range of numbers is needed here, such as ${example}`);
}

function toTimes(name: 'time' | 'year', value: RawValue): TimeRange {
  const [from, to] = splitRange(plainText(value));
  const range = { from: toTime(name, from), to: toTime(name, to) };
  if (range.to !== '' && range.from.padEnd(14, '0') > range.to.padEnd(14, '9')) {
    throw new ValueError('the range ends before it begins');
  }
  return range;
}

function toTime(name: 'time' | 'year', text: string): string {
  if (text === '') return '';
  const isIso = /^\d{4}-\d\d(?:-\d\d(?:T\d\d(?::\d\d(?::\d\d)?)?)?)?Z?$/i.test(text);
  const digits = isIso ? text.replace(/\D/g, '') : text;
  const isDigits = /^(?:\d\d){2,7}$/.test(digits);
  if (name === 'year' && (!isDigits || digits.length !== 4)) {
    throw new ValueError('a year has four digits, such as `2011` or `2011..2013`');
  }
  const hasZero = /^\d{4}00|^\d{6}00/.test(digits); // a month or day that an index may have, but no calendar
  if (isDigits && !hasZero && parseTimestamp(digits) !== undefined) return digits;
  throw new ValueError(
    'a time is 4, 6, 8, 10, 12 or 14 digits or a date, such as `2011`, `201112`, `2011-12-24` or `2011..2013-06`',
  );
}

/** Both ends of a range; a single value is both. */
function splitRange(text: string): readonly [from: string, to: string] {
  const dots = text.indexOf('..');
  return dots < 0 ? [required(text), text] : [text.slice(0, dots), text.slice(dots + 2)];
}

function required(text: string): string {
  if (text === '') throw new ValueError('a value is missing');
  return text;
}

function plainText({ pieces }: RawValue): string {
  const [text = ''] = pieces;
  if (pieces.length > 1) throw new ValueError('`*` has no meaning here; ranges are written `a..b`');
  return text;
}
