// Plain rows as JSON, CSV or Parquet: what other parts of the program write through the outputs of corpora.
import { PinakesError } from '../../support/errors.ts';
import type { RecordView } from '../record-view.ts';
import { openSink, outputFormatOf } from './open-sink.ts';
import type { OutputFile } from './sink.ts';
import { openTextSink, type TextFormat } from './text-sink.ts';
import type { ResumableSink, ResumeOptions } from './unfinished-output.ts';

/** A row by the names of its values. */
export type PlainRow = Readonly<Record<string, unknown>>;

/** An output of rows that survives a kill, as the outputs of corpora do. */
export interface RowSink {
  /** Rows that an earlier run left, durable: the caller skips as many. */
  readonly resumed: number;
  write(rows: readonly PlainRow[]): Promise<void>;
  finish(): Promise<readonly OutputFile[]>;
  /** Ends without a result; what is durable stays for a later run. */
  abort(): Promise<void>;
}

/** How rows are written. */
export interface RowSinkOptions extends ResumeOptions {
  /** Columns of CSV and Parquet; JSON has all values of a row. */
  readonly columns: readonly string[];
}

/** Opens an output by the ending of its name. Throws `OUTPUT_FORMAT`, also for WARC and indexes, and what `openSink` does. */
export async function openRowSink(path: string, options: RowSinkOptions): Promise<RowSink> {
  const { columns, ...rest } = options;
  const format = outputFormatOf(path);
  if (format === 'warc' || format === 'cdx') {
    const endings = '.jsonl, .ndjson, .json, .csv or .tsv, each also with .gz, and .parquet';
    throw new PinakesError('OUTPUT_FORMAT', { output: path, endings });
  }
  const isList = /\.json(?:\.gz)?$/i.test(path);
  const sink =
    format === 'json'
      ? await openTextSink(path, isList ? LIST : LINES, rest)
      : await openSink(path, {
          ...rest,
          // Lists and objects become JSON in a table.
          columns: columns.map((name) => ({ name, path: name })),
        });
  return new PlainRowSink(sink);
}

class PlainRowSink implements RowSink {
  readonly resumed: number;
  readonly #sink: ResumableSink;
  #consumed: number;

  constructor(sink: ResumableSink) {
    this.#sink = sink;
    this.resumed = sink.resumed.consumed;
    this.#consumed = this.resumed;
  }

  async write(rows: readonly PlainRow[]): Promise<void> {
    this.#consumed += rows.length;
    await this.#sink.write(rows.map(toView), this.#consumed);
  }

  finish(): Promise<readonly OutputFile[]> {
    return this.#sink.finish();
  }

  abort(): Promise<void> {
    return this.#sink.abort();
  }
}

/** Columns are paths of values; of the capture only messages about misfits tell. */
function toView(row: PlainRow): RecordView {
  return {
    capture: NO_CAPTURE,
    values: new Map(Object.entries(row)),
    forEachPaths: new Set(),
    failures: [],
  };
}

const NO_CAPTURE = {
  surt: '',
  time: '',
  url: '',
  mime: '',
  status: 0,
  digest: '',
  file: '',
  offset: 0,
  length: 0,
} as unknown as RecordView['capture']; // rows are of no capture

const LINES: TextFormat = {
  key: 'plain-lines 1',
  head: '',
  encode: ({ values }) => `${JSON.stringify(Object.fromEntries(values))}\n`,
  tail: () => '',
};

const LIST: TextFormat = {
  key: 'plain-list 1',
  head: '[',
  encode: ({ values }, index) =>
    `${index === 0 ? '' : ','}\n${JSON.stringify(Object.fromEntries(values))}`,
  tail: (written) => (written === 0 ? ']\n' : '\n]\n'),
};
