// `/cdx`: the captures of a library by the parameters of the CDX servers that clients know.
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CaptureKey, Captures } from '../../index/captures.ts';
import { type ShowFile, toFileName } from '../file-name.ts';
import { badParameter } from '../problems.ts';
import { originOf } from '../replay/origin.ts';
import { type CdxWriter, createWriter } from './cdx-output.ts';
import { BLOCK_LINES, type CdxRequest, parseCdxRequest } from './cdx-request.ts';
import { type Selected, selectLines } from './cdx-select.ts';
import { formatResumeKey } from './resume-key.ts';

/** What the route works with. */
export interface CdxOptions {
  readonly captures: Captures;
  /** Where captures are replayed, for `output=link`; default `/web`. */
  readonly basePath?: string;
  /** Where the route is; default `/cdx`. */
  readonly path?: string;
  /** How a client sees the names of archive files; default: as everybody does, without their folders. */
  readonly showFileFor?: (request: FastifyRequest) => ShowFile;
}

/** Work goes on for so long before others get their turn. */
const TURN_MS = 10;

/** Adds the route. Wrong parameters are thrown as problems for the error handler of the server. */
export async function cdxRoutes(
  app: FastifyInstance,
  { captures, basePath = '/web', path = '/cdx', showFileFor = () => toFileName }: CdxOptions,
): Promise<void> {
  app.get(path, async (request, reply) => {
    const question = parseCdxRequest(queryOf(request));
    void reply.header('x-content-type-options', 'nosniff');
    if (question.showNumPages) return sendPageCount(reply, captures, question);
    const after = await startOf(captures, question);
    const writer = createWriter(question, { origin: originOf(request), basePath });
    const selected = selectLines(captures, question, { after, showFile: showFileFor(request) });
    return reply
      .header('content-type', writer.type)
      .send(Readable.from(piecesOf(selected, writer, question)));
  });
}

async function* piecesOf(
  selected: Selected,
  writer: CdxWriter,
  { showResumeKey }: CdxRequest,
): AsyncGenerator<string> {
  let turn = performance.now();
  for (const batch of selected.batches) {
    const text = writer.lines(batch);
    if (text !== '') yield text;
    if (performance.now() - turn < TURN_MS) continue;
    await setImmediate();
    turn = performance.now();
  }
  const key = showResumeKey ? selected.resumeKey() : undefined;
  const end = writer.end(key && formatResumeKey(key));
  if (end !== '') yield end;
}

/** The last place before the page that was asked for; throws when there is no such page. */
async function startOf(captures: Captures, question: CdxRequest): Promise<CaptureKey | undefined> {
  const { page, pageSize, resumeKey } = question;
  if (page === undefined || page === 0) return resumeKey;
  let blocks = 0;
  for await (const end of ends(captures, question)) {
    if (++blocks === page * pageSize) return hasMore(captures, question, end);
  }
  throw noSuchPage(blocks, pageSize);
}

function hasMore(captures: Captures, question: CdxRequest, end: CaptureKey): CaptureKey {
  const { surt, matchType, page = 0 } = question;
  for (const _ of captures.find({ surt, matchType, after: end, maxRows: 1 })) return end;
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
  question: CdxRequest,
): Promise<FastifyReply> {
  const { pageSize, output } = question;
  let blocks = 0;
  for await (const _ of ends(captures, question)) blocks++;
  const pages = Math.ceil(blocks / pageSize);
  void reply.header('content-type', 'application/json; charset=utf-8');
  return reply.send(output === 'cdxj' ? JSON.stringify({ pages, pageSize, blocks }) : `${pages}\n`);
}

async function* ends(captures: Captures, question: CdxRequest): AsyncGenerator<CaptureKey> {
  let turn = performance.now();
  for (const end of captures.blockEnds(question, BLOCK_LINES)) {
    yield end;
    if (performance.now() - turn < TURN_MS) continue;
    await setImmediate();
    turn = performance.now();
  }
}

function queryOf(request: FastifyRequest): URLSearchParams {
  const start = request.originalUrl.indexOf('?');
  return new URLSearchParams(start < 0 ? '' : request.originalUrl.slice(start + 1));
}
