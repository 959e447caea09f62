// The route `/imagesearch`: what clients of Arquivo.pt's image search speak already.
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { orNull } from '../api/schema-parts.ts';
import { toHttpProblem } from '../errors.ts';
import { type App, baseOf, type ServerParts } from '../parts.ts';
import { HttpProblem } from '../problems.ts';
import { ask } from '../send-answer.ts';
import { type EnvelopePage, toEnvelope } from './envelope.ts';
import { ALL_FIELDS } from './fields.ts';
import type { ImageSearchFound } from './image-search.ts';
import { readForm, readImageSearch } from './image-search-request.ts';

const text = (description: string) => Type.Optional(Type.String({ description }));

/** For the document alone: values are read by `readImageSearch`, whose messages fit this API. */
const PARAMETERS = Type.Object({
  q: text('Words; any of them may match. Operators as in docs/query-language.md.'),
  from: text('First date, 4 to 14 digits, inclusive.'),
  to: text('Last date, 4 to 14 digits, inclusive to its end.'),
  type: text('Comma-separated MIME subtypes, such as `jpeg,png`.'),
  size: text('`sm`, `md`, `lg` or `all`.'),
  safeSearch: text('`on` (default) or `off`.'),
  siteSearch: text('Comma-separated hosts of pages; `*` stands for any characters.'),
  collection: text('Comma-separated names of collections.'),
  offset: text('Items to leave out at the start; default 0.'),
  maxItems: text('Most items, up to 200; default 50.'),
  fields: text(`Comma-separated fields instead of the usual ones: ${ALL_FIELDS.join(', ')}.`),
  more: text('Comma-separated fields besides the usual ones.'),
  prettyPrint: text('`true`: printed for people.'),
  debug: text('`on`: the answer is wrapped as `{responseHeader, response}`.'),
});

const ITEM = Type.Object({
  imgDigest: Type.Optional(Type.String()),
  imgSrc: Type.Optional(Type.String()),
  imgMimeType: Type.Optional(Type.String()),
  imgHeight: Type.Optional(Type.Integer()),
  imgWidth: Type.Optional(Type.Integer()),
  imgTstamp: Type.Optional(Type.String({ pattern: '^\\d{14}$' })),
  imgTitle: Type.Optional(Type.Array(Type.String())),
  imgAlt: Type.Optional(Type.Array(Type.String())),
  imgCaption: Type.Optional(Type.Array(Type.String())),
  pageURL: Type.Optional(Type.String()),
  pageTstamp: Type.Optional(Type.String({ pattern: '^\\d{14}$' })),
  pageTitle: Type.Optional(Type.String()),
  collection: Type.Optional(Type.Array(Type.String())),
  imgLinkToArchive: Type.Optional(Type.String()),
  pageLinkToArchive: Type.Optional(Type.String()),
});

const ENVELOPE = {
  serviceName: Type.String(),
  linkToService: Type.String(),
  linkToDocumentation: Type.Optional(Type.String()),
  linkToMoreFields: Type.String(),
  nextPage: orNull(Type.String()),
  previousPage: Type.String(),
  totalItems: Type.Integer(),
  numberOfResponseItems: Type.Integer(),
  offset: Type.Integer(),
  responseItems: Type.Array(ITEM),
};

const ERROR = Type.Object({
  parameter: Type.Optional(Type.String()),
  message: Type.String(),
});

/** Registers the route. */
export function registerImageSearch(app: App, parts: ServerParts): void {
  app.addHook('onRequest', async (_, reply) => {
    reply.header('x-content-type-options', 'nosniff');
  });
  app.setErrorHandler((error, request, reply) => {
    return sendError(reply, toHttpProblem(error, parts.settings), pageOf(request, parts));
  });
  app.get(
    '/imagesearch',
    {
      validatorCompiler: () => () => true,
      schema: {
        summary: "Search as with Arquivo.pt's image search API 1.1",
        tags: ['arquivo'],
        querystring: PARAMETERS,
        response: {
          200: {
            description:
              'A page of items. The header `x-unknown-parameters` lists names that were passed over.',
            content: { 'application/json': { schema: Type.Object(ENVELOPE) } },
          },
          304: { description: "The client's copy is still right." },
          400: {
            description: 'A parameter cannot be used; `error` names it.',
            content: {
              'application/json': { schema: Type.Object({ ...ENVELOPE, error: ERROR }) },
            },
          },
        },
      },
    },
    async (request, reply) => {
      const raw = request.query as Readonly<Record<string, unknown>>; // whatever came
      const unknown = unknownParameters(raw);
      if (unknown !== '') reply.header(UNKNOWN_HEADER, unknown);
      const form = readForm(raw);
      const base = baseOf(request, parts.settings);
      const wanted = readImageSearch(raw, base);
      const known = request.headers['if-none-match'];
      // The form is no part of the question, but of the answer.
      const suffix = `${form.isPretty ? 'p' : ''}${form.isDebug ? 'd' : ''}`;
      const answer = await ask(parts, { kind: 'imagesearch', ...wanted }, { reply });
      if (answer.kind !== 'found') throw new HttpProblem('internal');
      const etag = answer.etag.replace(/"$/, `${suffix}"`);
      reply.header('etag', etag).header('cache-control', 'private, max-age=60');
      if (known?.includes(etag)) return reply.code(304).send();
      const found = JSON.parse(answer.text) as ImageSearchFound; // by searchForArquivo
      const page = { ...pageOf(request, parts), ...form, ...wanted };
      const envelope = toEnvelope(found, page);
      const body = form.isDebug ? { responseHeader: toHeader(raw), response: envelope } : envelope;
      return sendJson(reply, body, form.isPretty);
    },
  );
}

/** Tells which parameters were passed over; the envelope has no place for it. */
const UNKNOWN_HEADER = 'x-unknown-parameters';
const MOST_TOLD = 20;

/** Names that mean nothing here, as far as a header can hold them. */
function unknownParameters(raw: Readonly<Record<string, unknown>>): string {
  const names = Object.keys(raw).filter((name) => !Object.hasOwn(PARAMETERS.properties, name));
  const printable = names.map((name) => name.replace(/[^\w.:-]/g, '_').slice(0, 40) || '_');
  return printable.slice(0, MOST_TOLD).join(', ');
}

function pageOf(request: FastifyRequest, { settings }: ServerParts): EnvelopePage {
  const at = request.url.indexOf('?');
  return {
    base: baseOf(request, settings),
    search: at < 0 ? '' : request.url.slice(at + 1),
    offset: 0,
    maxItems: 0,
    isPretty: false,
  };
}

/** Errors have the shape of an empty answer, so that clients that look at items alone find none. */
function sendError(reply: FastifyReply, problem: HttpProblem, page: EnvelopePage): FastifyReply {
  const [first] = problem.errors ?? [];
  const error = {
    ...(first !== undefined && { parameter: first.parameter }),
    message: first?.message ?? problem.message,
  };
  if (problem.retryAfter !== undefined) reply.header('retry-after', problem.retryAfter);
  reply.code(problem.status).header('cache-control', 'no-store');
  return sendJson(reply, { ...toEnvelope({ total: 0, items: [] }, page), error }, false);
}

function sendJson(reply: FastifyReply, body: unknown, isPretty: boolean): FastifyReply {
  const printed = JSON.stringify(body, undefined, isPretty ? 2 : 0);
  return reply.type('application/json; charset=utf-8').send(printed);
}

function toHeader(parameters: Readonly<Record<string, unknown>>) {
  return { status: 0, params: parameters };
}
