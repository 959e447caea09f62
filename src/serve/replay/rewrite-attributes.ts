// Attributes of archived pages: which stay, which are rewritten, which go.
import { decodeAttribute } from '../../extract/page/entities.ts';
import { parseSrcset } from '../../extract/page/srcset.ts';
import type { Purpose, Rewriter } from './rewrite-context.ts';
import { rewriteCss } from './rewrite-css.ts';

/** Attributes of one start tag, names in lower case, values as written. The first of a name counts. */
export type Attributes = ReadonlyMap<string, string>;

/**
 * The attributes of an element as it is shown, each with a blank before it. Every value is decoded and
 * written anew between double quotes, and every name is plain, so that a browser reads exactly this.
 */
export function rewriteAttributes(
  element: string,
  attributes: Attributes,
  rewriter: Rewriter,
): string {
  let output = '';
  for (const [name, raw] of withLazyImages(element, attributes)) {
    const value = rewriteValue(element, name, raw, rewriter);
    if (value !== undefined) output += ` ${name}="${escapeAttribute(value)}"`;
  }
  return output;
}

/** A text between double quotes of HTML. */
export function escapeAttribute(text: string): string {
  return text.replace(/[&"<>]/g, (character) => ENTITIES[character] ?? '');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '"': '&quot;',
  '<': '&lt;',
  '>': '&gt;',
};

const PLAIN_NAME = /^[a-z][a-z0-9_:.-]{0,60}$/;

/** What scripts, forms, frames and the network are steered by, and addresses nobody follows. */
const DROPPED = new Set([
  ...['action', 'allow', 'allowfullscreen', 'archive', 'attributionsrc', 'autofocus', 'autoplay'],
  ...['cite', 'classid', 'code', 'codebase', 'content', 'contenteditable', 'crossorigin', 'csp'],
  ...['data', 'download', 'dynsrc', 'enctype', 'form', 'formaction', 'formenctype', 'formmethod'],
  ...['formnovalidate', 'formtarget', 'fetchpriority', 'http-equiv', 'imagesizes', 'imagesrcset'],
  ...['integrity', 'is', 'itemid', 'itemtype', 'longdesc', 'lowsrc', 'manifest', 'method', 'nonce'],
  ...['ping', 'profile', 'referrerpolicy', 'rel', 'sandbox', 'srcdoc', 'target', 'xml:base'],
  ...['from', 'to', 'by', 'values', 'attributename', 'begin', 'end'],
]);

/** Where the image of an element that a script would load later is written. */
const LAZY_SOURCES = ['data-src', 'data-original', 'data-lazy-src', 'data-lazy', 'data-srcset'];

/** The address of an `img` that a script would load later; `undefined` where it has one of its own. Undecoded. */
export function lateSourceOf(attributes: Attributes): string | undefined {
  const source = attributes.get('src') ?? '';
  if (source !== '' && !/^\s*data:/i.test(source)) return undefined;
  return LAZY_SOURCES.slice(0, -1).flatMap((name) => attributes.get(name) ?? [])[0];
}

/** Without scripts a lazy image would never come: its real address takes the place of the placeholder. */
function withLazyImages(element: string, attributes: Attributes): Attributes {
  if (element !== 'img' || !LAZY_SOURCES.some((name) => attributes.has(name))) return attributes;
  const changed = new Map(attributes);
  const later = lateSourceOf(attributes);
  if (later !== undefined) changed.set('src', later);
  const set = attributes.get('data-srcset');
  if (set !== undefined && !attributes.has('srcset')) changed.set('srcset', set);
  return changed;
}

/** The value to show; `undefined` where the attribute goes. */
function rewriteValue(
  element: string,
  name: string,
  raw: string,
  rewriter: Rewriter,
): string | undefined {
  if (!PLAIN_NAME.test(name) || name.startsWith('on') || DROPPED.has(name)) return undefined;
  const value = decodeAttribute(raw);
  switch (name) {
    case 'href':
    case 'xlink:href':
      return rewriteHref(element, value, rewriter);
    case 'src':
      return rewriteSource(element, value, rewriter);
    case 'srcset':
      return rewriteSrcset(value, rewriter);
    case 'poster':
    case 'background':
      return rewriter.rewrite(value, 'image');
    case 'style':
      return rewriteCss(value, rewriter);
    case 'usemap':
      return value.startsWith('#') ? value : undefined;
    default:
      return isScript(value) ? undefined : value;
  }
}

const LINKS = new Set(['a', 'area']);

function rewriteHref(element: string, value: string, rewriter: Rewriter): string | undefined {
  if (LINKS.has(element)) return rewriter.rewrite(value, 'page');
  if (element === 'image' || element === 'feimage') return rewriter.rewrite(value, 'image');
  // Elsewhere (`use`, gradients, MathML) only parts of the same document are meant.
  return value.trim().startsWith('#') ? rewriter.rewrite(value, 'page') : undefined;
}

const SOURCES: ReadonlyMap<string, Purpose> = new Map([
  ['img', 'image'],
  ['image', 'image'],
  ['input', 'image'],
  ['audio', 'resource'],
  ['video', 'resource'],
  ['source', 'resource'],
  ['track', 'resource'],
]);

function rewriteSource(element: string, value: string, rewriter: Rewriter): string | undefined {
  const purpose = SOURCES.get(element);
  if (purpose === undefined || value.trim().startsWith('#')) return undefined;
  return rewriter.rewrite(value, purpose);
}

function rewriteSrcset(value: string, rewriter: Rewriter): string | undefined {
  const candidates = parseSrcset(value).flatMap(({ url, descriptor }) => {
    const address = rewriter.rewrite(url, 'image');
    if (address === undefined) return [];
    // A comma at the end of an address would part candidates.
    return [`${address.replace(/,$/, '%2C')} ${descriptor.replace(/[^\w. +-]/g, '')}`.trim()];
  });
  return candidates.length === 0 ? undefined : candidates.join(', ');
}

/** No attribute but those above holds an address; one that holds such a thing is up to no good. */
function isScript(value: string): boolean {
  return /^(?:java|vb|live)script:|^data:text\/html/i.test(
    value.slice(0, 200).replace(/[\0- ]/g, ''),
  );
}
