// The attributes of documents in packed form: one array of numbers per attribute, cut into pages of the database; how they are read.
import { COLUMN_SOURCES, type ColumnName, type ColumnSource } from '../model/field-lists.ts';
import type { Database } from '../sqlite/sqlite.ts';

export type { ColumnName } from '../model/field-lists.ts';

/** All attributes by name. Values are unsigned and little-endian. Document ids start at 1; `mime` 0 means: no such document. */
// The list has all names, each once (field-lists.test.ts).
export const COLUMNS = Object.fromEntries(
  COLUMN_SOURCES.map((column) => [column.name, column]),
) as Readonly<Record<ColumnName, ColumnSource>>;

/** Bytes of a chunk: with its row header it fills one page of 8,192 bytes, so that it is read without a copy. */
export const CHUNK_BYTES = 8000;

/** Chunk `c` of column `n` has this id in `column_chunk` and holds the documents from `c * CHUNK_BYTES / bytes` on. */
export function chunkId(column: number, chunk: number): number {
  return column * 2 ** 32 + chunk;
}

/** All values of one attribute by document id, as of the moment of the call; a view that must not be changed. */
export type ColumnValues = Uint8Array | Uint16Array | Uint32Array;

/** Documents in one chunk of a column. */
export function chunkSize(name: ColumnName): number {
  return CHUNK_BYTES / COLUMNS[name].bytes;
}

/** So many values, none of them written yet. Typed arrays are little-endian wherever Node is offered for download, but for IBM's. */
export function makeValues(name: ColumnName, length: number): ColumnValues {
  const { bytes, absent } = COLUMNS[name];
  const values = bytes === 1 ? Uint8Array : bytes === 2 ? Uint16Array : Uint32Array;
  const made = new values(length);
  return absent === 0 ? made : made.fill(absent);
}

/** The attributes of all documents, as the database shows them at the moment of each call. */
export interface Columns {
  /** Row `generation` of `meta`: the library raises it with every change. */
  readonly generation: number;
  /** Ids of all documents, ascending. */
  ids(): Uint32Array;
  /** Values by document id; as long as the largest id, plus one. */
  values(name: ColumnName): ColumnValues;
}

/** Opens the attributes for reading. A column is loaded when it is asked for, and kept for one generation. */
export function openColumns(db: Database): Columns {
  const selectGeneration = db.prepare("SELECT value FROM meta WHERE name = 'generation'").pluck();
  const selectChunks = db
    .prepare<[number, number], [number, Buffer]>(
      'SELECT id, data FROM column_chunk WHERE id BETWEEN ? AND ? ORDER BY id',
    )
    .raw();
  const loaded = new Map<ColumnName, ColumnValues>();
  let ids: Uint32Array | undefined;
  let known = -1;

  /** Forgets everything when the library has changed since the last call. */
  function refresh(): number {
    const generation = Number(selectGeneration.get() ?? 0);
    if (generation !== known) {
      loaded.clear();
      ids = undefined;
      known = generation;
    }
    return generation;
  }

  function load(name: ColumnName): ColumnValues {
    const found = loaded.get(name);
    if (found !== undefined) return found;
    const { number } = COLUMNS[name];
    const chunks = selectChunks.all(chunkId(number, 0), chunkId(number + 1, 0) - 1);
    const last = chunks.at(-1);
    // Only `mime` is there for every document, so it tells how many there are.
    const length =
      name !== 'mime'
        ? load('mime').length
        : last === undefined
          ? 1
          : (last[0] - chunkId(number, 0) + 1) * chunkSize(name);
    const values = makeValues(name, length);
    const target = new Uint8Array(values.buffer);
    for (const [id, data] of chunks) {
      // A damaged database gives other things than the bytes that were stored.
      if (!Buffer.isBuffer(data)) throw new RangeError('a piece of the attributes has no bytes');
      const start = (id - chunkId(number, 0)) * CHUNK_BYTES;
      if (start < target.length) target.set(data.subarray(0, target.length - start), start);
    }
    const kept = name === 'mime' ? withoutEnd(values) : values;
    loaded.set(name, kept);
    return kept;
  }

  return {
    get generation() {
      return refresh();
    },
    ids() {
      refresh();
      ids ??= presentIds(load('mime'));
      return ids;
    },
    values(name) {
      refresh();
      return load(name);
    },
  };
}

/** Cuts off the part of the last chunk where no document is. */
function withoutEnd(mimes: ColumnValues): ColumnValues {
  let end = mimes.length;
  while (end > 1 && mimes[end - 1] === 0) end--;
  return mimes.subarray(0, end);
}

function presentIds(mimes: ColumnValues): Uint32Array {
  const ids = new Uint32Array(mimes.length);
  let count = 0;
  for (let id = 1; id < mimes.length; id++) if (mimes[id] !== 0) ids[count++] = id;
  return ids.slice(0, count);
}
