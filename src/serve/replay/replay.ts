// `/web/...`: archived pages, images and other bytes as they were, and what Memento clients ask.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Captures } from '../../index/captures.ts';
import { capturesOf, type IndexAnswerer } from '../cdx/cdx.ts';
import { HttpProblem } from '../problems.ts';
import { answerAvailable } from './answer-available.ts';
import { answerCapture } from './answer-capture.ts';
import { answerDifference } from './answer-difference.ts';
import {
  answerAddresses,
  answerCalendar,
  answerGate,
  answerTimeMap,
  type Replay,
} from './answer-lists.ts';
import { ArchivePool } from './archive-pool.ts';
import { ByteBudget, type ByteShare } from './byte-budget.ts';
import { MAX_URL_LENGTH, parseReplayPath } from './replay-url.ts';
import { createShower } from './shower.ts';
import { sendTooLarge } from './too-large.ts';

/** What the routes work with. */
export interface ReplayOptions {
  /** The captures, or what gives those that the client of the request under way may see. */
  readonly captures: Captures | (() => Captures);
  /** What opens the archive of a name; `undefined` when it is unknown. */
  locate(name: string): string | undefined;
  /** Where the routes are; default `/web`. */
  readonly basePath?: string;
  /** The address by which a client reaches the server, for links that leave it; default: none, they begin with a slash. */
  readonly baseOf?: (request: FastifyRequest) => string;
  /** Answers with index lines, for TimeMaps in other formats than links. Without it they are links. */
  readonly answerIndex?: IndexAnswerer;
  /** Bytes that all requests together may hold in memory; those that find no room are told to come again. Default 256 MB. */
  readonly maxHeldBytes?: number;
}

// Four of the largest bodies that are held, or some thirty films on their way.
const MAX_HELD_BYTES = 256 * 1024 * 1024;

/** Adds the routes. Problems are thrown for the error handler of the server. */
export async function replayRoutes(app: FastifyInstance, options: ReplayOptions): Promise<void> {
  const { locate, answerIndex, basePath = '/web', baseOf = () => '' } = options;
  const pool = new ArchivePool(locate);
  const budget = new ByteBudget(options.maxHeldBytes ?? MAX_HELD_BYTES);
  const shower = createShower();
  app.addHook('onClose', async () => {
    await Promise.all([pool.close(), shower.close()]);
  });
  app.get('/wayback/available', async (request) =>
    answerAvailable(capturesOf(options), request.originalUrl, {
      origin: baseOf(request),
      basePath,
    }),
  );
  app.get(`${basePath}/*`, async (request, reply) => {
    const path = request.originalUrl.slice(basePath.length + 1);
    const asked = parseReplayPath(path);
    void reply.headers({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' });
    if (asked === 'too-long') {
      const detail = `An archived address has at most ${MAX_URL_LENGTH} characters.`;
      return sendTooLarge(request, reply, { status: 414, detail });
    }
    if (asked === 'empty') {
      const detail = `An address is missing: ${basePath}/{url} or ${basePath}/{time}/{url}.`;
      throw new HttpProblem('bad-request', detail);
    }
    if (typeof asked === 'string') {
      throw new HttpProblem('bad-request', 'Only http and https addresses are replayed.');
    }
    const base = { origin: baseOf(request), basePath };
    const share = openShare(budget, reply);
    const captures = capturesOf(options);
    const replay: Replay = { request, reply, captures, pool, shower, share, base };
    switch (asked.kind) {
      case 'capture':
        return answerCapture(replay, asked);
      case 'calendar':
        return answerCalendar(replay, asked.url, asked.times);
      case 'gate':
        return answerGate(replay, asked.url);
      case 'timemap':
        if (asked.format !== 'link' && answerIndex !== undefined) {
          return answerIndex(request, reply, { url: asked.url, output: asked.format });
        }
        return answerTimeMap(replay, asked.url);
      case 'difference':
        return answerDifference(replay, asked);
      case 'addresses':
        return answerAddresses(replay, asked.url);
    }
  });
}

/** A share that ends with the reply, however that ends: sent, broken off, or an error in its place. */
function openShare(budget: ByteBudget, { raw }: FastifyReply): ByteShare {
  const share = budget.open();
  raw.once('close', () => share.end());
  if (raw.destroyed) share.end();
  return share;
}
