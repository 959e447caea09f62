// Schemas of what answers show of a document, made from the table of fields.
import Type, { type TSchema } from 'typebox';
import { DOCUMENT_FIELDS } from '../../model/document-fields.ts';
import { SHOWN_SOURCES } from '../../model/field-lists.ts';
import type { ShownType } from '../../model/field-types.ts';
import { LICENCE_SOURCES, LICENCES } from '../../model/licence.ts';
import { EVIDENCE_ROLES, EVIDENCE_SOURCES, PLACE_EXTENTS } from '../../model/place.ts';
import { TEXTS_FIELDS } from '../../model/said.ts';
import { choice, exact, number, orNull, text, time } from './schema-parts.ts';

/** Properties of an image in an answer, by name. */
export function toShownSchemas(): Record<string, TSchema> {
  return Object.fromEntries(
    SHOWN_SOURCES.map(({ name, as, description }) => [name, SCHEMAS[as](description)]),
  );
}

/** Properties of the texts of an image with their languages, by field. */
export function toTextsSchemas(): Record<string, TSchema> {
  return Object.fromEntries(
    TEXTS_FIELDS.map((field) => {
      const { type, description } = DOCUMENT_FIELDS[field];
      const members = { text: text(), language: text() };
      const found = type === 'captions' ? { source: text('How it was found.') } : {};
      return [field, Type.Array(Type.Object({ ...members, ...found }, exact), { description })];
    }),
  );
}

/** One piece of evidence about the place of an image. */
export const EVIDENCE_SCHEMA = Type.Object(
  {
    latitude: Type.Number({ minimum: -90, maximum: 90 }),
    longitude: Type.Number({ minimum: -180, maximum: 180 }),
    source: choice(EVIDENCE_SOURCES),
    role: choice(EVIDENCE_ROLES, {
      description: 'Where the camera stood, what is shown, or what the page is about.',
    }),
    name: text(),
    text: text('The words that told it.'),
    confidence: Type.Number({ minimum: 0, maximum: 1 }),
    extent: choice(PLACE_EXTENTS),
    rule: text('Version of the rules or the gazetteer.'),
  },
  exact,
);

const SCHEMAS: Readonly<Record<ShownType, (description: string) => TSchema>> = {
  string: text,
  number,
  time,
  texts: (description) => Type.Array(Type.String(), { description }),
  names: (description) => Type.Array(Type.String(), { description }),
  page: (description) =>
    orNull(
      Type.Object(
        { url: text(), title: text(), time: time('When the page was captured.') },
        { ...exact, description },
      ),
    ),
  source: (description) =>
    Type.Object(
      {
        file: text('Name of the archive file; its whole path for operators alone.'),
        offset: number(),
      },
      { ...exact, description },
    ),
  'string?': (description) => Type.Optional(text(description)),
  'number?': (description) => Type.Optional(number(description)),
  'place?': (description) =>
    Type.Optional(
      Type.Object(
        {
          latitude: Type.Number({ minimum: -90, maximum: 90 }),
          longitude: Type.Number({ minimum: -180, maximum: 180 }),
          source: choice(EVIDENCE_SOURCES, { description: 'What told it.' }),
          confidence: Type.Number({ minimum: 0, maximum: 1 }),
          extent: choice(PLACE_EXTENTS, { description: 'How much it stands for.' }),
          name: text('Name of the place that was read; empty for bare coordinates.'),
          text: text('The words that told it.'),
          town: text(),
          region: text(),
          country: text('ISO 3166-1 code.'),
        },
        { ...exact, description },
      ),
    ),
  'sizes?': (description) =>
    Type.Optional(
      Type.Array(Type.Object({ width: number(), height: number() }, exact), { description }),
    ),
  'names?': (description) => Type.Optional(Type.Array(Type.String(), { description })),
  'palette?': (description) =>
    Type.Optional(
      Type.Array(
        Type.Object(
          { color: text('As `#rrggbb`.'), share: Type.Number({ minimum: 0, maximum: 1 }) },
          exact,
        ),
        { description },
      ),
    ),
  'pictureTexts?': (description) =>
    Type.Optional(
      Type.Array(
        Type.Object(
          {
            text: text(),
            box: Type.Object(
              { left: share(), top: share(), width: share(), height: share() },
              { ...exact, description: 'Shares of the width and height of the picture.' },
            ),
          },
          exact,
        ),
        { description },
      ),
    ),
  'labels?': (description) =>
    Type.Optional(
      Type.Array(Type.Object({ name: text(), score: share() }, exact), { description }),
    ),
  'licence?': (description) =>
    Type.Optional(
      Type.Object(
        {
          name: choice(LICENCES, {
            description:
              '`cc0` and `by` to `by-nc-nd` are of Creative Commons, `pd` is the public domain mark, `reserved` means all rights reserved.',
          }),
          url: text('Address of the licence; empty where only words name it.'),
          credit: text('Who is to be named; empty where nobody is.'),
          source: choice(LICENCE_SOURCES, { description: 'What told it.' }),
        },
        { ...exact, description },
      ),
    ),
  'score?': (description) =>
    Type.Optional(
      Type.Union([Type.Number({ minimum: 0, maximum: 1 }), Type.Literal('unknown')], {
        description,
      }),
    ),
};

function share(): TSchema {
  return Type.Number({ minimum: 0, maximum: 1 });
}
