// The one way to parse a URL that may be wrong.

const ASCII = /^[\0-\x7f]*$/;

/**
 * The URL that an address stands for, resolved against `base` when that is given; `undefined` when it is none.
 *
 * Asking `URL.canParse` first is cheaper than catching, and a page may hold thousands of bad addresses. But Node 20,
 * once it has compiled the call, takes Latin-1 text for UTF-8 and refuses what is valid: such text is not asked about.
 */
export function parseUrl(address: string, base?: string): URL | undefined {
  const isTold = ASCII.test(address) && (base === undefined || ASCII.test(base));
  if (isTold && !URL.canParse(address, base)) return undefined;
  try {
    return new URL(address, base);
  } catch {
    return undefined;
  }
}
