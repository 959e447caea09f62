// Routes of the background of the map: what it is, and its tiles where they are in a file.
import Type from 'typebox';
import type { App, ServerParts } from '../parts.ts';
import { HttpProblem } from '../problems.ts';

const TILE = Type.Object({
  z: Type.Integer({ minimum: 0, maximum: 26 }),
  x: Type.Integer({ minimum: 0 }),
  y: Type.Integer({ minimum: 0 }),
});

/** Registers the routes. */
export function registerTileRoutes(app: App, { tiles }: ServerParts): void {
  app.get('/tiles.json', { schema: { hide: true } }, (_, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .header('x-content-type-options', 'nosniff')
      .send(tiles?.shown ?? { kind: 'none' }),
  );
  const file = tiles?.file;
  if (file === undefined) return;
  app.get(
    '/tiles/:z/:x/:y',
    { compress: false, schema: { hide: true, params: TILE } },
    async ({ params: { z, x, y } }, reply) => {
      const tile = await file.read(z, x, y);
      if (tile === undefined) throw new HttpProblem('not-found');
      if (file.coding !== '') reply.header('content-encoding', file.coding);
      return reply
        .type(file.mime)
        .header('cache-control', 'public, max-age=86400')
        .header('x-content-type-options', 'nosniff')
        .header('content-security-policy', "sandbox; default-src 'none'")
        .send(tile);
    },
  );
}
