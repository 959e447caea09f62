// Routes that find images by an image: one of the library, or bytes that are sent along and never stored.
import Type from 'typebox';
import {
  type FactMaker,
  openFactMaker,
  openWordsReader,
  readLook,
  readModels,
  WORDS_REACH,
  type WordsReader,
} from '../../enrich/enrich.ts';
import { type App, isFromOperator, type ServerParts } from '../parts.ts';
import { badParameter, HttpProblem } from '../problems.ts';
import { askFor, sendAnswer } from '../send-answer.ts';
import { count, IMAGE_ID, jsonAnswer, problemAnswers, refer, SELECTION } from './schema-parts.ts';

/** Bytes of an image that may be sent. */
const MAX_IMAGE_BYTES = 20 * 1024 * 1024;
/** What a form adds to them. */
const MAX_FORM_BYTES = 64 * 1024;
/** Images that wait to be decoded, each for a few milliseconds, at worst for five seconds. */
const MAX_WAITING = 8;

const { duplicates, safe } = SELECTION;
const PARAMETERS = Type.Object({
  duplicates,
  safe,
  limit: count(1, 100, 24, 'Most images.'),
});

/** Registers the routes. */
export function registerByImageRoutes(app: App, parts: ServerParts): void {
  app.get(
    '/images/:id/similar',
    {
      schema: {
        summary: 'Images that look like one',
        description:
          'Near duplicates first, then what looks like it; itself and its variants are left out.',
        tags: ['image'],
        params: IMAGE_ID,
        querystring: PARAMETERS,
        response: {
          200: jsonAnswer('The nearest first.', refer('ImageMatches')),
          ...problemAnswers('invalid-parameter', 'not-found'),
        },
      },
    },
    (request, reply) => {
      const { id } = request.params;
      return sendAnswer(
        parts,
        { request, reply },
        { kind: 'similar', id, ...wishesOf(request.query) },
      );
    },
  );
  app.get(
    '/images/:id/variants',
    {
      schema: {
        summary: 'Variants of the picture that an image is one of, the best first',
        description: 'Resized copies and near duplicates, itself included; at most 100.',
        tags: ['image'],
        params: IMAGE_ID,
        response: {
          200: jsonAnswer('The best first.', refer('Variants')),
          ...problemAnswers('invalid-parameter', 'not-found', 'taken-down'),
        },
      },
    },
    (request, reply) =>
      sendAnswer(parts, { request, reply }, { kind: 'variants', id: request.params.id }),
  );
  registerWords(app, parts);
  void app.register(async (scope: App) => registerUpload(scope, parts));
}

function registerWords(app: App, parts: ServerParts): void {
  let opening: Promise<WordsReader> | undefined;
  app.addHook('onClose', async () => (await opening?.catch(() => undefined))?.close());
  app.get(
    '/images/by-words',
    {
      schema: {
        summary: 'Find images that show what words say',
        description:
          'By a network of the operator that makes vectors of words, where `models.toml` of the library names one (docs/models.md); not by what pages say.',
        tags: ['search'],
        querystring: Type.Object({
          ...PARAMETERS.properties,
          words: Type.String({ minLength: 1, maxLength: 500, description: 'What is shown.' }),
        }),
        response: {
          200: jsonAnswer('The nearest first.', refer('ImageMatches')),
          ...problemAnswers('invalid-parameter', 'not-found'),
        },
      },
    },
    async (request, reply) => {
      const { words, ...wishes } = request.query;
      opening ??= readModels(parts.settings.libraryFolder)
        .then(openWordsReader)
        .catch((thrown: unknown) => {
          opening = undefined;
          throw thrown;
        });
      const vector = await (await opening).read(words);
      if (vector === undefined) throw badParameter('words', 'The network makes nothing of these.');
      const query = { kind: 'by-image', vector, reach: WORDS_REACH, ...wishesOf(wishes) } as const;
      return sendAnswer(parts, { request, reply }, query);
    },
  );
}

function registerUpload(app: App, parts: ServerParts): void {
  let opening: Promise<FactMaker> | undefined;
  let waiting = 0;
  app.addHook('onClose', async () => (await opening?.catch(() => undefined))?.close());
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body));
  app.post(
    '/images/by-image',
    {
      bodyLimit: MAX_IMAGE_BYTES + MAX_FORM_BYTES,
      schema: {
        summary: 'Find images by an image',
        description:
          'The bytes of an image as body, or a form (`multipart/form-data`) with the field `image`; at most 20 MB. They are decoded and forgotten. The same image comes first, then near duplicates, then what looks like it.',
        tags: ['search'],
        querystring: PARAMETERS,
        response: {
          200: jsonAnswer('The same image first, then the nearest.', refer('ImageMatches')),
          ...problemAnswers('invalid-parameter', 'too-large'),
        },
      },
    },
    async (request, reply) => {
      const bytes = await readImage(request.body, request.headers['content-type'] ?? '');
      if (waiting >= MAX_WAITING)
        throw new HttpProblem('unavailable', undefined, { retryAfter: 5 });
      waiting++;
      // A file of models that is wrong may be right the next time.
      opening ??= openMaker(parts).catch((thrown: unknown) => {
        opening = undefined;
        throw thrown;
      });
      const image = await opening.then((maker) => readLook(maker, bytes)).finally(() => waiting--);
      const query = { kind: 'by-image', ...image, ...wishesOf(request.query) } as const;
      const isOperator = isFromOperator(request, parts);
      const answer = await askFor<unknown>(parts, query, { reply, isOperator });
      return reply
        .header('cache-control', 'no-store')
        .type('application/json; charset=utf-8')
        .send(JSON.stringify(answer));
    },
  );
}

/** With the networks of the operator, which tell vectors of another model. */
async function openMaker({ settings }: ServerParts): Promise<FactMaker> {
  return openFactMaker({ models: await readModels(settings.libraryFolder) });
}

interface Wishes {
  readonly duplicates?: 'collapse' | 'all';
  readonly safe?: 'on' | 'off';
  readonly limit?: number;
}

function wishesOf({ duplicates = 'collapse', safe, limit = 24 }: Wishes) {
  return { duplicates, safe: safe !== 'off', limit } as const;
}

/** The bytes that were sent, or those of the form's field. */
async function readImage(body: unknown, type: string): Promise<Uint8Array> {
  if (!Buffer.isBuffer(body) || body.length === 0) {
    throw badParameter(
      'image',
      'Send the bytes of an image as body, or a form with the field `image`.',
    );
  }
  if (!/^multipart\/form-data/i.test(type)) return body;
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } })
    .formData()
    .catch(() => undefined); // told below: what is no form has no field either
  const field = form?.get('image');
  if (!(field instanceof Blob) || field.size === 0) {
    throw badParameter('image', 'The form has no file in the field `image`.');
  }
  return new Uint8Array(await field.arrayBuffer());
}
