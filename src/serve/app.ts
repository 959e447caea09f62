// The application: Fastify with its limits, headers, errors and all routes.
import { randomUUID } from 'node:crypto';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import rateLimit from '@fastify/rate-limit';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import fastify, { type FastifyRequest } from 'fastify';
import { allowOrigins } from './access/cors.ts';
import { checkHost } from './access/host-guard.ts';
import { registerOrders } from './access/orders.ts';
import { toTrust } from './access/proxies.ts';
import { checkReader } from './access/readers.ts';
import { registerViews } from './access/views.ts';
import { registerByImageRoutes } from './api/by-image-routes.ts';
import { registerByteRoutes } from './api/byte-routes.ts';
import { registerCorrectionRoutes } from './api/correction-routes.ts';
import { registerCountRoutes } from './api/count-routes.ts';
import { registerExportRoutes } from './api/export-routes.ts';
import { registerImageRoutes } from './api/image-routes.ts';
import { registerMapRoutes } from './api/map-routes.ts';
import { withOperationIds } from './api/operation-ids.ts';
import { registerPlaceRoutes } from './api/place-routes.ts';
import type { SchemaTypes } from './api/schema-parts.ts';
import { NAMED_SCHEMAS } from './api/schemas.ts';
import { ARCHIVE_PATHS } from './archive-document.ts';
import { registerImageSearch } from './arquivo/image-search-routes.ts';
import { cdxRoutes, createIndexAnswerer } from './cdx/cdx.ts';
import { registerCrawlRoutes } from './crawls/crawl-routes.ts';
import { createErrorHandler, registerErrors } from './errors.ts';
import { createShowFile } from './file-name.ts';
import { MARK } from './html/mark.ts';
import { registerPages } from './html/page-routes.ts';
import { registerFeeds } from './linked/feed-routes.ts';
import { registerIiif } from './linked/iiif-routes.ts';
import { registerOembed } from './linked/oembed-routes.ts';
import { registerReports } from './linked/report-routes.ts';
import { registerLiveRoutes } from './live/live-routes.ts';
import { noteSentBytes, routeOf, toLogLine } from './operation/access-log.ts';
import { registerOperationRoutes } from './operation/operation-routes.ts';
import { toRateOptions } from './operation/rates.ts';
import { type App, baseOf, isFromOperator, type ServerParts } from './parts.ts';
import { HttpProblem } from './problems.ts';
import { replayRoutes } from './replay/replay.ts';
import { toRoutableUrl } from './replay/replay-url.ts';
import { registerTileRoutes } from './tiles/tile-routes.ts';

/** Longest address that is read: a query of 10,000 characters fits. */
const MAX_URL = 16_384;
const MAX_HEADERS = 24_576;
/** No route reads a body but search by image, which has a limit of its own. */
const MAX_BODY = 1024;
/** Pages of our own that search engines may list where the operator wants it. */
const LISTED = /^\/(?:$|\?|image\/|about|stats|assets\/|sitemap\.xml|feed\.atom)/;
/** How long a connection is kept for the next request, milliseconds. */
const KEEP_ALIVE_MS = 10_000;

/** Makes the application; nothing listens yet. */
export async function createApp(parts: ServerParts): Promise<App> {
  const { settings, metrics } = parts;
  const app = createFastify(parts);
  // Answers are printed where they are made; schemas are for the document and its tests.
  app.setSerializerCompiler(() => JSON.stringify);
  app.addHook('onRequest', async (request, reply) => {
    noteSentBytes(request);
    reply.header('x-request-id', request.id);
    checkHost(request.raw, settings);
    if (request.originalUrl.length > MAX_URL) {
      throw new HttpProblem('too-large', `An address has at most ${MAX_URL} characters.`);
    }
    if (allowOrigins(request, reply, settings.cors)) return reply.code(204).send();
    checkReader(request, reply, parts);
    // What search engines may list is said with every answer: a link from elsewhere leads past robots.txt.
    if (!settings.isListed || !LISTED.test(request.originalUrl)) {
      reply.header('x-robots-tag', 'noindex, nofollow');
    }
    return undefined;
  });
  registerViews(app, parts);
  registerOrders(app, parts);
  app.addHook('onResponse', async (request, reply) => {
    const seconds = reply.elapsedTime / 1000;
    metrics.request(routeOf(request), request.method, reply.statusCode, seconds);
    settings.accessLog?.write(toLogLine(request, reply, settings));
  });
  registerErrors(app, parts);
  await registerPlugins(app, parts);
  for (const [name, schema] of Object.entries(NAMED_SCHEMAS)) {
    app.addSchema({ ...schema, $id: name });
  }
  await app.register(
    async (api: App) => {
      api.addHook('onRequest', async (_, reply) => {
        reply.header('x-content-type-options', 'nosniff');
      });
      registerImageRoutes(api, parts);
      registerByImageRoutes(api, parts);
      registerByteRoutes(api, parts);
      registerCountRoutes(api, parts);
      registerMapRoutes(api, parts);
      registerPlaceRoutes(api, parts);
      registerCorrectionRoutes(api, parts);
      registerExportRoutes(api, parts);
      registerCrawlRoutes(api, parts);
      registerLiveRoutes(api, parts, parts.live);
    },
    { prefix: '/api/v1' },
  );
  await app.register(async (compatible: App) => registerImageSearch(compatible, parts));
  await registerArchive(app, parts);
  registerOperationRoutes(app, parts);
  app.get('/api/openapi.json', { schema: { hide: true } }, (_, reply) =>
    reply.header('cache-control', 'public, max-age=3600').send(app.swagger()),
  );
  registerOembed(app, parts);
  registerFeeds(app, parts);
  registerIiif(app, parts);
  registerReports(app, parts);
  registerTileRoutes(app, parts);
  await registerPages(app, parts);
  return app;
}

