// The enrichments out of the box: the face of this folder.
export type { ResponseValues } from '../../model/response.ts';
export { type CommandOptions, commandEnrichment } from './command.ts';
export type { DigestValues } from './digests.ts';
export type { Entity, EntityFinder, FoundEntities, FoundEntity } from './entities.ts';
export type { FileRow } from './file.ts';
export { findEnrichment, findField, splitEnrichmentNames } from './find-enrichment.ts';
export { html, http, image, page, payload, url } from './groups.ts';
export { HtmlDocument } from './html-document.ts';
export type { HtmlLink } from './html-links.ts';
export type { ImagePlace, ImageRow, ImageValues } from './image.ts';
export type { ImageEdge, LinkEdge, PageImage, PageValues } from './page.ts';
export { ENRICHMENTS, type EnrichmentEntry, printUse } from './registry.ts';
export { type SelectorName, selectorName } from './selector-name.ts';
export type { UrlPartValues } from './url-parts.ts';
