// `/cdx`: the captures of a library by the parameters of the CDX servers that clients know.
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CaptureKey, Captures } from '../../index/captures.ts';
import { toKeyRange } from '../../index/captures-range.ts';
import { type ShowFile, toFileName } from '../file-name.ts';
import { badParameter, HttpProblem } from '../problems.ts';
import { watchClient } from '../send-answer.ts';
import { type CdxWriter, createWriter } from './cdx-output.ts';
import { BLOCK_LINES, type CdxRequest, parseCdxRequest } from './cdx-request.ts';
import { type Selected, selectLines } from './cdx-select.ts';
import { formatResumeKey, placeWithin } from './resume-key.ts';
import { type Turn, Turns } from './turns.ts';

/** What the route works with. */
export interface CdxOptions {
  /** The captures, or what gives those that the client of the request under way may see. */
  readonly captures: Captures | (() => Captures);
  /** Where captures are replayed, for `output=link`; default `/web`. */
  readonly basePath?: string;
  /** The address by which a client reaches the server, for the same; default: none, links begin with a slash. */
  readonly baseOf?: (request: FastifyRequest) => string;
  /** Where the route is; default `/cdx`. */
  readonly path?: string;
  /** What answers, where other routes use it as well; default: one of its own. */
  readonly answerIndex?: IndexAnswerer;
  /** How a client sees the names of archive files; default: as everybody does, without their folders. */
  readonly showFileFor?: (request: FastifyRequest) => ShowFile;
}

/** Questions that may wait for their turn at a time; more than these would be answered too slowly. */
const MAX_WAITING = 50;

/** Answers with the index lines of an address, whatever route asked for them. */
export type IndexAnswerer = (
  request: FastifyRequest,
  reply: FastifyReply,
  asked: Readonly<Record<string, string>> | URLSearchParams,
) => Promise<FastifyReply>;

/** Adds the routes. Wrong parameters are thrown as problems for the error handler of the server. */
export async function cdxRoutes(app: FastifyInstance, options: CdxOptions): Promise<void> {
  const { path = '/cdx' } = options;
  const answer = options.answerIndex ?? createIndexAnswerer(options);
  // The second is where the Internet Archive has its server, and where clients of it look.
  for (const each of [path, `${path}/search/cdx`]) {
    app.get(each, (request, reply) => answer(request, reply, queryOf(request)));
  }
}

/** The captures that a request is answered with. */
export function capturesOf({ captures }: Pick<CdxOptions, 'captures'>): Captures {
  return typeof captures === 'function' ? captures() : captures;
}

/** Makes what answers; questions that come through it wait for one another. */
export function createIndexAnswerer(options: Omit<CdxOptions, 'answerIndex'>): IndexAnswerer {
  const { basePath = '/web' } = options;
  const { showFileFor = () => toFileName, baseOf = () => '' } = options;
  const turns = new Turns();
  return async (request, reply, asked) => {
    const captures = capturesOf(options);
    const question = parseCdxRequest(new URLSearchParams(asked));
    void reply.header('x-content-type-options', 'nosniff');
    if (turns.waiting >= MAX_WAITING) {
      const detail = 'Too many questions wait already.';
      throw new HttpProblem('unavailable', detail, { retryAfter: 5 });
    }
    const turn = turns.start(watchClient(reply).signal);
    if (question.showNumPages) return sendPageCount(reply, captures, { question, turn });
    const after = await startOf(captures, { question, turn });
    const writer = createWriter(question, { origin: baseOf(request), basePath });
    const showFile = showFileFor(request);
    const selected = selectLines(captures, question, { after, showFile, isOver: turn.isOver });
    return reply
      .header('content-type', writer.type)
      .send(Readable.from(piecesOf(selected, writer, { question, turn })));
  };
}

/** A question and the turns in which it is answered. */
interface Reading {
  readonly question: CdxRequest;
  readonly turn: Turn;
}

async function* piecesOf(
  selected: Selected,
  writer: CdxWriter,
  { question, turn }: Reading,
): AsyncGenerator<string> {
  if (!(await turn.next())) return;
  for (const batch of selected.batches) {
    const text = writer.lines(batch);
    if (text !== '') yield text;
    if (turn.isOver() && !(await turn.next())) return;
  }
  const key = question.showResumeKey ? selected.resumeKey() : undefined;
  const end = writer.end(key && formatResumeKey(key));
  if (end !== '') yield end;
}

/** The last place before the page that was asked for; throws when there is no such page. */
async function startOf(captures: Captures, reading: Reading): Promise<CaptureKey | undefined> {
  const { question } = reading;
  const { page, pageSize, resumeKey, surt, matchType, order } = question;
  if (resumeKey !== undefined) {
    return placeWithin(resumeKey, toKeyRange(surt, matchType), order === 'reverse');
  }
  if (page === undefined || page === 0) return undefined;
  let blocks = 0;
  for await (const end of ends(captures, reading)) {
    if (++blocks === page * pageSize) return hasMore(captures, question, end);
  }
  throw noSuchPage(blocks, pageSize);
}

function hasMore(captures: Captures, question: CdxRequest, end: CaptureKey): CaptureKey {
  const { surt, matchType, page = 0 } = question;
  for (const batch of captures.find({ surt, matchType, after: end, maxRows: 1 })) {
    if (batch.length > 0) return end;
  }
  throw noSuchPage(page * question.pageSize, question.pageSize);
}

function noSuchPage(blocks: number, pageSize: number): Error {
  const pages = Math.ceil(blocks / pageSize);
  return badParameter('page', pages === 0 ? 'there are none' : `the last one is ${pages - 1}`);
}

/** A bare number, as the Internet Archive answers; pywb's object where its format is asked for. */
async function sendPageCount(
  reply: FastifyReply,
  captures: Captures,
  reading: Reading,
): Promise<FastifyReply> {
  const { pageSize, output } = reading.question;
  let blocks = 0;
  for await (const _ of ends(captures, reading)) blocks++;
  const pages = Math.ceil(blocks / pageSize);
  void reply.header('content-type', 'application/json; charset=utf-8');
  return reply.send(output === 'cdxj' ? JSON.stringify({ pages, pageSize, blocks }) : `${pages}\n`);
}

async function* ends(captures: Captures, { question, turn }: Reading): AsyncGenerator<CaptureKey> {
  if (!(await turn.next())) throw givenUp();
  for (const end of captures.blockEnds(question, BLOCK_LINES)) {
    if (end !== undefined) yield end;
    if (turn.isOver() && !(await turn.next())) throw givenUp();
  }
}

function givenUp(): HttpProblem {
  return new HttpProblem('unavailable', 'The request was given up.');
}

function queryOf(request: FastifyRequest): URLSearchParams {
  const start = request.originalUrl.indexOf('?');
  return new URLSearchParams(start < 0 ? '' : request.originalUrl.slice(start + 1));
}
