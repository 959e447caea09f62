// Opens an output by its name: the face of this folder.
import type { ByteSource, CdxFormat, HeaderList } from '../../archive/archive.ts';
import { PinakesError } from '../../support/errors.ts';
import { openCdxSink } from './cdx-sink.ts';
import { CAPTURE_COLUMNS } from './columns.ts';
import { openCsvSink } from './csv-sink.ts';
import { openJsonSink } from './json-sink.ts';
import { openParquetSink, type TypedColumn } from './parquet-sink.ts';
import type { CheckpointOptions, ResumableSink, ResumeOptions } from './unfinished-output.ts';
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

/** The format that a name tells. Throws `OUTPUT_FORMAT`, and `OUTPUT_REMOTE` for an address such as `s3://`. */
export function outputFormatOf(path: string): OutputFormat {
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(path))
    throw new PinakesError('OUTPUT_REMOTE', { output: path });
  const found = ENDINGS.find(([ending]) => ending.test(path));
  if (found !== undefined) return found[1];
  throw new PinakesError('OUTPUT_FORMAT', { output: path, endings: ENDING_NAMES });
}

/** What an output may be told beside its name; what a format does not know is passed over. */
export interface OutputOptions extends CheckpointOptions {
  /** Columns of CSV and Parquet; default those of an index line. */
  readonly columns?: readonly TypedColumn[] | undefined;
  /** For CSV and Parquet: path of a list whose entries are rows. */
  readonly explode?: string | undefined;
  /** For CSV: default by the name, a tab for `.tsv` and `.tsv.gz`, else a comma. */
  readonly separator?: ',' | '\t' | undefined;
  /** For CSV: whether text that a spreadsheet would take for a formula gets an apostrophe in front. Default false. */
  readonly spreadsheetSafe?: boolean | undefined;
  /** For JSON: an object in each line, or one list. Default by the name: `.json` and `.json.gz` are lists. */
  readonly layout?: 'lines' | 'list' | undefined;
  /** For indexes: default by the name, `cdxj` for `.cdxj` and `.cdxj.gz`, else `cdx11`. */
  readonly cdxFormat?: CdxFormat | undefined;
  /** For Parquet: rows of a group; default 10,000. */
  readonly rowGroupRows?: number | undefined;
  /** For WARC: opens an archive, e.g. with limits for remote ones; default `openInput`. */
  readonly openSource?: ((place: string) => Promise<ByteSource>) | undefined;
  /** For WARC: a file that has reached this many bytes is followed by another. Default: one file. */
  readonly rotateBytes?: number | undefined;
  /** For WARC: program named in the first record of each file; `Pinakes` by default. */
  readonly software?: string | undefined;
  /** For WARC: further lines of the first record, such as `description`. */
  readonly info?: HeaderList | undefined;
}

/** What only the program that opens an output says. */
export interface OpenSinkOptions extends OutputOptions, ResumeOptions {
  readonly onLoss?: WarcSinkOptions['onLoss'];
  readonly onRead?: WarcSinkOptions['onRead'];
  /** For WARC: where an archive is; by default its name is its place. */
  readonly locate?: WarcSinkOptions['locate'];
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
