// The answer to a request for the difference of two captures of a page.
import type { FastifyReply } from 'fastify';
import type { Capture } from '../../model/capture.ts';
import { toSurt } from '../../model/surt.ts';
import { HttpProblem } from '../problems.ts';
import { answerNothing, type Replay, sendPage, waysOf } from './answer-lists.ts';
import { chooseCapture } from './choose-capture.ts';
import { type ComparedCapture, toDifferencePage } from './difference-page.ts';
import { loadCapture } from './load-capture.ts';
import { toMoment } from './moment.ts';
import { readPageParts, type ShownPicture } from './page-parts.ts';
import { rewrittenKind } from './show-capture.ts';

/** Compares the captures nearest to two moments. */
export async function answerDifference(
  replay: Replay,
  { url, times }: { readonly url: string; readonly times: readonly [string, string] },
): Promise<FastifyReply> {
  const found = [];
  for (const time of times) {
    const chosen = await chooseAt(replay, url, time);
    if (chosen === undefined) return answerNothing(replay, url);
    found.push(chosen);
  }
  const [before, after] = found.sort((a, b) => (a.time < b.time ? -1 : 1));
  if (before === undefined || after === undefined) return answerNothing(replay, url);
  const [then, now] = [await compared(replay, before), await compared(replay, after)];
  const changed = findChanged(replay, then, now);
  return sendPage(replay.reply, toDifferencePage(then, now, { ...waysOf(replay), changed }));
}

/** Images that both show whose captures are looked up. */
const MAX_LOOKED_UP = 100;

/** Images of both pages that are another picture at the time of the later one, by what was captured nearest to each. */
function findChanged(
  { captures }: Replay,
  before: ComparedCapture,
  after: ComparedCapture,
): readonly ShownPicture[] {
  const known = new Set(before.parts.pictures.map(({ url }) => url));
  const shared = after.parts.pictures.filter(({ url }) => known.has(url)).slice(0, MAX_LOOKED_UP);
  return shared.filter(({ url }) => {
    const surt = toSurt(url);
    const [then, now] = [before, after].map(({ capture }) => {
      for (const near of captures.closest(surt, capture.time)) return near;
      return undefined;
    });
    return then !== undefined && now !== undefined && then.digest !== now.digest;
  });
}

async function chooseAt(replay: Replay, url: string, digits: string): Promise<Capture | undefined> {
  const { captures, pool, share } = replay;
  const time = toMoment(digits);
  if (time === undefined) throw new HttpProblem('bad-request', `${digits} is no time.`);
  const wanted = { url, surt: toSurt(url), time, modifier: '' as const, isExact: false };
  const chosen = await chooseCapture(captures, wanted, {
    load: (capture) => loadCapture(replay, capture, { share, mayStream: () => true }),
    isThere: (file) => pool.isThere(file),
  });
  return chosen?.capture;
}

async function compared(replay: Replay, capture: Capture) {
  const loaded = await loadCapture(replay, capture, {
    share: replay.share,
    mayStream: () => false,
  });
  const { mime, contentType, body } = loaded;
  const place = { basePath: '', time: capture.time, url: capture.url };
  if (rewrittenKind({ mime, bytes: body.bytes, place, modifier: '' }) !== 'page') {
    throw new HttpProblem('bad-request', 'Only captures of pages can be compared.');
  }
  return { capture, parts: readPageParts(body.bytes, { url: capture.url, contentType }) };
}
