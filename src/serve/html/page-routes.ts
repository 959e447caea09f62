// Routes of the pages for people: search, image, map, statistics, about; and their style sheets and scripts.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RANKING_PROFILES } from '../../model/ranking.ts';
import type { LibraryStats } from '../../pipeline/library-stats.ts';
import type { FacetAnswer } from '../../search/search.ts';
import { isOpenToReaders } from '../crawls/crawl-routes.ts';
import { renderImageHead } from '../linked/image-head.ts';
import { type App, baseOf, type ServerParts } from '../parts.ts';
import { HttpProblem } from '../problems.ts';
import type { ShownStats } from '../query/answer-numbers.ts';
import { askFor } from '../send-answer.ts';
import { renderCrawlsPage } from './crawls-page.ts';
import { html, type Markup } from './escape.ts';
import { renderImagePage, type ShownImage } from './image-page.ts';
import type { MessageName } from './messages.ts';
import {
  renderAboutPage,
  renderLivePage,
  renderMapPage,
  renderScriptPage,
  renderStatsPage,
} from './other-pages.ts';
import { linkTo, type PageContext, searchValues } from './page-frame.ts';
import { PLAIN_STYLE } from './plain-style.ts';
import { FILTER_FACETS, withDates } from './search-filters.ts';
import { captionOf, renderSearchPage, type ShownAnswer } from './search-page.ts';
import { contextOf, sendPage } from './send-page.ts';

const PAGE_SIZE = 50;
const YEAR_SECONDS = 31_536_000;

/** A request and its answer. */
interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Makes the body of a page that asks nothing of the library. */
type PageRenderer = (context: PageContext, request: FastifyRequest) => Markup | Promise<Markup>;

