// Routes of counts: facets, timeline, suggestions, statistics, collections.
import Type from 'typebox';
import { FACETS } from '../../model/index-query.ts';
import type { App, ServerParts } from '../parts.ts';
import { askFor, sendAnswer, sendFound } from '../send-answer.ts';
import { readFacets } from './image-routes.ts';
import {
  choice,
  count,
  FACET_LIST,
  jsonAnswer,
  problemAnswers,
  refer,
  SELECTION,
  toSelected,
} from './schema-parts.ts';

/** Registers the routes. */
export function registerCountRoutes(app: App, parts: ServerParts): void {
  app.get(
    '/facets',
    {
      schema: {
        summary: 'Count images by site, year, type, size, collection, language',
        tags: ['search'],
        querystring: Type.Object({
          ...SELECTION,
          names: Type.Optional(Type.String({ maxLength: 200, description: FACET_LIST })),
          limit: count(1, 1000, 20, 'Most values of each facet.'),
        }),
        response: {
          200: jsonAnswer('Most frequent values first.', refer('Facets')),
          ...problemAnswers('invalid-parameter'),
        },
      },
    },
    (request, reply) => {
      const { names, limit = 20 } = request.query;
      return sendAnswer(
        parts,
        { request, reply },
        {
          kind: 'facets',
          ...toSelected(request.query),
          names: readFacets('names', names) ?? FACETS,
          limit,
        },
      );
    },
  );
  app.get(
    '/timeline',
    {
      schema: {
        summary: 'Count images over time',
        tags: ['search'],
        querystring: Type.Object({
          ...SELECTION,
          buckets: count(1, 1000, 50, 'Most buckets.'),
          axis: Type.Optional(
            choice(['found', 'library'], {
              default: 'found',
              description:
                'Which time the buckets cover: that of the images found, or that of all images between the times asked for.',
            }),
          ),
        }),
        response: {
          200: jsonAnswer('Counts by the oldest capture, without gaps.', refer('Timeline')),
          ...problemAnswers('invalid-parameter'),
        },
      },
    },
    (request, reply) => {
      const { buckets = 50, axis = 'found' } = request.query;
      const query = { kind: 'timeline', ...toSelected(request.query), buckets, axis } as const;
      return sendAnswer(parts, { request, reply }, query);
    },
  );
  registerSuggest(app, parts);
  registerNumbers(app, parts);
}

function registerSuggest(app: App, parts: ServerParts): void {
  app.get(
    '/suggest',
    {
      schema: {
        summary: 'Ways to go on with a query that is being typed',
        tags: ['search'],
        querystring: Type.Object({
          q: SELECTION.q,
          limit: count(1, 100, 10, 'Most suggestions.'),
          format: Type.Optional(
            choice(['json', 'opensearch'], {
              default: 'json',
              description: '`opensearch`: a list as browsers read it.',
            }),
          ),
        }),
        response: {
          200: {
            description: 'Suggestions, the best first.',
            content: {
              'application/json': { schema: refer('Suggestions') },
              'application/x-suggestions+json': {
                schema: Type.Array(Type.Union([Type.String(), Type.Array(Type.String())])),
              },
            },
          },
          ...problemAnswers('invalid-parameter'),
        },
      },
    },
    async (request, reply) => {
      const { q = '', limit = 10, format } = request.query;
      const query = { kind: 'suggest', q, limit } as const;
      if (format !== 'opensearch') return sendAnswer(parts, { request, reply }, query);
      const { suggestions } = await askFor<{ suggestions: { replacement: string }[] }>(
        parts,
        query,
        { reply },
      );
      const list = [q, suggestions.map(({ replacement }) => replacement)];
      return reply.type('application/x-suggestions+json; charset=utf-8').send(JSON.stringify(list));
    },
  );
}

function registerNumbers(app: App, parts: ServerParts): void {
  app.get(
    '/stats',
    {
      schema: {
        summary: 'Numbers about the library or one of its collections',
        tags: ['library'],
        querystring: Type.Object({
          collection: Type.Optional(Type.String({ maxLength: 1000 })),
        }),
        response: {
          200: jsonAnswer('Numbers.', refer('Stats')),
          ...problemAnswers('invalid-parameter', 'not-found'),
        },
      },
    },
    async (request, reply) => {
      const { collection = '' } = request.query;
      const query = { kind: 'stats', ...(collection !== '' && { collection }) } as const;
      return sendFound({ request, reply }, await parts.kept.get(parts, query));
    },
  );
  app.get(
    '/collections',
    {
      schema: {
        summary: 'Collections with their numbers of images',
        tags: ['library'],
        response: {
          200: jsonAnswer('The largest first.', refer('Collections')),
          ...problemAnswers(),
        },
      },
    },
    (request, reply) => sendAnswer(parts, { request, reply }, { kind: 'collections' }),
  );
}
