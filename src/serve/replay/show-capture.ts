// What a client gets for an archived response: a rewritten page or style sheet, or bytes of a safe type.

import { sniffImage } from '../../extract/image/formats.ts';
import { canonicalCharset, decodePage } from '../../extract/page/charset.ts';
import type { Loaded } from './load-capture.ts';
import { isShownAsPage, type Modifier } from './replay-url.ts';
import { type CapturePlace, createRewriter } from './rewrite-context.ts';
import { rewriteCss } from './rewrite-css.ts';
import { rewritePage } from './rewrite-page.ts';

/** A body with the type it is sent as. */
export interface Shown {
  readonly type: string;
  readonly body: Buffer | string;
  /** Browsers should keep it as a file: they could not show it, or should not. */
  readonly isDownload: boolean;
  /** Fonts need a word that other origins may use them: the page that does has none. */
  readonly isFont: boolean;
}

/** What is to be shown, and how. */
export interface ShowRequest extends Pick<Loaded, 'mime' | 'contentType'> {
  /** The body; of one that is not rewritten its start is enough. */
  readonly bytes: Buffer;
  readonly place: CapturePlace;
  readonly modifier: Modifier;
  /** HTML at the top of a page. */
  readonly banner: string;
}

/** Makes the answer to a request for a capture. Pure. */
export function showCapture(request: ShowRequest): Shown {
  const { mime, contentType, bytes, place, modifier, banner } = request;
  const kind = rewrittenKind(request);
  if (kind === 'page') {
    const page = rewritePage(bytes, { ...place, contentType, banner });
    return shown('text/html; charset=utf-8', page);
  }
  if (kind === 'sheet') {
    const { text } = decodePage(bytes, { contentType, topLevelDomain: '' });
    return shown('text/css; charset=utf-8', rewriteCss(text, createRewriter(place)));
  }
  const image = sniffImage(bytes);
  if (image !== undefined && isShowable(image.mime, mime)) return shown(image.mime, bytes);
  if (isShownAsPage(modifier) && PLAYABLE.test(mime)) {
    return { ...shown(mime, bytes), isFont: mime.includes('font') };
  }
  if (modifier !== 'im_' && TEXT.test(mime)) {
    return shown(`text/plain${charsetOf(contentType)}`, bytes);
  }
  return { ...shown('application/octet-stream', bytes), isDownload: true };
}

/** What has to be written anew before it can be shown; `undefined`: nothing. */
export function rewrittenKind({
  mime,
  bytes,
  place,
  modifier,
}: Omit<ShowRequest, 'banner' | 'contentType'>): 'page' | 'sheet' | undefined {
  if (modifier === 'cs_') return 'sheet';
  if (!isShownAsPage(modifier)) return undefined;
  const isPlain = mime === '' || mime === 'text/plain';
  if (mime.includes('html') || (isPlain && looksLikeHtml(bytes))) return 'page';
  const isSheetName = /\.css(?:$|[?#])/i.test(place.url);
  return mime === 'text/css' || (isPlain && isSheetName) ? 'sheet' : undefined;
}

/** Sound, films and fonts: nothing in them is a document. */
const PLAYABLE =
  /^(?:audio|video|font)\/[a-z0-9.+-]{1,60}$|^application\/(?:x-)?font-[a-z0-9-]{1,30}$|^application\/vnd\.ms-fontobject$/;
const TEXT =
  /^(?:text\/|application\/(?:[a-z0-9.+-]*\+)?(?:json|xml|javascript|ecmascript|x-javascript)$)/;

function shown(type: string, body: Buffer | string): Shown {
  return { type, body, isDownload: false, isFont: false };
}

/** An SVG is text too: it is one only where the server said so, or said nothing. */
function isShowable(sniffed: string, declared: string): boolean {
  if (sniffed !== 'image/svg+xml') return true;
  return declared === '' || declared.startsWith('image/') || declared.endsWith('xml');
}

function charsetOf(contentType: string): string {
  const label = /charset\s*=\s*["']?([\w-]{1,40})/i.exec(contentType)?.[1];
  const charset = canonicalCharset(label);
  return charset === undefined ? '' : `; charset=${charset}`;
}

function looksLikeHtml(bytes: Buffer): boolean {
  const start = bytes.toString('latin1', 0, 512).trimStart();
  return /^(?:\xef\xbb\xbf)?<(?:!doctype html|html|head|body|title)\b/i.test(start);
}
