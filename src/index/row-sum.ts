// Checksums of rows: a bit that flips on disk is found, and the row it was in is known.
import { crc32 } from 'node:zlib';
import type { Database } from '../sqlite/sqlite.ts';

/**
 * Tables whose last column is the sum of the others, all but `id`. `by` names the columns that find a row; where it is absent, whoever
 * stores a row works out its sum. The other tables change rarely: triggers of the writer do it.
 */
export const SUMMED_TABLES: Readonly<Record<string, { readonly by?: readonly string[] }>> = {
  meta: { by: ['name'] },
  collection: { by: ['id'] },
  file: { by: ['id'] },
  file_collection: { by: ['file', 'collection'] },
  file_count: { by: ['file'] },
  tag_count: { by: ['file', 'tag'] },
  page: {},
  observation: {},
  revisit: { by: ['id'] },
  sheet: { by: ['key', 'time', 'file', 'offset'] },
  sheet_content: { by: ['id'] },
  sheet_image: { by: ['key', 'content'] },
  sheet_import: { by: ['key', 'content'] },
  sheet_link: { by: ['key', 'file', 'part'] },
  hidden_capture: { by: ['key', 'time', 'file', 'offset'] },
  hidden_mention: { by: ['file', 'key', 'digest'] },
  address: {},
  capture: {},
  producer: { by: ['id'] },
  fact: {},
  takedown: { by: ['id'] },
  document: {},
  placement: {},
  column_chunk: {},
};

/** Longer bytes are summed by zlib, for which a call costs as much as so many bytes do here. */
const SHORT_BYTES = 256;
const ODD = 0x9e3779b1;

/** The sum of the values of a row of a table, 32 bits. Another value in one place always gives another sum. */
export function sumOf(table: string, values: readonly unknown[]): number {
  let sum = seedOf(table);
  for (const value of values) {
    if (typeof value === 'number') {
      sum = mix(mix(sum, value | 0), Math.floor(value / 2 ** 32) | 0);
    } else if (typeof value === 'string') {
      sum = mix(addText(sum, value), 1);
    } else if (value instanceof Uint8Array) {
      sum = mix(addBytes(sum, value), 2);
    } else sum = mix(sum, 3);
  }
  return sum >>> 0;
}

const seeds = new Map<string, number>();

function seedOf(table: string): number {
  const known = seeds.get(table);
  if (known !== undefined) return known;
  const seed = addText(0x811c9dc5, table);
  seeds.set(table, seed);
  return seed;
}

function mix(sum: number, word: number): number {
  const mixed = Math.imul(sum ^ word, ODD);
  return mixed ^ (mixed >>> 15);
}

function addText(start: number, text: string): number {
  let sum = start;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < FIRST_SURROGATE) sum = mix(sum, code);
    else return addWellFormed(start, text);
  }
  return sum;
}

const FIRST_SURROGATE = 0xd800;
const REPLACEMENT = 0xfffd;

/** Halves of characters come back as replacements, how many depends on the driver: they do not count. */
function addWellFormed(start: number, text: string): number {
  let sum = start;
  for (const character of Buffer.from(text).toString()) {
    const code = character.codePointAt(0) ?? 0;
    if (code !== REPLACEMENT) sum = mix(sum, code);
  }
  return sum;
}

function addBytes(start: number, bytes: Uint8Array): number {
  const { length } = bytes;
  if (length > SHORT_BYTES) return mix(mix(start, crc32(bytes)), length);
  let sum = mix(start, length);
  let at = 0;
  for (; at + 4 <= length; at += 4) {
    const [a = 0, b = 0, c = 0, d = 0] = [bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]];
    sum = mix(sum, a | (b << 8) | (c << 16) | (d << 24));
  }
  for (; at < length; at++) sum = mix(sum, bytes[at] ?? 0);
  return sum;
}

/** The columns of a table that its sum is made of, in their order. */
export function summedColumns(database: Database, table: string): string[] {
  const columns = database.pragma(`table_info(${table})`) as readonly { readonly name: string }[];
  return columns.map(({ name }) => name).filter((name) => name !== 'id' && name !== 'sum');
}

/** Has sums kept of the tables that change rarely, for as long as this connection is open. */
export function keepSums(database: Database): void {
  database.defineFunction('row_sum', (table, ...values) => sumOf(String(table), values));
  for (const [table, { by }] of Object.entries(SUMMED_TABLES)) {
    if (by === undefined) continue;
    const columns = summedColumns(database, table);
    const where = by.map((name) => `${name} = new.${name}`).join(' AND ');
    const values = columns.map((name) => `new.${name}`).join(', ');
    const sum = `BEGIN UPDATE ${table} SET sum = row_sum('${table}', ${values}) WHERE ${where}; END`;
    database.exec(
      `CREATE TEMP TRIGGER ${table}_added AFTER INSERT ON main.${table} ${sum};
       CREATE TEMP TRIGGER ${table}_changed AFTER UPDATE OF ${columns.join(', ')} ON main.${table} ${sum};`,
    );
  }
}

/** A row whose values are not those that were stored. */
export interface WrongRow {
  /** Its file, as far as that can be believed; 0 for tables without files. */
  readonly file: number;
}

/** The rows of a table that have changed since they were stored. Throws where the table cannot be read. */
export function* wrongRows(database: Database, table: string): Generator<WrongRow> {
  const columns = summedColumns(database, table);
  const file = columns.indexOf('file');
  const rows = database
    .prepare(`SELECT ${columns.join(', ')}, sum FROM ${table} NOT INDEXED`)
    .raw();
  for (const row of rows.iterate() as Iterable<unknown[]>) {
    const sum = row.pop();
    if (sum !== sumOf(table, row)) yield { file: Number(row[file] ?? 0) };
  }
}
