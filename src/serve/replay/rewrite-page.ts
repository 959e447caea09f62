// An archived page as it is shown: without scripts, its addresses leading into the archive, with a banner.
import { decodePage } from '../../extract/page/charset.ts';
import { decodeAttribute } from '../../extract/page/entities.ts';
import { CONTENT, type Content, scanHtml } from '../../extract/page/html-scanner.ts';
import {
  type Attributes,
  escapeAttribute,
  lateSourceOf,
  rewriteAttributes,
} from './rewrite-attributes.ts';
import { type CapturePlace, createRewriter, type Rewriter } from './rewrite-context.ts';
import { rewriteCss } from './rewrite-css.ts';
import { openFrames } from './rewrite-frames.ts';
import { TwinImages } from './twin-images.ts';

/** What a page is rewritten with. */
export interface PageContext extends CapturePlace {
  /** Value of the archived `Content-Type` header. */
  readonly contentType: string;
  /** HTML at the top of the page; default none. */
  readonly banner?: string;
}

/** Larger pages are cut here. */
export const MAX_PAGE_BYTES = 16 * 1024 * 1024;

/**
 * Rewrites a page. The page is split into tags and texts by the rules of browsers and written anew from
 * what is known to do no harm: names in plain letters, values between quotes, text without `<`. No element
 * is left in which the same characters are read in another way (`script`, `noscript`, `xmp`, `plaintext` and
 * the like), so that each tag is what it is wherever a browser puts it, and what is safe tag by tag is safe as
 * a whole. Linear in the size of the page; never throws.
 */
