// Routes of search and of single images.
import Type from 'typebox';
import { FACETS } from '../../model/index-query.ts';
import { RANKING_PROFILES } from '../../model/ranking.ts';
import { type App, baseOf, type ServerParts } from '../parts.ts';
import { badParameter } from '../problems.ts';
import { sendAnswer } from '../send-answer.ts';
import {
  choice,
  count,
  FACET_LIST,
  IMAGE_ID,
  jsonAnswer,
  PAGING,
  problemAnswers,
  refer,
  SELECTION,
  toSelected,
} from './schema-parts.ts';

/** Most answers of one request; exports give more. */
const MAX_LIMIT = 100;
const DEFAULT_LIMIT = 50;

const SEARCH_PARAMETERS = Type.Object({
  ...SELECTION,
  limit: count(1, MAX_LIMIT, DEFAULT_LIMIT, 'Most images.'),
  offset: count(
    0,
    99_999,
    0,
    'Images to leave out at the start; a cursor is better for the next page.',
  ),
  cursor: Type.Optional(
    Type.String({
      maxLength: 1000,
      description: '`next` of an earlier answer to the same search.',
    }),
  ),
  sort: Type.Optional(choice(['relevance', 'newest', 'oldest'], { default: 'relevance' })),
  profile: Type.Optional(
    choice(
      RANKING_PROFILES.map(({ name }) => name),
      {
        default: RANKING_PROFILES[0]?.name,
        description: 'How answers are ranked.',
      },
    ),
  ),
  facets: Type.Optional(
    Type.String({ maxLength: 200, description: `Facets to count along. ${FACET_LIST}` }),
  ),
});

/** Registers the routes. */
export function registerImageRoutes(app: App, parts: ServerParts): void {
  app.get(
    '/images',
    {
      schema: {
        summary: 'Search images',
        tags: ['search'],
        querystring: SEARCH_PARAMETERS,
        response: {
          200: jsonAnswer('A page of answers.', refer('Images')),
          ...problemAnswers('invalid-parameter', 'cursor-expired'),
        },
      },
    },
    (request, reply) => {
      const { limit, offset, cursor, sort, profile, facets } = request.query;
      return sendAnswer(
        parts,
        { request, reply },
        {
          kind: 'search',
          ...toSelected(request.query),
          limit: limit ?? DEFAULT_LIMIT,
          offset: offset ?? 0,
          sort: sort ?? 'relevance',
          profile: profile ?? RANKING_PROFILES[0]?.name ?? '',
          facets: readFacets('facets', facets) ?? [],
          ...(cursor !== undefined && cursor !== '' && { cursor }),
        },
      );
    },
  );
  registerSingleImage(app, parts);
}

/** Reads a list of facets; throws an `HttpProblem` that names the parameter. */
export function readFacets(parameter: string, text: string | undefined): string[] | undefined {
  const names = text
    ?.split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const unknown = names?.find((name) => !FACETS.some((facet) => facet === name));
  if (unknown !== undefined) throw badParameter(parameter, `Give ${FACET_LIST.toLowerCase()}`);
  return names?.length === 0 ? undefined : names;
}

function registerSingleImage(app: App, parts: ServerParts): void {
  const schema = (summary: string, answer: string) => ({
    summary,
    tags: ['image'],
    params: IMAGE_ID,
    response: {
      200: jsonAnswer(summary, refer(answer)),
      ...problemAnswers('invalid-parameter', 'not-found', 'taken-down'),
    },
  });
  app.get('/images/:id', { schema: schema('One image', 'ImageDetail') }, (request, reply) =>
    sendAnswer(parts, { request, reply }, { kind: 'image', id: request.params.id }),
  );
  app.get(
    '/images/:id/versions',
    {
      schema: {
        ...schema('Captures of an image, the oldest first', 'Versions'),
        querystring: PAGING,
      },
    },
    (request, reply) => {
      const { limit = 100, offset = 0 } = request.query;
      const query = { kind: 'versions', id: request.params.id, limit, offset } as const;
      return sendAnswer(parts, { request, reply }, query);
    },
  );
  app.get(
    '/images/:id/pages',
    {
      schema: {
        ...schema('Pages that show an image, the oldest first', 'Pages'),
        querystring: PAGING,
      },
    },
    (request, reply) => {
      const { limit = 100, offset = 0 } = request.query;
      const query = { kind: 'pages', id: request.params.id, limit, offset } as const;
      return sendAnswer(parts, { request, reply }, query);
    },
  );
  app.get(
    '/images/:id/citation',
    { schema: schema('How to cite an image', 'Citation') },
    (request, reply) => {
      const base = baseOf(request, parts.settings);
      return sendAnswer(
        parts,
        { request, reply },
        { kind: 'citation', id: request.params.id, base },
      );
    },
  );
}
