// Tables as text: CSV as RFC 4180 describes it, and the same with tabs.
import { toCellText } from './cell-text.ts';
import { type TableOptions, toTable } from './columns.ts';
import { openTextSink, type TextFormat, type TextSinkOptions } from './text-sink.ts';
import type { ResumableSink } from './unfinished-output.ts';

/** How a table is written. */
export interface CsvSinkOptions extends TextSinkOptions, TableOptions {
  /** Default by the name: a tab for `.tsv` and `.tsv.gz`, else a comma. */
  readonly separator?: ',' | '\t' | undefined;
  /**
   * Whether text that a spreadsheet would take for a formula (it begins with `=`, `+`, `-`, `@`, a tab or a carriage
   * return) gets an apostrophe in front. Default false, because it changes the data.
   */
  readonly spreadsheetSafe?: boolean | undefined;
}

/** Opens a table, compressed when its name ends in `.gz`. Throws `OUTPUT_COLUMNS`. */
export async function openCsvSink(path: string, options: CsvSinkOptions): Promise<ResumableSink> {
  const separator = options.separator ?? (/\.tsv(?:\.gz)?$/i.test(path) ? '\t' : ',');
  return openTextSink(path, toFormat(path, separator, options), options);
}

function toFormat(path: string, separator: string, options: CsvSinkOptions): TextFormat {
  const { columns, explode, spreadsheetSafe = false } = options;
  const toRows = toTable(path, { columns, explode });
  // Programs that split at tabs mostly know one line end only.
  const lineEnd = separator === ',' ? '\r\n' : '\n';
  const cell = (value: unknown): string => {
    const text = toCellText(value) ?? '';
    const isFormula = spreadsheetSafe && typeof value !== 'number' && /^[=+\-@\t\r]/.test(text);
    return quote(isFormula ? `'${text}` : text, separator);
  };
  const line = (values: readonly unknown[]): string => {
    const text = values.map(cell).join(separator);
    // An empty line would be no row to many readers.
    return `${text === '' ? '""' : text}${lineEnd}`;
  };
  return {
    key: JSON.stringify(['csv 1', separator, columns, explode ?? null, spreadsheetSafe]),
    head: line(columns.map(({ name }) => name)),
    encode: (record) => toRows(record).map(line).join(''),
    tail: () => '',
  };
}

function quote(text: string, separator: string): string {
  // Outer blanks are quoted too: some readers trim what is not.
  const needsQuotes =
    text.includes(separator) || /["\r\n]/.test(text) || text.startsWith(' ') || text.endsWith(' ');
  return needsQuotes ? `"${text.replaceAll('"', '""')}"` : text;
}
