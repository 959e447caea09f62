// Small invented collections in a database of their own, with every answer also known by plain means.
import { CHUNK_BYTES, COLUMNS, type ColumnName, chunkId } from '../../src/index/columns.ts';
import { SCHEMA, VALUE_GAP } from '../../src/index/schema.ts';
import { TEXT_FIELDS } from '../../src/model/ranking.ts';
import type { CollectionStatistics, ScoredDocument } from '../../src/model/score.ts';
import { type Database, type DatabaseOptions, openDatabase } from '../../src/sqlite/sqlite.ts';
import type { Random } from './random.ts';

/** A document with its attributes; those that are absent are not written. */
export interface RankDocument extends ScoredDocument {
  readonly row: number;
  readonly values: Readonly<Partial<Record<ColumnName, number>>>;
}

/** A collection and the database that holds it. */
export interface RankCorpus {
  readonly db: Database;
  readonly documents: readonly RankDocument[];
  readonly statistics: CollectionStatistics;
}

/** Few words, so that they meet often; some begin alike. */
export const VOCABULARY = ['a', 'ab', 'abc', 'b', 'ba', 'c', 'cab', 'd'];

/** The row of a document that lies in the second chunk of every column, so that chunks are changed. */
const FAR_ROW = 8001;

/** Makes up a collection. */
export function makeCorpus(random: Random): RankCorpus {
  const rows = new Set(Array.from({ length: 1 + random.below(40) }, () => makeRow(random)));
  const documents = [...rows].sort((a, b) => a - b).map((row) => makeDocument(row, random));
  return openCorpus(documents);
}

/** Writes documents to a database in memory. */
export function openCorpus(
  documents: readonly RankDocument[],
  options?: DatabaseOptions,
): RankCorpus {
  const db = openDatabase(':memory:', options);
  db.exec(SCHEMA);
  fillCorpus(db, documents);
  return { db, documents, statistics: toStatistics(documents) };
}

/** Writes documents to a database that has the tables. */
export function fillCorpus(db: Database, documents: readonly RankDocument[]): void {
  const names = [...TEXT_FIELDS, 'keyword'];
  const marks = names.map(() => '?').join();
  const insert = db.prepare(`INSERT INTO text(rowid, ${names.join()}) VALUES(?, ${marks})`);
  for (const { row, fields } of documents) {
    const texts = fields.map((values) => values.map((value) => value.join(' ')).join(VALUE_GAP));
    // What stands in the column for keywords must not count.
    insert.run(row, ...texts, VOCABULARY.join(' '));
  }
  for (const name of Object.keys(COLUMNS)) writeColumn(db, name as ColumnName, documents); // its keys
}

/** The value of an attribute, as a search sees it. */
export function attributeOf(document: RankDocument, name: ColumnName): number {
  return document.values[name] ?? COLUMNS[name].absent;
}

function makeRow(random: Random): number {
  return random.below(8) === 0 ? FAR_ROW + random.below(3) : 1 + random.below(100);
}

function makeDocument(row: number, random: Random): RankDocument {
  const fields = TEXT_FIELDS.map(() =>
    Array.from({ length: random.below(3) }, () =>
      Array.from({ length: 1 + random.below(random.pick([2, 4, 12])) }, () =>
        random.pick(VOCABULARY),
      ),
    ),
  );
  const lengths = fields.map((values, field) => [
    `length.${TEXT_FIELDS[field]}`,
    values.flat().length,
  ]);
  const codes = { pages: random.below(6), area: random.below(256), caption: random.below(6) };
  const values = {
    ...codes,
    ...Object.fromEntries(lengths),
    // Few times, so that documents are equal in score and time.
    time: 1_000_000 + random.below(3),
    host: random.below(40),
    width: random.below(4) * 100,
    height: random.below(4) * 100,
    mime: 1 + random.below(3),
    collections: random.below(300),
    ...(random.below(2) === 0 && {
      nsfw: random.below(256),
      latitude: random.below(1_800_000_000),
      longitude: random.below(3_600_000_000),
    }),
  };
  return { row, fields, codes, values };
}

/** Chunks end with the last value there is, and those without any are missing. */
function writeColumn(db: Database, name: ColumnName, documents: readonly RankDocument[]): void {
  const { number, bytes, absent } = COLUMNS[name];
  const rowsPerChunk = CHUNK_BYTES / bytes;
  const chunks = new Map<number, number[]>();
  for (const { row, values } of documents) {
    const value = values[name];
    if (value === undefined) continue;
    const chunk = chunks.get(Math.floor(row / rowsPerChunk)) ?? [];
    while (chunk.length <= row % rowsPerChunk) chunk.push(absent);
    chunk[row % rowsPerChunk] = value;
    chunks.set(Math.floor(row / rowsPerChunk), chunk);
  }
  const insert = db.prepare('INSERT INTO column_chunk(id, data, sum) VALUES(?, ?, 0)');
  for (const [chunk, values] of chunks) {
    const data = Buffer.alloc(values.length * bytes);
    for (const [index, value] of values.entries()) data.writeUIntLE(value, index * bytes, bytes);
    insert.run(chunkId(number, chunk), data);
  }
}

function toStatistics(documents: readonly RankDocument[]): CollectionStatistics {
  const words = TEXT_FIELDS.map((_, field) => documents.map(({ fields }) => fields[field]!.flat()));
  return {
    documents: documents.length,
    fields: words.map((lists) => ({
      documents: lists.filter((list) => list.length > 0).length,
      words: lists.flat().length,
    })),
    documentsWith: (form, field, isPrefix) =>
      words[field]!.filter((list) =>
        list.some((word) => (isPrefix ? word.startsWith(form) : word === form)),
      ).length,
  };
}
