// Results on stdout: buffered, at the pace of the reader, ending quietly when the reader has gone.
import { PinakesError } from '../support/errors.ts';
import { type Items, paced } from './paced.ts';
import { printable, printableJson } from './terminal.ts';

const BUFFER_CHARS = 65_536;

/** A stream of text, such as stdout. */
export interface TextSink extends NodeJS.WritableStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/**
 * Prints results. The promises settle when the text is handed over, so awaiting them gives
 * back-pressure. They reject with `OUTPUT_UNWRITABLE` when the medium fails; when the reader has
 * closed the pipe they resolve and `isClosed` is true.
 */
export interface Output {
  /** Prints text composed by us as it is, with a line end. Text from outside goes through `printable` first. */
  text(text: string): Promise<void>;
  /** Prints lines: exactly as given into files and pipes, made printable on a terminal. Gives their number. */
  lines(lines: Items<string>): Promise<number>;
  /** Prints one JSON document on one line. */
  json(document: unknown): Promise<void>;
  /** Prints one JSON object per line and gives their number. */
  records(records: Items<unknown>): Promise<number>;
  /** Nobody reads any more. */
  readonly isClosed: boolean;
}

interface OutputOptions {
  /** Stops the loops of `lines` and `records` after the current item. */
  readonly signal: AbortSignal;
  /** Called once when the reader has gone. */
  readonly onClosed: () => void;
  /** Called before each write, e.g. to take away a status line on the same terminal. */
  readonly onWrite?: () => void;
}

/** Results onto a stream. */
export function createOutput(stream: TextSink, options: OutputOptions): Output {
  let buffer = '';
  let isClosed = false;
  let failure: Error | undefined;
  let handedOver = Promise.resolve();
  let isFlushPlanned = false;

  const onError = (error: NodeJS.ErrnoException): void => {
    if (isClosed || failure !== undefined) return;
    if (error.code === 'EPIPE' || error.code === 'ERR_STREAM_DESTROYED') {
      isClosed = true;
      options.onClosed();
    } else failure = error;
  };
  stream.on('error', onError);

  const write = (text: string): Promise<void> => {
    options.onWrite?.();
    return new Promise((resolve) => {
      stream.write(text, (error) => {
        if (error) onError(error);
        resolve();
      });
    });
  };

  const flush = async (): Promise<void> => {
    const text = buffer;
    buffer = '';
    if (text !== '' && !isClosed && failure === undefined) handedOver = write(text);
    // Also what an earlier, planned flush wrote: whoever awaits us may end the process next.
    await handedOver;
    if (failure !== undefined) {
      const details = { output: 'The standard output', detail: failure.message };
      throw new PinakesError('OUTPUT_UNWRITABLE', details, { cause: failure });
    }
  };

  // A slow producer's lines appear when it pauses, not when the buffer is full.
  const planFlush = (): void => {
    if (isFlushPlanned) return;
    isFlushPlanned = true;
    setImmediate(() => {
      isFlushPlanned = false;
      flush().catch(() => {}); // the failure is kept and thrown by the next awaited flush
    });
  };

  async function pump<T>(items: Items<T>, toLine: (item: T) => string): Promise<number> {
    let count = 0;
    for await (const item of paced(items, options.signal)) {
      buffer += `${toLine(item)}\n`;
      count += 1;
      if (buffer.length >= BUFFER_CHARS) await flush();
      else planFlush();
      if (isClosed) break;
    }
    await flush();
    return count;
  }

  const toLine = stream.isTTY === true ? printable : (line: string) => line;
  return {
    get isClosed() {
      return isClosed;
    },
    text: async (text) => {
      await pump([text.replace(/\n+$/, '')], (line) => line);
    },
    json: async (document) => {
      await pump([document], printableJson);
    },
    lines: (lines) => pump(lines, toLine),
    records: (records) => pump(records, printableJson),
  };
}
