// robots.txt by RFC 9309: what the operator of a site asks crawlers to leave alone.

/** What a robots.txt says to one crawler. */
export interface RobotsRules {
  /** Whether a URL may be fetched, given its path with its query. */
  readonly isAllowed: (path: string) => boolean;
  /** Pause between requests that is asked for; 0 where none is. Milliseconds. */
  readonly crawlDelayMs: number;
  /** Addresses of sitemaps, as written. */
  readonly sitemaps: readonly string[];
}

/** Rules where everything may be fetched. */
export const ALLOW_ALL: RobotsRules = { isAllowed: () => true, crawlDelayMs: 0, sitemaps: [] };

/** Rules where nothing may be fetched. */
export const DISALLOW_ALL: RobotsRules = { isAllowed: () => false, crawlDelayMs: 0, sitemaps: [] };

/** The RFC demands 500 KiB at least; nobody needs more. */
const MAX_CHARACTERS = 512 * 1024;
const MAX_RULES = 20_000;
const MAX_SITEMAPS = 1000;
const MAX_PATTERN = 2083;
/** A crawl-delay beyond this is a mistake, or means "go away". */
const MAX_DELAY_MS = 300_000;

/**
 * Reads a robots.txt for the crawler that calls itself `product`, such as `pinakes`. Never throws. Groups for the same
 * name are one; the group for `*` counts only where no other is meant; the longest pattern wins, `Allow` before
 * `Disallow`.
 */
export function parseRobots(text: string, product: string): RobotsRules {
  const groups = { own: new Group(), any: new Group() };
  const sitemaps: string[] = [];
  const wanted = product.toLowerCase();
  let current: Group[] = [];
  let isInNames = false;
  let hasOwn = false;
  for (const line of linesOf(text)) {
    const found = splitLine(line);
    if (found === undefined) continue;
    const { key, value } = found;
    if (key === 'user-agent') {
      if (!isInNames) current = [];
      isInNames = true;
      const name = /^\*(?:\s|$)|^[a-z_-]+/i.exec(value)?.[0].trim().toLowerCase() ?? '';
      if (name === '*') current.push(groups.any);
      else if (name === wanted) {
        hasOwn = true;
        current.push(groups.own);
      }
    } else if (key === 'sitemap') {
      if (sitemaps.length < MAX_SITEMAPS && value !== '') sitemaps.push(value);
    } else if (key === 'allow' || key === 'disallow') {
      isInNames = false;
      for (const group of current) group.add(key === 'allow', value);
    } else if (key === 'crawl-delay') {
      isInNames = false;
      for (const group of current) group.delay(value);
    }
  }
  const group = hasOwn ? groups.own : groups.any;
  return {
    isAllowed: (path) => group.isAllowed(path),
    crawlDelayMs: group.delayMs,
    sitemaps,
  };
}

interface Rule {
  readonly isAllow: boolean;
  /** Octets of the pattern: the more, the more it counts. */
  readonly length: number;
  readonly parts: readonly string[];
  readonly isAnchored: boolean;
}

class Group {
  delayMs = 0;
  readonly #rules: Rule[] = [];

  add(isAllow: boolean, value: string): void {
    const isUsable = value.length <= MAX_PATTERN && /^[/*]/.test(value);
    if (!isUsable || this.#rules.length >= MAX_RULES) return; // an empty pattern says nothing
    const pattern = normalize(value);
    const isAnchored = pattern.endsWith('$');
    const parts = (isAnchored ? pattern.slice(0, -1) : pattern).split(/\*+/);
    this.#rules.push({ isAllow, length: pattern.length, parts, isAnchored });
  }

  delay(value: string): void {
    const seconds = Number(value);
    if (!(seconds >= 0)) return;
    this.delayMs = Math.max(this.delayMs, Math.min(seconds * 1000, MAX_DELAY_MS));
  }

  isAllowed(path: string): boolean {
    if (path === '/robots.txt') return true;
    const target = normalize(path.slice(0, 4 * MAX_PATTERN));
    let best: Rule | undefined;
    for (const rule of this.#rules) {
      const isBetter =
        best === undefined ||
        rule.length > best.length ||
        (rule.length === best.length && rule.isAllow);
      if (isBetter && matches(rule, target)) best = rule;
    }
    return best?.isAllow ?? true;
  }
}

/** Each part is looked for behind the one before; the first stands at the start. Linear in the path for each part. */
function matches({ parts, isAnchored }: Rule, path: string): boolean {
  const [first = '', ...others] = parts;
  if (!path.startsWith(first)) return false;
  let at = first.length;
  const last = others.length - 1;
  for (const [index, part] of others.entries()) {
    if (isAnchored && index === last) return path.length - part.length >= at && path.endsWith(part);
    const found = path.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return !isAnchored || at === path.length;
}

/** Octets in one form: unreserved ones plain, all others that are escaped in upper case, non-ASCII escaped. */
function normalize(text: string): string {
  if (/^[\w\-.~/?=&*$:+,;!@]*$/.test(text)) return text;
  return text
    .replace(/[^\0-\x7f]+/g, encodeLoosely)
    .replace(/%([0-9a-f]{2})/gi, (octet, hex: string) => {
      const character = String.fromCharCode(Number.parseInt(hex, 16));
      return /[\w\-.~]/.test(character) ? character : octet.toUpperCase();
    });
}

function encodeLoosely(text: string): string {
  return Buffer.from(text).toString('hex').toUpperCase().replace(/../g, '%$&');
}

function* linesOf(text: string): Generator<string> {
  const source = text.slice(0, MAX_CHARACTERS).replace(/^\ufeff/, '');
  for (const line of source.split(/\r\n|\r|\n/)) yield line;
}

/** Key and value of a line. A missing colon is forgiven when there are exactly two words, as Google does. */
function splitLine(line: string): { readonly key: string; readonly value: string } | undefined {
  const hash = line.indexOf('#');
  const bare = (hash < 0 ? line : line.slice(0, hash)).trim();
  const colon = bare.indexOf(':');
  if (colon > 0) {
    const name = bare.slice(0, colon).trim().toLowerCase();
    return { key: KEYS.get(name) ?? name, value: bare.slice(colon + 1).trim() };
  }
  const words = bare.split(/[ \t]+/);
  const [name = '', value = ''] = words;
  return words.length === 2 && KEYS.has(name.toLowerCase())
    ? { key: KEYS.get(name.toLowerCase()) ?? '', value }
    : undefined;
}

/** Keys and the misspellings that are met most often. */
const KEYS: ReadonlyMap<string, string> = new Map([
  ...['user-agent', 'useragent', 'user agent'].map((key) => [key, 'user-agent'] as const),
  ...['disallow', 'dissallow', 'dissalow', 'disalow', 'diasllow', 'disallaw'].map(
    (key) => [key, 'disallow'] as const,
  ),
  ['allow', 'allow'],
  ...['sitemap', 'site-map'].map((key) => [key, 'sitemap'] as const),
  ...['crawl-delay', 'crawldelay'].map((key) => [key, 'crawl-delay'] as const),
]);
