// The enrichments out of the box, grouped by what they are of: the names of the library, the command line and the docs.
import { response, statusLine } from '../../model/response.ts';
import { digests } from './digests.ts';
import { entities } from './entities.ts';
import { file, payloadType } from './file.ts';
import { html as document, jsonLd, meta, text, title } from './html.ts';
import { links } from './html-links.ts';
import { exifPlace, exifTime, image as facts, imageRow, imageSize } from './image.ts';
import { language } from './language.ts';
import { mainText } from './main-text.ts';
import {
  page as extraction,
  imageGraph,
  images,
  imageUrls,
  outlinks,
  pageFacts,
  webGraph,
} from './page.ts';
import { all, attribute, attributeOf, elementText, first, textOf } from './selectors.ts';
import { length, lowerCase, string } from './string-content.ts';
import { thumbHash, thumbnail, thumbnailUrl } from './thumbnail.ts';
import { surt, urlParts } from './url-parts.ts';

/** Of the address of a capture. No archive is opened for these. */
export const url = { parts: urlParts, surt } as const;

/** Of the archived response. */
export const http = { response, statusLine } as const;

/** Of the body of a response, whatever it is. */
export const payload = {
  type: payloadType,
  file,
  digests,
  string,
  stringLength: length,
  lowerCase,
} as const;

/** Of a page as markup. */
export const html = {
  title,
  text,
  mainText,
  language,
  meta,
  links,
  jsonLd,
  first,
  all,
  textOf,
  attributeOf,
  elementText,
  attribute,
  entities,
  document,
} as const;

/** Of a page as image search sees it. */
export const page = {
  facts: pageFacts,
  images,
  imageUrls,
  outlinks,
  imageGraph,
  webGraph,
  extraction,
} as const;

/** Of an image. */
export const image = {
  facts,
  size: imageSize,
  place: exifPlace,
  time: exifTime,
  row: imageRow,
  thumbnail,
  thumbHash,
  thumbnailUrl,
} as const;

/** All groups. */
export const GROUPS = { url, http, payload, html, page, image } as const;
