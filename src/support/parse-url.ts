// The one way to parse a URL that may be wrong.

const ASCII = /^[\0-\x7f]*$/;

/** A host of plain lower-case labels that is no number, a path and query of plain characters. */
const PLAIN =
  /^https?:\/\/(?:[a-z0-9_-]+\.)+[a-z][a-z0-9]*\/[\w\-.~!$&()*+,;=:@%/]*(?:\?[\w\-.~!$&()*+,;=:@%/?]*)?$/;
/** Dot segments, escaped dots and encoded host names are left to the URL parser. */
const NEEDS_CARE = /\/\.|^\.|%2e|xn--/i;

/** Whether an absolute http or https URL without a fragment surely has the form that the URL standard would give it. */
export function isPlainUrl(address: string): boolean {
  return PLAIN.test(address) && !mayNeedCare(address);
}

/** Whether an address has something that only the URL parser can judge. */
export function mayNeedCare(address: string): boolean {
  return NEEDS_CARE.test(address);
}

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
