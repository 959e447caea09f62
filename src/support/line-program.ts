// Another program that is kept running and answers one line of JSON with another; it may be slow, crash, or talk nonsense.
import { type ChildProcess, spawn } from 'node:child_process';
import { messageOf } from './errors.ts';

/** How a program is run. */
export interface LineProgramOptions {
  /** What an answer may take, and the start of the program. Milliseconds, default 60,000. */
  readonly timeoutMs?: number | undefined;
  /** Bytes of an answer, default 16 MiB. */
  readonly maxLineBytes?: number | undefined;
  /** Folder that it runs in; default the current one. */
  readonly cwd?: string | undefined;
}

const TIMEOUT_MS = 60_000;
const MAX_LINE_BYTES = 16 * 1024 * 1024;
/** What is kept of the end of its error output. */
const MAX_COMPLAINT = 4096;
/** A program that ended so often without an answer in between is not started again. */
const MAX_ENDS_IN_A_ROW = 10;
/** What it may take to end by itself when there is nothing more to do. */
const END_MS = 1000;

/**
 * A program that is asked one line at a time. It is started for the first question, and again after it crashed, took too
 * long, or said what cannot be an answer: only the question it happened at fails.
 */
export class LineProgram {
  readonly #command: readonly string[];
  readonly #options: LineProgramOptions;
  #child: ChildProcess | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  #number = 0;
  #endsInARow = 0;
  #complaint = '';
  /** Called with whatever comes out while a question is open. */
  #receive: ((event: Event) => void) | undefined;

  constructor(command: readonly string[], options: LineProgramOptions = {}) {
    this.#command = command;
    this.#options = options;
  }

  /** Starts the program. Throws where there is none of that name. */
  async start(): Promise<void> {
    this.#child ??= await this.#spawn();
  }

  /** The `value` that it answers to a question. Throws with the reason when there is none. */
  ask(question: Readonly<Record<string, unknown>>): Promise<unknown> {
    const answer = this.#turn.then(() => this.#ask(question));
    this.#turn = answer.catch(() => {}); // told to whoever asked
    return answer;
  }

  /** Lets the program end, then makes it. */
  async close(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child === undefined || hasEnded(child)) return;
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    child.stdin?.end();
    const timer = setTimeout(() => kill(child), END_MS);
    await ended;
    clearTimeout(timer);
    kill(child); // what it has started itself
  }

  async #ask(question: Readonly<Record<string, unknown>>): Promise<unknown> {
    if (this.#endsInARow >= MAX_ENDS_IN_A_ROW) {
      throw new Error(`the program ended ${MAX_ENDS_IN_A_ROW} times in a row${this.#lastWords()}`);
    }
    await this.start();
    const child = this.#child;
    if (child === undefined) throw new Error('the program was closed');
    const id = ++this.#number;
    this.#complaint = '';
    try {
      const line = await this.#exchange(child, `${JSON.stringify({ id, ...question })}\n`);
      const value = toValue(line, id);
      this.#endsInARow = 0;
      return value;
    } catch (thrown) {
      if (thrown instanceof Refusal) {
        this.#endsInARow = 0; // it works, and has none for this question
        throw new Error(thrown.message);
      }
      // Whatever else it may say is not about the next question.
      this.#endsInARow++;
      this.#child = undefined;
      kill(child);
      throw new Error(`${messageOf(thrown)}${this.#lastWords()}`);
    }
  }

  /** Writes a line and waits for one. */
  #exchange(child: ChildProcess, line: string): Promise<string> {
    const { timeoutMs = TIMEOUT_MS } = this.#options;
    return new Promise((resolve, reject) => {
      const finish = (act: () => void): void => {
        clearTimeout(timer);
        this.#receive = undefined;
        act();
      };
      const timer = setTimeout(
        () => finish(() => reject(new Error(`the program gave no answer in ${timeoutMs} ms`))),
        timeoutMs,
      );
      this.#receive = (event) =>
        finish(() =>
          event.kind === 'line' ? resolve(event.text) : reject(new Error(event.reason)),
        );
      if (hasEnded(child)) return this.#receive({ kind: 'end', reason: describeEnd(child) });
      // That it does not read is told by its end, or by the time.
      child.stdin?.write(line, () => {});
    });
  }

  async #spawn(): Promise<ChildProcess> {
    const [file = '', ...args] = this.#command;
    const child = spawn(file, args, {
      stdio: ['pipe', 'pipe', 'pipe'],
      ...(this.#options.cwd !== undefined && { cwd: this.#options.cwd }),
      detached: process.platform !== 'win32', // a group of its own, which ends as a whole
    });
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', reject);
    });
    child.on('error', () => {}); // a kill that came too late
    child.stdin?.on('error', () => {}); // it has ended, which is told by its end
    child.once('exit', () => this.#tell(child, { kind: 'end', reason: describeEnd(child) }));
    child.stderr?.on('data', (bytes: Buffer) => {
      if (this.#child === child) {
        this.#complaint = (this.#complaint + bytes.toString('utf8')).slice(-MAX_COMPLAINT);
      }
    });
    this.#readLines(child);
    return child;
  }

  /** Cuts what comes out into lines. What comes while nothing was asked is thrown away. */
  #readLines(child: ChildProcess): void {
    const { maxLineBytes = MAX_LINE_BYTES } = this.#options;
    let parts: Buffer[] = [];
    let size = 0;
    child.stdout?.on('data', (bytes: Buffer) => {
      let from = 0;
      for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, from)) {
        const text = Buffer.concat([...parts, bytes.subarray(from, end)]).toString('utf8');
        parts = [];
        size = 0;
        from = end + 1;
        if (text.trim() !== '') this.#tell(child, { kind: 'line', text });
      }
      size += bytes.length - from;
      if (size > maxLineBytes) {
        parts = [];
        size = 0;
        this.#tell(child, {
          kind: 'end',
          reason: `the program gave a line of more than ${maxLineBytes} bytes`,
        });
        kill(child);
      } else if (from < bytes.length) parts.push(bytes.subarray(from));
    });
  }

  #tell(child: ChildProcess, event: Event): void {
    if (this.#child === child) this.#receive?.(event);
  }

  #lastWords(): string {
    const line = this.#complaint.trim().split('\n').at(-1)?.trim() ?? '';
    return line === '' ? '' : `; it said: ${line.slice(0, 500)}`;
  }
}

type Event =
  | { readonly kind: 'line'; readonly text: string }
  | { readonly kind: 'end'; readonly reason: string };

/** The program says itself that there is no value. */
class Refusal extends Error {}

function toValue(line: string, id: number): unknown {
  let answer: unknown;
  try {
    answer = JSON.parse(line);
  } catch {
    throw new Error(`the program answered with what is no JSON: ${line.slice(0, 100)}`);
  }
  if (typeof answer !== 'object' || answer === null || !('id' in answer)) {
    throw new Error(`the program answered without an id: ${line.slice(0, 100)}`);
  }
  if (answer.id !== id)
    throw new Error(`the program answered ${String(answer.id)} instead of ${id}`);
  if ('error' in answer) throw new Refusal(String(answer.error).slice(0, 1000));
  if (!('value' in answer)) throw new Error('the program answered without a value');
  return answer.value;
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

function describeEnd({ exitCode, signalCode }: ChildProcess): string {
  return signalCode === null
    ? `the program ended with code ${exitCode}`
    : `the program was ended by ${signalCode}`;
}

function kill(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === 'win32') child.kill('SIGKILL');
    else process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It has ended, with all that it started.
  }
}
