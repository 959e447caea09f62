// Which pages belong to a crawl.
import { getDomain } from 'tldts';
import { PinakesError } from '../../support/errors.ts';

/** How far from the seeds a crawl goes. */
export const SCOPES = ['any', 'domain', 'host', 'prefix'] as const;

/** One of them: everywhere, the domains of the seeds, their hosts, or what starts like a seed. */
export type ScopeKind = (typeof SCOPES)[number];

/** What is in and out. */
export interface ScopeOptions {
  /** Default `any`. */
  readonly kind?: ScopeKind;
  /** Regular expressions: one of them must match; default all match. */
  readonly include?: readonly string[];
  /** Regular expressions: none of them may match. */
  readonly exclude?: readonly string[];
  /** Links that may be followed outside the scope, from its border on. Default 0. */
  readonly hops?: number;
}

/** Tells how far outside a link is. */
export interface Scope {
  /** Links outside the scope up to and with this one, given those up to its page; `undefined` when it is too far. */
  readonly hopsOf: (url: string, pageHops: number) => number | undefined;
}

/** The scope of a crawl from its seeds. Throws `USAGE` for a regular expression that is none. */
export function createScope(seeds: readonly string[], options: ScopeOptions = {}): Scope {
  const { kind = 'any', hops = 0 } = options;
  const include = (options.include ?? []).map(toRegExp);
  const exclude = (options.exclude ?? []).map(toRegExp);
  const isNear = nearTest(seeds, kind);
  return {
    hopsOf: (url, pageHops) => {
      const target = url.slice(0, 2083);
      if (exclude.some((pattern) => pattern.test(target))) return undefined;
      if (include.length > 0 && !include.some((pattern) => pattern.test(target))) return undefined;
      if (isNear(url)) return 0;
      return pageHops < hops ? pageHops + 1 : undefined;
    },
  };
}

/** The domain that somebody registered, such as `example.co.uk`; the host where there is none. */
export function domainOf(url: string): string {
  return getDomain(url, { allowPrivateDomains: true }) ?? hostOf(url);
}

function nearTest(seeds: readonly string[], kind: ScopeKind): (url: string) => boolean {
  if (kind === 'any') return () => true;
  if (kind === 'prefix') {
    const folders = seeds.map((seed) => seed.replace(/[?#].*$/s, '').replace(/[^/]*$/, ''));
    return (url) => folders.some((folder) => url.startsWith(folder));
  }
  const keyOf = kind === 'host' ? hostOf : domainOf;
  const keys = new Set(seeds.map(keyOf));
  return (url) => keys.has(keyOf(url));
}

function hostOf(url: string): string {
  return /^https?:\/\/([^/?#:]*)/i.exec(url)?.[1]?.toLowerCase() ?? '';
}

function toRegExp(source: string): RegExp {
  try {
    return new RegExp(source, 'i');
  } catch (cause) {
    const detail = `${JSON.stringify(source)} is not a regular expression.`;
    throw new PinakesError('USAGE', { command: 'crawl', detail }, { cause });
  }
}
