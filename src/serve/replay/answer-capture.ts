// The answer to a request for one capture.
import type { FastifyReply } from 'fastify';
import type { Neighbours } from '../../index/captures.ts';
import type { Capture } from '../../model/capture.ts';
import { toSurt } from '../../model/surt.ts';
import { chooseLanguage } from '../html/messages.ts';
import { HttpProblem } from '../problems.ts';
import { answerNothing, type Replay, redirect } from './answer-lists.ts';
import { toBanner } from './banner.ts';
import { chooseCapture, redirectOf } from './choose-capture.ts';
import { FRAME_POLICY, LINKS_LEAVE_FRAME, toFramePage } from './frame-page.ts';
import { type BodyLimits, MAX_BODY_BYTES } from './load-body.ts';
import { type Loaded, loadCapture } from './load-capture.ts';
import { toLinkHeader } from './memento.ts';
import { toHttpDate, toMoment } from './moment.ts';
import { isShownAsPage, type Modifier, type ReplayRequest, toReplayPath } from './replay-url.ts';
import { toPayload } from './send-body.ts';
import { rewrittenKind, type Shown } from './show-capture.ts';
import { sendTooLarge } from './too-large.ts';

/**
 * Rules for everything archived: it is a document without origin that runs nothing, sends nothing and
 * gets images, styles, sound and frames from this server alone.
 */
const RULES =
  "default-src 'none'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; media-src 'self'; font-src 'self'; frame-src 'self'";

/** Rules for everything archived that is not the page in our frame. */
export const REPLAY_POLICY = `sandbox; ${RULES}`;

/** The page in our frame may lead a reader who clicks on a link to another archived page, in place of both. */
export const FRAMED_POLICY = `sandbox allow-top-navigation-by-user-activation; ${RULES}`;

/** What is rewritten is in memory as it was, as text, and as what comes out. */
const REWRITING_FACTOR = 3;

/** Shows the capture of that time, or sends the client to the nearest one. */
export async function answerCapture(
  replay: Replay,
  asked: ReplayRequest & { readonly kind: 'capture' },
): Promise<FastifyReply> {
  const { reply, captures, pool, base } = replay;
  const { url, modifier } = asked;
  const time = toMoment(asked.time);
  if (time === undefined) throw new HttpProblem('bad-request', `${asked.time} is no time.`);
  const surt = toSurt(url);
  const load = (capture: Capture) =>
    loadCapture(replay, capture, limitsOf(replay, capture, modifier));
  const wanted = { url, surt, time, modifier, isExact: asked.time === time };
  const isThere = (file: string) => pool.isThere(file);
  const chosen = await chooseCapture(captures, wanted, { load, isThere });
  if (chosen === undefined) return answerNothing(replay, url, modifier);
  const { capture } = chosen;
  if (capture.time !== asked.time) return redirect(replay, { ...capture, modifier });
  const loaded = chosen.loaded ?? (await load(capture));
  const around = { at: capture, ...captures.neighbours(capture.surt, capture.time) };
  void reply.headers({
    'memento-datetime': toHttpDate(capture.time),
    ...toLinkHeader(capture.url, base, around),
    'cross-origin-resource-policy': 'cross-origin',
    ...toOriginalHeaders(loaded),
  });
  return send(replay, { capture, loaded, modifier, around });
}

/** Whatever is sent as it is may be streamed; a part of it only where its size is known. */
function limitsOf(
  { request, share, base }: Replay,
  capture: Capture,
  modifier: Modifier,
): BodyLimits {
  const place = { basePath: base.basePath, time: capture.time, url: capture.url };
  return {
    share,
    mayStream: ({ mime, bytes, sizeBytes }) =>
      rewrittenKind({ mime, bytes, place, modifier }) === undefined &&
      (sizeBytes !== undefined || request.headers.range === undefined),
  };
}

/** An archived response, and how it is to be shown. */
interface Showing {
  readonly capture: Capture;
  readonly loaded: Loaded;
  readonly modifier: Modifier;
  readonly around: Neighbours;
}

