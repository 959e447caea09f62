// One form for the URLs that lead to the same thing.
import { isPlainUrl, parseUrl } from '../../support/parse-url.ts';

/** Parameters that tell sessions apart, not pages. */
const SESSION_KEY = /^(?:jsessionid|phpsessid|aspsessionid\w{0,20}|cftoken|cfid)$/i;
/** `sid` also stands for other things: only long values are sessions. */
const LONG_SESSION_KEY = /^(?:sid|session_?id)$/i;

/** What all addresses with a session have. */
const SESSION = /sess|sid|cf/i;

/**
 * The URL that a crawl knows an address by: as the URL standard writes it, without fragment and session id.
 * `undefined` for what is no http or https URL.
 */
export function canonicalUrl(address: string): string | undefined {
  const mayHaveSession = SESSION.test(address);
  if (!mayHaveSession && isPlainUrl(address)) return address;
  const url = parseUrl(address);
  if (url === undefined || !/^https?:$/.test(url.protocol)) return undefined;
  // Setting a part writes the whole URL anew, and hardly any URL needs it.
  if (url.href.includes('#')) url.hash = '';
  if (!mayHaveSession) return url.href;
  if (/;jsessionid=/i.test(url.href))
    url.pathname = url.pathname.replace(/;jsessionid=[^/;]*/gi, '');
  if (url.search !== '') {
    const kept = url.search
      .slice(1)
      .split('&')
      .filter((pair) => !isSession(pair));
    url.search = kept.join('&');
  }
  return url.href;
}

function isSession(pair: string): boolean {
  const [key = '', value = ''] = pair.split('=', 2);
  return SESSION_KEY.test(key) || (LONG_SESSION_KEY.test(key) && /^[0-9a-z]{16,}$/i.test(value));
}
