// The enrichments out of the box: the face of this folder.
export { type DigestValues, digests } from './digests.ts';
export { type Entity, type EntityFinder, entities, type FoundEntity } from './entities.ts';
export { findEnrichment, splitEnrichmentNames } from './find-enrichment.ts';
export { html, jsonLd, meta, text, title } from './html.ts';
export { HtmlDocument } from './html-document.ts';
export { type HtmlLink, links } from './html-links.ts';
export {
  exifPlace,
  exifTime,
  type ImagePlace,
  type ImageRow,
  type ImageValues,
  image,
  imageRow,
} from './image.ts';
export { language } from './language.ts';
export { mainText } from './main-text.ts';
export {
  type ImageEdge,
  imageGraph,
  images,
  type LinkEdge,
  outlinks,
  type PageImage,
  type PageValues,
  page,
  pageFacts,
  webGraph,
} from './page.ts';
export { ENRICHMENTS, type EnrichmentEntry, printUse } from './registry.ts';
export { type ResponseValues, response, statusLine } from './response.ts';
export { type SelectorName, selectorName } from './selector-name.ts';
export { all, attribute, elementText, first } from './selectors.ts';
export { length, lowerCase, string } from './string-content.ts';
export { type ThumbnailValues, thumbHash, thumbnail } from './thumbnail.ts';
export { surt, type UrlPartValues, urlParts } from './url-parts.ts';
