// Parts that the schemas of the API share. From one schema come validation, types and the OpenAPI document.
import type { FastifyTypeProvider } from 'fastify';
import Type, { type Static, type TSchema } from 'typebox';
import { FACETS } from '../../model/index-query.ts';
import {
  DUPLICATES,
  type Duplicates,
  type GeoBox,
  WORD_MATCHES,
  type WordMatch,
} from '../../search/search.ts';
import { badParameter, PROBLEMS, type ProblemName } from '../problems.ts';
import type { Selected } from '../query/query-requests.ts';

/** Lets Fastify infer the types of parameters from TypeBox schemas. */
export interface SchemaTypes extends FastifyTypeProvider {
  readonly validator: this['schema'] extends TSchema ? Static<this['schema']> : unknown;
  readonly serializer: unknown;
}

/** One of a few words. A union of constants would be refused with a message for each of them. */
export function choice<const T extends readonly string[]>(
  values: T,
  options: Readonly<Record<string, unknown>> = {},
) {
  return Type.Unsafe<T[number]>({ type: 'string', enum: [...values], ...options });
}

/** A count that may be left out. */
export function count(minimum: number, maximum: number, absent: number, description: string) {
  return Type.Optional(Type.Integer({ minimum, maximum, default: absent, description }));
}

/** A named schema of the document. */
export function refer(name: string) {
  return Type.Unsafe<unknown>({ $ref: `${name}#` });
}

/** A text that may be `null`. */
export function orNull(schema: TSchema) {
  return Type.Union([schema, Type.Null()]);
}

/** An object has its properties and no others. */
export const exact = { additionalProperties: false } as const;

/** Any text. */
export function text(description?: string) {
  return Type.String(description === undefined ? {} : { description });
}

/** A whole number from 0 on. */
export function number(description?: string) {
  return Type.Integer({ minimum: 0, ...(description !== undefined && { description }) });
}

/** A time, RFC 3339. */
export function time(description: string) {
  return Type.String({ format: 'date-time', description });
}

/** Longest text of a parameter; queries themselves are cut at 10,000 characters. */
export const MAX_TEXT = 12_000;

/** What search, facets, timeline and export have in common. */
export const SELECTION = {
  q: Type.Optional(
    Type.String({
      default: '',
      maxLength: MAX_TEXT,
      description: 'Words and operators, see docs/query-language.md; empty means all images.',
      examples: ['lisboa site:example.org from:1999'],
    }),
  ),
  match: Type.Optional(
    choice(WORD_MATCHES, {
      default: 'most',
      description:
        'Which words must match. `all`: every one. `most`: every one and, where fewer than 24 images have them all, then those that have some. `any`: one is enough.',
    }),
  ),
  duplicates: Type.Optional(
    choice(DUPLICATES, {
      default: 'collapse',
      description:
        'Resized copies and near duplicates of one picture: `collapse` shows the best of them and counts them as one, `all` each for itself, unless the query says `variants:all`.',
    }),
  ),
  safe: Type.Optional(
    choice(['on', 'off'], {
      default: 'on',
      description: 'Hides images scored as unsafe for work, unless the query says `safe:off`.',
    }),
  ),
  bbox: Type.Optional(
    Type.String({
      pattern: '^-?\\d{1,3}(\\.\\d{1,9})?(,-?\\d{1,3}(\\.\\d{1,9})?){3}$',
      description:
        'Only images in this part of the map: west,south,east,north in degrees; west may be larger than east, over the antimeridian.',
      examples: ['-9.5,36.9,-6.1,42.2'],
    }),
  ),
  sure: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 1,
      description: 'Only images whose place is at least so sure.',
    }),
  ),
};

/** Values of the parameters of `SELECTION`, as they were asked for. */
export interface SelectionParameters {
  readonly q?: string;
  readonly match?: WordMatch;
  readonly duplicates?: Duplicates;
  readonly safe?: 'on' | 'off';
  readonly bbox?: string;
  readonly sure?: number;
}

/** Which images are meant. Throws an `HttpProblem` for a part of the map that there is not. */
export function toSelected(parameters: SelectionParameters): Selected {
  const { q = '', match, duplicates, safe, bbox, sure } = parameters;
  return {
    q,
    safe: safe !== 'off',
    match: match ?? 'most',
    duplicates: duplicates ?? 'collapse',
    ...(bbox !== undefined && { box: readBox(bbox) }),
    ...(sure !== undefined && { sure }),
  };
}

/** Reads `west,south,east,north`. Throws an `HttpProblem` for a part of the map that there is not. */
export function readBox(text: string): GeoBox {
  const [west = 0, south = 0, east = 0, north = 0] = text.split(',').map(Number);
  const isOnEarth = Math.abs(south) <= 90 && Math.abs(north) <= 90 && south <= north;
  if (isOnEarth && Math.abs(west) <= 180 && Math.abs(east) <= 180) {
    return { south, west, north, east };
  }
  throw badParameter('bbox', 'Give west,south,east,north in degrees, south before north.');
}

/** Names of facets in a list. */
export const FACET_LIST = `Comma-separated names out of ${FACETS.join(', ')}.`;

/** What ids of images look like. */
export const IMAGE_ID_PATTERN = '^[0-9a-f]{64}(-[0-9a-f]{16})?$';

/** The id of an image in a path. */
export const IMAGE_ID = Type.Object({
  id: Type.String({
    pattern: IMAGE_ID_PATTERN,
    description:
      'SHA-256 of the bytes; in libraries of mode `full` followed by the key of the page.',
  }),
});

/** A part of a list. */
export const PAGING = Type.Object({
  limit: count(1, 1000, 100, 'Most entries.'),
  offset: count(0, 1_000_000, 0, 'Entries to leave out at the start.'),
});

/** An answer in JSON. */
export function jsonAnswer(description: string, schema: TSchema) {
  return { description, content: { 'application/json': { schema } } };
}

/** Problems that a route may answer with, besides those that every route may. */
export function problemAnswers(...names: readonly ProblemName[]) {
  const answers: Record<number, { description: string; content: unknown }> = {};
  for (const name of [...names, 'rate-limited', 'internal', 'unavailable', 'timeout'] as const) {
    const { status, title } = PROBLEMS[name];
    const before = answers[status]?.description;
    answers[status] = {
      description:
        before === undefined ? `\`${name}\`: ${title}` : `${before} \`${name}\`: ${title}`,
      content: { 'application/problem+json': { schema: refer('Problem') } },
    };
  }
  return answers;
}
