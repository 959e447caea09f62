// The table of enrichments by name, for the command line and the documentation.
import type { AnyEnrichment } from '../../model/enrichment.ts';
import { GROUPS } from './groups.ts';

/** An enrichment that has a name. */
export interface EnrichmentEntry {
  /** Its name in code and on the command line; of one with parameters what stands before the bracket. */
  readonly name: string;
  /** Names of its parameters; empty for most. */
  readonly parameters: readonly string[];
  /** One line for people. */
  readonly description: string;
  /** Where its values stand; `…` for what depends on parameters. */
  readonly paths: readonly string[];
  /** The enrichment, for as many arguments as there are parameters; `undefined` for one that is for code alone. */
  readonly make: ((...values: readonly string[]) => AnyEnrichment) | undefined;
}

/** What is said of an enrichment beside its name. */
type Description =
  | string
  | {
      readonly does: string;
      /** Parameters on the command line; without them it is for code alone. */
      readonly parameters?: readonly string[];
      /** What it gives, where that depends on parameters. */
      readonly paths?: readonly string[];
    };

/** One description for each enrichment of each group: the compiler misses none. */
const DESCRIPTIONS: {
  readonly [Group in keyof typeof GROUPS]: {
    readonly [Name in keyof (typeof GROUPS)[Group]]: Description;
  };
} = {
  url: {
    parts: 'scheme, host, domain, path, query, file name and extension of the URL',
    surt: 'SURT key of the URL',
  },
  http: {
    response: 'record header, HTTP header and payload',
    statusLine: 'first line of the HTTP header',
  },
  payload: {
    type: 'MIME type told by the bytes: documents, sound and film too',
    file: 'the payload as a row of files of the Archives Unleashed Toolkit, without its bytes',
    digests: 'SHA-1 (base32), SHA-256 and MD5 (hexadecimal) of the payload',
    string: 'the payload as text, in whatever encoding it is',
    stringLength: 'number of characters of the text',
    lowerCase: 'the text in lower case',
  },
  html: {
    title: 'title of a page',
    text: 'visible text of a page, a line for each block',
    mainText: 'readable main text of a page, without menus and margins',
    language: 'ISO 639 code of the language of the visible text',
    meta: 'what `meta` elements say, by name',
    links: 'links as written and resolved, with text and `rel`; the same as `page.outlinks`',
    jsonLd: 'values of JSON-LD blocks',
    first: {
      does: 'markup of the first element that a CSS selector matches',
      parameters: ['SELECTOR'],
      paths: ['payload.string.html.…'],
    },
    all: {
      does: 'markup of all elements that a CSS selector matches',
      parameters: ['SELECTOR'],
      paths: ['payload.string.html.…'],
    },
    textOf: {
      does: 'text of all elements that a CSS selector matches',
      parameters: ['SELECTOR'],
      paths: ['payload.string.html.….text'],
    },
    attributeOf: {
      does: 'an attribute of all elements that a CSS selector matches',
      parameters: ['SELECTOR', 'NAME'],
      paths: ['payload.string.html.….…'],
    },
    elementText: { does: 'text of markup, as `html.first` and `html.all` give it' },
    attribute: {
      does: 'an attribute of the first element of markup',
      paths: ['payload.string.…'],
    },
    entities: {
      does: "names in the visible text, found by a function of one's own, with counts",
      paths: ['payload.string.html.text.entities'],
    },
    document: { does: 'the tree of a page, for others to derive from' },
  },
  page: {
    facts: 'title, language, charset and number of images of a page',
    images: 'images of a page with alt, title, caption and declared size',
    imageUrls: 'addresses of the images of a page, without captions: quicker',
    outlinks: 'links of a page, resolved, with text',
    imageGraph: 'crawl_date, src, image_url, alt_text for each image of a page',
    webGraph: 'crawl_date, src, dest, anchor for each link of a page',
    extraction: { does: 'all that extraction finds in a page, for others to derive from' },
  },
  image: {
    facts: 'type, width, height, frames, orientation, digest and metadata of an image',
    size: 'width and height of an image in pixels',
    place: 'where an image was taken, by its metadata',
    time: 'when an image was taken, by its metadata',
    row: 'an image as a row of the Archives Unleashed Toolkit',
    thumbnail: 'a picture of at most 240 pixels (WebP), and its ThumbHash',
    thumbHash: 'ThumbHash of an image, base64',
    thumbnailUrl: 'the thumbnail of an image as a `data:` URL',
  },
};

/** All enrichments out of the box, in the order of the documentation. */
export const ENRICHMENTS: readonly EnrichmentEntry[] = Object.entries(GROUPS).flatMap(
  ([group, members]) =>
    Object.entries<Member>(members).map(([name, member]) => {
      // The type of the table has made sure that it is there.
      const descriptions = DESCRIPTIONS[group as keyof typeof GROUPS] as Record<
        string,
        Description
      >;
      return toEntry(`${group}.${name}`, member, descriptions[name] ?? '');
    }),
);

/** How an enrichment is asked for: `html.title`, `html.attributeOf(SELECTOR,NAME)`. */
export function printUse({ name, parameters }: EnrichmentEntry): string {
  return parameters.length === 0 ? name : `${name}(${parameters.join(',')})`;
}

/** An enrichment, or a function that makes one. */
type Member = AnyEnrichment | ((...values: never[]) => AnyEnrichment);

function toEntry(name: string, member: Member, description: Description): EnrichmentEntry {
  const { does, parameters, paths } =
    typeof description === 'string'
      ? { does: description, parameters: [], paths: undefined }
      : description;
  if (typeof member !== 'function') {
    const own = member.gives.map((given) => member.fields[given]?.path ?? '');
    const make = parameters === undefined ? undefined : () => member;
    return { name, parameters: parameters ?? [], description: does, paths: own, make };
  }
  return {
    name,
    parameters: parameters ?? [],
    description: does,
    paths: paths ?? [],
    // `findEnrichment` passes as many texts as there are parameters, and those of the table take texts.
    make: parameters === undefined ? undefined : (member as EnrichmentEntry['make']),
  };
}
