// Images of a style sheet that a page links: references of the page, found in another record.
import type { PageKey, ReferenceObservation } from '../../model/observation.ts';
import { canonicalCharset, decodeBytes } from './charset.ts';
import { findCssUrls } from './css-urls.ts';
import { type Draft, MAX_REFERENCES, OUTSIDE } from './drafts.ts';
import { NOWHERE } from './place.ts';
import { type DataImage, finishReferences } from './references.ts';
import { createResolver } from './resolve-url.ts';

const MAX_BYTES = 4 * 1024 * 1024;

/** What is known of a style sheet beside its bytes. */
export interface CssContext {
  /** URL of the style sheet: its relative addresses are resolved against it. */
  readonly url: string;
  /** The page that links it. */
  readonly page: PageKey;
  /** Number of `img` elements of the page. */
  readonly imagesInPage: number;
  /** Position of the first reference: the number of those the page has already. */
  readonly firstPosition: number;
  /** Value of the HTTP header `Content-Type`; `''` by default. */
  readonly contentType?: string;
  /** At most this many bytes are read; 4 MB by default. */
  readonly maxBytes?: number;
}

/** Everything found in a style sheet. */
export interface CssExtraction {
  readonly references: readonly ReferenceObservation[];
  readonly dataImages: readonly DataImage[];
  /** Absolute URLs of the style sheets it imports, each once. */
  readonly styleSheets: readonly string[];
  readonly isTruncated: boolean;
}

/** Extracts a style sheet. Pure, never throws, linear. */
export function extractCss(bytes: Uint8Array, context: CssContext): CssExtraction {
  const { url, page, imagesInPage, firstPosition, maxBytes = MAX_BYTES } = context;
  const read = bytes.subarray(0, maxBytes);
  const found = findCssUrls(decodeBytes(read, charsetOf(read, context.contentType ?? '')));
  const drafts = found.images
    .slice(0, MAX_REFERENCES)
    .map((address): Draft => ({ ...OUTSIDE, tag: 'css', address, node: 0 }));
  const resolver = createResolver(url, undefined);
  return {
    ...finishReferences(drafts, {
      resolver,
      placeOf: () => NOWHERE,
      page,
      imagesInPage,
      firstPosition,
    }),
    styleSheets: [...new Set(found.imports.flatMap((address) => resolver.resolve(address) ?? []))],
    isTruncated: bytes.length > maxBytes || found.images.length > MAX_REFERENCES,
  };
}

/** The header, then `@charset`, then UTF-8: addresses are hardly ever anything but ASCII. */
function charsetOf(bytes: Uint8Array, contentType: string): string {
  const head = Buffer.from(bytes.subarray(0, 100)).toString('latin1');
  const labels = [
    /charset\s*=\s*["']?([^\s"';,]+)/i.exec(contentType)?.[1],
    /^@charset "([^"]+)"/.exec(head)?.[1],
  ];
  return labels.map(canonicalCharset).find((charset) => charset !== undefined) ?? 'utf-8';
}
