// A page as image search sees it: its images with captions, its links, and both as edges of graphs.
import { decodePage } from '../../extract/page/charset.ts';
import type { OpenPage, PageExtraction } from '../../extract/page/page.ts';
import type { Timestamp } from '../../model/capture.ts';
import { defineEnrichment } from '../../model/enrichment.ts';
import type { Outlink, ReferenceObservation } from '../../model/observation.ts';
import { response } from '../../model/response.ts';
import { contentTypeOf } from './declared.ts';
import { pageOfPayload } from './open-page.ts';
import { requireHtml } from './require-html.ts';

/** Bytes that are looked at to tell whether a payload is a page. */
const SAMPLE_BYTES = 2048;

/** What is known of a page as a whole. */
export type PageValues = Omit<PageExtraction['page'], 'kind' | 'url' | 'surt' | 'time' | 'status'>;

/** An image as a page mentions it. */
export type PageImage = Pick<ReferenceObservation, (typeof IMAGE_FIELDS)[number]>;

const IMAGE_FIELDS = [
  ...['url', 'surt', 'alt', 'title', 'caption', 'captionSource', 'tag'],
  ...['width', 'height', 'position'],
] as const;

/** An edge from a page to an image, in the columns of the Archives Unleashed Toolkit. */
export interface ImageEdge {
  /** 14 digits. */
  readonly crawl_date: Timestamp;
  readonly src: string;
  readonly image_url: string;
  readonly alt_text: string;
}

/** An edge from a page to a page, in the columns of the Archives Unleashed Toolkit. */
export interface LinkEdge {
  /** 14 digits. */
  readonly crawl_date: Timestamp;
  readonly src: string;
  readonly dest: string;
  readonly anchor: string;
}

/** All that extraction finds in a page, for others to derive from. Payloads that are no HTML fail. */
export const page = defineEnrichment({
  name: 'page.extraction',
  version: '1',
  needs: response.fields.payload,
  gives: 'page',
  isTransient: true,
  from: import.meta,
  derive: (payload, context): PageExtraction => {
    const hints = { contentType: contentTypeOf(context), topLevelDomain: '' };
    requireHtml(() => decodePage(payload.subarray(0, SAMPLE_BYTES), hints).text, context);
    return pageOfPayload(payload, context);
  },
});

/** The `url` of each of the page's images, in the order of `page.images`: for those who want no captions, which take longer. */
export const imageUrls = defineEnrichment({
  name: 'page.imageUrls',
  version: '1',
  needs: page,
  gives: 'imageUrls',
  from: import.meta,
  derive: (found): readonly string[] => (found as OpenPage).imageUrls, // as it was just opened
});

/** Title, language, charset, number of images and the like of a page. */
export const pageFacts = defineEnrichment({
  name: 'page.facts',
  version: '1',
  needs: page,
  gives: 'facts',
  from: import.meta,
  derive: (found): PageValues => {
    const { kind: _k, url: _u, surt: _s, time: _t, status: _st, ...facts } = found.page;
    return facts;
  },
});

/** Images that a page mentions, in document order, with the texts near them. */
export const images = defineEnrichment({
  name: 'page.images',
  version: '1',
  needs: page,
  gives: 'images',
  from: import.meta,
  derive: (found): readonly PageImage[] =>
    found.references.map((reference) => pick(reference, IMAGE_FIELDS)),
});

/** Links of a page with their texts, in document order; http and https alone. */
export const outlinks = defineEnrichment({
  name: 'page.outlinks',
  version: '1',
  needs: page,
  gives: 'outlinks',
  from: import.meta,
  derive: (found): readonly Outlink[] => found.outlinks,
});

/** Edges from the page to the images it mentions. */
export const imageGraph = defineEnrichment({
  name: 'page.imageGraph',
  version: '1',
  needs: page,
  gives: 'imageGraph',
  from: import.meta,
  derive: (found): readonly ImageEdge[] => {
    const { time: crawl_date, url: src } = found.page;
    return found.references.map(({ url, alt }) => ({
      crawl_date,
      src,
      image_url: url,
      alt_text: alt,
    }));
  },
});

/** Edges from the page to those it links to. */
export const webGraph = defineEnrichment({
  name: 'page.webGraph',
  version: '1',
  needs: page,
  gives: 'webGraph',
  from: import.meta,
  derive: (found): readonly LinkEdge[] => {
    const { time: crawl_date, url: src } = found.page;
    return found.outlinks.map(({ url, text }) => ({ crawl_date, src, dest: url, anchor: text }));
  },
});

function pick<Whole, Key extends keyof Whole>(
  whole: Whole,
  keys: readonly Key[],
): Pick<Whole, Key> {
  const entries = keys.map((key) => [key, whole[key]] as const);
  return Object.fromEntries(entries) as Pick<Whole, Key>; // an entry for every key
}
