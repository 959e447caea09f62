// The answer to a request for one capture.
import type { FastifyReply } from 'fastify';
import type { Neighbours } from '../../index/captures.ts';
import type { Capture } from '../../model/capture.ts';
import { toSurt } from '../../model/surt.ts';
import { chooseLanguage } from '../html/messages.ts';
import { HttpProblem } from '../problems.ts';
import { answerNothing, type Replay, redirect } from './answer-lists.ts';
import { toBanner } from './banner.ts';
import { toPart } from './byte-range.ts';
import { chooseCapture, redirectOf } from './choose-capture.ts';
import { type Loaded, loadCapture, MAX_BODY_BYTES } from './load-capture.ts';
import { toLinkHeader } from './memento.ts';
import { toHttpDate, toMoment } from './moment.ts';
import type { Modifier, ReplayRequest } from './replay-url.ts';
import { sendTooLarge } from './too-large.ts';

/**
 * Rules for everything archived: it is a document without origin that runs nothing, sends nothing and
 * gets images, styles, sound and frames from this server alone.
 */
export const REPLAY_POLICY =
  "sandbox; default-src 'none'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; media-src 'self'; font-src 'self'; frame-src 'self'";

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
  const load = (capture: Capture) => loadCapture(captures, pool, capture);
  const chosen = await chooseCapture(captures, { url, surt, time, modifier }, load);
  if (chosen === undefined) return answerNothing(replay, url, modifier);
  const { capture } = chosen;
  if (capture.time !== asked.time) return redirect(replay, { ...capture, modifier });
  const loaded = chosen.loaded ?? (await load(capture));
  const around = { at: capture, ...captures.neighbours(capture.surt, capture.time) };
  void reply.headers({
    'memento-datetime': toHttpDate(capture.time),
    link: toLinkHeader(capture.url, base, around),
    'cross-origin-resource-policy': 'cross-origin',
    ...toOriginalHeaders(loaded),
  });
  return send(replay, { capture, loaded, modifier, around });
}

async function send(
  replay: Replay,
  {
    capture,
    loaded,
    modifier,
    around,
  }: {
    readonly capture: Capture;
    readonly loaded: Loaded;
    readonly modifier: Modifier;
    readonly around: Neighbours;
  },
): Promise<FastifyReply> {
  const { request, reply, base, shower } = replay;
  const { basePath } = base;
  const target = redirectOf(capture, loaded);
  if (target !== undefined && modifier !== 'id_') {
    return redirect(replay, { time: capture.time, url: target, modifier });
  }
  if (loaded.isCut && (modifier !== '' || !loaded.mime.includes('html'))) {
    const megabytes = MAX_BODY_BYTES / 1024 / 1024;
    const detail = `What was archived is larger than the ${megabytes} MB that are handed out; /cdx tells where it lies.`;
    return sendTooLarge(request, reply, { status: 501, detail });
  }
  const isFramed = /^(?:iframe|frame)$/.test(String(request.headers['sec-fetch-dest']));
  const { type, body, isDownload, isFont } = await shower.show({
    ...loaded,
    place: { basePath, time: capture.time, url: capture.url },
    modifier,
    banner: isFramed
      ? ''
      : toBanner(capture, around, {
          basePath,
          language: chooseLanguage(undefined, request.headers['accept-language']),
        }),
  });
  if (isDownload) void reply.header('content-disposition', 'attachment');
  if (isFont) void reply.header('access-control-allow-origin', '*');
  return reply
    .code(statusOf(loaded))
    .headers({
      'content-type': type,
      'content-security-policy': REPLAY_POLICY,
      'cache-control': 'private, max-age=600',
      vary: 'sec-fetch-dest, accept-language',
    })
    .send(modifier === '' || typeof body === 'string' ? body : toPart(request, reply, body));
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
