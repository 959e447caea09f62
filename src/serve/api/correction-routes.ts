// Routes by which operators correct what is said of an image, and take it down.
import { join } from 'node:path';
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { openLibrary } from '../../index/index.ts';
import { correctPlace, correctTexts } from '../../pipeline/correct-image.ts';
import { type RemoveRequest, removeFromLibrary } from '../../pipeline/remove.ts';
import { PinakesError } from '../../support/errors.ts';
import { appendLine } from '../operation/append-line.ts';
import { type App, isFromOperator, type ServerParts } from '../parts.ts';
import { HttpProblem } from '../problems.ts';
import { exact, IMAGE_ID, problemAnswers } from './schema-parts.ts';

const AUTHOR = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'Who does this; kept with it.',
});

const PLACE_BODY = Type.Object(
  {
    latitude: Type.Optional(Type.Number({ minimum: -90, maximum: 90 })),
    longitude: Type.Optional(Type.Number({ minimum: -180, maximum: 180 })),
    name: Type.Optional(Type.String({ maxLength: 200 })),
    takeBack: Type.Optional(
      Type.Boolean({ description: 'Takes an earlier correction back: evidence decides again.' }),
    ),
    author: AUTHOR,
  },
  exact,
);

const CORRECTED = 'An empty text takes a correction back; absent, it stays as it is.';

const TEXT_BODY = Type.Object(
  {
    title: Type.Optional(Type.String({ maxLength: 500, description: `The title. ${CORRECTED}` })),
    caption: Type.Optional(
      Type.String({ maxLength: 2000, description: `The caption. ${CORRECTED}` }),
    ),
    author: AUTHOR,
  },
  exact,
);

const DETAIL = (description: string) => Type.String({ minLength: 1, maxLength: 1000, description });

const TAKEDOWN_BODY = Type.Object(
  {
    reason: Type.String({
      minLength: 1,
      maxLength: 1000,
      description:
        'Why; kept with what is remembered, and in `operator-log.ndjson` of the library.',
    }),
    requester: Type.Optional(DETAIL('Who asked for it.')),
    reference: Type.Optional(DETAIL('Number of a letter, a ticket or a court file.')),
    expires: Type.Optional(
      Type.String({
        pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$',
        description: 'Lifted by the first ingest on or after this day.',
      }),
    ),
    isOrder: Type.Optional(
      Type.Boolean({ description: 'A law or a court demands it: it is answered with 451.' }),
    ),
    withNear: Type.Optional(Type.Boolean({ description: 'Near duplicates go as well.' })),
    author: AUTHOR,
  },
  exact,
);

/** A caption of 2,000 letters, each of several bytes. */
const MAX_BODY = 16_384;

const answers = (description: string) => ({
  204: { description, type: 'null' },
  ...problemAnswers('invalid-parameter', 'unauthorized', 'not-found', 'unavailable'),
});

const OPERATOR = { tags: ['operator'], security: [{ operator: [] }], params: IMAGE_ID } as const;

/** Registers the routes. */
export function registerCorrectionRoutes(app: App, parts: ServerParts): void {
  // Before a body is looked at: strangers learn nothing of what it should be.
  const preValidation = async (request: FastifyRequest) => {
    if (!isFromOperator(request, parts)) throw new HttpProblem('unauthorized');
  };
  const { libraryFolder } = parts.settings;
  registerPlaceRoute(app, libraryFolder, preValidation);
  app.patch(
    '/images/:id',
    {
      bodyLimit: MAX_BODY,
      preValidation,
      schema: {
        ...OPERATOR,
        summary: 'Correct or add title and caption',
        description:
          'Corrections stand before what pages say, are found by search, and survive re-ingesting.',
        body: TEXT_BODY,
        response: answers('Corrected.'),
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const { title, caption, author } = request.body;
      const correction = { title: title?.trim(), caption: caption?.trim(), author, time: now() };
      await change(() => correctTexts(libraryFolder, id, correction));
      return reply.code(204).send();
    },
  );
  app.delete(
    '/images/:id',
    {
      bodyLimit: MAX_BODY,
      preValidation,
      schema: {
        ...OPERATOR,
        summary: 'Take an image down',
        description: 'As `pinakes remove --image` does: for good, until the takedown is lifted.',
        body: TAKEDOWN_BODY,
        response: answers('Taken down.'),
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const { author, withNear = false, ...details } = request.body;
      const { reason } = details;
      const line = { time: now(), action: 'remove', image: id, reason, author };
      // First the reason: it must be there even where the removal is interrupted, which the next writer completes.
      const note = () => appendLine(join(libraryFolder, 'operator-log.ndjson'), line);
      await change(() => takeDown(libraryFolder, { images: [id], withNear, details }, note));
      return reply.code(204).send();
    },
  );
}

/** Both coordinates put the image there; none of them takes it off the map. */
function registerPlaceRoute(
  app: App,
  libraryFolder: string,
  preValidation: (request: FastifyRequest) => Promise<void>,
): void {
  app.put(
    '/images/:id/place',
    {
      preValidation,
      schema: {
        ...OPERATOR,
        summary: 'Correct where an image is',
        description:
          'Both coordinates put it there, none of them takes it off the map; `takeBack` undoes either. Corrections survive re-ingesting.',
        body: PLACE_BODY,
        response: answers('Corrected.'),
      },
    },
    async (request, reply) => {
      const { latitude, longitude, name = '', takeBack = false, author } = request.body;
      const hasBoth = latitude !== undefined && longitude !== undefined;
      if (!hasBoth && (latitude ?? longitude) !== undefined) {
        throw new HttpProblem('invalid-parameter', 'Give both coordinates, or none.');
      }
      if (takeBack && hasBoth) {
        throw new HttpProblem('invalid-parameter', 'Give coordinates, or takeBack.');
      }
      const correction = {
        ...(hasBoth && { point: { latitude, longitude } }),
        ...{ name, isTakenBack: takeBack, author, time: now() },
      };
      await change(() => correctPlace(libraryFolder, request.params.id, correction));
      return reply.code(204).send();
    },
  );
}

async function takeDown(
  folder: string,
  request: RemoveRequest,
  note: () => Promise<void>,
): Promise<boolean> {
  const library = await openLibrary(folder, { access: 'write' });
  try {
    const [document] = await library.index.documents(request.images ?? []);
    if (document === undefined) return false;
    await note();
    await removeFromLibrary(library, request);
    return true;
  } finally {
    library.close();
  }
}

/** Does a change of an image; a library that somebody else writes to is busy. */
async function change(work: () => Promise<boolean>): Promise<void> {
  const isKnown = await work().catch((thrown: unknown) => {
    if (!(thrown instanceof PinakesError) || thrown.code !== 'LIBRARY_LOCKED') throw thrown;
    throw new HttpProblem('unavailable', thrown.message);
  });
  if (!isKnown) throw new HttpProblem('not-found');
}

function now(): string {
  return `${new Date().toISOString().slice(0, 19)}Z`;
}
