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
import { type Decoded, decodePage } from './charset.ts';
import { cleanText } from './drafts.ts';
import { type LanguageDeclarations, languageOf } from './language.ts';
import { outlineOf, type PageOutline } from './outline.ts';
import { type LinkDraft, type ListCut, type ReadPage, readPage } from './page-reader.ts';
import { createPageText, type PageText, wholeText } from './page-text.ts';
import { createPlacer } from './place.ts';
import { positionsOf } from './positions.ts';
import { type DataImage, finishReferences, urlsOfReferences } from './references.ts';
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
  /** Whether it is told what a crawler asks of a page; false by default. */
  readonly onward?: boolean;
  /** Whether the tree of the page is told; false by default. */
  readonly outline?: boolean;
  /** Whether the language of a page that does not tell it is guessed from its text; true by default. */
  readonly guessLanguage?: boolean;
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

/** What a crawler asks of a page. Addresses are absolute. */
export interface Onward {
  readonly links: readonly (Outlink & { readonly title: string; readonly rel: string })[];
  /** Contents of `meta name=robots`. */
  readonly robots: readonly string[];
  readonly feeds: readonly string[];
  /** Where visitors are sent on to, and what is shown in frames. */
  readonly forwards: readonly string[];
  /** All text of the page, up to a million characters. */
  readonly text: string;
}

/** Everything found in a page. Each part is worked out when it is first asked for. */
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
  /** Where it was asked for. */
  readonly onward?: Onward;
  /** Where it was asked for. */
  readonly outline?: PageOutline;
}

/** A page that was read, for those who want less or other things than an extraction. */
export interface OpenPage extends PageExtraction {
  /** What was gathered from the markup, as written. */
  readonly read: ReadPage;
  /** The `url` of each reference, in order: what is quick to have. */
  readonly imageUrls: readonly string[];
  /** Links with what is written in their tags, in document order. */
  readonly links: readonly PageLink[];
}

/** A link of a page: where it leads, and its `a` or `area` as it was met. */
export interface PageLink {
  /** Absolute. */
  readonly url: string;
  readonly draft: LinkDraft;
}

/** Pages are read up to this many bytes unless more are allowed. */
export const MAX_PAGE_BYTES = 16 * 1024 * 1024;

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
  const { url, maxBytes = MAX_PAGE_BYTES } = context;
  const decoded = decodePage(bytes.subarray(0, maxBytes), {
    contentType: context.contentType ?? '',
    topLevelDomain:
      /^\w+:\/\/[^/?#]*?\.([a-z0-9-]+)(?:[:/?#]|$)/i.exec(url)?.[1]?.toLowerCase() ?? '',
  });
  return openPage(decoded, context, bytes.length > maxBytes);
}

/** Reads the markup of a page; what it says is worked out when it is asked for, once. */
export function openPage(decoded: Decoded, context: PageContext, isByteCut = false): OpenPage {
  const { url, time, status = 0 } = context;
  const read = readPage(decoded.text);
  const text = createPageText(read.tree);
  const captioner = createCaptioner(read.tree, { text, root: ROOT, figcaptions: read.figcaptions });
  const resolver = createResolver(url, read.head.baseHref);
  const key = once(() => ({ url, surt: toSurt(url), title: read.head.title, time }));
  const facts = once((): PageFacts => {
    const language = languageOf(declarationsOf(read, context), () =>
      context.guessLanguage === false ? '' : sampleOf(read, text),
    );
    return {
      kind: 'page',
      ...key(),
      status,
      language: language.language,
      charset: decoded.charset,
      images: read.imageCount,
      ogTitle: read.head.ogTitle,
      charsetSource: decoded.source,
      languageSource: language.source,
      canonicalUrl: resolver.resolve(read.head.canonicalHref) ?? '',
      baseUrl: resolver.baseUrl,
      truncated: truncationsOf(read, isByteCut),
    };
  });
  const finished = once(() =>
    finishReferences(read.drafts, {
      resolver,
      placeOf: createPlacer(read, text, captioner),
      page: key(),
      imagesInPage: read.imageCount,
    }),
  );
  const sheets = once(() => [
    ...new Set(read.head.styleSheets.flatMap((href) => resolver.resolve(href) ?? [])),
  ]);
  const links = once(() => linksOf(read, resolver));
  const outlinks = once(() =>
    (context.outlinks ?? true) ? links().map((link, at) => toOutlink(link, at, captioner)) : [],
  );
  const positions = once(() => positionsOf(read, captioner));
  const onward = once(() => onwardOf(read, { links: links(), captioner, resolver }));
  return {
    read,
    get page() {
      return facts();
    },
    get references() {
      return finished().references;
    },
    get dataImages() {
      return finished().dataImages;
    },
    get imageUrls() {
      return urlsOfReferences(read.drafts, resolver);
    },
    get styleSheets() {
      return sheets();
    },
    get links() {
      return links();
    },
    get outlinks() {
      return outlinks();
    },
    jsonLd: read.jsonLd,
    get geo() {
      return positions();
    },
    ...(context.onward === true && { onward: onward() }),
    ...(context.outline === true && {
      outline: outlineOf(read, { references: finished().drafts, links: links() }),
    }),
  };
}

/** A value that is made when it is first wanted. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
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

function linksOf(read: ReadPage, resolver: Resolver): PageLink[] {
  return read.links.flatMap((draft) => {
    const url = resolver.resolve(draft.address);
    return url === undefined ? [] : [{ url, draft }];
  });
}

function toOutlink({ url, draft }: PageLink, position: number, captioner: Captioner): Outlink {
  return { url, text: captioner.inside(draft.node) || cleanText(draft.alt), position };
}

function onwardOf(
  read: ReadPage,
  {
    links,
    captioner,
    resolver,
  }: {
    readonly links: readonly PageLink[];
    readonly captioner: Captioner;
    readonly resolver: Resolver;
  },
): Onward {
  const resolved = (addresses: readonly string[]) =>
    addresses.flatMap((address) => resolver.resolve(address) ?? []);
  return {
    links: links.map((link, position) => {
      const { title, rel } = link.draft;
      return { ...toOutlink(link, position, captioner), title, rel };
    }),
    robots: read.head.robots,
    feeds: resolved(read.head.feeds),
    forwards: resolved([...read.head.forwards, ...read.frames]),
    text: wholeText(read.tree),
  };
}

function truncationsOf(read: ReadPage, isByteCut: boolean): Truncation[] {
  const truncated: Truncation[] = [...read.cuts];
  if (read.isNodeCut) truncated.unshift('nodes');
  if (read.isDepthCut) truncated.unshift('depth');
  if (isByteCut) truncated.unshift('bytes');
  return truncated;
}
