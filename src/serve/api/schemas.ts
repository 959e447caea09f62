// Schemas of what the API answers, named in the OpenAPI document.
import Type, { type TSchema } from 'typebox';
import { FACETS } from '../../model/index-query.ts';
import { PROBLEMS } from '../problems.ts';
import { choice, orNull, refer } from './schema-parts.ts';

const exact = { additionalProperties: false } as const;
const text = (description?: string) =>
  Type.String(description === undefined ? {} : { description });
const number = (description?: string) =>
  Type.Integer({ minimum: 0, ...(description !== undefined && { description }) });
const time = (description: string) => Type.String({ format: 'date-time', description });
const texts = Type.Array(Type.String());
/** A number that would tell of what is under embargo. */
const unlessEmbargo = (description: string) =>
  Type.Optional(number(`${description} Absent under an embargo.`));

const Place = Type.Object(
  {
    latitude: Type.Number({ minimum: -90, maximum: 90 }),
    longitude: Type.Number({ minimum: -180, maximum: 180 }),
    source: text('What told it, such as `exif`.'),
  },
  exact,
);

const ITEM = {
  id: text('SHA-256 of the bytes in hexadecimal; in mode `full` followed by the key of the page.'),
  digest: text('SHA-256 of the bytes in hexadecimal.'),
  url: text('URL of the oldest capture.'),
  mime: text('Told from the bytes.'),
  width: number('Pixels.'),
  height: number('Pixels.'),
  frames: number('More than 1 when it is animated.'),
  bytes: number(),
  captures: number('How often it was captured.'),
  firstCapture: time('The oldest capture.'),
  lastCapture: time('The newest capture.'),
  pages: number('Pages that show it.'),
  titles: texts,
  alts: texts,
  captions: texts,
  page: orNull(
    Type.Object(
      { url: text(), title: text(), time: time('When the page was captured.') },
      { ...exact, description: 'The oldest page that shows it.' },
    ),
  ),
  collections: texts,
  place: Type.Optional(Place),
  taken: Type.Optional(text('When the photograph was taken, ISO 8601, as the file tells it.')),
  nsfw: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  score: Type.Number({
    description: 'How well it answers; 0 where the order is not by relevance.',
  }),
  source: Type.Object(
    {
      file: text('Name of the archive file; its whole path for operators alone.'),
      offset: number(),
    },
    { ...exact, description: 'The record of the oldest capture.' },
  ),
  thumbnail: text('Path of a thumbnail of at most 200 pixels.'),
  content: text('Path of the bytes.'),
  thumbhash: orNull(text('ThumbHash in base64.')),
  archivedImage: text('The oldest capture in a Wayback.'),
  archivedPage: orNull(text('The oldest page in a Wayback.')),
};

const TextWithLanguage = Type.Object({ text: text(), language: text() }, exact);

const FacetCount = Type.Object({ value: text(), count: number() }, exact);
const FacetCounts = Type.Array(FacetCount);
const FacetValues = Type.Object({ facet: choice(FACETS), values: FacetCounts }, exact);

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
    texts: Type.Object(
      {
        titles: Type.Array(TextWithLanguage),
        alts: Type.Array(TextWithLanguage),
        captions: Type.Array(
          Type.Object({ text: text(), language: text(), source: text('How it was found.') }, exact),
        ),
      },
      exact,
    ),
  },
  exact,
);

/** Schemas by name; routes refer to them. */
export const NAMED_SCHEMAS: Readonly<Record<string, TSchema>> = {
  Item: Type.Object(ITEM, exact),
  ImageDetail,
  Images: Type.Object(
    {
      query: text('The query as it was understood.'),
      total: Type.Object({ value: number(), relation: choice(['eq', 'gte']) }, exact),
      items: Type.Array(refer('Item')),
      facets: Type.Optional(Type.Array(FacetValues)),
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
    { plain: text(), html: text(), bibtex: text(), pwid: text('`urn:pwid:...`; may be empty.') },
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
          altOrTitle: unlessEmbargo('Images with alternative text or title.'),
          caption: unlessEmbargo('Images with a caption.'),
          any: unlessEmbargo('Images with any text.'),
        },
        exact,
      ),
      documents: number('Images that are shown.'),
      pages: unlessEmbargo('Pages of the archives.'),
      references: unlessEmbargo('Mentions of images by pages.'),
      rejected: Type.Array(Type.Object({ reason: text(), count: number() }, exact), {
        description: 'Empty under an embargo.',
      }),
      years: FacetCounts,
      sites: { ...FacetCounts, description: 'Empty under an embargo.' },
      types: FacetCounts,
      sizes: FacetCounts,
      collections: FacetCounts,
      libraryBytes: unlessEmbargo("Bytes of the library's database."),
    },
    exact,
  ),
  Collections: Type.Object(
    { collections: Type.Array(Type.Object({ name: text(), images: number() }, exact)) },
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
