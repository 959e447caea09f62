// Opens an output by its name: the face of this folder.
import { PinakesError } from '../../support/errors.ts';
import { type CdxSinkOptions, openCdxSink } from './cdx-sink.ts';
import { CAPTURE_COLUMNS } from './columns.ts';
import { type CsvSinkOptions, openCsvSink } from './csv-sink.ts';
import { type JsonSinkOptions, openJsonSink } from './json-sink.ts';
import { openParquetSink, type ParquetSinkOptions, type TypedColumn } from './parquet-sink.ts';
import type { ResumableSink, ResumeOptions } from './unfinished-output.ts';
import { openWarcSink, type WarcSinkOptions } from './warc-sink.ts';

/** The formats that can be written. */
export type OutputFormat = 'json' | 'csv' | 'parquet' | 'warc' | 'cdx';

/** The ending of a name tells the format; `.gz` behind the first kind of them compresses. */
const ENDINGS: readonly (readonly [ending: RegExp, format: OutputFormat])[] = [
  [/\.(?:jsonl|ndjson|json)(?:\.gz)?$/i, 'json'],
  [/\.(?:csv|tsv)(?:\.gz)?$/i, 'csv'],
  [/\.parquet$/i, 'parquet'],
  [/\.warc(?:\.gz)?$/i, 'warc'],
  [/\.cdxj?(?:\.gz)?$/i, 'cdx'],
];

const ENDING_NAMES =
  '.jsonl, .ndjson, .json, .csv, .tsv, .warc, .cdx or .cdxj, each also with .gz, and .parquet';

/** The format that a name tells. Throws `OUTPUT_FORMAT`. */
export function outputFormatOf(path: string): OutputFormat {
  const found = ENDINGS.find(([ending]) => ending.test(path));
  if (found !== undefined) return found[1];
  throw new PinakesError('OUTPUT_FORMAT', { output: path, endings: ENDING_NAMES });
}

/** What the formats take beside the name; what a format does not know is passed over. */
export interface OpenSinkOptions extends ResumeOptions {
  /** Columns of CSV and Parquet; default those of an index line. */
  readonly columns?: readonly TypedColumn[] | undefined;
  /** For CSV and Parquet: list whose entries are rows. */
  readonly explode?: string | undefined;
  readonly spreadsheetSafe?: CsvSinkOptions['spreadsheetSafe'];
  readonly separator?: CsvSinkOptions['separator'];
  readonly layout?: JsonSinkOptions['layout'];
  readonly cdxFormat?: CdxSinkOptions['format'];
  readonly rowGroupRows?: ParquetSinkOptions['rowGroupRows'];
  readonly onLoss?: WarcSinkOptions['onLoss'];
  /** For WARC: where an archive is; by default its name is its place. */
  readonly locate?: WarcSinkOptions['locate'];
  /** For WARC: opens an archive, e.g. with limits for remote ones; default `openInput`. */
  readonly openSource?: WarcSinkOptions['openSource'];
  readonly rotateBytes?: WarcSinkOptions['rotateBytes'];
  readonly software?: WarcSinkOptions['software'];
  readonly info?: WarcSinkOptions['info'];
}

/**
 * Opens an output; the ending of its name tells the format. Throws `OUTPUT_FORMAT`, `OUTPUT_COLUMNS`, `OUTPUT_LOCKED`
 * when another program writes it, or `OUTPUT_UNWRITABLE`.
 *
 * @example const sink = await openSink('pages.jsonl.gz', { runKey });
 */
export async function openSink(path: string, options: OpenSinkOptions): Promise<ResumableSink> {
  const columns = options.columns ?? CAPTURE_COLUMNS;
  switch (outputFormatOf(path)) {
    case 'json':
      return openJsonSink(path, options);
    case 'csv':
      return openCsvSink(path, { ...options, columns });
    case 'parquet':
      return openParquetSink(path, { ...options, columns });
    case 'warc':
      return openWarcSink(path, { ...options, locate: options.locate ?? ((file) => file) });
    case 'cdx':
      return openCdxSink(path, { ...options, format: options.cdxFormat });
  }
}
