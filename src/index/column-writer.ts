// Writes the packed attributes of documents: chunks are changed in memory and stored once per transaction.
import { COLUMN_SOURCES } from '../model/field-lists.ts';
import type { Database } from '../sqlite/sqlite.ts';
import {
  COLUMNS,
  type ColumnName,
  type ColumnValues,
  chunkId,
  chunkSize,
  makeValues,
} from './columns.ts';
import { sumOf } from './row-sum.ts';

/** Attributes of one document, in the order of `COLUMN_SOURCES`. */
export type ColumnRow = readonly number[];

/** Changes attributes within the transaction of the caller. */
export interface ColumnWriter {
  /** Sets all attributes of a document; numbers that are too large become the largest there is. */
  write(id: number, row: ColumnRow): void;
  /** Sets those attributes of a document that are named, and leaves the others as they are. */
  change(id: number, values: ReadonlyMap<ColumnName, number>): void;
  /** Makes all attributes of a document absent. */
  clear(id: number): void;
  /** Stores what was changed; before the transaction ends. */
  flush(): void;
  /** Forgets what was not stored; after the transaction was rolled back. */
  discard(): void;
}

/** Opens the attributes for writing. */
export function openColumnWriter(db: Database): ColumnWriter {
  const select = db.prepare<[number], Buffer>('SELECT data FROM column_chunk WHERE id = ?').pluck();
  const store = db.prepare<[number, Uint8Array, number]>(
    `INSERT INTO column_chunk(id, data, sum) VALUES(?, ?, ?)
     ON CONFLICT(id) DO UPDATE SET data = excluded.data, sum = excluded.sum`,
  );
  const remove = db.prepare<[number]>('DELETE FROM column_chunk WHERE id = ?');
  const columns = COLUMN_SOURCES.map(({ name }) => {
    return new BufferedColumn(name, (id) => select.get(id));
  });
  return {
    write(id, row) {
      for (let at = 0; at < columns.length; at++) {
        const column = columns[at];
        column?.set(id, row[at] ?? column.absent);
      }
    },
    change(id, values) {
      for (const column of columns) {
        const value = values.get(column.name);
        if (value !== undefined) column.set(id, value);
      }
    },
    clear(id) {
      for (const column of columns) column.set(id, column.absent);
    },
    flush() {
      for (const column of columns) {
        for (const [id, data] of column.takeChanges()) {
          if (data === undefined) remove.run(id);
          else store.run(id, data, sumOf('column_chunk', [data]));
        }
      }
    },
    discard() {
      for (const column of columns) column.discard();
    },
  };
}

interface Chunk {
  readonly values: ColumnValues;
  isChanged: boolean;
  /** A value was taken out, so that nothing may be left. */
  mayBeEmpty: boolean;
}

/** One column with the chunks that were touched since the last flush. */
class BufferedColumn {
  readonly name: ColumnName;
  readonly absent: number;
  readonly #load: (id: number) => Buffer | undefined;
  readonly #chunks = new Map<number, Chunk>();
  readonly #size: number;
  readonly #largest: number;
  /** The chunk of the last call: documents mostly come in the order of their ids. */
  #start = -1;
  #current: Chunk | undefined;

  constructor(name: ColumnName, load: (id: number) => Buffer | undefined) {
    this.name = name;
    this.absent = COLUMNS[name].absent;
    this.#load = load;
    this.#size = chunkSize(name);
    this.#largest = 2 ** (COLUMNS[name].bytes * 8) - 1;
  }

  set(id: number, value: number): void {
    let chunk = this.#current;
    if (chunk === undefined || id < this.#start || id >= this.#start + this.#size) {
      chunk = this.#open(Math.floor(id / this.#size));
    }
    const { values } = chunk;
    const at = id - this.#start;
    const whole = Math.min(value, this.#largest);
    if (values[at] === whole) return;
    values[at] = whole;
    chunk.isChanged = true;
    if (whole === this.absent) chunk.mayBeEmpty = true;
  }

  /** Chunks by their row; `undefined` for those that hold nothing any more. */
  *takeChanges(): Generator<[number, Uint8Array | undefined]> {
    for (const [number, { values, isChanged, mayBeEmpty }] of this.#chunks) {
      if (!isChanged) continue;
      const isEmpty = mayBeEmpty && values.every((value) => value === this.absent);
      const id = chunkId(COLUMNS[this.name].number, number);
      yield [id, isEmpty ? undefined : new Uint8Array(values.buffer)];
    }
    this.discard();
  }

  discard(): void {
    this.#chunks.clear();
    this.#current = undefined;
  }

  #open(number: number): Chunk {
    let chunk = this.#chunks.get(number);
    if (chunk === undefined) {
      const values = makeValues(this.name, this.#size);
      const stored = this.#load(chunkId(COLUMNS[this.name].number, number));
      if (stored !== undefined) new Uint8Array(values.buffer).set(stored);
      chunk = { values, isChanged: false, mayBeEmpty: false };
      this.#chunks.set(number, chunk);
    }
    this.#start = number * this.#size;
    this.#current = chunk;
    return chunk;
  }
}
