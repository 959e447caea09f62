// The route of exports: all that a query finds, as a stream.
import { Readable } from 'node:stream';
import Type from 'typebox';
import { type App, isFromOperator, type ServerParts } from '../parts.ts';
import type { ApiItem } from '../query/api-item.ts';
import type { Selected } from '../query/query-requests.ts';
import { askFor } from '../send-answer.ts';
import { EXPORT_FORMATS, EXPORT_NAMES, type ExportFormat } from './export-formats.ts';
import { choice, count, problemAnswers, refer, SELECTION, toSelected } from './schema-parts.ts';

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

/** Registers the route. */
export function registerExportRoutes(app: App, parts: ServerParts): void {
  app.get(
    '/export',
    {
      schema: {
        summary: 'All images that a query finds, streamed',
        tags: ['search'],
        querystring: Type.Object({
          ...SELECTION,
          format: Type.Optional(choice(EXPORT_NAMES, { default: 'ndjson' })),
          sort: Type.Optional(choice(['relevance', 'newest', 'oldest'], { default: 'relevance' })),
          limit: count(1, MAX_EXPORT, DEFAULT_EXPORT, 'Most images.'),
        }),
        response: {
          200: {
            description:
              'Query, total, time and version of the program, then the images: a record and one for each image, comments and rows, or one document.',
            content: {
              'application/x-ndjson': { schema: Type.Unsafe<unknown>({ type: 'string' }) },
              'application/geo+json': { schema: Type.Unsafe<unknown>({ type: 'object' }) },
              'application/vnd.google-earth.kml+xml': {
                schema: Type.Unsafe<unknown>({ type: 'string' }),
              },
              'text/csv': { schema: Type.Unsafe<unknown>({ type: 'string' }) },
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
          },
          ...problemAnswers('invalid-parameter'),
        },
      },
    },
    async (request, reply) => {
      const { format: name = 'ndjson', sort = 'relevance', limit } = request.query;
      const format = EXPORT_FORMATS[name];
      const source = readParts(parts, {
        ...toSelected(request.query),
        sort,
        limit: limit ?? DEFAULT_EXPORT,
        isOperator: isFromOperator(request, parts),
      });
      // The first part before anything is sent, so that a problem can still be told as one.
      const first = await source.next();
      const body = first.done ? [] : print(format, parts.version, first.value, source);
      return reply
        .type(format.contentType)
        .header('content-disposition', `attachment; filename="images.${format.extension}"`)
        .header('cache-control', 'private, no-store')
        .header('x-content-type-options', 'nosniff')
        .send(Readable.from(body, { objectMode: false }));
    },
  );
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
  rest: AsyncGenerator<ExportPart>,
): AsyncGenerator<string> {
  const { query, total } = first;
  const time = `${new Date().toISOString().slice(0, 19)}Z`;
  yield format.head({ query, total, time, version });
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
