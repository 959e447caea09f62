// The routes of exports: all that a query finds, or images that somebody chose, as a stream.
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { type App, baseOf, isFromOperator, type ServerParts } from '../parts.ts';
import { HttpProblem } from '../problems.ts';
import type { ChosenAnswer } from '../query/answer-image.ts';
import type { ApiItem } from '../query/api-item.ts';
import type { Selected } from '../query/query-requests.ts';
import { askFor } from '../send-answer.ts';
import { EXPORT_FORMATS, EXPORT_NAMES, type ExportFormat } from './export-formats.ts';
import { MAX_PACKED, openPackage, PACKAGE_NAMES, type PackageName } from './packages.ts';
import {
  choice,
  count,
  IMAGE_ID_PATTERN,
  problemAnswers,
  refer,
  SELECTION,
  toSelected,
} from './schema-parts.ts';

/** Answers further down cannot be reached by search. */
const MAX_EXPORT = 100_000;
const DEFAULT_EXPORT = 1000;
/** Images of one question to a thread: few enough that others get their turn in between. */
const PART = 500;

interface ExportPart {
  readonly query: string;
  readonly total: number;
  readonly items: readonly ApiItem[];
  readonly next: string | null;
}

/** Registers the routes. */
export function registerExportRoutes(app: App, parts: ServerParts): void {
  let packing = 0;
  app.get(
    '/export',
    {
      schema: {
        summary: 'All images that a query finds, streamed',
        tags: ['search'],
        querystring: Type.Object({
          ...SELECTION,
          format: FORMAT,
          sort: Type.Optional(choice(['relevance', 'newest', 'oldest'], { default: 'relevance' })),
          limit: count(1, MAX_EXPORT, DEFAULT_EXPORT, 'Most images.'),
        }),
        response: {
          200: EXPORTED,
          ...problemAnswers('invalid-parameter'),
        },
      },
    },
    async (request, reply) => {
      const { format = 'ndjson', sort = 'relevance', limit = DEFAULT_EXPORT } = request.query;
      const isPacked = isPackage(format);
      const source = readParts(parts, {
        ...toSelected(request.query),
        sort,
        limit: isPacked ? Math.min(limit, MAX_PACKED) : limit,
        isOperator: isFromOperator(request, parts),
      });
      // The first part before anything is sent, so that a problem can still be told as one.
      const first = await source.next();
      if (!isPacked) {
        const body = first.done
          ? []
          : print(EXPORT_FORMATS[format], parts.version, first.value, source);
        return sendPlain(reply, EXPORT_FORMATS[format], body);
      }
      const ids = first.done ? [] : first.value.items.map(({ id }) => id);
      for await (const { items } of source) ids.push(...items.map(({ id }) => id));
      const { query = '', total = 0 } = first.done ? {} : first.value;
      return sendPackage({ request, reply }, format, { ids, query, total });
    },
  );
  registerChosen(app, { parts, sendPackage });

  /** Packages read many records: few are made at a time. */
  async function sendPackage(
    { request, reply }: Exchange,
    format: PackageName,
    { ids, query, total }: { ids: readonly string[]; query: string; total: number },
  ): Promise<FastifyReply> {
    if (packing >= MAX_PACKING) throw new HttpProblem('unavailable', undefined, { retryAfter: 20 });
    packing++;
    // Ends with the reply, however that ends.
    const leaving = new AbortController();
    const { raw } = reply;
    raw.once('close', () => {
      packing--;
      leaving.abort();
    });
    if (raw.destroyed) raw.emit('close'); // it has left already
    const chosen = await askForChosen(parts, request, ids);
    const head = { query, total, time: now(), version: parts.version };
    const made = await openPackage(format, chosen, { parts, head, signal: leaving.signal });
    return sendDownload(reply, made).send(Readable.from(made.bytes, { objectMode: false }));
  }
}

/** Packages that are made at the same time. */
const MAX_PACKING = 2;

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

const FORMAT = Type.Optional(
  choice([...EXPORT_NAMES, ...PACKAGE_NAMES], {
    default: 'ndjson',
    description: `\`zip\` holds the images with their attribution, \`warc\` and \`wacz\` the archived records of images and pages; of these at most ${MAX_PACKED} images.`,
  }),
);

const BINARY = { schema: Type.Unsafe<unknown>({ type: 'string', format: 'binary' }) };

const EXPORTED = {
  description:
    'Query, total, time and version of the program, then the images: a record and one for each image, comments and rows, or one document. Packages hold the bytes as well.',
  content: {
    'application/x-ndjson': { schema: Type.Unsafe<unknown>({ type: 'string' }) },
    'application/geo+json': { schema: Type.Unsafe<unknown>({ type: 'object' }) },
    'application/vnd.google-earth.kml+xml': { schema: Type.Unsafe<unknown>({ type: 'string' }) },
    'text/csv': { schema: Type.Unsafe<unknown>({ type: 'string' }) },
    'application/zip': BINARY,
    'application/warc': BINARY,
    'application/wacz': BINARY,
    'application/json': {
      schema: Type.Object({
        query: Type.String(),
        total: Type.Integer(),
        time: Type.String({ format: 'date-time' }),
        version: Type.String(),
        items: Type.Array(refer('Item')),
      }),
    },
  },
};

