// Finds out for each request which collections its client may see.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type App, isFromOperator, type ServerParts } from '../parts.ts';
import { HttpProblem } from '../problems.ts';
import { PUBLIC_VIEW, type View } from './collection-scope.ts';
import { askToSignIn, givenToken } from './readers.ts';
import { runWithView } from './view.ts';

/** Views of requests, from the first hook to the last. */
const views = new WeakMap<FastifyRequest, View>();

/** Adds the hooks, and the route where browsers ask for a token. */
export function registerViews(app: App, parts: ServerParts): void {
  app.addHook('onRequest', async (request) => {
    const view = await viewOf(request, parts);
    if (view !== PUBLIC_VIEW) views.set(request, view);
  });
  // In the way of callbacks: what follows a promise would not be within.
  app.addHook('onRequest', (request, _reply, done) => enter(request, done));
  // A body that was read has ended that: the events of a socket know nothing of requests.
  app.addHook('preHandler', (request, _reply, done) => enter(request, done));
  app.addHook('onSend', async (request, reply) => keepApart(request, reply, parts));
  app.get('/sign-in', { schema: { hide: true } }, (request, reply) => {
    if (views.has(request)) return reply.redirect('/');
    askToSignIn(reply);
    throw new HttpProblem('sign-in-needed');
  });
}

function enter(request: FastifyRequest, done: () => void): void {
  runWithView(views.get(request) ?? PUBLIC_VIEW, done);
}

async function viewOf(request: FastifyRequest, parts: ServerParts): Promise<View> {
  const token = givenToken(request.headers.authorization);
  if (token === '') return PUBLIC_VIEW;
  if (isFromOperator(request, parts)) return { opened: [], isOperator: true };
  const opened = await parts.reader.openedBy(token);
  return opened.length === 0 ? PUBLIC_VIEW : { opened, isOperator: false };
}

/** What one client may see is not for caches that others share. */
async function keepApart(
  request: FastifyRequest,
  reply: FastifyReply,
  { reader }: ServerParts,
): Promise<void> {
  const isOwn = views.has(request);
  if (!isOwn && !(await reader.hasRestricted())) return;
  const vary = reply.getHeader('vary');
  void reply.header(
    'vary',
    vary === undefined ? 'authorization' : `${String(vary)}, authorization`,
  );
  const cache = reply.getHeader('cache-control');
  if (isOwn && typeof cache === 'string') {
    void reply.header('cache-control', cache.replace(/\bpublic\b/, 'private'));
  }
}
