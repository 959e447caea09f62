// The route of the gazetteer: places by name, by point, and the best known of a part of the map.
import Type from 'typebox';
import type { App, ServerParts } from '../parts.ts';
import { HttpProblem } from '../problems.ts';
import type { PlacesQuery } from '../query/query-requests.ts';
import { sendAnswer } from '../send-answer.ts';
import {
  count,
  exact,
  jsonAnswer,
  problemAnswers,
  readBox,
  refer,
  SELECTION,
  text,
} from './schema-parts.ts';

/** Places of the gazetteer. */
export const PLACES_SCHEMA = Type.Object(
  {
    places: Type.Array(
      Type.Object(
        {
          name: text('Mostly English or local.'),
          kind: text('`town`, `country`, `state`, `mountain` and others.'),
          latitude: Type.Number(),
          longitude: Type.Number(),
          region: text('State, province or district that holds it; empty where none is known.'),
          country: text('ISO 3166-1 code; empty at sea.'),
          distanceKm: Type.Optional(Type.Number({ description: 'From the point asked for.' })),
        },
        exact,
      ),
    ),
    attribution: text('To be shown with the places.'),
  },
  exact,
);

const PARAMETERS = Type.Object({
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'A place name.' })),
  lat: Type.Optional(Type.Number({ minimum: -90, maximum: 90 })),
  lon: Type.Optional(Type.Number({ minimum: -180, maximum: 180 })),
  bbox: SELECTION.bbox,
  limit: count(1, 100, 20, 'Most places.'),
});

/** Registers the route. */
export function registerPlaceRoutes(app: App, parts: ServerParts): void {
  app.get(
    '/places',
    {
      schema: {
        summary: 'Places of the gazetteer',
        description:
          'By `name`, the best known first; by `lat` and `lon`, the nearest town within 50 km and in the same country; or by `bbox`, the best known countries and towns. Give one of them.',
        tags: ['map'],
        querystring: PARAMETERS,
        response: {
          200: jsonAnswer('Places.', refer('Places')),
          ...problemAnswers('invalid-parameter'),
        },
      },
    },
    (request, reply) => {
      const { name, lat, lon, bbox, limit = 20 } = request.query;
      const ways: PlacesQuery['by'][] = [];
      if (name !== undefined) ways.push({ name });
      if (lat !== undefined && lon !== undefined) ways.push({ latitude: lat, longitude: lon });
      if (bbox !== undefined) ways.push({ box: readBox(bbox) });
      const [by] = ways;
      if (by === undefined || ways.length > 1 || (lat === undefined) !== (lon === undefined)) {
        throw new HttpProblem('invalid-parameter', 'Give either name, lat and lon, or bbox.');
      }
      return sendAnswer(parts, { request, reply }, { kind: 'places', by, limit });
    },
  );
}
