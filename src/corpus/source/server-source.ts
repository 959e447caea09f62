// Captures from a CDX server: pywb's, the Wayback Machine's, our own; archives are read by ranges where they lie.
import { type CdxEntry, type Original, type RevisitTarget, toSurt } from '../../archive/archive.ts';
import { CDX_REJECT_REASONS } from '../../archive/cdx/cdx-entry.ts';
import type { LineBlock } from '../../archive/cdx/cdx-lines.ts';
import { PinakesError } from '../../support/errors.ts';
import { parseUrl } from '../../support/parse-url.ts';
import { compareBytewise } from '../where/key-ranges.ts';
import { compileWhere, type Where } from '../where/where.ts';
import { AnswerProgress } from './answer-progress.ts';
import { type ArchiveFinder, openArchiveFinder } from './archive-finder.ts';
import type {
  CaptureBatch,
  CaptureOptions,
  CaptureSource,
  LoadRecord,
  SourceInput,
  SourcePlan,
} from './capture-source.ts';
import { findOriginalIn } from './find-original.ts';
import { compareCaptures } from './merge-captures.ts';
import { ReplayRequests } from './replay-requests.ts';
import { AnswerReader } from './server-answer.ts';
import { type ServerQuery, toServerQueries, toTimeHull, toUrl } from './server-query.ts';
import { type PoliteOptions, ServerRequests } from './server-requests.ts';

/** Options of `openServerSource`. */
export interface ServerSourceOptions extends PoliteOptions {
  /**
   * How the server is spoken to: `pywb` (also OutbackCDX, Common Crawl and our own server) or `wayback` (the Internet
   * Archive's). Default: told by the address, `wayback` where it ends in `/search/cdx`.
   */
  readonly dialect?: 'pywb' | 'wayback' | undefined;
  /**
   * Address of a replay with `{time}` and `{url}`, such as `https://host/web/{time}id_/{url}`: where captures are had whose
   * archives cannot be read. Each costs a request, one at a time.
   */
  readonly replay?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** How captures of a server are read. */
export interface ServerCaptureOptions extends CaptureOptions {
  /** Goes on behind this key and time: what was read before an interruption is not given again. */
  readonly after?: Pick<CdxEntry, 'surt' | 'time'> | undefined;
}

/** A source of captures that can go on where it was interrupted. */
export interface ServerSource extends CaptureSource {
  captures(where: Where | undefined, options?: ServerCaptureOptions): AsyncGenerator<CaptureBatch>;
}

/** Lines asked for at a time where the server tells how to go on. */
const LINES_PER_ANSWER = 50_000;
const FIELDS = 'urlkey,timestamp,original,mimetype,statuscode,digest,length';

/**
 * Opens a CDX server as a source of captures. `archives` tells where the files lie that its lines name, best as
 * `https://host/warcs/` or a template, see `openArchiveFinder`. Nothing is asked before captures are wanted.
 * Reading throws `USAGE` for conditions without a URL, host or key, and `REMOTE_FAILED`.
 */
export async function openServerSource(
  server: string,
  archives: readonly string[],
  options: ServerSourceOptions = {},
): Promise<ServerSource> {
  const requests = new ServerRequests(server, options);
  const finder = await openArchiveFinder(archives, { signal: options.signal });
  const isWayback = /\/search\/cdx\/?$/.test(parseUrl(server)?.pathname ?? '');
  const dialect = options.dialect ?? (isWayback ? 'wayback' : 'pywb');
  const { replay: template, signal } = options;
  const replay = template === undefined ? undefined : new ReplayRequests(template, options);
  return new RemoteSource({ requests, finder, dialect, replay, signal });
}

/** What a source of captures on a server works with. */
interface RemoteParts {
  readonly requests: ServerRequests;
  readonly finder: ArchiveFinder;
  readonly dialect: 'pywb' | 'wayback';
  readonly replay: ReplayRequests | undefined;
  readonly signal: AbortSignal | undefined;
}

class RemoteSource implements ServerSource {
  readonly inputs: readonly SourceInput[];
  readonly isSorted = true;
  readonly #requests: ServerRequests;
  readonly #finder: ArchiveFinder;
  readonly #dialect: 'pywb' | 'wayback';
  readonly #replay: ReplayRequests | undefined;
  readonly #signal: AbortSignal | undefined;
  /** Some servers do not tell where records lie, and refuse to be asked. */
  #fields = `${FIELDS},offset,filename`;

