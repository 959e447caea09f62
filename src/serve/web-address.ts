// How an address that somebody typed begins: with a scheme, or with a host at once.

/** What stands before a colon is a host where a port follows: `a.example:8080/` has no scheme. */
const SCHEME = /^([a-z][a-z0-9+.-]*):(?!\d{1,5}(?:[/?#]|$))/i;

/** The scheme of an address in lower case, without its colon; `undefined` where it begins with a host. */
export function schemeOf(address: string): string | undefined {
  return SCHEME.exec(address)?.[1]?.toLowerCase();
}
