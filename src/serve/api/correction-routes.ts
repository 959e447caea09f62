// The route by which operators correct the place of an image.
import Type from 'typebox';
import { correctPlace } from '../../pipeline/correct-place.ts';
import { PinakesError } from '../../support/errors.ts';
import { type App, isFromOperator, type ServerParts } from '../parts.ts';
import { HttpProblem } from '../problems.ts';
import { exact, IMAGE_ID } from './schema-parts.ts';

const BODY = Type.Object(
  {
    latitude: Type.Optional(Type.Number({ minimum: -90, maximum: 90 })),
    longitude: Type.Optional(Type.Number({ minimum: -180, maximum: 180 })),
    name: Type.Optional(Type.String({ maxLength: 200 })),
    author: Type.String({ minLength: 1, maxLength: 100 }),
  },
  exact,
);

/** Registers the route. Both coordinates put the image there; none of them takes it off the map. */
export function registerCorrectionRoutes(app: App, parts: ServerParts): void {
  app.put(
    '/images/:id/place',
    { schema: { hide: true, params: IMAGE_ID, body: BODY } },
    async (request, reply) => {
      if (!isFromOperator(request, parts)) throw new HttpProblem('unauthorized');
      const { latitude, longitude, name = '', author } = request.body;
      const hasBoth = latitude !== undefined && longitude !== undefined;
      if (!hasBoth && (latitude ?? longitude) !== undefined) {
        throw new HttpProblem('invalid-parameter', 'Give both coordinates, or none.');
      }
      const isKnown = await change(parts, request.params.id, {
        ...(hasBoth && { point: { latitude, longitude } }),
        isNowhere: !hasBoth,
        name,
        author,
        time: `${new Date().toISOString().slice(0, 19)}Z`,
      });
      if (!isKnown) throw new HttpProblem('not-found');
      return reply.code(204).send();
    },
  );
}

async function change(
  { settings }: ServerParts,
  id: string,
  correction: Parameters<typeof correctPlace>[2],
): Promise<boolean> {
  try {
    return await correctPlace(settings.libraryFolder, id, correction);
  } catch (thrown) {
    if (!(thrown instanceof PinakesError) || thrown.code !== 'LIBRARY_LOCKED') throw thrown;
    throw new HttpProblem('unavailable', thrown.message);
  }
}
