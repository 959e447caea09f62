// What a person is told besides results: notes, warnings, errors and one line that changes, on stderr.
import type { TextSink } from './output.ts';
import { type Paint, printable } from './terminal.ts';

/** Speaks to the person in front of the terminal. Each message is one line and made printable. */
export interface Log {
  /** Something worth knowing; silent with `--quiet`. */
  note(message: string): void;
  /** Something went wrong but the work goes on. */
  warn(message: string): void;
  /** Something went wrong for good. */
  error(message: string): void;
  /** Shows `line` below all messages until the next status; the empty text takes it away. Terminals only. */
  status(line: string): void;
}

interface LogOptions {
  readonly isQuiet: boolean;
  readonly paint: Paint;
}

/** A log that writes to `stream`. */
export function createLog(stream: TextSink, { isQuiet, paint }: LogOptions): Log {
  let shown = '';
  const write = (line: string): void => {
    const status = shown;
    setStatus('');
    stream.write(`${line}\n`);
    setStatus(status);
  };
  const setStatus = (line: string): void => {
    if (line === shown || stream.isTTY !== true) return;
    // Return to the first column, write over, clear what is left of the longer line before.
    stream.write(`\r${line}\x1b[K`);
    shown = line;
  };
  return {
    note: (message) => {
      if (!isQuiet) write(printable(message));
    },
    warn: (message) => write(`${paint('yellow', 'warning:')} ${printable(message)}`),
    error: (message) => write(`${paint('red', 'error:')} ${printable(message)}`),
    // A line that wraps could not be written over.
    status: (line) => setStatus(printable(line).slice(0, (stream.columns ?? 80) - 1)),
  };
}
