// Tables as Parquet: typed columns in groups of rows, of which one at a time is in memory.
import { ByteWriter, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer';
import { PinakesError } from '../../support/errors.ts';
import type { RecordView } from '../record-view.ts';
import type { CorpusLoss } from '../source/capture-source.ts';
import {
  type CaptureField,
  type Column,
  type TableOptions,
  type ToRows,
  toTable,
} from './columns.ts';
import { GrowingFile } from './growing-file.ts';
import {
  type Cell,
  COLUMN_TYPES,
  type ColumnType,
  inferType,
  toTypedCell,
} from './parquet-cells.ts';
import type { OutputFile, Progress, SinkOptions } from './sink.ts';
import { openOutput, type ResumableSink, type UnfinishedOutput } from './unfinished-output.ts';

/**
 * A column with the type of its values. Default: for fields of captures what they are, else what the values of the first
 * group of rows are: numbers, yes and no, or text.
 */
export type TypedColumn = Column & { readonly type?: ColumnType | undefined };

/** How a Parquet file is written. */
export interface ParquetSinkOptions extends SinkOptions, TableOptions<TypedColumn> {
  /** Rows of a group; default 10,000. */
  readonly rowGroupRows?: number | undefined;
  /** Called for each value that does not fit its column; the cell is empty then. */
  readonly onLoss?: ((loss: CorpusLoss) => void) | undefined;
}

/**
 * Opens a Parquet file. Its footer needs to know all that stands before it, so an interrupted run starts anew:
 * `resumed` is always 0. Throws `OUTPUT_COLUMNS`.
 */
export async function openParquetSink(
  path: string,
  options: ParquetSinkOptions,
): Promise<ResumableSink> {
  const toRows = toTable(path, options);
  const columns = options.columns.map((column) => ({ ...column, type: typeOf(path, column) }));
  const output = await openOutput(
    path,
    { ...options, mayResume: false },
    { formatKey: '', nameFiles: () => [] },
  );
  try {
    output.files.push(await GrowingFile.create(path));
    return new ParquetSink(output, { toRows, columns }, options);
  } catch (thrown) {
    await output.abandon(undefined);
    throw thrown;
  }
}

const FIELD_TYPES: Readonly<Partial<Record<CaptureField, ColumnType>>> = {
  time: 'timestamp',
  status: 'int64',
  offset: 'int64',
  length: 'int64',
};

/** The type that was chosen; `undefined` where the values shall tell. */
function typeOf(output: string, column: TypedColumn): ColumnType | undefined {
  const byField =
    'captureField' in column ? (FIELD_TYPES[column.captureField] ?? 'string') : undefined;
  const type = column.type ?? byField;
  if (type === undefined || COLUMN_TYPES.includes(type)) return type;
  const detail = `${column.name} has the type ${type}, not one of ${COLUMN_TYPES.join(', ')}`;
  throw new PinakesError('OUTPUT_COLUMNS', { output, detail });
}

const PARQUET_TYPES = {
  string: 'STRING',
  int64: 'INT64',
  double: 'DOUBLE',
  boolean: 'BOOLEAN',
  timestamp: 'TIMESTAMP',
} as const satisfies Record<ColumnType, string>;

const GROUP_ROWS = 10_000;
/** A group with more text ends early: it is in memory as a whole. UTF-16 units. */
const GROUP_UNITS = 32 * 1024 * 1024;

interface Table {
  readonly toRows: ToRows;
  readonly columns: readonly TypedColumn[];
}

class ParquetSink implements ResumableSink {
  readonly resumed: Progress = { consumed: 0, written: 0 };
  readonly carried = undefined;
  /** Records taken; with `explode` their rows are others. */
  written = 0;
  readonly #output: UnfinishedOutput;
  readonly #table: Table;
  readonly #options: ParquetSinkOptions;
  readonly #bytes = new ByteWriter();
  /** Rows whose columns have no types yet: those of the first group. */
  #untyped: { readonly record: RecordView; readonly row: readonly unknown[] }[] | undefined = [];
  #types: readonly ColumnType[] = [];
  #parquet: ParquetWriter | undefined;
  #group: Cell[][];
  #rows = 0;
  #units = 0;
  #isOpen = true;

  constructor(output: UnfinishedOutput, table: Table, options: ParquetSinkOptions) {
    this.#output = output;
    this.#table = table;
    this.#options = options;
    this.#group = table.columns.map(() => []);
  }

  async write(records: readonly RecordView[]): Promise<void> {
    if (!this.#isOpen) throw new Error('pinakes: this output has ended');
    for (const record of records) {
      for (const row of this.#table.toRows(record)) {
        this.#add(record, row);
        const isFull = this.#rows >= (this.#options.rowGroupRows ?? GROUP_ROWS);
        if (isFull || this.#units >= GROUP_UNITS) await this.#flushGroup();
      }
      this.written++;
    }
  }

  async finish(): Promise<readonly OutputFile[]> {
    if (!this.#isOpen) throw new Error('pinakes: this output has ended');
    this.#isOpen = false;
    return this.#output.complete(async () => {
      await this.#flushGroup();
      await this.#writer().finish();
      await this.#flushBytes();
      return [await this.#file.finish()];
    });
  }

  async abort(): Promise<void> {
    this.#isOpen = false;
    await this.#output.abandon(undefined);
  }

  get #file(): GrowingFile {
    const [file] = this.#output.files;
    if (file === undefined) throw new Error('pinakes: a Parquet output has one file');
    return file;
  }

  #add(record: RecordView, row: readonly unknown[]): void {
    this.#rows++;
    if (this.#untyped === undefined) {
      this.#addTyped(record, row);
      return;
    }
    this.#untyped.push({ record, row });
    for (const value of row) this.#units += typeof value === 'string' ? value.length : 0;
  }

  #addTyped(record: RecordView, row: readonly unknown[]): void {
    for (const [index, column] of this.#table.columns.entries()) {
      const type = this.#types[index] ?? 'string';
      const cell = toTypedCell(row[index], type);
      const isMisfit = typeof cell === 'object' && cell !== null && 'misfit' in cell;
      if (isMisfit) this.#tell(record, { ...column, type }, cell.misfit);
      this.#group[index]?.push(isMisfit ? null : cell);
      if (typeof cell === 'string') this.#units += cell.length;
    }
  }

  /** Settles the types of columns by the rows so far, once. */
  #writer(): ParquetWriter {
    if (this.#parquet !== undefined) return this.#parquet;
    const rows = this.#untyped ?? [];
    this.#untyped = undefined;
    this.#types = this.#table.columns.map(
      ({ type }, index) => type ?? inferType(rows.map(({ row }) => row[index])),
    );
    const schema = schemaFromColumnData({ columnData: this.#columnData() });
    this.#parquet = new ParquetWriter({ writer: this.#bytes, schema, codec: 'SNAPPY' });
    for (const { record, row } of rows) this.#addTyped(record, row);
    return this.#parquet;
  }

  #tell({ capture }: RecordView, column: TypedColumn, text: string): void {
    this.#options.onLoss?.({
      kind: 'record',
      file: capture.file,
      place: capture.offset,
      url: capture.url,
      reason: `column ${column.name}: ${JSON.stringify(text)} is not of type ${column.type}`,
    });
  }

  async #flushGroup(): Promise<void> {
    if (this.#rows === 0) return;
    const writer = this.#writer();
    await writer.write({ columnData: this.#columnData(), rowGroupSize: this.#rows });
    await this.#flushBytes();
    this.#group = this.#table.columns.map(() => []);
    this.#rows = 0;
    this.#units = 0;
  }

  /** Hands what was encoded to the file; the writer goes on counting from there. */
  async #flushBytes(): Promise<void> {
    await this.#file.append(this.#bytes.getBytes());
    this.#bytes.index = 0;
  }

  #columnData() {
    return this.#table.columns.map(({ name }, index) => ({
      name,
      data: this.#group[index] ?? [],
      type: PARQUET_TYPES[this.#types[index] ?? 'string'],
    }));
  }
}
