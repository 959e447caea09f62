// Routes of places: clusters for a map, and images around a point.
import Type from 'typebox';
import type { App, ServerParts } from '../parts.ts';
import { sendAnswer } from '../send-answer.ts';
import {
  choice,
  count,
  exact,
  jsonAnswer,
  number,
  orNull,
  problemAnswers,
  refer,
  SELECTION,
  text,
  toSelected,
} from './schema-parts.ts';

/** Half the way round the Earth. */
const MAX_KM = 20_038;

/** An image around a point, as guides and games use it. */
export const AROUND_ITEM = Type.Object(
  {
    id: text(),
    name: text('A title, alternative text, caption or page title.'),
    photo: text('Path of the bytes.'),
    thumbnail: orNull(text('Path of the smallest thumbnail.')),
    page: orNull(text('URL of the oldest page that shows it.')),
    archivedPage: orNull(text()),
    latitude: Type.Number(),
    longitude: Type.Number(),
    distanceKm: Type.Number({ minimum: 0 }),
    address: Type.Object({ town: text(), region: text(), country: text() }, exact),
    place: Type.Object(
      { source: text(), confidence: Type.Number(), extent: text(), name: text() },
      exact,
    ),
    quality: Type.Object(
      {
        width: number(),
        height: number(),
        pixels: number(),
        captures: number('How often it was captured.'),
        pages: number('Pages that show it.'),
        kind: orNull(text('`photo`, `drawing` and others; null where nobody has looked.')),
        townKm: orNull(
          Type.Number({
            description: 'To the nearest town of the country; null where none is within 50 km.',
          }),
        ),
      },
      { ...exact, description: 'Hints for a choice.' },
    ),
    taken: orNull(text('When the photograph was taken, as the file tells it.')),
    licence: orNull(text('Address or name of the licence that is stated; null where none is.')),
  },
  exact,
);

/** Clusters of a map, as GeoJSON. */
export const MAP_SCHEMA = Type.Object({
  type: choice(['FeatureCollection']),
  query: text('The query as it was understood.'),
  total: number('Images with a place; the counts of all features add up to it.'),
  level: number('The grid has 2 to the power of this many cells on each side.'),
  features: Type.Array(
    Type.Object({
      type: choice(['Feature']),
      geometry: Type.Object({ type: choice(['Point']), coordinates: Type.Array(Type.Number()) }),
      properties: Type.Object({
        count: number('Images here.'),
        id: text('One of those whose place is surest.'),
        name: Type.Optional(text('What is said of a single image.')),
        confidence: Type.Optional(Type.Number()),
        extent: Type.Optional(text()),
      }),
    }),
  ),
  warnings: Type.Array(refer('Warning')),
});

/** Registers the routes. */
export function registerMapRoutes(app: App, parts: ServerParts): void {
  app.get(
    '/map',
    {
      schema: {
        summary: 'Images on a map, in clusters',
        tags: ['map'],
        querystring: Type.Object({
          ...SELECTION,
          zoom: Type.Optional(
            Type.Number({
              minimum: 0,
              maximum: 22,
              default: 1,
              description:
                'Of a map whose world is 512 pixels wide at zoom 0; clusters are 64 wide.',
            }),
          ),
        }),
        response: {
          200: jsonAnswer('GeoJSON.', refer('Map')),
          ...problemAnswers('invalid-parameter'),
        },
      },
    },
    (request, reply) =>
      sendAnswer(
        parts,
        { request, reply },
        { kind: 'map', ...toSelected(request.query), zoom: request.query.zoom ?? 1 },
      ),
  );
  app.get(
    '/around',
    {
      schema: {
        summary: 'Images around a point, the nearest first',
        tags: ['map'],
        querystring: Type.Object({
          ...SELECTION,
          lat: Type.Number({ minimum: -90, maximum: 90 }),
          lon: Type.Number({ minimum: -180, maximum: 180 }),
          km: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: MAX_KM, default: 10 })),
          limit: count(1, 100, 20, 'Most images.'),
        }),
        response: {
          200: jsonAnswer('Images with names, places and hints of quality.', refer('Around')),
          ...problemAnswers('invalid-parameter'),
        },
      },
    },
    (request, reply) => {
      const { lat: latitude, lon: longitude, km = 10, limit = 20 } = request.query;
      const query = { kind: 'around', latitude, longitude, km, limit } as const;
      return sendAnswer(parts, { request, reply }, { ...query, ...toSelected(request.query) });
    },
  );
}
