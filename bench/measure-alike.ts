// What finding look-alikes costs among many vectors: `npx tsx bench/measure-alike.ts [VECTORS]`, a million by default.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { COLUMNS, type ColumnName, chunkId, chunkSize } from '../src/index/columns.ts';
import { type DocumentNames, decodeDocument, encodeDocument } from '../src/index/document-codec.ts';
import { PAGE_BYTES, SCHEMA } from '../src/index/schema.ts';
import { openSearchIndex } from '../src/index/search-index.ts';
import { ALIKE_BITS } from '../src/model/alike.ts';
import { packVector, parseVector, printVector, toSketch } from '../src/model/vector.ts';
import { openDatabase } from '../src/sqlite/sqlite.ts';
import { createImageDocument } from '../test/fixtures/memory-index.ts';

/** Questions that count, and those before them that warm up. */
const ASKED = 100;
const WARM_UP = 20;
/** Different documents: those of other rows are read again under another number. */
const DOCUMENTS = 20_000;
const NUMBERS = 256;

const count = Number(process.argv[2] ?? 1_000_000);
const NAMES: DocumentNames = {
  fileId: () => 1,
  fileName: () => 'a.warc.gz',
  collectionId: () => 1,
  collectionName: () => 'all',
};

const folder = mkdtempSync(join(tmpdir(), 'pinakes-alike-'));
const database = openDatabase(join(folder, 'library.sqlite'));
database.pragma(`page_size = ${PAGE_BYTES}`);
database.pragma('journal_mode = WAL');
database.exec(SCHEMA);
database.exec("INSERT INTO meta(name, value) VALUES('generation', 1)");
const random = createRandom(3);

const vectors = Array.from({ length: DOCUMENTS }, () => makeVector());
const insert = database.prepare('INSERT INTO document(id, hash, data, sum) VALUES(?, ?, ?, 0)');
const store = database.prepare('INSERT INTO column_chunk(id, data, sum) VALUES(?, ?, 0)');
database.exec('BEGIN');
for (const [at, vector] of vectors.entries()) {
  const document = { ...createImageDocument({ name: `picture ${at}` }), vector };
  insert.run(at, at, encodeDocument(document, NAMES));
}
const sketches = vectors.map((text) => toSketch(parseVector(text) ?? never()));
fill('mime', () => 1);
for (let word = 0; word < 8; word++) {
  // Of the rows beyond the documents any bits will do: unrelated pictures differ in about half of theirs.
  fill(`sketch${word}` as ColumnName, (row) =>
    row < DOCUMENTS ? (sketches[row]?.[word] ?? 0) : random(),
  );
}
database.exec('COMMIT');

const select = database.prepare<[number], Buffer>('SELECT data FROM document WHERE id = ?').pluck();
const index = openSearchIndex(database, {
  loadDocuments: (rows) =>
    rows.map((row) => {
      const data = select.get(row % DOCUMENTS);
      return data === undefined ? undefined : decodeDocument(data, NAMES);
    }),
  findRows: () => [],
  findAlike: () => [],
});
let started = process.cpuUsage();
let began = performance.now();
let found = 0;
for (let asked = -WARM_UP; asked < ASKED; asked++) {
  if (asked === 0) {
    started = process.cpuUsage();
    began = performance.now();
  }
  const vector = vectors[Math.floor((random() / 2 ** 32) * DOCUMENTS)] ?? '';
  const range = { maxDistance: ALIKE_BITS, limit: 100 };
  if (asked >= 0) found += (await index.lookAlikes({ vector }, range)).length;
  else await index.lookAlikes({ vector }, range);
}
const { user, system } = process.cpuUsage(started);
const cpu = ((user + system) / ASKED / 1000).toFixed(1);
const wall = ((performance.now() - began) / ASKED).toFixed(1);
process.stdout.write(
  `${count} vectors: ${cpu} CPU-ms (${wall} ms) a question, ${found / ASKED} found each\n`,
);
database.close();
rmSync(folder, { recursive: true });

function makeVector(): string {
  const numbers = Array.from({ length: NUMBERS }, () => random() / 2 ** 31 - 1);
  return printVector(packVector(numbers, 'bench') ?? never());
}

function fill(name: ColumnName, toValue: (row: number) => number): void {
  const size = chunkSize(name);
  const { bytes, number } = COLUMNS[name];
  for (let chunk = 0; chunk * size < count; chunk++) {
    const values = bytes === 4 ? new Uint32Array(size) : new Uint8Array(size);
    for (let at = 0; at < size; at++) {
      const row = chunk * size + at;
      if (row > 0 && row < count) values[at] = toValue(row);
    }
    store.run(chunkId(number, chunk), new Uint8Array(values.buffer));
  }
}

function never(): never {
  throw new Error('a vector of random numbers has a direction');
}

/** Numbers of 32 bits, the same in each run. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}
