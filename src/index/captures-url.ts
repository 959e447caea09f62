// URLs of captures by their SURT: the key and a few bits say nearly every one of them.
import { numberLength, readNumber, writeNumber } from './captures-bytes.ts';

/** How a URL comes of its key. */
export const URL_MODES = { built: 0, capitals: 1, tail: 2, asBefore: 3 } as const;

/** What a URL differs in from the usual one of its key: bits of a byte. */
const HTTPS = 1;
const WWW = 2;
const SLASH = 4;

const STARTS = ['http://', 'https://', 'http://www.', 'https://www.'];

/** A URL as it is stored. */
export interface StoredUrl {
  readonly mode: number;
  /** Three bits. */
  readonly form: number;
  /** `capitals`: where letters are upper case. `tail`: how much of the built URL stands before `tail`. */
  readonly places: readonly number[];
  readonly tail: string;
}

const NOWHERE: readonly number[] = [];

/** What is stored of a URL under its key. */
export function toStoredUrl(place: string, url: string): StoredUrl {
  const isHttps = url.startsWith('https://');
  const hasWww = url.startsWith('www.', isHttps ? 8 : 7);
  const start = (isHttps ? HTTPS : 0) | (hasWww ? WWW : 0);
  const head = STARTS[start] ?? '';
  if (url.length === head.length + place.length && url.startsWith(head) && url.endsWith(place)) {
    return { mode: URL_MODES.built, form: start, places: NOWHERE, tail: '' };
  }
  const form = url.endsWith('/') && !place.endsWith('/') ? start | SLASH : start;
  return compare(buildUrl(place, form), url, form);
}

/** What a URL differs in from the built one: in capitals only, or in its end. */
function compare(built: string, url: string, form: number): StoredUrl {
  const places: number[] = [];
  let common = 0;
  for (; common < url.length; common++) {
    const code = url.charCodeAt(common);
    const expected = built.charCodeAt(common);
    if (code === expected) continue;
    if (code < 0x41 || code > 0x5a || code + 0x20 !== expected) break;
    places.push(common);
  }
  if (common === url.length && url.length === built.length) {
    const mode = places.length === 0 ? URL_MODES.built : URL_MODES.capitals;
    return { mode, form, places, tail: '' };
  }
  const same = places[0] ?? common;
  // Half a character cannot be stored.
  const before = built.charCodeAt(same - 1);
  const cut = before >= 0xd800 && before <= 0xdbff ? same - 1 : same;
  return { mode: URL_MODES.tail, form, places: [cut], tail: url.slice(cut) };
}

/** What the URLs of a key have behind the scheme: host and path. A key that is not of a host is its own. */
export function toUrlPlace(surt: string): string {
  const close = surt.indexOf(')');
  if (close < 0) return surt;
  return turnHost(surt.slice(0, close)) + surt.slice(close + 1);
}

/** The host turned last: neighbours in the index mostly share it. */
let lastHost = '';
let lastTurned = '';

function turnHost(host: string): string {
  if (host === lastHost) return lastTurned;
  const colon = host.indexOf(':');
  const name = colon < 0 ? host : host.slice(0, colon);
  lastTurned = name.split(',').reverse().join('.') + (colon < 0 ? '' : host.slice(colon));
  lastHost = host;
  return lastTurned;
}

/** The usual URL of a key in one of its forms. */
export function buildUrl(place: string, form: number): string {
  const url = (STARTS[form & (HTTPS | WWW)] ?? '') + place;
  return form & SLASH ? `${url}/` : url;
}

/** Most bytes that a stored URL takes. */
export function maxUrlBytes({ places, tail }: StoredUrl): number {
  return 16 + places.length * 8 + tail.length * 3;
}

/** Writes what is not in mode and form; gives where it ends. */
export function writeUrl(bytes: Buffer, at: number, { mode, places, tail }: StoredUrl): number {
  if (mode === URL_MODES.tail) {
    const end = writeNumber(bytes, at, places[0] ?? 0);
    const text = writeNumber(bytes, end, Buffer.byteLength(tail));
    return text + bytes.write(tail, text);
  }
  if (mode !== URL_MODES.capitals) return at;
  let end = writeNumber(bytes, at, places.length);
  let before = 0;
  for (const place of places) {
    end = writeNumber(bytes, end, place - before);
    before = place;
  }
  return end;
}

/** Where what `writeUrl` wrote ends. */
export function urlEnd(bytes: Buffer, at: number, mode: number): number {
  if (mode === URL_MODES.tail) {
    const length = at + numberLength(bytes[at] ?? 0);
    return length + numberLength(bytes[length] ?? 0) + readNumber(bytes, length);
  }
  if (mode !== URL_MODES.capitals) return at;
  let end = at + numberLength(bytes[at] ?? 0);
  for (let left = readNumber(bytes, at); left > 0 && end < bytes.length; left--) {
    end += numberLength(bytes[end] ?? 0);
  }
  return end;
}

/** Reads a URL of the mode `capitals` or `tail`; `built` is the usual one of its key. */
export function readUrl(bytes: Buffer, at: number, mode: number, built: string): string {
  const first = readNumber(bytes, at);
  let next = at + numberLength(bytes[at] ?? 0);
  if (mode === URL_MODES.tail) {
    const start = next + numberLength(bytes[next] ?? 0);
    const tail = bytes.toString('utf8', start, start + readNumber(bytes, next));
    return built.slice(0, first) + tail;
  }
  let url = '';
  let done = 0;
  let place = 0;
  for (let left = first; left > 0 && next < bytes.length; left--) {
    place += readNumber(bytes, next);
    next += numberLength(bytes[next] ?? 0);
    url += built.slice(done, place) + built.charAt(place).toUpperCase();
    done = place + 1;
  }
  return url + built.slice(done);
}
