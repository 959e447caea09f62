// Index lines of the selected captures, which point where the captures are.
import { type CdxFormat, formatCdxHeader, formatCdxLine } from '../../archive/archive.ts';
import type { RecordView } from '../record-view.ts';
import { sortIndexFile } from './cdx-order.ts';
import type { JsonValue } from './json-value.ts';
import type { OutputFile } from './sink.ts';
import { openTextSink, type TextSinkOptions } from './text-sink.ts';
import type { ResumableSink } from './unfinished-output.ts';

/** How index lines are written. */
export interface CdxSinkOptions extends TextSinkOptions {
  /** Default by the name: `cdxj` for `.cdxj` and `.cdxj.gz`, else `cdx11`. */
  readonly format?: CdxFormat | undefined;
}

/**
 * Opens an index of the selection, compressed when its name ends in `.gz`. Its lines are in the order of an index, as
 * programs that search in one expect: those of a corpus that was sorted in another way are sorted at the end.
 */
export async function openCdxSink(path: string, options: CdxSinkOptions): Promise<ResumableSink> {
  const format = options.format ?? (/\.cdxj(?:\.gz)?$/i.test(path) ? 'cdxj' : 'cdx11');
  const header = formatCdxHeader(format);
  const order = new LineOrder();
  const sink = await openTextSink(
    path,
    {
      key: `${format} 1`,
      head: header === undefined ? '' : `${header}\n`,
      encode: ({ capture }) => `${order.pass(formatCdxLine(capture, format))}\n`,
      tail: () => '',
    },
    // The order so far goes with the caller's own notes, so that a later run knows it.
    { ...options, carry: () => ({ order: order.state, carried: options.carry?.() ?? null }) },
  );
  const notes = sink.carried as Notes | undefined; // what `carry` above gave
  if (notes !== undefined) order.state = notes.order;
  return {
    resumed: sink.resumed,
    carried: notes?.carried,
    get written() {
      return sink.written;
    },
    write: (records: readonly RecordView[], consumed: number) => sink.write(records, consumed),
    finish: async (): Promise<readonly OutputFile[]> => {
      const files = await sink.finish();
      return order.state.isKept ? files : [await sortIndexFile(path)];
    },
    abort: () => sink.abort(),
  };
}

interface Notes {
  readonly order: OrderState;
  readonly carried: JsonValue;
}

type OrderState = { readonly isKept: boolean; readonly last: string };

/** Whether lines come in order. */
class LineOrder {
  state: OrderState = { isKept: true, last: '' };

  pass(line: string): string {
    const { isKept, last } = this.state;
    this.state = { isKept: isKept && last <= line, last: line };
    return line;
  }
}
