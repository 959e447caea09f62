// Routes of crawls: how they are doing, live, and what operators want of them.
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { WISHES } from '../../crawl/crawl.ts';
import { choice, jsonAnswer, problemAnswers, refer, text } from '../api/schema-parts.ts';
import { type App, isFromOperator, type ServerParts } from '../parts.ts';
import { HttpProblem } from '../problems.ts';

const NAME = Type.Object({
  name: Type.String({ pattern: '^[\\w-]{1,60}$', description: 'Name of the crawl.' }),
});

/** Time from one look at the book to the next, and from one sign of life to the next. Milliseconds. */
const LOOK_MS = 1000;
const BEAT_MS = 15_000;
/** Clients that may watch at the same time. */
const MAX_WATCHERS = 100;
const NO_STORE = 'no-store';

/** Registers the routes. */
export function registerCrawlRoutes(app: App, parts: ServerParts): void {
  const reader = parts.crawls;
  const closing = new AbortController();
  let watchers = 0;
  app.addHook('preClose', async () => closing.abort());
  const checkReading = async (request: FastifyRequest) => {
    if (!(await isOpenToReaders(request, parts))) throw new HttpProblem('unauthorized');
  };
  const find = (name: string) => {
    const found = reader.find(name);
    if (found === undefined)
      throw new HttpProblem('not-found', 'There is no such crawl in this library.');
    return found;
  };
  app.get(
    '/crawls',
    {
      schema: {
        summary: 'Crawls of the library, and the last comparison of strategies',
        tags: ['crawls'],
        response: {
          200: jsonAnswer('Saved ones first.', refer('Crawls')),
          ...problemAnswers('unauthorized'),
        },
      },
    },
    async (request, reply) => {
      await checkReading(request);
      return reply.header('cache-control', NO_STORE).send(reader.list());
    },
  );
  app.get(
    '/crawls/:name',
    {
      schema: {
        summary: 'One crawl: its numbers, hosts, last images and tasks',
        tags: ['crawls'],
        params: NAME,
        response: {
          200: jsonAnswer('As it is now.', refer('CrawlDetail')),
          ...problemAnswers('invalid-parameter', 'unauthorized', 'not-found'),
        },
      },
    },
    async (request, reply) => {
      await checkReading(request);
      return reply.header('cache-control', NO_STORE).send(find(request.params.name));
    },
  );
  app.get(
    '/crawls/:name/events',
    {
      compress: false,
      schema: {
        summary: 'The same whenever it changes, as server-sent events',
        tags: ['crawls'],
        params: NAME,
        response: {
          200: {
            description: 'Every event holds what `/crawls/{name}` answers.',
            content: { 'text/event-stream': { schema: text() } },
          },
          ...problemAnswers('invalid-parameter', 'unauthorized', 'not-found'),
        },
      },
    },
    async (request, reply) => {
      await checkReading(request);
      const { name } = request.params;
      find(name);
      if (watchers >= MAX_WATCHERS)
        throw new HttpProblem('unavailable', 'Too many are watching.', { retryAfter: 30 });
      watchers += 1;
      const gone = new AbortController();
      const leave = () => {
        if (gone.signal.aborted) return;
        watchers -= 1;
        gone.abort();
      };
      reply.raw.once('close', leave);
      const signal = AbortSignal.any([closing.signal, gone.signal]);
      const events = Readable.from(watch(() => reader.find(name), signal));
      return reply
        .header('cache-control', NO_STORE)
        .type('text/event-stream; charset=utf-8')
        .send(events);
    },
  );
  app.post(
    '/crawls/:name/:action',
    {
      schema: {
        summary:
          'Start a task of a saved crawl, pause the crawl, or stop its running task; for operators',
        tags: ['crawls'],
        params: Type.Object({ ...NAME.properties, action: choice(WISHES) }),
        response: {
          202: jsonAnswer(
            'Noted; it happens within seconds where a scheduler runs.',
            refer('CrawlDetail'),
          ),
          ...problemAnswers('invalid-parameter', 'unauthorized', 'not-found', 'conflict'),
        },
      },
    },
    (request, reply) => {
      if (!isFromOperator(request, parts)) throw new HttpProblem('unauthorized');
      const { name, action } = request.params;
      find(name);
      if (!reader.wish(name, action)) {
        throw new HttpProblem(
          'conflict',
          'Only a crawl that is saved can be started or paused, and only one that runs be stopped.',
        );
      }
      return reply.code(202).header('cache-control', NO_STORE).send(find(name));
    },
  );
}

/**
 * Whether a client may see crawls, which show what was captured just now, for whatever collection: not under an embargo, nor where
 * some collections are not for everybody.
 */
export async function isOpenToReaders(
  request: FastifyRequest,
  parts: ServerParts,
): Promise<boolean> {
  if (isFromOperator(request, parts)) return true;
  return parts.settings.embargoMs === 0 && !(await parts.reader.hasRestricted());
}

/** Events of a crawl until nobody watches any more. */
async function* watch(find: () => unknown, signal: AbortSignal): AsyncGenerator<string> {
  let last = '';
  let sentAt = 0;
  while (!signal.aborted) {
    const found = JSON.stringify(find() ?? null);
    if (found !== last) {
      last = found;
      sentAt = Date.now();
      yield `data: ${found}\n\n`;
    } else if (Date.now() - sentAt > BEAT_MS) {
      sentAt = Date.now();
      yield ': still here\n\n';
    }
    await sleep(LOOK_MS, undefined, { signal }).catch(() => {}); // the loop ends
  }
}