/** Longest list of chosen images. */
const MAX_CHOSEN = 500;
/** So many ids, as forms write them. */
const MAX_BODY = 64_000;

const CHOSEN = Type.Object({
  ids: Type.Array(Type.String({ pattern: IMAGE_ID_PATTERN }), {
    minItems: 1,
    maxItems: MAX_CHOSEN,
    description: 'Ids of images; a form gives them in one field, with blanks between them.',
  }),
  format: FORMAT,
});

/** Registers the export of images that somebody chose one by one. */
function registerChosen(
  app: App,
  {
    parts,
    sendPackage,
  }: {
    readonly parts: ServerParts;
    sendPackage(
      exchange: Exchange,
      format: PackageName,
      chosen: { ids: readonly string[]; query: string; total: number },
    ): Promise<FastifyReply>;
  },
): void {
  void app.register(async (scope: App) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: MAX_BODY },
      (_, body, done) => {
        const fields = new URLSearchParams(String(body));
        const ids = (fields.get('ids') ?? '').split(/[\s,]+/).filter(Boolean);
        const format = fields.get('format');
        done(null, { ids, ...(format !== null && { format }) });
      },
    );
    scope.post(
      '/export',
      {
        bodyLimit: MAX_BODY,
        schema: {
          summary: 'Images that somebody chose, in that order',
          tags: ['search'],
          body: CHOSEN,
          response: { 200: EXPORTED, ...problemAnswers('invalid-parameter', 'too-large') },
        },
      },
      async (request, reply) => {
        const { format = 'ndjson' } = request.body;
        const ids = [...new Set(request.body.ids)];
        if (isPackage(format)) {
          return sendPackage({ request, reply }, format, { ids, query: '', total: ids.length });
        }
        const { items } = await askForChosen(parts, request, ids);
        const part = { query: '', total: items.length, items, next: null };
        const body = print(EXPORT_FORMATS[format], parts.version, part, []);
        return sendPlain(reply, EXPORT_FORMATS[format], body);
      },
    );
  });
}

function isPackage(format: string): format is PackageName {
  return PACKAGE_NAMES.some((name) => name === format);
}

function askForChosen(
  parts: ServerParts,
  request: FastifyRequest,
  ids: readonly string[],
): Promise<ChosenAnswer> {
  const base = baseOf(request, parts.settings);
  const isOperator = isFromOperator(request, parts);
  return askFor(parts, { kind: 'chosen', ids, base }, { pool: parts.background, isOperator });
}

function sendPlain(
  reply: FastifyReply,
  { contentType, extension }: ExportFormat,
  body: AsyncIterable<string> | Iterable<string>,
): FastifyReply {
  return sendDownload(reply, { contentType, fileName: `images.${extension}` }).send(
    Readable.from(body, { objectMode: false }),
  );
}

function sendDownload(
  reply: FastifyReply,
  { contentType, fileName }: { readonly contentType: string; readonly fileName: string },
): FastifyReply {
  return reply
    .type(contentType)
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .header('cache-control', 'private, no-store')
    .header('x-content-type-options', 'nosniff');
}

function now(): string {
  return `${new Date().toISOString().slice(0, 19)}Z`;
}

interface Wanted extends Selected {
  readonly sort: string;
  readonly limit: number;
  readonly isOperator: boolean;
}

async function* readParts(parts: ServerParts, wanted: Wanted): AsyncGenerator<ExportPart> {
  const { limit, isOperator, ...selection } = wanted;
  let left = limit;
  let cursor: string | null | undefined;
  do {
    const part: ExportPart = await askFor(
      parts,
      {
        kind: 'export',
        ...selection,
        limit: Math.min(PART, left),
        ...(typeof cursor === 'string' && { cursor }),
      },
      { pool: parts.background, isOperator },
    );
    yield part;
    left -= part.items.length;
    cursor = part.items.length === 0 ? null : part.next;
  } while (left > 0 && cursor !== null);
}

async function* print(
  format: ExportFormat,
  version: string,
  first: ExportPart,
  rest: AsyncIterable<ExportPart> | Iterable<ExportPart>,
): AsyncGenerator<string> {
  const { query, total } = first;
  yield format.head({ query, total, time: now(), version });
  let isFirst = true;
  const printPart = ({ items }: ExportPart) => {
    let text = '';
    for (const item of items) {
      const printed = format.item(item, isFirst);
      text += printed;
      // Forms for maps leave out what has no place.
      if (printed !== '') isFirst = false;
    }
    return text;
  };
  yield printPart(first);
  for await (const part of rest) yield printPart(part);
  yield format.tail;
}