  constructor({ requests, finder, dialect, replay, signal }: RemoteParts) {
    this.#requests = requests;
    this.#finder = finder;
    this.#dialect = dialect;
    this.#replay = replay;
    this.#signal = signal;
    const servers = [requests.name, ...(replay === undefined ? [] : [replay.name])];
    this.inputs = [
      ...servers.map((name): SourceInput => ({ kind: 'server', name, bytes: undefined })),
      ...finder.inputs,
    ];
  }

  explain(where: Where | undefined): SourcePlan {
    const queries = this.#queriesOf(where);
    const asked = queries.map(describe).join(', ');
    return { text: `asks ${this.#requests.name} for ${asked}`, isScan: false };
  }

  async *captures(
    where: Where | undefined,
    options: ServerCaptureOptions = {},
  ): AsyncGenerator<CaptureBatch> {
    const queries = this.#queriesOf(where);
    const test = where && compileWhere(where);
    const { after } = options;
    const isNew = (capture: CdxEntry) => after === undefined || compareCaptures(capture, after) > 0;
    for (const query of queries) {
      if (after !== undefined && compareBytewise(query.range.end, after.surt) <= 0) continue;
      for await (const batch of this.#answers(query, this.#timesOf(where, query, after), options)) {
        const captures = batch.captures.filter((one) => isNew(one) && (test?.(one) ?? true));
        yield { ...batch, captures };
      }
    }
  }

  locate(file: string): string | undefined {
    return this.#finder.locate(file);
  }

  replay(capture: CdxEntry): LoadRecord | undefined {
    const replay = this.#replay;
    return replay && ((maxBytes) => replay.load(capture, maxBytes, this.#signal));
  }

  async findOriginal(target: RevisitTarget, signal?: AbortSignal): Promise<Original | undefined> {
    if (toUrl(target.surt) === '') return undefined;
    return findOriginalIn((where) => this.captures(where, { signal }), target);
  }

  close(): Promise<void> {
    return this.#requests.close();
  }

  #queriesOf(where: Where | undefined): readonly ServerQuery[] {
    const queries = where && toServerQueries(where);
    if (queries !== undefined) return queries;
    const detail =
      'a CDX server must be asked for something: the condition needs url=, host= or surt= for every capture';
    throw new PinakesError('USAGE', { detail, command: 'corpus' });
  }

  /** What of the time a server can leave out; the rest is left out here. */
  #timesOf(
    where: Where | undefined,
    { url, matchType }: ServerQuery,
    after: ServerCaptureOptions['after'],
  ): Readonly<Record<string, string>> {
    const { from, to } = where === undefined ? { from: '', to: '' } : toTimeHull(where);
    const isOne = matchType === 'exact' && after !== undefined && toSurt(url) === after.surt;
    const start = isOne && after.time > from.padEnd(14, '0') ? after.time : from;
    return { ...(start && { from: start }), ...(to && { to }) };
  }

