// The face of page extraction: everything found in one HTML page, from its bytes.
import type { Timestamp } from '../../model/capture.ts';
import type {
  CharsetSource,
  GeoHint,
  LanguageSource,
  Outlink,
  PageKey,
  PageObservation,
  ReferenceObservation,
} from '../../model/observation.ts';
import { toSurt } from '../../model/surt.ts';
import { type Captioner, createCaptioner } from './captions.ts';
import { type Decoded, decodePage } from './charset.ts';
import { cleanText } from './drafts.ts';
import { type LanguageDeclarations, languageOf } from './language.ts';
import { linkKeysOf } from './link-keys.ts';
import { outlineOf, type PageOutline } from './outline.ts';
import { type LinkDraft, type ListCut, type ReadPage, readPage } from './page-reader.ts';
import { createPageText, type PageText, wholeText } from './page-text.ts';
import { createPlacer } from './place.ts';
import { positionsOf } from './positions.ts';
import {
  type DataImage,
  type FinishedReferences,
  finishReferences,
  urlsOfReferences,
} from './references.ts';
import { createResolver, type Resolver } from './resolve-url.ts';
import { createSaidLicences } from './stated-licences.ts';

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
  /** Where its links lead, as a list of keys (link-keys.ts). */
  readonly linkKeys: string;
  /** Values of the JSON-LD blocks that could be read. */
  readonly jsonLd: readonly unknown[];
  /** Positions that the markup states, in the order of their sources. */
  readonly geo: readonly GeoHint[];
  readonly onward: Onward;
  /** The tree of the page. */
  readonly outline: PageOutline;
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
  return new MarkupPage(decoded, context, isByteCut);
}

/**
 * A page whose parts are worked out late. A class: an object with getters of its own would have a shape of its own, and V8
 * keeps shapes, with the page that their getters hold, until its next full collection.
 */
class MarkupPage implements OpenPage {
  readonly read: ReadPage;
  readonly #decoded: Decoded;
  readonly #context: PageContext;
  readonly #isByteCut: boolean;
  readonly #resolver: Resolver;
  #text: PageText | undefined;
  #captioner: Captioner | undefined;
  #key: PageKey | undefined;
  #facts: PageFacts | undefined;
  #finished: FinishedReferences | undefined;
  #links: readonly PageLink[] | undefined;
  #outlinks: readonly Outlink[] | undefined;
  #geo: readonly GeoHint[] | undefined;
  #onward: Onward | undefined;
  #outline: PageOutline | undefined;

  constructor(decoded: Decoded, context: PageContext, isByteCut: boolean) {
    this.read = readPage(decoded.text);
    this.#decoded = decoded;
    this.#context = context;
    this.#isByteCut = isByteCut;
    this.#resolver = createResolver(context.url, this.read.head.baseHref);
  }

  get page(): PageFacts {
    this.#facts ??= this.#readFacts();
    return this.#facts;
  }

  get references(): readonly ReferenceObservation[] {
    return this.#references.references;
  }

  get dataImages(): readonly DataImage[] {
    return this.#references.dataImages;
  }

  get imageUrls(): readonly string[] {
    return urlsOfReferences(this.read.drafts, this.#resolver);
  }

  get styleSheets(): readonly string[] {
    const { styleSheets } = this.read.head;
    return [...new Set(styleSheets.flatMap((href) => this.#resolver.resolve(href) ?? []))];
  }

  get links(): readonly PageLink[] {
    this.#links ??= linksOf(this.read, this.#resolver);
    return this.#links;
  }

  get outlinks(): readonly Outlink[] {
    if (this.#context.outlinks === false) return [];
    this.#outlinks ??= this.links.map((link, at) => toOutlink(link, at, this.#captions));
    return this.#outlinks;
  }

  get linkKeys(): string {
    return linkKeysOf(this.links.map(({ url }) => url));
  }

  get jsonLd(): readonly unknown[] {
    return this.read.jsonLd;
  }

  get geo(): readonly GeoHint[] {
    this.#geo ??= positionsOf(this.read, this.#captions);
    return this.#geo;
  }

  get onward(): Onward {
    this.#onward ??= onwardOf(this.read, {
      links: this.links,
      captioner: this.#captions,
      resolver: this.#resolver,
    });
    return this.#onward;
  }

  get outline(): PageOutline {
    this.#outline ??= outlineOf(this.read, {
      references: this.#references.drafts,
      links: this.links,
    });
    return this.#outline;
  }

  get #pageText(): PageText {
    this.#text ??= createPageText(this.read.tree);
    return this.#text;
  }

  get #captions(): Captioner {
    const { tree, figcaptions } = this.read;
    this.#captioner ??= createCaptioner(tree, { text: this.#pageText, root: ROOT, figcaptions });
    return this.#captioner;
  }

  get #pageKey(): PageKey {
    const { url, time } = this.#context;
    this.#key ??= { url, surt: toSurt(url), title: this.read.head.title, time };
    return this.#key;
  }

  get #references(): FinishedReferences {
    this.#finished ??= this.#finishReferences();
    return this.#finished;
  }

  #finishReferences(): FinishedReferences {
    const { read } = this;
    return finishReferences(read.drafts, {
      resolver: this.#resolver,
      placeOf: createPlacer(
        read,
        this.#pageText,
        this.#captions,
        createSaidLicences(read, this.#resolver),
      ),
      page: this.#pageKey,
      imagesInPage: read.imageCount,
    });
  }

  #readFacts(): PageFacts {
    const { read } = this;
    const { status = 0, guessLanguage = true } = this.#context;
    const language = languageOf(declarationsOf(read, this.#context), () =>
      guessLanguage ? sampleOf(read, this.#pageText) : '',
    );
    return {
      kind: 'page',
      ...this.#pageKey,
      status,
      language: language.language,
      charset: this.#decoded.charset,
      images: read.imageCount,
      ogTitle: read.head.ogTitle,
      charsetSource: this.#decoded.source,
      languageSource: language.source,
      canonicalUrl: this.#resolver.resolve(read.head.canonicalHref) ?? '',
      baseUrl: this.#resolver.baseUrl,
      truncated: truncationsOf(read, this.#isByteCut),
    };
  }
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
      const { url, text } = toOutlink(link, position, captioner);
      const { title, rel } = link.draft;
      return { url, text, position, title, rel };
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
