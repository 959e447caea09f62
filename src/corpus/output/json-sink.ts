// JSON outputs: a line for each record, or one list that people can read.
import type { JsonObject } from './json-value.ts';
import { toLineage } from './lineage.ts';
import { openTextSink, type TextFormat, type TextSinkOptions } from './text-sink.ts';
import type { ResumableSink } from './unfinished-output.ts';

/** How JSON is written. */
export interface JsonSinkOptions extends TextSinkOptions {
  /**
   * `lines`: an object in each line. `list`: one list of objects, indented as paper 002 prints them. Default by the
   * name: `.json` and `.json.gz` are lists, all others lines.
   */
  readonly layout?: 'lines' | 'list' | undefined;
}

/** Opens an output of JSON, compressed when its name ends in `.gz`. */
export async function openJsonSink(path: string, options: JsonSinkOptions): Promise<ResumableSink> {
  const isList = options.layout ? options.layout === 'list' : /\.json(?:\.gz)?$/i.test(path);
  return openTextSink(path, isList ? LIST : LINES, options);
}

const LINES: TextFormat = {
  key: 'json-lines 1',
  head: '',
  encode: (record) => `${JSON.stringify(toLineage(record))}\n`,
  tail: () => '',
};

const LIST: TextFormat = {
  key: 'json-list 1',
  head: '[',
  encode: (record, index) => `${index === 0 ? '' : ','}\n${print(toLineage(record))}`,
  tail: (written) => (written === 0 ? ']\n' : '\n]\n'),
};

function print(lineage: JsonObject): string {
  return JSON.stringify(lineage, undefined, 2);
}
