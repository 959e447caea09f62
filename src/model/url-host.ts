// The host of a URL, as documents are filtered and counted by it.

/** Longer names cannot be resolved (RFC 1035, section 2.3.4). */
const MAX_HOST_LENGTH = 253;

/** URLs whose host is a plain name: nearly all. */
const PLAIN_HOST = /^https?:\/\/([a-z0-9._-]+)(?::\d*)?(?:[/?#]|$)/i;

/** The host of a URL in lower case, without port; `''` where there is none. */
export function toHost(url: string): string {
  const host = PLAIN_HOST.exec(url)?.[1] ?? parsedHost(url);
  return host.length > MAX_HOST_LENGTH ? '' : host.toLowerCase();
}

function parsedHost(url: string): string {
  try {
    return new URL(url).hostname;
  } catch {
    return ''; // not a URL
  }
}
