// `/web/...`: archived pages, images and other bytes as they were, and what Memento clients ask.
import type { FastifyInstance } from 'fastify';
import type { Captures } from '../../index/captures.ts';
import { HttpProblem } from '../problems.ts';
import { answerCapture } from './answer-capture.ts';
import { answerCalendar, answerGate, answerTimeMap, type Replay } from './answer-lists.ts';
import { ArchivePool } from './archive-pool.ts';
import { originOf } from './origin.ts';
import { MAX_URL_LENGTH, parseReplayPath } from './replay-url.ts';
import { createShower } from './shower.ts';
import { sendTooLarge } from './too-large.ts';

/** What the routes work with. */
export interface ReplayOptions {
  readonly captures: Captures;
  /** What opens the archive of a name; `undefined` when it is unknown. */
  locate(name: string): string | undefined;
  /** Where the routes are; default `/web`. */
  readonly basePath?: string;
}

/** Adds the routes. Problems are thrown for the error handler of the server. */
export async function replayRoutes(app: FastifyInstance, options: ReplayOptions): Promise<void> {
  const { captures, locate, basePath = '/web' } = options;
  const pool = new ArchivePool(locate);
  const shower = createShower();
  app.addHook('onClose', async () => {
    await Promise.all([pool.close(), shower.close()]);
  });
  app.get(`${basePath}/*`, async (request, reply) => {
    const path = request.originalUrl.slice(basePath.length + 1);
    const asked = parseReplayPath(path);
    void reply.headers({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' });
    if (asked === 'too-long') {
      const detail = `An archived address has at most ${MAX_URL_LENGTH} characters.`;
      return sendTooLarge(request, reply, { status: 414, detail });
    }
    if (typeof asked === 'string') {
      throw new HttpProblem('bad-request', 'Only http and https addresses are replayed.');
    }
    const base = { origin: originOf(request), basePath };
    const replay: Replay = { request, reply, captures, pool, shower, base };
    switch (asked.kind) {
      case 'capture':
        return answerCapture(replay, asked);
      case 'calendar':
        return answerCalendar(replay, asked.url, asked.times);
      case 'gate':
        return answerGate(replay, asked.url);
      case 'timemap':
        return answerTimeMap(replay, asked.url);
    }
  });
}
