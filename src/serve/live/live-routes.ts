// Routes of the live mode: a search as a stream of events, its stop button, and the images it found.
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { explainNothing, toFindItem } from '../../pipeline/find-answer.ts';
import { messageOf } from '../../support/errors.ts';
import { CONTENT_POLICY } from '../api/byte-routes.ts';
import { MAX_TEXT } from '../api/schema-parts.ts';
import { toHttpProblem } from '../errors.ts';
import type { App, ServerParts } from '../parts.ts';
import { HttpProblem } from '../problems.ts';
import type { LiveSearch, LiveSearches } from './live-searches.ts';

/** Bytes of a request: a long query in any script, and some addresses. */
const MAX_BODY = 65_536;
/** Time between two events of a search that goes on. */
const TICK_MS = 250;
/** Images that are told; nobody looks at more while they come in. */
const MAX_SHOWN = 200;
const DEFAULT_SECONDS = 30;

const REQUEST = Type.Object({
  query: Type.Optional(Type.String({ maxLength: MAX_TEXT })),
  search: Type.Optional(
    Type.String({ maxLength: 36, description: 'Id of a search to go on with.' }),
  ),
  seconds: Type.Optional(Type.Number({ minimum: 1, maximum: 3600, default: DEFAULT_SECONDS })),
  seeds: Type.Optional(Type.Array(Type.String({ maxLength: 2083 }), { maxItems: 20 })),
});
const SEARCH = Type.Object({ search: Type.String({ maxLength: 36 }) });
const IMAGE = Type.Object({
  search: Type.String({ maxLength: 36 }),
  image: Type.Integer({ minimum: 0, maximum: 10_000_000 }),
});

/** Registers the routes; without `searches` they say that the live mode is off. */
export function registerLiveRoutes(
  app: App,
  parts: ServerParts,
  searches: LiveSearches | undefined,
): void {
  app.get('/live', { schema: { hide: true } }, (_, reply) =>
    reply.header('cache-control', 'no-store').send({
      isOn: searches !== undefined,
      maxSeconds: Math.floor((searches?.maxBudgetMs ?? 0) / 1000),
      asks: searches?.asks ?? [],
    }),
  );
  if (searches === undefined) {
    app.post('/live', { schema: { hide: true } }, () => {
      throw new HttpProblem(
        'not-found',
        'This server does not search the live web: its operator can switch it on with --live.',
      );
    });
    return;
  }
  app.post(
    '/live',
    { schema: { hide: true, body: REQUEST }, bodyLimit: MAX_BODY },
    async (request, reply) => {
      const { query = '', search: id, seconds = DEFAULT_SECONDS, seeds = [] } = request.body;
      const search = id === undefined ? await searches.begin({ query, seeds }) : searches.find(id);
      await stream(parts, { request, reply }, { searches, search, budgetMs: seconds * 1000 });
    },
  );
  app.post(
    '/live/:search/stop',
    { schema: { hide: true, params: SEARCH } },
    async ({ params }, reply) => {
      searches.stop(params.search);
      return reply.code(204).send();
    },
  );
  app.get(
    '/live/:search/images/:image',
    { compress: false, schema: { hide: true, params: IMAGE } },
    async ({ params }, reply) => {
      const whole = await searches.image(params.search, params.image);
      if (whole === undefined) throw new HttpProblem('not-found', 'The image cannot be had.');
      return reply
        .type(whole.mime)
        .header('cache-control', 'private, max-age=600')
        .header('content-security-policy', CONTENT_POLICY)
        .send(whole.bytes);
    },
  );
}

/** Runs a search and tells how it goes, until it has ended or the client is gone. */
async function stream(
  parts: ServerParts,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  {
    searches,
    search,
    budgetMs,
  }: { readonly searches: LiveSearches; readonly search: LiveSearch; readonly budgetMs: number },
): Promise<void> {
  reply.hijack();
  const { raw } = reply;
  const gone = new AbortController();
  raw.on('close', () => gone.abort());
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) raw.setHeader(name, value);
  }
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no', // nginx would hold events back
  });
  const send = (event: string, data: unknown) => {
    if (!raw.destroyed) raw.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  };
  const tellImages = createImageTeller(searches, search, send);
  const tick = () => {
    send('status', { ...search.session.status, budget: budgetMs / 1000 });
    tellImages();
  };
  const { id, query } = search;
  send('search', { id, query: query.text, warnings: query.warnings });
  const timer = setInterval(tick, TICK_MS);
  try {
    await searches.run(id, budgetMs, {
      signal: gone.signal,
      onEnd: (end) => {
        clearInterval(timer);
        tick();
        const found = searches.results(search, 1).length;
        const nothing = explainNothing(search.session.status, found);
        send('end', { end, ...(nothing !== undefined && { nothing }) });
      },
      onKept: (whole) => {
        tick();
        send('kept', { whole });
      },
    });
    send('stored', {
      images: searches.results(search, MAX_SHOWN).filter((one) => one.id !== '').length,
    });
  } catch (thrown) {
    const problem = toHttpProblem(thrown, parts.settings, request.id);
    send('problem', {
      ...problem.toDocument(request.id),
      detail: problem.detail ?? messageOf(thrown),
    });
  } finally {
    clearInterval(timer);
    raw.end();
  }
}

/** Tells images that are new or have changed, and the order of all by their keys, when there is something to tell. */
function createImageTeller(
  searches: LiveSearches,
  search: LiveSearch,
  send: (event: string, data: unknown) => void,
): () => void {
  const told = new Map<number, string>();
  let toldOrder = '';
  return () => {
    const found = searches.results(search, MAX_SHOWN);
    const items = found.map((image) => ({ key: search.keyOf(image.url), ...toFindItem(image) }));
    const order = items.map(({ key }) => key);
    const changed = items.filter((item) => {
      const text = JSON.stringify(item);
      if (told.get(item.key) === text) return false;
      told.set(item.key, text);
      return true;
    });
    const orderText = order.join();
    if (changed.length === 0 && orderText === toldOrder) return;
    toldOrder = orderText;
    send('images', { items: changed, order });
  };
}
