// Tables of records: which values stand in which column, and how many rows a record has.
import { type CdxEntry, toIsoTime } from '../../archive/archive.ts';
import { PinakesError } from '../../support/errors.ts';
import type { RecordView } from '../record-view.ts';

/** Fields of a capture that can be a column. */
export const CAPTURE_FIELDS = [
  'surt',
  'time',
  'url',
  'mime',
  'status',
  'digest',
  'file',
  'offset',
  'length',
  'redirect',
  'meta',
] as const;

/** A field of a capture. */
export type CaptureField = (typeof CAPTURE_FIELDS)[number];

/** A column: a field of the capture, or a value by its path. */
export type Column = { readonly name: string } & (
  | { readonly captureField: CaptureField }
  | {
      /**
       * Path of a value, or of something inside one: `httpHeader.content-type` where `httpHeader` is an object. Of
       * what lies inside a list, `explode` makes rows.
       */
      readonly path: string;
    }
);

/** What a table is made of. */
export interface TableOptions<C extends Column = Column> {
  readonly columns: readonly C[];
  /**
   * Path of a list value: each of its entries is a row, with what else is known of the record repeated; a record
   * without entries has no row. Columns whose path begins with this one are about the entry. Default: one row for each
   * record.
   */
  readonly explode?: string | undefined;
}

/** The columns of an index line, for tables that nobody has chosen columns for. */
export const CAPTURE_COLUMNS: readonly Column[] = (
  ['surt', 'time', 'url', 'mime', 'status', 'digest'] as const
).map((captureField) => ({ name: captureField, captureField }));

/** Makes the rows of a record: the values of the columns in order. */
export type ToRows = (record: RecordView) => unknown[][];

/** Checks the columns and gives the function that makes rows. Throws `OUTPUT_COLUMNS`. */
export function toTable(output: string, { columns, explode }: TableOptions): ToRows {
  checkColumns(output, columns);
  const wholeCells = columns.map((column) => toCell(column));
  if (explode === undefined) {
    return (record) => [wholeCells.map((cell) => cell(record))];
  }
  const prefix = `${explode}.`;
  const cells = columns.map((column, index): EntryCell => {
    if ('path' in column && column.path === explode) return (_record, entry) => entry.value;
    if ('path' in column && column.path.startsWith(prefix)) {
      return toEntryCell(explode, column.path.slice(prefix.length).split('.'));
    }
    const whole = wholeCells[index];
    return (record) => whole?.(record);
  });
  return (record) =>
    entriesOf(record, explode).map((entry) => cells.map((cell) => cell(record, entry)));
}

function checkColumns(output: string, columns: readonly Column[]): void {
  const fail = (detail: string) => new PinakesError('OUTPUT_COLUMNS', { output, detail });
  if (columns.length === 0) throw fail('there are none');
  const names = new Set<string>();
  for (const column of columns) {
    if (column.name === '') throw fail('one has no name');
    if (names.has(column.name)) throw fail(`two are named ${column.name}`);
    names.add(column.name);
    if ('captureField' in column) {
      if (CAPTURE_FIELDS.includes(column.captureField)) continue;
      throw fail(`captures have no field ${column.captureField}`);
    }
    if (column.path.split('.').includes('')) throw fail(`${column.name} has no usable path`);
  }
}

interface Entry {
  readonly index: number;
  readonly value: unknown;
}

type EntryCell = (record: RecordView, entry: Entry) => unknown;

/** The entries of the list at a path; where nobody asked for the list itself, as many as were derived from it. */
function entriesOf(record: RecordView, path: string): Entry[] {
  const own = lookUp(record, path.split('.'));
  if (Array.isArray(own)) return own.map((value, index) => ({ index, value }));
  if (own instanceof Set) return [...own].map((value, index) => ({ index, value }));
  let length = 0;
  for (const derived of record.forEachPaths) {
    const list = derived.startsWith(`${path}.`) ? record.values.get(derived) : undefined;
    if (Array.isArray(list)) length = Math.max(length, list.length);
  }
  return Array.from({ length }, (_, index) => ({ index, value: undefined }));
}

/** A value derived from the entry, or something inside of such a value or of the entry itself. */
function toEntryCell(explode: string, names: readonly string[]): EntryCell {
  const paths = names.map((_, i) => `${explode}.${names.slice(0, i + 1).join('.')}`);
  return (record, entry) => {
    for (let i = names.length - 1; i >= 0; i--) {
      const path = paths[i] ?? '';
      const value = record.values.get(path);
      if (value === undefined) continue;
      const isList = record.forEachPaths.has(path) && Array.isArray(value);
      return stepInto(isList ? value[entry.index] : value, names.slice(i + 1));
    }
    return stepInto(entry.value, names);
  };
}

function toCell(column: Column): (record: RecordView) => unknown {
  if ('path' in column) {
    const names = column.path.split('.');
    return (record) => lookUp(record, names);
  }
  const { captureField } = column;
  return ({ capture }) => fieldOf(capture, captureField);
}

/** What a capture says; what it does not say is `undefined`. */
function fieldOf(capture: CdxEntry, field: CaptureField): unknown {
  if (field === 'time') return toIsoTime(capture.time);
  // Where no file is named the offset means nothing; 0 is no status and no length.
  if (field === 'offset') return capture.file === '' ? undefined : capture.offset;
  return capture[field] || undefined;
}

/** The value with the longest path that the names begin with, and what the other names say inside of it. */
function lookUp(record: RecordView, names: readonly string[]): unknown {
  for (let count = names.length; count > 0; count--) {
    const value = record.values.get(names.slice(0, count).join('.'));
    if (value !== undefined) return stepInto(value, names.slice(count));
  }
  return undefined;
}

function stepInto(value: unknown, names: readonly string[]): unknown {
  let found = value;
  for (const name of names) {
    if (found instanceof Map) found = found.get(name);
    else if (typeof found === 'object' && found !== null && Object.hasOwn(found, name)) {
      found = found[name as keyof typeof found]; // it has it, as was just asked
    } else return undefined;
  }
  return found;
}
