// Answers about the captures of a URL: their list, a TimeMap, the way to one of them, or that there is none.
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Captures, REVISIT_MIME } from '../../index/captures.ts';
import type { Capture, Timestamp } from '../../model/capture.ts';
import { toSurt } from '../../model/surt.ts';
import { toSurtPrefix } from '../../pipeline/takedown.ts';
import { chooseLanguage } from '../html/messages.ts';
import { HttpProblem } from '../problems.ts';
import type { ArchivePool } from './archive-pool.ts';
import type { ByteShare } from './byte-budget.ts';
import {
  type CapturedAddress,
  type ListedCapture,
  toAddressesPage,
  toCalendarPage,
  toNothingPage,
} from './capture-pages.ts';
import { chooseCapture } from './choose-capture.ts';
import { loadCapture } from './load-capture.ts';
import {
  LINK_FORMAT,
  type LinkBase,
  toLinkHeader,
  toMementoLine,
  toTimeMapHead,
} from './memento.ts';
import { fromHttpDate } from './moment.ts';
import { PAGE_POLICY, type PageWays } from './page-look.ts';
import { MAX_COMPARED_BYTES, readPageParts, type ShownPicture } from './page-parts.ts';
import { isShownAsPage, type Modifier, toReplayPath } from './replay-url.ts';
import type { Shower } from './shower.ts';

/** One request with what answers it. */
export interface Replay {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly captures: Captures;
  readonly pool: ArchivePool;
  readonly shower: Shower;
  /** What the request holds in memory; it ends with the reply. */
  readonly share: ByteShare;
  readonly base: LinkBase;
}

const MAX_LISTED = 1000;
const MAX_COUNTED = 100_000;
const MAX_OTHERS = 20;

/** Says that there is no capture, and what there is instead. */
export async function answerNothing(
  replay: Replay,
  url: string,
  modifier: Modifier = '',
): Promise<FastifyReply> {
  const { reply, captures } = replay;
  if (!isShownAsPage(modifier))
    throw new HttpProblem('not-found', `There is no capture of ${url}.`);
  const others = new Map<string, Capture>();
  const site = captures.find({ surt: toSurt(url), matchType: 'host', maxRows: 2000 });
  for (const batch of site) {
    for (const capture of batch) {
      if (others.size < MAX_OTHERS && capture.status < 300) others.set(capture.surt, capture);
    }
    if (others.size >= MAX_OTHERS) break;
  }
  return sendPage(reply.code(404), toNothingPage(url, [...others.values()], waysOf(replay)));
}

/** Lists the captures whose time begins with some digits. */
export async function answerCalendar(
  replay: Replay,
  url: string,
  times = '',
): Promise<FastifyReply> {
  const { captures, reply, base } = replay;
  const years = new Map<string, number>();
  const listed: Omit<ListedCapture, 'pictures'>[] = [];
  let count = 0;
  let before: Capture | undefined;
  for (const batch of captures.find({ surt: toSurt(url), maxRows: MAX_COUNTED })) {
    for (const capture of batch) {
      const year = capture.time.slice(0, 4);
      years.set(year, (years.get(year) ?? 0) + 1);
      const isChanged = before === undefined || before.digest !== capture.digest;
      if (capture.time.startsWith(times)) {
        count++;
        if (listed.length < MAX_LISTED) listed.push({ capture, before, isChanged });
      }
      before = capture;
    }
    await setImmediate();
  }
  if (before === undefined) return answerNothing(replay, url);
  void reply.headers(toLinkHeader(url, base));
  const pictures = await findPictures(
    replay,
    listed.filter(({ isChanged }) => isChanged).map(({ capture }) => capture),
  );
  const shown = listed.map((each) => ({ ...each, pictures: pictures.get(each.capture) ?? [] }));
  const calendar = { url, times, years, listed: shown, count };
  return sendPage(reply, toCalendarPage(calendar, waysOf(replay)));
}

/** Pages of a history that are read for their pictures, and pictures of each. */
const MAX_PAGES_READ = 8;
const MAX_PICTURES = 5;

/** Some pictures of the first pages; what cannot be read shows none. */
async function findPictures(
  replay: Replay,
  captures: readonly Capture[],
): Promise<ReadonlyMap<Capture, readonly ShownPicture[]>> {
  const found = new Map<Capture, readonly ShownPicture[]>();
  const pages = captures.filter(
    ({ mime, status, length }) =>
      mime.includes('html') && status < 300 && length <= MAX_COMPARED_BYTES,
  );
  for (const capture of pages.slice(0, MAX_PAGES_READ)) {
    try {
      const limits = { share: replay.share, mayStream: () => true };
      const { contentType, body } = await loadCapture(replay, capture, limits);
      const { pictures } = readPageParts(body.bytes, { url: capture.url, contentType });
      found.set(capture, pictures.slice(0, MAX_PICTURES));
    } catch (error) {
      // The history is there without them.
      if (!(error instanceof HttpProblem)) throw error;
    }
  }
  return found;
}

