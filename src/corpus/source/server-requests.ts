// Polite requests to a CDX server: one at a time, with pauses, each answer whole on disk before it is read.
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { openFile } from '../../archive/archive.ts';
import { type LineBlock, readPieces, toLineBlocks } from '../../archive/cdx/cdx-lines.ts';
import { publicName } from '../../archive/source/http-source.ts';
import {
  type Answer,
  openGetter,
  PassingFault,
  type RemoteTarget,
  remoteFailed,
} from '../../archive/source/http-source-request.ts';
import { PinakesError } from '../../support/errors.ts';
import { parseUrl } from '../../support/parse-url.ts';

/** How patiently a server is asked. */
export interface PoliteOptions {
  /** Least time between two requests; milliseconds, default 1000. */
  readonly pauseMs?: number | undefined;
  /** Tries per request, the first one included; default 5. A `Retry-After` of the server is kept. */
  readonly attempts?: number | undefined;
  /** Wait before the second try, doubled before each further one; milliseconds, default 2000. */
  readonly backoffMs?: number | undefined;
  /** Time one answer may take; milliseconds, default 10 minutes. */
  readonly timeoutMs?: number | undefined;
  /** Larger answers are refused; bytes, default 4 GiB. They are kept on disk while they are read. */
  readonly maxAnswerBytes?: number | undefined;
}

/** How we call ourselves. */
export const USER_AGENT = 'Pinakes (image search for web archives; corpus)';
const LIMITS = { attempts: 5, backoffMs: 2000, timeoutMs: 600_000, maxWaitMs: 120_000 };
const MAX_ANSWER_BYTES = 2 ** 32;
/** A whole array of rows may stand in one line. */
const MAX_LINE_BYTES = 64 << 20;
const MESSAGE_CHARACTERS = 300;

/** Asks one server. */
export class ServerRequests {
  /** The address without credentials. */
  readonly name: string;
  readonly #url: URL;
  readonly #options: PoliteOptions;
  #folder: Promise<string> | undefined;
  readonly #pause: Pause;
  #answers = 0;

  /** Throws `USAGE` when the address is none. */
  constructor(address: string, options: PoliteOptions) {
    const url = parseUrl(address);
    if (url === undefined || !/^https?:$/.test(url.protocol)) {
      const detail = `the CDX server ${publicName(address)} must be an http(s) address`;
      throw new PinakesError('USAGE', { detail, command: 'corpus' });
    }
    this.#url = url;
    this.#options = options;
    this.#pause = new Pause(options.pauseMs);
    this.name = publicName(address);
  }

  /** The lines of an answer, in blocks; `undefined` when there is none (404), which may mean no captures. */
  async ask(
    parameters: Readonly<Record<string, string>>,
    signal: AbortSignal | undefined,
  ): Promise<AsyncIterable<LineBlock> | undefined> {
    const path = join(await this.#temporaryFolder(), `answer-${this.#answers++}`);
    await this.#pause.wait(signal);
    try {
      await this.#fetch(parameters, path, signal);
    } catch (thrown) {
      if (thrown instanceof PinakesError && thrown.code === 'INPUT_NOT_FOUND') return undefined;
      throw thrown;
    } finally {
      this.#pause.start();
    }
    return linesOf(path);
  }

  /** Removes what is left of answers. */
  async close(): Promise<void> {
    const folder = await this.#folder;
    this.#folder = undefined;
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  }

  async #fetch(
    parameters: Readonly<Record<string, string>>,
    path: string,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const { maxAnswerBytes = MAX_ANSWER_BYTES } = this.#options;
    const target = toTarget(this.#url, this.name, parameters);
    const getter = openGetter(target, { ...limitsOf(this.#options), ...(signal && { signal }) });
    try {
      await getter.get({ 'user-agent': USER_AGENT }, async (answer) => {
        if (answer.statusCode !== 200) throw remoteFailed(target, await explain(answer));
        await pipeline(
          answer.body,
          async function* (pieces: AsyncIterable<Buffer>) {
            let bytes = 0;
            for await (const piece of pieces) {
              bytes += piece.length;
              if (bytes > maxAnswerBytes) {
                throw remoteFailed(target, `its answer is larger than ${maxAnswerBytes} bytes`);
              }
              yield piece;
            }
            const expected = answer.headers['content-length'];
            if (expected !== undefined && Number(expected) !== bytes) {
              throw new PassingFault(`${bytes} of ${String(expected)} bytes came`);
            }
          },
          createWriteStream(path), // from its start: an earlier try may have left half an answer
        );
      });
    } finally {
      getter.close();
    }
  }

  #temporaryFolder(): Promise<string> {
    this.#folder ??= mkdtemp(join(tmpdir(), 'pinakes-server-'));
    return this.#folder;
  }
}

/** The time between the end of one request and the start of the next. */
export class Pause {
  readonly #pauseMs: number;
  #lastEnd = 0;

  constructor(pauseMs = 1000) {
    this.#pauseMs = pauseMs;
  }

  /** Waits for the rest of the pause. */
  async wait(signal: AbortSignal | undefined): Promise<void> {
    const left = this.#lastEnd === 0 ? 0 : this.#lastEnd + this.#pauseMs - performance.now();
    if (left > 0) await sleep(left, undefined, signal === undefined ? {} : { signal });
  }

  /** A request has ended. */
  start(): void {
    this.#lastEnd = performance.now();
  }
}

/** What requests are made with: what is asked for, else the usual. */
export function limitsOf(options: PoliteOptions): typeof LIMITS {
  const { attempts, backoffMs, timeoutMs, maxWaitMs } = LIMITS;
  return {
    attempts: options.attempts ?? attempts,
    backoffMs: options.backoffMs ?? backoffMs,
    timeoutMs: options.timeoutMs ?? timeoutMs,
    maxWaitMs,
  };
}

/** What to ask: credentials in the address become a header. */
export function toTarget(
  server: URL,
  name: string,
  parameters: Readonly<Record<string, string>> = {},
): RemoteTarget {
  const url = new URL(server);
  const { username, password } = url;
  url.username = '';
  url.password = '';
  for (const [key, value] of Object.entries(parameters)) url.searchParams.set(key, value);
  if (username === '' && password === '') return { url, name };
  const login = `${percentDecoded(username)}:${percentDecoded(password)}`;
  const authorization = `Basic ${Buffer.from(login).toString('base64')}`;
  return { url, name, sign: async (_, headers) => ({ ...headers, authorization }) };
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a lone percent sign stands for itself
  }
}

/** What an answer says of an error, shortened: it may be a whole page. */
async function explain({ statusCode, body }: Answer): Promise<string> {
  let text = '';
  for await (const piece of body) {
    text += String(piece);
    if (text.length > MESSAGE_CHARACTERS) break;
  }
  const message = text.replace(/\s+/g, ' ').trim().slice(0, MESSAGE_CHARACTERS);
  return `HTTP ${statusCode}${message && `: ${message}`}`;
}

async function* linesOf(path: string): AsyncGenerator<LineBlock> {
  const source = openFile(path);
  try {
    yield* toLineBlocks(readPieces(source), MAX_LINE_BYTES);
  } finally {
    await source.close();
    await rm(path, { force: true });
  }
}
