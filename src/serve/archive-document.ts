// What the OpenAPI document says of `/cdx` and `/web`, whose addresses are read by parsers of their own.
import { PROBLEMS, type ProblemName } from './problems.ts';

/** Paths of the document. Parameters are described here, and checked by `cdx-request.ts` and `replay-url.ts`. */
export const ARCHIVE_PATHS: Readonly<Record<string, { readonly get: object }>> = {
  '/cdx': {
    get: {
      summary: 'Captures by address and time, as CDX servers list them',
      description: 'The parameters of the servers of the Internet Archive and of pywb.',
      tags: ['archive'],
      parameters: [
        inQuery(
          'url',
          'The address; `example.org/*` for all below it, `*.example.org` for a domain.',
          {
            required: true,
          },
        ),
        inQuery('matchType', 'How much of the address counts.', {
          enum: ['exact', 'prefix', 'host', 'domain'],
        }),
        inQuery('from', 'Earliest time, 1 to 14 digits.', { pattern: '^\\d{0,14}$' }),
        inQuery('to', 'Latest time, 1 to 14 digits, inclusive.', { pattern: '^\\d{0,14}$' }),
        inQuery('filter', '`[!][=|~]field:value`; several must all hold.', { isRepeated: true }),
        inQuery('fl', 'Comma-separated names of fields; `fields` is the same.'),
        inQuery('output', 'Form of the answer.', { enum: ['text', 'json', 'cdxj', 'link'] }),
        inQuery('limit', 'Most lines, at most 150,000; a negative number asks for the last ones.', {
          type: 'integer',
        }),
        inQuery('offset', 'Lines to leave out at the start.', { type: 'integer' }),
        inQuery('sort', 'Order.', { enum: ['default', 'reverse', 'closest'] }),
        inQuery('closest', 'The captures nearest to this time first.'),
        inQuery('collapse', '`field` or `field:length`: of lines in a row that agree, the first.', {
          isRepeated: true,
        }),
        inQuery('resolveRevisits', 'Tells where the bytes of revisits are.', { type: 'boolean' }),
        inQuery('page', 'A page of the answer, from 0.', { type: 'integer' }),
        inQuery('pageSize', 'Blocks of 3,000 lines on a page.', { type: 'integer' }),
        inQuery('showNumPages', 'Only the number of pages.', { type: 'boolean' }),
        inQuery('showResumeKey', 'Ends with a key by which to go on.', { type: 'boolean' }),
        inQuery('resumeKey', 'The key of an earlier answer.'),
      ],
      responses: {
        200: answer('Lines, in the order of key and time.', {
          'text/plain': { type: 'string' },
          'text/x-cdxj': { type: 'string' },
          'application/link-format': { type: 'string' },
          'application/json': {
            description: 'Rows, the names of fields first; or what `showNumPages` asked for.',
            oneOf: [
              { type: 'array', items: { type: 'array', items: { type: 'string' } } },
              { type: 'integer', minimum: 0 },
              {
                type: 'object',
                required: ['pages', 'pageSize', 'blocks'],
                properties: {
                  pages: { type: 'integer' },
                  pageSize: { type: 'integer' },
                  blocks: { type: 'integer' },
                },
                additionalProperties: false,
              },
            ],
          },
        }),
        ...problems('invalid-parameter'),
      },
    },
  },
  '/web/{time}/{url}': {
    get: {
      summary: 'A page, an image or other bytes as they were archived',
      description:
        'Without a modifier pages are shown without scripts, with links into the archive; a browser gets them in a frame below our bar. `mp_` and `if_` give the page without the bar, `im_` an image, `cs_` a style sheet, `js_` a script as text, `id_` the bytes as they are.',
      tags: ['archive'],
      parameters: [
        inPath(
          'time',
          '1 to 14 digits, then a modifier or nothing.',
          '^\\d{1,14}(mp_|if_|fw_|im_|cs_|js_|id_)?$',
        ),
        inPath('url', 'An http(s) address; it need not be encoded.'),
        {
          name: 'Range',
          in: 'header',
          description: 'A part of bytes.',
          schema: { type: 'string' },
        },
      ],
      responses: {
        200: answer('What was archived, at that very time.', anyBytes()),
        206: answer('A part of it.', anyBytes()),
        302: { description: 'To the nearest capture, or where an archived redirect led.' },
        404: answer('No capture; a page for people tells what there is.', {
          'text/html': { type: 'string' },
          ...problemBody(),
        }),
        414: answer('The address is too long.', problemBody()),
        416: answer('There is no such part.', anyBytes()),
        501: answer('It is larger than what this server decodes or rewrites.', problemBody()),
        ...problems('bad-request', 'archive-missing'),
      },
    },
  },
  '/web/{url}': {
    get: {
      summary: 'TimeGate (RFC 7089); without `Accept-Datetime` a page that lists captures',
      tags: ['archive'],
      parameters: [
        inPath('url', 'An http(s) address; it need not be encoded.'),
        {
          name: 'Accept-Datetime',
          in: 'header',
          schema: { type: 'string' },
          example: 'Wed, 30 Apr 2008 20:48:25 GMT',
        },
      ],
      responses: {
        200: answer('The list of captures.', { 'text/html': { type: 'string' } }),
        302: { description: 'To the capture nearest to that time.' },
        404: answer('No capture.', { 'text/html': { type: 'string' } }),
        ...problems('bad-request'),
      },
    },
  },
  '/web/timemap/link/{url}': {
    get: {
      summary: 'TimeMap (RFC 7089): all captures of an address',
      tags: ['archive'],
      parameters: [inPath('url', 'An http(s) address; it need not be encoded.')],
      responses: {
        200: answer('The captures.', { 'application/link-format': { type: 'string' } }),
        ...problems('bad-request', 'not-found'),
      },
    },
  },
};

interface ParameterSpec {
  readonly type?: 'string' | 'integer' | 'boolean';
  readonly enum?: readonly string[];
  readonly pattern?: string;
  readonly required?: boolean;
  readonly isRepeated?: boolean;
}

function inQuery(name: string, description: string, spec: ParameterSpec = {}): object {
  const { required = false, isRepeated = false, type = 'string', ...more } = spec;
  const one = { type, ...more };
  const schema = isRepeated ? { type: 'array', items: one } : one;
  return { name, in: 'query', required, description, schema };
}

function inPath(name: string, description: string, pattern?: string): object {
  const schema = { type: 'string', ...(pattern !== undefined && { pattern }) };
  return { name, in: 'path', required: true, description, schema };
}

function answer(description: string, schemas: Readonly<Record<string, object>>): object {
  const content = Object.entries(schemas).map(([type, schema]) => [type, { schema }]);
  return { description, content: Object.fromEntries(content) };
}

function problemBody(): Record<string, object> {
  return { 'application/problem+json': { $ref: '#/components/schemas/Problem' } };
}

function anyBytes(): Record<string, object> {
  return { '*/*': { type: 'string', format: 'binary' } };
}

function problems(...names: readonly ProblemName[]): Record<number, object> {
  const all = [...names, 'rate-limited', 'internal', 'unavailable'] as const;
  const answers: Record<number, object> = {};
  for (const name of all) {
    const { status, title } = PROBLEMS[name];
    answers[status] ??= answer(`\`${name}\`: ${title}`, problemBody());
  }
  return answers;
}