const MAX_ADDRESSES = 1000;

/** Lists the addresses below a URL. */
export async function answerAddresses(replay: Replay, url: string): Promise<FastifyReply> {
  const { captures, reply } = replay;
  const addresses = new Map<string, CapturedAddress>();
  let rows = 0;
  let isCut = false;
  const selection = { surt: toSurtPrefix(url), matchType: 'prefix', maxRows: MAX_COUNTED } as const;
  for (const batch of captures.find(selection)) {
    for (const { surt, url: own, time, mime } of batch) {
      rows++;
      const known = addresses.get(surt);
      if (known === undefined && addresses.size === MAX_ADDRESSES) isCut = true;
      else {
        const first = known?.first ?? time;
        const count = (known?.count ?? 0) + 1;
        // A revisit repeats what was there before.
        const type = mime === REVISIT_MIME ? (known?.mime ?? mime) : mime;
        addresses.set(surt, { url: own, count, first, last: time, mime: type });
      }
    }
    if (isCut) break;
    await setImmediate();
  }
  if (addresses.size === 0) return answerNothing(replay, url);
  const list = { addresses: [...addresses.values()], isCut: isCut || rows >= MAX_COUNTED };
  return sendPage(reply, toAddressesPage(url, list, waysOf(replay)));
}

/** A TimeGate for clients that say when; a list of captures for those that do not. */
export async function answerGate(replay: Replay, url: string): Promise<FastifyReply> {
  const { request, reply, captures, pool, share, base } = replay;
  void reply.header('vary', 'accept-datetime');
  const wanted = request.headers['accept-datetime'];
  if (wanted === undefined) return answerCalendar(replay, url);
  const time = fromHttpDate(String(wanted));
  if (time === undefined) {
    throw new HttpProblem(
      'bad-request',
      'Accept-Datetime must be a date such as Wed, 30 Apr 2008 20:48:25 GMT.',
    );
  }
  const question = { url, surt: toSurt(url), time, modifier: '' as const, isExact: false };
  const chosen = await chooseCapture(captures, question, {
    load: (capture) => loadCapture(replay, capture, { share, mayStream: () => true }),
    isThere: (file) => pool.isThere(file),
  });
  if (chosen === undefined) return answerNothing(replay, url);
  void reply.headers(toLinkHeader(url, base));
  return redirect(replay, { ...chosen.capture, modifier: '' });
}

/** Tells all captures to Memento clients. */
export async function answerTimeMap(
  { reply, captures, base }: Replay,
  url: string,
): Promise<FastifyReply> {
  const surt = toSurt(url);
  // The neighbours of a time before all are the first and the last of all.
  const { first, last } = captures.neighbours(surt, '00000101000000' as Timestamp); // 14 digits
  if (first === undefined || last === undefined) {
    throw new HttpProblem('not-found', `There is no capture of ${url}.`);
  }
  const span = { first: first.time, last: last.time };
  const lines = toTimeMapLines(captures, { surt, url, base, span });
  return reply.header('content-type', LINK_FORMAT).send(Readable.from(lines));
}

async function* toTimeMapLines(
  captures: Captures,
  {
    surt,
    url,
    base,
    span,
  }: {
    readonly surt: string;
    readonly url: string;
    readonly base: LinkBase;
    readonly span: { readonly first: Timestamp; readonly last: Timestamp };
  },
): AsyncGenerator<string> {
  yield toTimeMapHead(url, base, span);
  let before = '';
  for (const batch of captures.find({ surt })) {
    let text = '';
    for (const capture of batch) {
      // One address for each time.
      if (capture.time === before) continue;
      before = capture.time;
      const first = capture.time === span.first ? 'first ' : '';
      const last = capture.time === span.last ? 'last ' : '';
      text += `,\n${toMementoLine(capture, base, `${first}${last}`)}`;
    }
    if (text !== '') yield text;
    await setImmediate();
  }
  yield '\n';
}

/** Where links of a page lead, and in which language it is. */
export function waysOf({ request, base }: Replay): PageWays {
  const language = chooseLanguage(undefined, request.headers['accept-language']);
  return { basePath: base.basePath, language };
}

/** Sends a page of our own. */
export function sendPage(reply: FastifyReply, page: string): FastifyReply {
  const others = reply.getHeader('vary');
  return reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': PAGE_POLICY,
      'cache-control': 'no-cache',
      vary: [others, 'accept-language'].filter(Boolean).join(', '),
    })
    .send(page);
}

/** Sends the client to a capture. */
export function redirect(
  { reply, base }: Replay,
  target: { readonly time: string; readonly url: string; readonly modifier: Modifier },
): FastifyReply {
  return reply
    .header('cache-control', 'no-cache')
    .redirect(toReplayPath(base.basePath, target), 302);
}
