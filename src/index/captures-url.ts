// URLs of captures by their SURT: the key and a number say most of them, the others are stored as they are.

/** What is stored of a URL under its key: which of the usual URLs of the key it is, or its text. */
export type StoredUrl = number | string;

/** How a usual URL begins, by number: part of the format. */
const STARTS = ['http://', 'https://', 'http://www.', 'https://www.'];
/** Added to the number of the start: the URL has a slash at its end that the key has not. */
const WITH_SLASH = 4;

/** What is stored of a URL. */
export function toStoredUrl(surt: string, url: string): StoredUrl {
  const isHttps = url.startsWith('https://');
  const hasWww = url.startsWith('www.', isHttps ? 8 : 7);
  const start = (isHttps ? 1 : 0) + (hasWww ? 2 : 0);
  const form = url.endsWith('/') && !surt.endsWith('/') ? start + WITH_SLASH : start;
  return fromStoredUrl(surt, form) === url ? form : url;
}

/** The URL again. */
export function fromStoredUrl(surt: string, stored: StoredUrl): string {
  if (typeof stored === 'string') return stored;
  const url = (STARTS[stored % WITH_SLASH] ?? '') + toPlace(surt);
  return stored >= WITH_SLASH ? `${url}/` : url;
}

/** What the URLs of a key have behind the scheme: host and path. A key that is not of a host is its own. */
function toPlace(surt: string): string {
  const close = surt.indexOf(')');
  if (close < 0) return surt;
  const host = surt.slice(0, close);
  const [names = '', port] = host.split(':', 2);
  const turned = names.split(',').reverse().join('.');
  return turned + (port === undefined ? '' : `:${port}`) + surt.slice(close + 1);
}