export function rewritePage(bytes: Uint8Array, context: PageContext): string {
  const host = /^https?:\/\/[^/:?#]*/i.exec(context.url)?.[0] ?? '';
  const { text } = decodePage(bytes.subarray(0, MAX_PAGE_BYTES), {
    contentType: context.contentType,
    topLevelDomain: host.slice(host.lastIndexOf('.') + 1).toLowerCase(),
  });
  // The first `base` counts for the whole page, also for what stands before it.
  const baseHref = /<base[\s/]/i.test(text) ? findBase(text) : undefined;
  const writer = new PageWriter(text, createRewriter(context, baseHref), context.banner ?? '');
  scanHtml(text, writer);
  return writer.finish();
}

/** Elements that go with all that is in them. */
const DROPPED_WITH_TEXT: ReadonlyMap<string, Content> = new Map<string, Content>([
  ['script', CONTENT.script],
  ['iframe', CONTENT.text],
  ['noembed', CONTENT.text],
  ['noframes', CONTENT.text],
]);

/** Elements of which only the tags go: what is in them is for browsers without plug-ins or scripts. */
const DROPPED_TAGS = new Set([
  ...['noscript', 'object', 'embed', 'applet', 'param', 'base', 'basefont', 'bgsound', 'portal'],
  ...['fencedframe', 'animate', 'animatecolor', 'animatemotion', 'animatetransform', 'set'],
  ...['discard', 'handler', 'listener', 'script', 'iframe', 'noembed', 'noframes', 'frame'],
  ...['frameset', 'plaintext', 'meta', 'link', 'keygen', 'isindex'],
]);

/** Elements that do not end the head of a page. */
const HEAD_NAMES = new Set([
  ...['html', 'head', 'title', 'meta', 'link', 'style', 'base', 'script', 'noscript', 'template'],
]);

const KEPT_OF_FRAMES = ['width', 'height', 'title', 'class', 'id', 'name', 'scrolling', 'align'];

const CONTROLS = new Set(['input', 'button', 'select', 'textarea']);

const PLAIN_NAME = /^[a-z][a-z0-9_:.-]{0,60}$/;

class PageWriter {
  readonly #source: string;
  readonly #rewriter: Rewriter;
  readonly #banner: string;
  #output: string[] = [];
  #attributes = new Map<string, string>();
  /** How the text that comes next is written. */
  #text: 'shown' | 'dropped' | 'style' | 'literal' = 'shown';
  #isBannerDue = true;
  #isStarted = false;
  #foreignDepth = 0;
  /** Text inside `title` does not end the head. */
  #isInTitle = false;
  #isInNoscript = false;
  readonly #twins = new TwinImages();

  constructor(source: string, rewriter: Rewriter, banner: string) {
    this.#source = source;
    this.#rewriter = rewriter;
    this.#banner = banner;
  }

  finish(): string {
    this.#writeBanner();
    return this.#output.join('');
  }

  readonly attribute = (nameStart: number, nameEnd: number, start: number, end: number): void => {
    const name = this.#source.slice(nameStart, nameEnd).toLowerCase();
    // The first of a name counts, as in browsers.
    if (!this.#attributes.has(name)) this.#attributes.set(name, this.#source.slice(start, end));
  };

  readonly startTag = (nameStart: number, nameEnd: number, isSelfClosing: boolean): Content => {
    const name = this.#source.slice(nameStart, nameEnd).toLowerCase();
    const attributes = this.#attributes;
    this.#attributes = new Map();
    this.#isStarted = true;
    this.#text = 'shown';
    if (!HEAD_NAMES.has(name) && name !== 'body') this.#writeBanner();
    if (name === 'svg' || name === 'math') this.#foreignDepth += isSelfClosing ? 0 : 1;
    const content = this.#write(name, attributes, isSelfClosing);
    if (name === 'body') this.#writeBanner();
    return content;
  };

  readonly endTag = (nameStart: number, nameEnd: number): void => {
    const name = this.#source.slice(nameStart, nameEnd).toLowerCase();
    this.#text = 'shown';
    if (name === 'title') this.#isInTitle = false;
    if (name === 'noscript') this.#isInNoscript = false;
    if (name === 'svg' || name === 'math') this.#foreignDepth = Math.max(0, this.#foreignDepth - 1);
    if (name === 'xmp') this.#output.push('</pre>');
    else if (name === 'frameset') this.#output.push('</div>');
    else if (PLAIN_NAME.test(name) && !DROPPED_TAGS.has(name)) this.#output.push(`</${name}>`);
  };

  readonly text = (start: number, end: number): void => {
    if (this.#text === 'dropped') return;
    const text = this.#source.slice(start, end);
    if (this.#text === 'style') {
      this.#output.push(escapeStyle(rewriteCss(withoutCdata(text), this.#rewriter)));
      return;
    }
    if (!this.#isInTitle && /\S/.test(text)) this.#writeBanner();
    // What browsers took for text stays text, in any element, once it has no `<`; literal text has no entities.
    const plain = this.#text === 'literal' ? text.replaceAll('&', '&amp;') : text;
    this.#output.push(plain.replaceAll('<', '&lt;'));
  };

  readonly doctype = (start: number, end: number): void => {
    // Whether a page is shown by the rules of old depends on it.
    const text = this.#source.slice(start, end);
    const isPlain = /^[\s\w"'.:/+()-]{0,300}$/.test(text);
    if (!this.#isStarted) this.#output.push(`<!DOCTYPE${isPlain ? text : ' html'}>\n`);
    this.#isStarted = true;
  };

  readonly isInForeign = (): boolean => this.#foreignDepth > 0;
  readonly isFull = (): boolean => false;

  /** Writes a start tag, or what stands in its place, and says how its content is read. */
  #write(name: string, attributes: Attributes, isSelfClosing: boolean): Content {
    const isForeign = this.#foreignDepth > 0;
    const dropped = DROPPED_WITH_TEXT.get(name);
    if (name === 'iframe' || name === 'frame') this.#writeFrame(name, attributes);
    if (dropped !== undefined) {
      this.#text = 'dropped';
      return isForeign && isSelfClosing ? CONTENT.html : dropped;
    }
    if (name === 'frameset') this.#output.push(openFrames(attributes));
    else if (name === 'meta') this.#writeMeta(attributes);
    else if (name === 'link') this.#writeLink(attributes);
    else if (name === 'plaintext' || name === 'xmp') return this.#writeLiteral(name);
    else if (name === 'img' && this.#isTwin(attributes)) return CONTENT.html;
    else if (PLAIN_NAME.test(name) && !DROPPED_TAGS.has(name)) {
      const disabled = CONTROLS.has(name) && !attributes.has('disabled') ? ' disabled=""' : '';
      const written = rewriteAttributes(name, attributes, this.#rewriter);
      this.#output.push(`<${name}${written}${disabled}${isSelfClosing ? ' /' : ''}>`);
    }
    if (isForeign && isSelfClosing) return CONTENT.html;
    if (name === 'style') this.#text = 'style';
    if (name === 'title') this.#isInTitle = true;
    if (name === 'noscript') this.#isInNoscript = true;
    return name === 'style' || name === 'title' || name === 'textarea'
      ? CONTENT.text
      : CONTENT.html;
  }

  /** Whether an image is the same as one that is shown already, for browsers with or without scripts. */
  #isTwin(attributes: Attributes): boolean {
    const late = lateSourceOf(attributes);
    const source = late ?? (this.#isInNoscript ? attributes.get('src') : undefined);
    const address = source && this.#rewriter.rewrite(decodeAttribute(source), 'image');
    if (!address) return false;
    return this.#twins.isShown(address, this.#isInNoscript ? 'noscript' : 'late');
  }

  /** Elements of old in which tags are text. */
  #writeLiteral(name: 'plaintext' | 'xmp'): Content {
    this.#output.push('<pre>');
    this.#text = 'literal';
    return name === 'xmp' ? CONTENT.text : CONTENT.rest;
  }

  /** Frames show other captures; they hold nothing themselves. */
  #writeFrame(name: 'iframe' | 'frame', attributes: Attributes): void {
    const source = attributes.get('src');
    const address = source && this.#rewriter.rewrite(decodeAttribute(source), 'frame');
    if (!address) return;
    const kept = KEPT_OF_FRAMES.flatMap((attribute) => {
      const value = attributes.get(attribute);
      if (value === undefined) return [];
      return [` ${attribute}="${escapeAttribute(decodeAttribute(value))}"`];
    });
    const place = name === 'frame' ? ' style="width:100%;height:100%;border:0"' : '';
    this.#output.push(
      `<iframe sandbox="" src="${escapeAttribute(address)}"${kept.join('')}${place}></iframe>`,
    );
  }

  /** Of `meta` only the width of the page is kept; others lead away, set cookies or change rules. */
  #writeMeta(attributes: Attributes): void {
    if (decodeAttribute(attributes.get('name') ?? '').toLowerCase() !== 'viewport') return;
    const content = decodeAttribute(attributes.get('content') ?? '');
    this.#output.push(`<meta name="viewport" content="${escapeAttribute(content)}">`);
  }

  /** Of `link` style sheets and icons are kept. */
  #writeLink(attributes: Attributes): void {
    const relations = decodeAttribute(attributes.get('rel') ?? '')
      .toLowerCase()
      .split(/\s+/);
    const isSheet = relations.includes('stylesheet');
    const isIcon = relations.includes('icon') || relations.includes('apple-touch-icon');
    const href = attributes.get('href');
    if (href === undefined || (!isSheet && !isIcon)) return;
    const address = this.#rewriter.rewrite(decodeAttribute(href), isSheet ? 'page' : 'image');
    if (address === undefined || address.startsWith('#')) return;
    const media = decodeAttribute(attributes.get('media') ?? '');
    const alternate = relations.includes('alternate') ? 'alternate ' : '';
    const title = decodeAttribute(attributes.get('title') ?? '');
    this.#output.push(
      `<link rel="${alternate}${isSheet ? 'stylesheet' : 'icon'}" href="${escapeAttribute(address)}"`,
      media && ` media="${escapeAttribute(media)}"`,
      title && ` title="${escapeAttribute(title)}"`,
      '>',
    );
  }

  #writeBanner(): void {
    if (!this.#isBannerDue) return;
    this.#isBannerDue = false;
    this.#output.push(this.#banner);
  }
}

/** What the first `base` element with an address says. */
function findBase(source: string): string | undefined {
  let href: string | undefined;
  let found: string | undefined;
  scanHtml(source, {
    attribute(nameStart, nameEnd, start, end) {
      if (nameEnd - nameStart !== 4 || href !== undefined) return;
      if (source.slice(nameStart, nameEnd).toLowerCase() === 'href')
        href = source.slice(start, end);
    },
    startTag(nameStart, nameEnd) {
      const name = source.slice(nameStart, nameEnd).toLowerCase();
      if (name === 'base' && href !== undefined) found ??= decodeAttribute(href);
      href = undefined;
      if (name === 'script') return CONTENT.script;
      return name === 'style' || name === 'title' ? CONTENT.text : CONTENT.html;
    },
    endTag: () => {},
    text: () => {},
    doctype: () => {},
    isInForeign: () => false,
    isFull: () => found !== undefined,
  });
  return found;
}

/** Inside SVG a style element is read like other content: there must be no entities and no tags. */
function escapeStyle(css: string): string {
  return css.replace(/&(?=[a-z#])/gi, '\\26 ').replace(/<(?=[a-z/!?])/gi, '< ');
}

function withoutCdata(css: string): string {
  return css.includes('<![CDATA[') ? css.replaceAll('<![CDATA[', ' ').replaceAll(']]>', ' ') : css;
}
