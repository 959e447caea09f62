// Sends a page with the headers that keep it to itself.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ServerParts } from '../parts.ts';
import { html } from './escape.ts';
import { chooseLanguage, createTranslate } from './messages.ts';
import { type PageContext, SORTS } from './page-frame.ts';
import type { PageContent } from './template.ts';

/** Nothing from elsewhere, no scripts but our files, nobody may frame us. */
const PAGE_POLICY = [
  "default-src 'self'",
  "img-src 'self' data: blob:",
  "style-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** Headers of every page. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': PAGE_POLICY,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'cache-control': 'private, no-cache',
  vary: 'accept-language',
};

/** Sends a page. */
export function sendPage(
  { template, settings, tiles }: ServerParts,
  reply: FastifyReply,
  content: PageContent,
): FastifyReply {
  // The user interface shows the link to reports where there is somebody to read them.
  const reports = settings.reports !== undefined && html`<meta name="reports" content="on">`;
  const page = template({ ...content, head: html`${content.head}${reports}` });
  reply.headers(PAGE_HEADERS);
  // Every page may become the map without being loaded again.
  if (tiles?.origin !== undefined) {
    reply.header('content-security-policy', `${PAGE_POLICY}; connect-src 'self' ${tiles.origin}`);
  }
  return reply.type('text/html; charset=utf-8').send(page);
}

/** What a request says about the page it wants. */
export function contextOf(request: FastifyRequest): PageContext {
  const at = request.originalUrl.indexOf('?');
  const path = at < 0 ? request.originalUrl : request.originalUrl.slice(0, at);
  const parameters = new URLSearchParams(at < 0 ? '' : request.originalUrl.slice(at + 1));
  const language = chooseLanguage(parameters.get('lang'), request.headers['accept-language']);
  const sort = SORTS.find((name) => name === parameters.get('sort')) ?? 'relevance';
  // What is no language of ours is not carried along.
  if (parameters.get('lang') !== language) parameters.delete('lang');
  const q = (parameters.get('q') ?? '').trim();
  // A path that starts with two slashes would lead to another host.
  const own = `/${path.replace(/^\/+/, '')}`;
  return { language, t: createTranslate(language), q, sort, path: own, parameters };
}
