// Schemas of what the API answers, named in the OpenAPI document.

import Type, { type TSchema } from 'typebox';
import { FACETS } from '../../model/index-query.ts';
import { CRAWL_SCHEMAS } from '../crawls/crawl-schemas.ts';
import { PROBLEMS } from '../problems.ts';
import { AROUND_ITEM, MAP_SCHEMA } from './map-routes.ts';
import { PLACES_SCHEMA } from './place-routes.ts';
import { choice, exact, number, orNull, refer, text, time } from './schema-parts.ts';
import { EVIDENCE_SCHEMA, toShownSchemas, toTextsSchemas } from './shown-schemas.ts';

/** A number that would tell of what is under embargo. */
const unlessEmbargo = (description: string) =>
  Type.Optional(number(`${description} Absent under an embargo.`));

const ITEM = {
  ...toShownSchemas(),
  score: Type.Number({
    description: 'How well it answers; 0 where the order is not by relevance.',
  }),
  matchedPage: Type.Optional(
    Type.Object(
      { url: text(), title: text(), time: time('When the page was captured.') },
      {
        ...exact,
        description: 'A page that says more of the words of the query than the oldest one.',
      },
    ),
  ),
  archivedMatchedPage: Type.Optional(text('That page in a Wayback.')),
  thumbnail: orNull(text('Path of a thumbnail of at most 240 pixels.')),
  thumbnails: Type.Array(
    Type.Object({ width: Type.Integer(), height: Type.Integer(), url: text('Path.') }, exact),
    {
      description:
        'All thumbnails, the smallest first. A picture of at most 600 pixels has only one.',
    },
  ),
  content: text('Path of the bytes.'),
  thumbhash: orNull(text('ThumbHash in base64.')),
  archivedImage: text('The oldest capture in a Wayback.'),
  archivedPage: orNull(text('The oldest page in a Wayback.')),
};

const FacetCount = Type.Object({ value: text(), count: number() }, exact);
const FacetCounts = Type.Array(FacetCount);
const Parts = Type.Array(choice(['all', 'some']), {
  description: 'What was counted: images that have all words, and those that have some.',
});
const FacetValues = Type.Object(
  { facet: choice(FACETS), values: FacetCounts, parts: Parts },
  exact,
);

const Warning = Type.Object(
  {
    severity: choice(['error', 'hint']),
    code: text('Never renamed.'),
    message: text(),
    start: Type.Optional(number('Place in the query, UTF-16 units.')),
    end: Type.Optional(number()),
  },
  exact,
);

const ImageDetail = Type.Object(
  {
    ...ITEM,
    versions: number('Captures of this content.'),
    pageCount: number('Pages that show it.'),
    counters: Type.Object(
      {
        matchingImages: number(),
        matchingPages: number(),
        imagesInOriginalPage: number(),
        imageMetadataChanges: number(),
        pageMetadataChanges: number(),
      },
      exact,
    ),
    texts: Type.Object(toTextsSchemas(), exact),
    evidence: Type.Array(EVIDENCE_SCHEMA, {
      description: 'All that tells where the image is, the best first.',
    }),
  },
  exact,
);