/** Registers the routes. */
export async function registerPages(app: App, parts: ServerParts): Promise<void> {
  const hidden = { schema: { hide: true } };
  app.get('/', hidden, (request, reply) => sendSearch(parts, { request, reply }));
  app.get('/image/:id', hidden, (request, reply) => sendImage(parts, { request, reply }));
  app.get('/map', hidden, (request, reply) => sendMap(parts, { request, reply }));
  app.get('/stats', hidden, (request, reply) => sendStats(parts, { request, reply }));
  const simple = (path: string, title: MessageName, render: PageRenderer) =>
    app.get(path, hidden, async (request, reply) => {
      const context = contextOf(request);
      return sendPage(parts, reply, {
        language: context.language,
        title: `${context.t(title)} - Pinakes`,
        body: await render(context, request),
      });
    });
  simple('/crawls', 'crawls', async (context, request) => {
    const isOpen = await isOpenToReaders(request, parts);
    return renderCrawlsPage(context, isOpen ? parts.crawls.list() : undefined);
  });
  simple('/about', 'about', (context) => renderAboutPage(context, parts.version));
  simple('/by-image', 'byImage', (context) =>
    renderScriptPage(context, 'byImage', 'byImageScripts'),
  );
  simple('/basket', 'basket', (context) => renderScriptPage(context, 'basket', 'basketScripts'));
  simple('/live', 'live', (context) => renderLivePage(context, parts.live !== undefined));
  app.get('/plain.css', hidden, (_, reply) =>
    reply
      .type('text/css; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .header('x-content-type-options', 'nosniff')
      .send(PLAIN_STYLE),
  );
  const assets = join(parts.settings.webFolder, 'assets');
  if (!existsSync(assets)) return;
  await app.register(async (files: App) => {
    files.addHook('onRoute', (route) => {
      route.schema = { hide: true };
    });
    await files.register(fastifyStatic, {
      root: assets,
      prefix: '/assets/',
      decorateReply: false,
      index: false,
      dotfiles: 'ignore',
      // Their names carry a hash of their contents.
      immutable: true,
      maxAge: YEAR_SECONDS * 1000,
      setHeaders: (reply) => {
        reply.header('x-content-type-options', 'nosniff');
      },
    });
  });
}

async function sendSearch(parts: ServerParts, { request, reply }: Exchange): Promise<FastifyReply> {
  const context = contextOf(request);
  const { q, sort, t, parameters } = context;
  const [from, to] = [parameters.get('from'), parameters.get('to')];
  if (from !== null || to !== null) {
    // From the form of those without scripts: dates are part of the query, as everywhere.
    const dated = withDates(q, { from: from ?? '', to: to ?? '' });
    return reply.redirect(linkTo(context, '/', { ...searchValues(context), q: dated }), 303);
  }
  const cursor = parameters.get('cursor') ?? '';
  const answer = await askFor<ShownAnswer>(
    parts,
    {
      kind: 'search',
      q,
      safe: parameters.get('safe') !== 'off',
      match: 'most',
      duplicates: 'collapse',
      limit: PAGE_SIZE,
      offset: 0,
      sort,
      profile: RANKING_PROFILES[0]?.name ?? '',
      facets: parameters.get('filters') === 'on' ? FILTER_FACETS : [],
      ...(cursor !== '' && { cursor }),
    },
    { reply },
  );
  const isFirst = cursor === '';
  return sendPage(parts, reply, {
    language: context.language,
    title: q === '' ? `Pinakes - ${t('tagline')}` : `${q.slice(0, 100)} - Pinakes`,
    description: t('tagline'),
    head: html`<link rel="alternate" type="application/atom+xml" title="Pinakes" href="${linkTo(context, '/feed.atom', { q })}">`,
    body: renderSearchPage(context, answer, isFirst),
    // A later page is for those without scripts; the user interface loads it by itself.
    ...(isFirst && { data: JSON.stringify({ route: 'search', q, sort, answer }) }),
  });
}

async function sendImage(parts: ServerParts, { request, reply }: Exchange): Promise<FastifyReply> {
  const { id } = request.params as { readonly id: string }; // of the path
  if (!/^[0-9a-f]{64}(?:-[0-9a-f]{16})?$/.test(id)) throw new HttpProblem('not-found');
  const context = contextOf(request);
  const base = baseOf(request, parts.settings);
  const shown = await askFor<ShownImage>(parts, { kind: 'image-page', id, base }, { reply });
  const { image, citation, ...more } = shown;
  const title = captionOf(image, context.t('untitled')).slice(0, 100);
  return sendPage(parts, reply, {
    language: context.language,
    title: `${title} - Pinakes`,
    description: citation.attribution,
    head: renderImageHead({ image, citation, title, base }),
    body: renderImagePage({ ...context, hasReports: parts.settings.reports !== undefined }, shown),
    data: JSON.stringify({ route: 'image', answer: image, citation, ...more }),
  });
}

/** Without scripts the map is a list of countries and towns. */
async function sendMap(parts: ServerParts, { request, reply }: Exchange): Promise<FastifyReply> {
  const context = contextOf(request);
  const { facets } = await askFor<{ facets: FacetAnswer[] }>(
    parts,
    {
      kind: 'facets',
      q: context.q,
      safe: context.parameters.get('safe') !== 'off',
      match: 'most',
      duplicates: 'collapse',
      names: ['country', 'town'],
      limit: PLACES_LISTED,
    },
    { reply },
  );
  return sendPage(parts, reply, {
    language: context.language,
    title: `${context.t('map')} - Pinakes`,
    body: renderMapPage(context, facets),
  });
}

const PLACES_LISTED = 100;

async function sendStats(parts: ServerParts, { request, reply }: Exchange): Promise<FastifyReply> {
  const context = contextOf(request);
  const collection = context.parameters.get('collection') ?? '';
  const query = { kind: 'stats', ...(collection !== '' && { collection }) } as const;
  const { text } = await parts.kept.get(parts, query);
  const stats: LibraryStats | ShownStats = JSON.parse(text);
  return sendPage(parts, reply, {
    language: context.language,
    title: `${context.t('statistics')} - Pinakes`,
    body: renderStatsPage(context, stats),
    data: `{"route":"stats","answer":${text}}`,
  });
}
