// Addresses of archived things: what is asked for below `/web/`, and how links to it are written.
import { toAsciiUrl } from '../../model/surt-escapes.ts';
import { parseUrl } from '../../support/parse-url.ts';
import { schemeOf } from '../web-address.ts';

/**
 * How bytes are wanted, by the names that Waybacks share: shown below our bar (`''`), shown alone as the page in our
 * frame (`mp_`) or as a frame of that page (`if_`), as an image (`im_`), style sheet (`cs_`) or script (`js_`, which is
 * text here), or as they are (`id_`).
 */
export type Modifier = '' | 'mp_' | 'if_' | 'im_' | 'cs_' | 'js_' | 'id_';

/** Modifiers that another one stands for. */
const ALIASES: Readonly<Partial<Record<string, Modifier>>> = { fw_: 'if_' };

/** Whether a capture is shown as a page would be, if it is one. */
export function isShownAsPage(modifier: Modifier): boolean {
  return modifier === '' || modifier === 'mp_' || modifier === 'if_';
}

/** What an address below `/web/` asks for. */
export type ReplayRequest =
  /** One capture; `time` has 1 to 14 digits. */
  | {
      readonly kind: 'capture';
      readonly time: string;
      readonly modifier: Modifier;
      readonly url: string;
    }
  /** The list of captures, of times that begin so; `''`: all. */
  | { readonly kind: 'calendar'; readonly times: string; readonly url: string }
  /** The best capture for the client's `Accept-Datetime`, or the list of all. */
  | { readonly kind: 'gate'; readonly url: string }
  | { readonly kind: 'timemap'; readonly format: 'link' | 'json' | 'cdxj'; readonly url: string }
  /** What came and went between two captures; times of 1 to 14 digits. */
  | { readonly kind: 'difference'; readonly times: readonly [string, string]; readonly url: string }
  /** The addresses below one. */
  | { readonly kind: 'addresses'; readonly url: string };

/** Why an address asks for nothing. */
export type ReplayRefusal = 'too-long' | 'not-web' | 'empty';

/** Longest URL that is looked for. */
export const MAX_URL_LENGTH = 8192;

/** Understands what follows `/web/` in an address, as the client sent it. */
export function parseReplayPath(path: string): ReplayRequest | ReplayRefusal {
  if (path.length > MAX_URL_LENGTH) return 'too-long';
  const timemap = /^timemap\/(link|json|cdxj)\/(.*)$/s.exec(path);
  if (timemap !== null) {
    const [, written, rest = ''] = timemap;
    const format = written as 'link' | 'json' | 'cdxj'; // by the expression
    return ask(rest, (url) => ({ kind: 'timemap', format, url }));
  }
  const difference = /^diff\/(\d{1,14})\/(\d{1,14})\/(.*)$/s.exec(path);
  if (difference !== null) {
    const [, before = '', after = '', rest = ''] = difference;
    return ask(rest, (url) => ({ kind: 'difference', times: [before, after], url }));
  }
  const calendar = /^(\d{0,14})(?:\*|%2A)\/(.*)$/is.exec(path);
  if (calendar !== null) {
    const [, times = '', rest = ''] = calendar;
    const below = /^(.+?)(?:\*|%2A)$/is.exec(rest)?.[1];
    if (below !== undefined) return ask(below, (url) => ({ kind: 'addresses', url }));
    return ask(rest, (url) => ({ kind: 'calendar', times, url }));
  }
  const capture = /^(\d{1,14})(mp_|if_|fw_|im_|cs_|js_|id_)?\/(.*)$/s.exec(path);
  if (capture === null) return ask(path, (url) => ({ kind: 'gate', url }));
  const [, time = '', written = '', rest = ''] = capture;
  const modifier = ALIASES[written] ?? (written as Modifier); // by the expression
  return ask(rest, (url) => ({ kind: 'capture', time, modifier, url }));
}

/**
 * The address of a capture on this server. What the URL holds beside visible ASCII is encoded, and so is
 * all that could end an attribute, a header or a link.
 */
export function toReplayPath(
  basePath: string,
  { time, modifier = '', url }: { time: string; modifier?: Modifier; url: string },
): string {
  return `${basePath}/${time}${modifier}/${toPlainUrl(url)}`;
}

/** A URL in visible ASCII, without its fragment and without quotes, angle brackets and backslashes. */
export function toPlainUrl(url: string): string {
  const hash = url.indexOf('#');
  return toAsciiUrl(hash < 0 ? url : url.slice(0, hash)).replace(
    /[^!$%&'()*+,\-./0-9:;=?@A-Z[\]_a-z~|^]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
}

/**
 * What a router should see in place of an address below `/web/`: archived URLs hold escapes that are no
 * UTF-8 (`caf%E9.jpg`) and that a router refuses. Give it as `rewriteUrl` to the server; `originalUrl` then
 * has the address as it was sent.
 */
export function toRoutableUrl(address: string, basePath = '/web'): string {
  const start = `${basePath}/`;
  if (!address.startsWith(start)) return address;
  return start + encodeURIComponent(address.slice(start.length).replace(/\p{Cs}/gu, '\ufffd'));
}

function ask(rest: string, make: (url: string) => ReplayRequest): ReplayRequest | ReplayRefusal {
  const url = toWebUrl(rest);
  return url === 'not-web' || url === 'empty' ? url : make(url);
}

/** The URL behind the slash: a scheme may be missing, or have lost a slash, or all may be encoded. */
function toWebUrl(rest: string): string {
  let text = rest;
  if (/^https?%3a/i.test(text)) text = decode(text);
  if (text === '') return 'empty';
  const scheme = schemeOf(text);
  if (scheme === undefined) text = `http://${text.replace(/^\/+/, '')}`;
  else if (scheme !== 'http' && scheme !== 'https') return 'not-web';
  else text = text.replace(/^(https?):\/*/i, '$1://');
  return parseUrl(text) === undefined ? 'not-web' : text;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // escapes that are no UTF-8: taken as they are
  }
}