/** Schemas by name; routes refer to them. */
export const NAMED_SCHEMAS: Readonly<Record<string, TSchema>> = {
  Item: Type.Object(ITEM, exact),
  ImageDetail,
  Variants: Type.Object(
    { total: number('All variants.'), items: Type.Array(refer('Item')) },
    exact,
  ),
  ImageMatches: Type.Object(
    {
      total: Type.Object({ value: number(), relation: choice(['eq', 'gte']) }, exact),
      items: Type.Array(
        Type.Object(
          {
            ...ITEM,
            match: choice(['exact', 'near', 'alike'], {
              description: 'The same bytes, a near duplicate, or an image that looks like it.',
            }),
            distance: number(
              'How far it is, from 0 to 128; up to 24 bits in which the looks differ.',
            ),
          },
          exact,
        ),
      ),
      took: Type.Number({ description: 'Milliseconds.' }),
    },
    exact,
  ),
  Warning,
  Map: MAP_SCHEMA,
  Places: PLACES_SCHEMA,
  Around: Type.Object(
    {
      total: number('Images within the distance.'),
      items: Type.Array(AROUND_ITEM),
      warnings: Type.Array(refer('Warning')),
    },
    exact,
  ),
  Images: Type.Object(
    {
      query: text('The query as it was understood.'),
      total: Type.Object({ value: number(), relation: choice(['eq', 'gte']) }, exact),
      items: Type.Array(refer('Item')),
      parts: Type.Array(
        Type.Object(
          {
            match: choice(['all', 'some']),
            total: number('Images of this part.'),
            items: number('How many of `items` belong to it.'),
          },
          exact,
        ),
        {
          description:
            'What the answers are made of, in this order: images that have all words, then those that have some.',
        },
      ),
      facets: Type.Optional(Type.Array(FacetValues)),
      corrected: Type.Optional(
        Type.Object(
          {
            query: text('What the answers are for.'),
            instead: text('A query that insists on the words as typed.'),
          },
          {
            ...exact,
            description: 'No image has all words as typed: another spelling was searched.',
          },
        ),
      ),
      didYouMean: Type.Optional(text('A query that finds more.')),
      next: orNull(text('Cursor of the next answers; null at the end.')),
      took: Type.Number({ minimum: 0, description: 'Milliseconds.' }),
      warnings: Type.Array(Warning),
    },
    exact,
  ),
  Versions: Type.Object(
    {
      total: number(),
      items: Type.Array(
        Type.Object(
          {
            time: time('When it was captured.'),
            url: text(),
            file: text(),
            offset: number(),
            archivedImage: text(),
            changed: Type.Boolean({
              description:
                'The capture before this one, at the same address, was of another picture.',
            }),
          },
          exact,
        ),
      ),
      others: Type.Array(
        Type.Object(
          {
            time: time('First capture in a row.'),
            url: text(),
            id: Type.Optional(text('Absent where the library does not show it as an image.')),
            thumbnail: Type.Optional(text()),
            content: Type.Optional(text()),
            archivedImage: text(),
          },
          exact,
        ),
        { description: 'Other pictures that its addresses showed, the oldest first; at most 50.' },
      ),
    },
    exact,
  ),
  Pages: Type.Object(
    {
      total: number('All pages; only the oldest 50 are listed.'),
      items: Type.Array(
        Type.Object(
          {
            url: text(),
            title: text(),
            time: time('When it was captured.'),
            language: text('ISO 639 code; empty when unknown.'),
            archivedPage: orNull(text()),
          },
          exact,
        ),
      ),
    },
    exact,
  ),
  Citation: Type.Object(
    {
      attribution: text(),
      plain: text(),
      html: text(),
      bibtex: text(),
      pwid: text('`urn:pwid:...`; may be empty.'),
    },
    exact,
  ),
  Facets: Type.Object(
    {
      facets: Type.Array(FacetValues, {
        description: 'Under an embargo without `site` and `language`, which are those of pages.',
      }),
    },
    exact,
  ),
  Timeline: Type.Object(
    {
      unit: choice(['day', 'month', 'year']),
      step: number('Units in each bucket.'),
      buckets: Type.Array(
        Type.Object(
          { start: time('First second.'), end: time('Last second.'), count: number() },
          exact,
        ),
      ),
      parts: Parts,
    },
    exact,
  ),
  Suggestions: Type.Object(
    {
      suggestions: Type.Array(
        Type.Object(
          {
            kind: choice(['word', 'site', 'collection', 'place', 'operator']),
            text: text('For showing.'),
            replacement: text('The whole query when it is taken.'),
            count: number('Images with it; 0 where that is not known.'),
          },
          exact,
        ),
      ),
    },
    exact,
  ),
  Stats: Type.Object(
    {
      collection: Type.Optional(text()),
      files: number(),
      bytes: number('Bytes of archives that were read.'),
      matched: Type.Object(
        {
          pairs: unlessEmbargo('References to an image that the library holds.'),
          bySurt: unlessEmbargo('Distinct contents at distinct addresses.'),
          byDigest: unlessEmbargo('Distinct contents.'),
          records: number('Of all archive files.'),
          imageCaptures: unlessEmbargo('Captures of images, of those that were left out too.'),
          indexed: number('Images of the whole library that are shown.'),
        },
        exact,
      ),
      metadata: Type.Object(
        {
          title: unlessEmbargo('Images with a title.'),
          alt: unlessEmbargo('Images with alternative text.'),
          altOrTitle: unlessEmbargo('Images with alternative text or title.'),
          caption: unlessEmbargo('Images with a caption.'),
          any: unlessEmbargo('Images with any text.'),
        },
        exact,
      ),
      documents: number('Images that are shown.'),
      span: Type.Optional(
        Type.Object(
          { oldest: text('RFC 3339.'), newest: text('RFC 3339.') },
          { ...exact, description: 'First captures of the oldest and the newest image.' },
        ),
      ),
      meanSize: Type.Optional(
        Type.Object(
          { width: Type.Number(), height: Type.Number() },
          { ...exact, description: 'Pixels on average. Absent under an embargo.' },
        ),
      ),
      placed: unlessEmbargo('Images whose place is known.'),
      mostPages: Type.Optional(
        Type.Array(Type.Object({ id: text(), url: text(), pages: number() }, exact), {
          description: 'Images on most pages, the first ten. Absent under an embargo.',
        }),
      ),
      tags: Type.Optional({
        ...FacetCounts,
        description: 'References by tag. Absent under an embargo.',
      }),
      pages: unlessEmbargo('Pages of the archives.'),
      references: unlessEmbargo('Mentions of images by pages.'),
      rejected: Type.Array(Type.Object({ reason: text(), count: number() }, exact), {
        description: 'Empty under an embargo.',
      }),
      placesRejected: Type.Optional(
        Type.Array(Type.Object({ reason: text(), count: number() }, exact), {
          description:
            'Captures whose file has coordinates that cannot be right. Absent under an embargo.',
        }),
      ),
      truncatedPages: unlessEmbargo('Pages of which something was cut.'),
      years: FacetCounts,
      sites: { ...FacetCounts, description: 'Empty under an embargo.' },
      types: FacetCounts,
      sizes: FacetCounts,
      collections: FacetCounts,
      libraryBytes: unlessEmbargo("Bytes of the library's database."),
      facts: Type.Optional(
        Type.Array(
          Type.Object(
            {
              name: text('Name of the producer.'),
              version: Type.Optional(text()),
              done: number('Images with a value.'),
              failed: Type.Array(Type.Object({ reason: text(), count: number() }, exact)),
              outdated: number('Images of which another version told.'),
              missing: number('Images that nobody looked at yet.'),
            },
            exact,
          ),
          { description: 'What pixels told; not for a collection or under an embargo.' },
        ),
      ),
      thumbnailBytes: Type.Optional(
        number('Bytes of thumbnails; not for a collection or under an embargo.'),
      ),
    },
    exact,
  ),
  ...CRAWL_SCHEMAS,
  Collections: Type.Object(
    {
      collections: Type.Array(
        Type.Object(
          {
            name: text(),
            images: number(),
            title: text('Name for people.'),
            description: text(),
            access: Type.Union(
              [Type.Literal('public'), Type.Literal('token'), Type.Literal('hidden')],
              {
                description: 'Who may see it; clients are told of those alone that they may see.',
              },
            ),
            embargoDays: number('Captures younger than so many days are not shown.'),
          },
          exact,
        ),
      ),
    },
    exact,
  ),
  Problem: Type.Object(
    {
      type: text('Path of a page about this kind of problem.'),
      title: text(),
      status: Type.Integer(),
      detail: Type.Optional(text()),
      instance: text('Id of the request.'),
      errors: Type.Optional(
        Type.Array(Type.Object({ parameter: text(), pointer: text(), message: text() }, exact)),
      ),
    },
    {
      ...exact,
      description: `RFC 9457. Types: ${Object.keys(PROBLEMS).join(', ')}.`,
    },
  ),
};
