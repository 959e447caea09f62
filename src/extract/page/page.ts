// The face of page extraction: everything found in one HTML page, from its bytes.
import type { Timestamp } from '../../model/capture.ts';
import type {
  CharsetSource,
  GeoHint,
  LanguageSource,
  Outlink,
  PageObservation,
  ReferenceObservation,
} from '../../model/observation.ts';
import { toSurt } from '../../model/surt.ts';
import { type Captioner, createCaptioner } from './captions.ts';
import { decodePage } from './charset.ts';
import { cleanText } from './drafts.ts';
import { type LanguageDeclarations, languageOf } from './language.ts';
import { type ListCut, type ReadPage, readPage } from './page-reader.ts';
import { createPageText, type PageText } from './page-text.ts';
import { createPlacer } from './place.ts';
import { positionsOf } from './positions.ts';
import { type DataImage, finishReferences } from './references.ts';
import { createResolver, type Resolver } from './resolve-url.ts';

export { type CssContext, type CssExtraction, extractCss } from './css.ts';
export type { DataImage } from './references.ts';

/** What is known of a page beside its bytes. */
export interface PageContext {
  /** URL of the capture. */
  readonly url: string;
  /** Time of the capture. */
  readonly time: Timestamp;
  /** HTTP status; 0 by default. */
  readonly status?: number;
  /** Value of the HTTP header `Content-Type`; `''` by default. */
  readonly contentType?: string;
  /** Value of the HTTP header `Content-Language`; `''` by default. */
  readonly contentLanguage?: string;
  /** At most this many bytes are read; 16 MB by default. */
  readonly maxBytes?: number;
  /** Whether links to other pages are listed; true by default. */
  readonly outlinks?: boolean;
}

/**
 * What was cut from a page: its bytes, the depth of its nesting, the number of its tags and texts, or
 * of what was found in it.
 */
export type Truncation = 'bytes' | 'depth' | 'nodes' | ListCut;

/** What is known of a page as a whole. Absent text is `''`. */
export interface PageFacts extends Omit<PageObservation, 'file' | 'offset'> {
  readonly ogTitle: string;
  readonly charsetSource: CharsetSource;
  readonly languageSource: LanguageSource;
  /** URL that the page says it should be known by. */
  readonly canonicalUrl: string;
  /** URL that its relative addresses are resolved against. */
  readonly baseUrl: string;
  readonly truncated: readonly Truncation[];
}

/** Everything found in a page. */
export interface PageExtraction {
  readonly page: PageFacts;
  /** In document order. */
  readonly references: readonly ReferenceObservation[];
  /** The `data:` images among the references, each distinct one once. */
  readonly dataImages: readonly DataImage[];
  /** Absolute URLs of the style sheets it links and imports, each once. */
  readonly styleSheets: readonly string[];
  readonly outlinks: readonly Outlink[];
  /** Values of the JSON-LD blocks that could be read. */
  readonly jsonLd: readonly unknown[];
  /** Positions that the markup states, in the order of their sources. */
  readonly geo: readonly GeoHint[];
}

const MAX_BYTES = 16 * 1024 * 1024;

/** `html`, the first element of every tree. */
const ROOT = 1;

/** Texts looked at for a sample of the language. */
const MAX_SAMPLE_TEXTS = 2000;

/** Characters of a sample: 99 % of 367 pages were told right, and no more with twice as many. */
const MAX_SAMPLE = 400;

/**
 * Extracts a page. Pure, never throws, takes time linear in the bytes read; what was cut is told in
 * `page.truncated`.
 */
export function extractPage(bytes: Uint8Array, context: PageContext): PageExtraction {
  const { url, time, status = 0, maxBytes = MAX_BYTES } = context;
  const decoded = decodePage(bytes.subarray(0, maxBytes), {
    contentType: context.contentType ?? '',
    topLevelDomain:
      /^\w+:\/\/[^/?#]*?\.([a-z0-9-]+)(?:[:/?#]|$)/i.exec(url)?.[1]?.toLowerCase() ?? '',
  });
  const read = readPage(decoded.text);
  const text = createPageText(read.tree);
  const captioner = createCaptioner(read.tree, { text, root: ROOT, figcaptions: read.figcaptions });
  const resolver = createResolver(url, read.head.baseHref);
  const key = { url, surt: toSurt(url), title: read.head.title, time };
  const language = languageOf(declarationsOf(read, context), () => sampleOf(read, text));
  const finished = finishReferences(read.drafts, {
    resolver,
    placeOf: createPlacer(read.tree, text, captioner),
    page: key,
    imagesInPage: read.imageCount,
  });
  return {
    page: {
      kind: 'page',
      ...key,
      status,
      language: language.language,
      charset: decoded.charset,
      images: read.imageCount,
      ogTitle: read.head.ogTitle,
      charsetSource: decoded.source,
      languageSource: language.source,
      canonicalUrl: resolver.resolve(read.head.canonicalHref) ?? '',
      baseUrl: resolver.baseUrl,
      truncated: truncationsOf(read, bytes.length > maxBytes),
    },
    ...finished,
    styleSheets: [
      ...new Set(read.head.styleSheets.flatMap((href) => resolver.resolve(href) ?? [])),
    ],
    outlinks: (context.outlinks ?? true) ? outlinksOf(read, captioner, resolver) : [],
    jsonLd: read.jsonLd,
    geo: positionsOf(read, captioner),
  };
}

function declarationsOf(read: ReadPage, context: PageContext): LanguageDeclarations {
  const { htmlLanguage: html, metaLanguage: meta } = read.head;
  return { html, meta, header: context.contentLanguage ?? '' };
}

/** The longer texts of a page, which are prose rather than menus. */
function sampleOf({ tree }: ReadPage, text: PageText): string {
  let sample = '';
  const last = Math.min(tree.textCount, MAX_SAMPLE_TEXTS);
  for (let next = 0; next < last && sample.length < MAX_SAMPLE; next += 1) {
    const content = text.join(next, next + 1);
    if (content.length >= 30) sample += `${content}\n`;
  }
  const isEnough = sample.length > MAX_SAMPLE / 2;
  return (isEnough ? sample : text.join(0, tree.textCount)).slice(0, MAX_SAMPLE);
}

function outlinksOf(read: ReadPage, captioner: Captioner, resolver: Resolver): Outlink[] {
  const outlinks: Outlink[] = [];
  for (const { address, node, alt } of read.links) {
    const url = resolver.resolve(address);
    if (url === undefined) continue;
    outlinks.push({
      url,
      text: captioner.inside(node) || cleanText(alt),
      position: outlinks.length,
    });
  }
  return outlinks;
}

function truncationsOf(read: ReadPage, isByteCut: boolean): Truncation[] {
  const truncated: Truncation[] = [...read.cuts];
  if (read.isNodeCut) truncated.unshift('nodes');
  if (read.isDepthCut) truncated.unshift('depth');
  if (isByteCut) truncated.unshift('bytes');
  return truncated;
}
