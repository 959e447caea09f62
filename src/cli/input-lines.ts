// Lines of text from a stream such as stdin, at the pace of whoever takes them.
import type { Readable } from 'node:stream';

/** A line read, or the news that one was longer than the limit and is passed over. */
export type InputLine =
  | { readonly kind: 'line'; readonly text: string }
  | { readonly kind: 'too-long'; readonly line: number };

interface InputLineOptions {
  /** Ends the reading, also while it waits for input. */
  readonly signal: AbortSignal;
  /** Longest line in characters; default 1,000,000. */
  readonly maxChars?: number;
}

/** Iterates the lines of UTF-8 input; `\n` and `\r\n` end a line, the last one needs no end. */
export async function* iterateInputLines(
  input: Readable,
  { signal, maxChars = 1_000_000 }: InputLineOptions,
): AsyncGenerator<InputLine> {
  const stop = () => input.destroy();
  signal.addEventListener('abort', stop, { once: true });
  try {
    let line = 0;
    let rest = '';
    let isTooLong = false;
    const end = (text: string): InputLine => {
      line += 1;
      const whole = isTooLong || rest.length + text.length > maxChars ? undefined : rest + text;
      rest = '';
      isTooLong = false;
      if (whole === undefined) return { kind: 'too-long', line };
      return { kind: 'line', text: whole.endsWith('\r') ? whole.slice(0, -1) : whole };
    };
    for await (const text of decode(input)) {
      if (signal.aborted) return;
      let start = 0;
      for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', start)) {
        yield end(text.slice(start, at));
        start = at + 1;
      }
      // What is too long already is not kept, so memory stays flat.
      if (rest.length + text.length - start > maxChars) isTooLong = true;
      rest = isTooLong ? '' : rest + text.slice(start);
    }
    if (rest !== '' || isTooLong) yield end('');
  } catch (error) {
    // Destroying the input is how we end the wait; the reader then sees a premature close.
    if (!signal.aborted) throw error;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

async function* decode(input: Readable): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const chunk of input) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}