  /** All answers to one question, one after another. */
  async *#answers(
    { url, matchType }: ServerQuery,
    times: Readonly<Record<string, string>>,
    options: CaptureOptions,
  ): AsyncGenerator<CaptureBatch> {
    const question = { url, matchType, ...times };
    if (this.#dialect === 'wayback') {
      yield* this.#resumed(
        { ...question, output: 'json', limit: String(LINES_PER_ANSWER) },
        options,
      );
      return;
    }
    const plain = { ...question, output: 'cdxj' };
    // A server that has no pages answers with the captures at once.
    const outcome = new Outcome();
    yield* this.#answer(
      { ...plain, showNumPages: 'true', showResumeKey: 'true' },
      outcome,
      options,
    );
    const { pages } = outcome;
    for (let page = 0; page < (pages ?? 0); page++) {
      yield* this.#answer({ ...plain, page: String(page) }, new Outcome(), options);
    }
    if (this.#goesOn(outcome, undefined)) yield* this.#resumed(plain, options, outcome);
  }

  /** Answers with a key at their end by which to go on; `first` is what came of the one before them. */
  async *#resumed(
    question: Readonly<Record<string, string>>,
    options: CaptureOptions,
    first = new Outcome(),
  ): AsyncGenerator<CaptureBatch> {
    const { progress } = first;
    for (let key = first.resumeKey, isDone = false; !isDone; ) {
      const outcome = new Outcome(progress);
      const resume = key === undefined ? {} : { resumeKey: decodeKey(key) };
      const fields = this.#dialect === 'wayback' ? { fl: this.#fields } : {};
      const asked = { ...question, ...fields, ...resume, showResumeKey: 'true' };
      yield* this.#answer(asked, outcome, options);
      isDone = !this.#goesOn(outcome, key);
      key = outcome.resumeKey;
    }
  }

  #goesOn({ progress, resumeKey }: Outcome, asked: string | undefined): boolean {
    const next = progress.end(resumeKey, asked);
    if (typeof next === 'string') return next === 'go on';
    const { name } = this.#requests;
    throw new PinakesError(
      'REMOTE_FAILED',
      { url: name, detail: next.fault },
      { where: { url: name } },
    );
  }

  /** One answer. */
  async *#answer(
    question: Readonly<Record<string, string>>,
    outcome: Outcome,
    { signal, onLoss }: CaptureOptions,
  ): AsyncGenerator<CaptureBatch> {
    const file = this.#requests.name;
    const blocks = await this.#ask(question, signal);
    if (blocks === undefined) {
      const reason = `HTTP 404 for ${question['url']}: no captures, or not the address of a CDX server`;
      onLoss?.({ kind: 'index-line', file, reason });
      return;
    }
    const reader = new AnswerReader();
    let line = 0;
    for await (const block of blocks) {
      signal?.throwIfAborted();
      const captures: CdxEntry[] = [];
      let lines = 0;
      const text = typeof block === 'string' ? '' : block.toString('utf8').replace(/\n$/, '');
      if (typeof block === 'string')
        onLoss?.({ kind: 'index-line', file, reason: CDX_REJECT_REASONS[block] });
      else if (line === 0 && outcome.takePages(text)) return;
      for (const one of text.split('\n')) {
        line++;
        for (const read of reader.read(one)) {
          if (read.kind === 'resume') outcome.resumeKey = read.key;
          else if (read.kind !== 'none') lines++;
          if (read.kind === 'entry') {
            captures.push(read.entry);
            outcome.progress.add(read.entry);
          }
          if (read.kind === 'rejected') {
            onLoss?.({
              kind: 'index-line',
              file,
              place: line,
              reason: CDX_REJECT_REASONS[read.reason],
            });
          }
        }
      }
      yield { captures, lines, bytes: typeof block === 'string' ? 0 : block.length };
    }
  }

  async #ask(
    question: Readonly<Record<string, string>>,
    signal: AbortSignal | undefined,
  ): Promise<AsyncIterable<LineBlock> | undefined> {
    try {
      return await this.#requests.ask(question, signal);
    } catch (thrown) {
      const isRefused = thrown instanceof PinakesError && /HTTP 4\d\d/.test(thrown.message);
      if (!isRefused || question['fl'] === undefined || this.#fields === FIELDS) throw thrown;
      this.#fields = FIELDS;
      return this.#requests.ask({ ...question, fl: FIELDS }, signal);
    }
  }
}

function describe({ url, matchType }: ServerQuery): string {
  const isAnyPort = (matchType === 'host' || matchType === 'domain') && !/:\d+\/$/.test(url);
  return `${url} (${matchType}${isAnyPort ? ', at its usual ports' : ''})`;
}

/** What an answer says beside captures. */
class Outcome {
  readonly progress: AnswerProgress;
  resumeKey: string | undefined;
  pages: number | undefined;

  constructor(progress = new AnswerProgress()) {
    this.progress = progress;
  }

  /** Whether a whole answer is nothing but a number of pages. */
  takePages(text: string): boolean {
    const [, plain, json] =
      /^\s*(?:(\d{1,9})|\{[^{}]*"pages": ?(\d{1,9})[^{}]*\})\s*$/.exec(text) ?? [];
    const pages = plain ?? json;
    if (pages !== undefined) this.pages = Number(pages);
    return pages !== undefined;
  }
}

/** Keys come encoded as for an address. */
function decodeKey(key: string): string {
  try {
    return decodeURIComponent(key.replaceAll('+', ' '));
  } catch {
    return key; // not encoded
  }
}
