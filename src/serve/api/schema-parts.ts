// Parts that the schemas of the API share. From one schema come validation, types and the OpenAPI document.
import type { FastifyTypeProvider } from 'fastify';
import Type, { type Static, type TSchema } from 'typebox';
import { FACETS } from '../../model/index-query.ts';
import { PROBLEMS, type ProblemName } from '../problems.ts';

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

/** Longest text of a parameter; queries themselves are cut at 10,000 characters. */
const MAX_TEXT = 12_000;

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
  safe: Type.Optional(
    choice(['on', 'off'], {
      default: 'on',
      description: 'Hides images scored as unsafe for work, unless the query says `safe:off`.',
    }),
  ),
};

/** Names of facets in a list. */
export const FACET_LIST = `Comma-separated names out of ${FACETS.join(', ')}.`;

/** The id of an image in a path. */
export const IMAGE_ID = Type.Object({
  id: Type.String({
    pattern: '^[0-9a-f]{64}(-[0-9a-f]{16})?$',
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