/** The archive itself: index lines, and captures as they were. */
async function registerArchive(app: App, parts: ServerParts): Promise<void> {
  const { locate } = parts.reader;
  const showFileFor = (request: FastifyRequest) => createShowFile(isFromOperator(request, parts));
  const options = {
    captures: () => parts.reader.captures,
    locate,
    basePath: '/web',
    showFileFor,
    baseOf: (request: FastifyRequest) => baseOf(request, parts.settings),
  };
  await app.register(async (archive: App) => {
    archive.addHook('onRoute', (route) => {
      route.schema = { hide: true, ...route.schema };
    });
    archive.addHook('onRequest', () => parts.reader.refresh());
    const answerIndex = createIndexAnswerer(options);
    await archive.register(cdxRoutes, { ...options, answerIndex });
    await archive.register(replayRoutes, { ...options, answerIndex });
  });
}

function createFastify(parts: ServerParts): App {
  const { slowLimits, trustProxy } = parts.settings;
  const { headersMs, requestMs, idleMs } = slowLimits;
  const handleError = createErrorHandler(parts);
  return fastify({
    logger: false,
    ...(trustProxy !== undefined && { trustProxy: toTrust(trustProxy) }),
    bodyLimit: MAX_BODY,
    requestTimeout: requestMs,
    connectionTimeout: idleMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
    forceCloseConnections: 'idle',
    http: {
      maxHeaderSize: MAX_HEADERS,
      headersTimeout: headersMs,
      // Node looks for slow clients only so often.
      connectionsCheckingInterval: Math.max(100, Math.min(1000, headersMs / 2)),
    },
    // Archived URLs hold escapes that a router would refuse.
    rewriteUrl: ({ url = '/' }) => toRoutableUrl(url),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    frameworkErrors: (error, request, reply) => {
      void handleError(error, request as FastifyRequest, reply); // the same, but for its types
    },
    ajv: { customOptions: { allErrors: true } },
  }).withTypeProvider<SchemaTypes>();
}

async function registerPlugins(app: App, { settings, version }: ServerParts): Promise<void> {
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    threshold: 1024,
    customTypes:
      /^(?:text\/|application\/(?:json|problem\+json|x-ndjson|javascript|opensearchdescription\+xml)|image\/svg\+xml)/,
    // Quality 11, the default, would cost more than the query.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
    zlibOptions: { level: 6 },
  });
  if (settings.rateLimit > 0) {
    await app.register(rateLimit, toRateOptions(settings));
  }
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Pinakes',
        description:
          'Image search for web archives. docs/api.md explains caching, problems and limits.',
        version,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      // Paths of the document begin at the root of whichever address serves it.
      servers: [{ url: '/', description: 'This server' }],
      components: {
        securitySchemes: {
          reader: {
            type: 'http',
            scheme: 'bearer',
            description: 'The access token of a library that is not public.',
          },
          operator: {
            type: 'http',
            scheme: 'bearer',
            description: 'The operator token, in the file `serve-token` of the library.',
          },
        },
      },
      // Public libraries ask for nothing.
      security: [{}, { reader: [] }],
      tags: [
        { name: 'search', description: 'What a query finds' },
        { name: 'image', description: 'One image' },
        { name: 'library', description: 'The library as a whole' },
        { name: 'operator', description: 'What takes the operator token' },
        { name: 'crawls', description: 'Crawls into the library' },
        { name: 'arquivo', description: "What Arquivo.pt's clients speak" },
        {
          name: 'archive',
          description: 'The archive itself, for clients of CDX servers and of Waybacks',
        },
      ],
    },
    // Their routes are hidden: a router's pattern cannot tell what they take.
    transformObject: (document) => {
      if (!('openapiObject' in document)) return document.swaggerObject;
      const { openapiObject } = document;
      const paths = withOperationIds({ ...openapiObject.paths, ...ARCHIVE_PATHS });
      return { ...openapiObject, paths };
    },
    refResolver: {
      buildLocalReference: ({ $id }, _base, _fragment, at) => String($id ?? `def-${at}`),
    },
  });
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP:
      "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    uiConfig: { validatorUrl: null, tryItOutEnabled: true },
    theme: { title: 'Pinakes API' },
    logo: { type: 'image/svg+xml', content: Buffer.from(MARK.text), href: '/', target: '_self' },
  });
}