async function send(replay: Replay, showing: Showing): Promise<FastifyReply> {
  const { request, reply } = replay;
  const { capture, loaded, modifier } = showing;
  const target = redirectOf(capture, loaded);
  if (target !== undefined && modifier !== 'id_') {
    return redirect(replay, { time: capture.time, url: target, modifier });
  }
  const { body } = loaded;
  const isCut = body.kind === 'held' && body.isCut;
  if (isCut && (!isShownAsPage(modifier) || !loaded.mime.includes('html'))) {
    const megabytes = MAX_BODY_BYTES / 1024 / 1024;
    const detail = `What was archived is larger than the ${megabytes} MB that are decoded or rewritten; /cdx tells where it lies.`;
    return sendTooLarge(request, reply, { status: 501, detail });
  }
  if (isFrameWanted(replay, showing)) return sendFrame(replay, showing);
  if (isFrameLost(replay, showing)) {
    void reply.header('vary', CACHING.vary);
    return redirect(replay, { ...capture, modifier: '' });
  }
  const shown = await show(replay, showing);
  if (shown.isDownload) void reply.header('content-disposition', 'attachment');
  if (shown.isFont) void reply.header('access-control-allow-origin', '*');
  // A program that asks for the bytes of a redirect gets it as it was, with its target in the archive.
  const location = target && {
    location: toReplayPath(replay.base.basePath, { time: capture.time, url: target, modifier }),
  };
  void reply.code(target === undefined ? statusOf(loaded) : loaded.status).headers({
    ...location,
    'content-type': shown.type,
    'content-security-policy': modifier === 'mp_' ? FRAMED_POLICY : REPLAY_POLICY,
    ...CACHING,
  });
  return reply.send(shown.body === body.bytes ? await toPayload(replay, body) : shown.body);
}

/** A browser that opens a page by its address gets our frame around it; programs get the page. */
const CACHING = {
  'cache-control': 'private, max-age=600',
  vary: 'accept, sec-fetch-dest, accept-language',
} as const;

function isFrameWanted({ request }: Replay, { capture, loaded, modifier }: Showing): boolean {
  if (modifier !== '') return false;
  const { accept = '', 'sec-fetch-dest': destination = 'document' } = request.headers;
  if (destination !== 'document' || !accept.includes('text/html')) return false;
  return isPage({ capture, loaded, modifier });
}

/** A window that is to show the page without our bar: somebody could pretend to be the archive there. */
function isFrameLost({ request }: Replay, showing: Showing): boolean {
  if (showing.modifier === '' || !isShownAsPage(showing.modifier)) return false;
  return request.headers['sec-fetch-dest'] === 'document' && isPage(showing);
}

function isPage({ capture, loaded, modifier }: Omit<Showing, 'around'>): boolean {
  const place = { basePath: '', time: capture.time, url: capture.url };
  const { mime, body } = loaded;
  return rewrittenKind({ mime, bytes: body.bytes, place, modifier }) === 'page';
}

/**
 * Our bar and the archived page in a frame below it: whatever the page draws stays in its frame, so that it cannot
 * cover the bar that says where a reader is.
 */
function sendFrame({ request, reply, base, captures }: Replay, showing: Showing): FastifyReply {
  const { capture, loaded, around } = showing;
  const { basePath } = base;
  const language = chooseLanguage(undefined, request.headers['accept-language']);
  const years = countYears(captures, capture.surt);
  const banner = toBanner(capture, around, { basePath, language, years, isInOwnPage: true });
  return reply
    .code(statusOf(loaded))
    .headers({ 'content-security-policy': FRAME_POLICY, ...CACHING })
    .type('text/html; charset=utf-8')
    .send(toFramePage(capture, banner, { basePath, language }));
}

/** Captures that are counted for the bars; a page with more is busy in all its years. */
const MAX_COUNTED = 2000;

function countYears(captures: Replay['captures'], surt: string): ReadonlyMap<string, number> {
  const years = new Map<string, number>();
  for (const batch of captures.find({ surt, maxRows: MAX_COUNTED })) {
    for (const { time } of batch) {
      const year = time.slice(0, 4);
      years.set(year, (years.get(year) ?? 0) + 1);
    }
  }
  return years;
}

async function show(
  { request, base, shower, share }: Replay,
  { capture, loaded, modifier, around }: Showing,
): Promise<Shown> {
  const { basePath } = base;
  const { mime, contentType, body } = loaded;
  const { bytes } = body;
  const place = { basePath, time: capture.time, url: capture.url };
  const language = chooseLanguage(undefined, request.headers['accept-language']);
  const isFramed = /^(?:iframe|frame)$/.test(String(request.headers['sec-fetch-dest']));
  const banner =
    modifier === 'mp_'
      ? LINKS_LEAVE_FRAME
      : isFramed || modifier !== ''
        ? ''
        : toBanner(capture, around, { basePath, language });
  const isRewritten = rewrittenKind({ mime, bytes, place, modifier }) !== undefined;
  if (isRewritten) share.hold(bytes.length * REWRITING_FACTOR);
  const shown = await shower.show({ mime, contentType, bytes, place, modifier, banner });
  if (isRewritten) share.hold(Buffer.byteLength(shown.body));
  return shown;
}

/** Header fields as they were, under the names that clients of Waybacks look for. */
function toOriginalHeaders({ original }: Loaded): Record<string, string> {
  const fields = Object.entries(original);
  return Object.fromEntries(fields.map(([name, value]) => [`x-archive-orig-${name}`, value]));
}

/** The status at the time of the capture, unless it would make the client do something. */
function statusOf({ status }: Loaded): number {
  return status >= 400 && status < 600 && status !== 401 && status !== 407 ? status : 200;
}
