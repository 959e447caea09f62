// The table of enrichments by short names, for the command line and the documentation.
import type { AnyEnrichment } from '../../model/enrichment.ts';
import { digests } from './digests.ts';
import { jsonLd, meta, text, title } from './html.ts';
import { links } from './html-links.ts';
import { exifPlace, exifTime, image, imageRow } from './image.ts';
import { language } from './language.ts';
import { mainText } from './main-text.ts';
import { imageGraph, images, outlinks, pageFacts, webGraph } from './page.ts';
import { response, statusLine } from './response.ts';
import { all, attribute, elementText, first } from './selectors.ts';
import { length, lowerCase, string } from './string-content.ts';
import { thumbHash, thumbnail } from './thumbnail.ts';
import { surt, urlParts } from './url-parts.ts';

/** An enrichment that can be asked for by name. */
export interface EnrichmentEntry {
  /** What it is asked for by; of one with parameters what stands before the bracket. */
  readonly name: string;
  /** Names of its parameters; empty for most. */
  readonly parameters: readonly string[];
  /** One line for people. */
  readonly description: string;
  /** Where its values stand; `…` for what depends on parameters. */
  readonly paths: readonly string[];
  /** The enrichment, for as many arguments as there are parameters. */
  readonly make: (...values: readonly string[]) => AnyEnrichment;
}

/** All enrichments that have a short name, in the order of the documentation. */
export const ENRICHMENTS: readonly EnrichmentEntry[] = [
  plain('url', urlParts, 'scheme, host, domain, path, query, file name and extension of the URL'),
  plain('surt', surt, 'SURT key of the URL'),
  plain('response', response, 'record header, HTTP header and payload'),
  plain('status-line', statusLine, 'first line of the HTTP header'),
  plain('digests', digests, 'SHA-1 (base32), SHA-256 and MD5 (hexadecimal) of the payload'),
  plain('string', string, 'the payload as text, in whatever encoding it is'),
  plain('length', length, 'number of characters of the text'),
  plain('lower-case', lowerCase, 'the text in lower case'),
  plain('html.title', title, 'title of a page'),
  plain('html.text', text, 'visible text of a page, a line for each block'),
  plain('html.meta', meta, 'what `meta` elements say, by name'),
  plain('html.links', links, 'links as written and resolved, with text and `rel`'),
  plain('main-text', mainText, 'readable main text of a page, without menus and margins'),
  plain('language', language, 'ISO 639 code of the language of the visible text'),
  plain('json-ld', jsonLd, 'values of JSON-LD blocks'),
  parametrised('first', ['SELECTOR'], 'markup of the first element that a CSS selector matches', {
    paths: ['payload.string.html.…'],
    make: (selector) => first(selector),
  }),
  parametrised('all', ['SELECTOR'], 'markup of all elements that a CSS selector matches', {
    paths: ['payload.string.html.…'],
    make: (selector) => all(selector),
  }),
  parametrised('text', ['SELECTOR'], 'text of all elements that a CSS selector matches', {
    paths: ['payload.string.html.….text'],
    make: (selector) => elementText.onEach(all(selector)),
  }),
  parametrised(
    'attribute',
    ['SELECTOR', 'NAME'],
    'an attribute of all elements that a CSS selector matches',
    {
      paths: ['payload.string.html.….…'],
      make: (selector, name) => attribute(name).onEach(all(selector)),
    },
  ),
  plain('page', pageFacts, 'title, language, charset and number of images of a page'),
  plain('images', images, 'images of a page with alt, title, caption and declared size'),
  plain('outlinks', outlinks, 'links of a page, resolved, with text'),
  plain('image-graph', imageGraph, 'crawl_date, src, image_url, alt_text for each image of a page'),
  plain('web-graph', webGraph, 'crawl_date, src, dest, anchor for each link of a page'),
  plain(
    'image',
    image,
    'type, width, height, frames, orientation, digest and metadata of an image',
  ),
  plain('exif-place', exifPlace, 'where an image was taken, by its metadata'),
  plain('exif-time', exifTime, 'when an image was taken, by its metadata'),
  plain('image-row', imageRow, 'an image as a row of the Archives Unleashed Toolkit'),
  plain(
    'thumbnail',
    thumbnail,
    'a picture of at most 200 pixels as a `data:` URL, and its ThumbHash',
  ),
  plain('thumb-hash', thumbHash, 'ThumbHash of an image, base64'),
];

/** How an enrichment is asked for: `html.title`, `attribute(SELECTOR,NAME)`. */
export function printUse({ name, parameters }: EnrichmentEntry): string {
  return parameters.length === 0 ? name : `${name}(${parameters.join(',')})`;
}

function plain(name: string, enrichment: AnyEnrichment, description: string): EnrichmentEntry {
  const paths = enrichment.gives.map((given) => enrichment.fields[given]?.path ?? '');
  return { name, parameters: [], description, paths, make: () => enrichment };
}

function parametrised<const Parameters extends readonly string[]>(
  name: string,
  parameters: Parameters,
  description: string,
  {
    paths,
    make,
  }: {
    readonly paths: readonly string[];
    readonly make: (...values: { [Index in keyof Parameters]: string }) => AnyEnrichment;
  },
): EnrichmentEntry {
  // `findEnrichment` passes as many arguments as there are parameters.
  return { name, parameters, description, paths, make: make as EnrichmentEntry['make'] };
}
