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
import { type BodyLimits, MAX_BODY_BYTES } from './load-body.ts';
import { type Loaded, loadCapture } from './load-capture.ts';
import { toLinkHeader } from './memento.ts';
import { toHttpDate, toMoment } from './moment.ts';
import type { Modifier, ReplayRequest } from './replay-url.ts';
import { toPayload } from './send-body.ts';
import { rewrittenKind, type Shown } from './show-capture.ts';
import { sendTooLarge } from './too-large.ts';

/**
 * Rules for everything archived: it is a document without origin that runs nothing, sends nothing and
 * gets images, styles, sound and frames from this server alone.
 */
export const REPLAY_POLICY =
  "sandbox; default-src 'none'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; media-src 'self'; font-src 'self'; frame-src 'self'";

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
  if (isCut && (modifier !== '' || !loaded.mime.includes('html'))) {
    const megabytes = MAX_BODY_BYTES / 1024 / 1024;
    const detail = `What was archived is larger than the ${megabytes} MB that are decoded or rewritten; /cdx tells where it lies.`;
    return sendTooLarge(request, reply, { status: 501, detail });
  }
  const shown = await show(replay, showing);
  if (shown.isDownload) void reply.header('content-disposition', 'attachment');
  if (shown.isFont) void reply.header('access-control-allow-origin', '*');
  void reply.code(statusOf(loaded)).headers({
    'content-type': shown.type,
    'content-security-policy': REPLAY_POLICY,
    'cache-control': 'private, max-age=600',
    vary: 'sec-fetch-dest, accept-language',
  });
  return reply.send(shown.body === body.bytes ? await toPayload(replay, body) : shown.body);
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
  const banner = isFramed ? '' : toBanner(capture, around, { basePath, language });
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
