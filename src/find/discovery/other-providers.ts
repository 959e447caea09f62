// Wikis, lists of addresses, and indexes of web archives as places to learn where to start.
import { toUrlTokens } from '../../model/url-tokens.ts';
import { keywordsOf } from '../keyword-scan.ts';
import { type FoundPage, MAX_ANSWERS, member, type Provider } from './provider.ts';
import { withParameters } from './web-engines.ts';

const WIKI_LIMIT = 50;
const CDX_LIMIT = 2000;
/** Servers name the field of the media type differently, so that addresses have to tell. */
const NOT_A_PAGE =
  /\.(?:jpe?g|png|gif|webp|avif|svg|ico|css|js|json|xml|txt|pdf|zip|mp[34]|woff2?)(?:\?|$)/i;

/** Any MediaWiki by the address of its `api.php`. */
export function createMediaWiki(name: string, address: string): Provider {
  return {
    name,
    requestFor: ({ keywords }, page) =>
      page >= 10
        ? undefined
        : {
            url: withParameters(address, {
              action: 'query',
              format: 'json',
              generator: 'search',
              gsrsearch: keywords.map(({ text }) => text).join(' '),
              gsrlimit: String(WIKI_LIMIT),
              gsroffset: String(page * WIKI_LIMIT),
              prop: 'info',
              inprop: 'url',
            }),
          },
    parse: (body) => {
      const pages = member(JSON.parse(body), 'query', 'pages');
      if (typeof pages !== 'object' || pages === null) return [];
      return Object.values(pages)
        .slice(0, MAX_ANSWERS)
        .map((page: unknown) => ({
          url: member(page, 'fullurl'),
          title: member(page, 'title'),
          index: member(page, 'index'),
        }))
        .sort((a, b) => Number(a.index) - Number(b.index))
        .flatMap(({ url, title }) =>
          typeof url === 'string' && /^https?:\/\//i.test(url)
            ? [{ url, title: typeof title === 'string' ? title : '' }]
            : [],
        );
    },
  };
}

/** A text with an address on each line; what follows an address is its title. */
export function createList(name: string, address: string): Provider {
  return {
    name,
    requestFor: (_, page) => (page === 0 ? { url: address } : undefined),
    parse: (body) =>
      body.split(/\r?\n/).flatMap((line): FoundPage[] => {
        const [, url = '', title = ''] = /^\s*(https?:\/\/\S+)\s*(.*)$/i.exec(line) ?? [];
        return url === '' ? [] : [{ url, title }];
      }),
  };
}

/**
 * A CDX server, such as the index of Common Crawl, of an archive, or of Pinakes. It knows hosts rather than words: those
 * of `site:` and of the seeds are asked about one after the other, and pages whose address holds keywords come first.
 */
export function createCdx(name: string, address: string): Provider {
  return {
    name,
    requestFor: (_, page, hosts) => {
      const host = hosts[page];
      if (host === undefined) return undefined;
      return {
        url: withParameters(address, {
          url: `${host}/*`,
          output: 'json',
          collapse: 'urlkey',
          limit: String(CDX_LIMIT),
        }),
      };
    },
    parse: (body, { keywords }) =>
      readCdxUrls(body)
        .filter((url) => !NOT_A_PAGE.test(url))
        .map((url) => ({
          url,
          title: '',
          hits: keywordsOf(toUrlTokens(url).join(' '), keywords, '').size,
        }))
        .filter(({ hits }) => hits > 0)
        .sort((a, b) => b.hits - a.hits)
        .slice(0, MAX_ANSWERS)
        .map(({ url, title }) => ({ url, title })),
  };
}

/** Addresses in an answer of a CDX server: an array of arrays with names first, or an object on each line. */
function readCdxUrls(body: string): string[] {
  const text = body.trim();
  if (text.startsWith('[')) {
    const rows: unknown = JSON.parse(text);
    const [names, ...lines] = Array.isArray(rows) ? (rows as unknown[]) : [];
    const at = Array.isArray(names)
      ? names.findIndex((name) => /^(?:original|url)$/.test(String(name)))
      : -1;
    if (at >= 0) return distinct(lines.map((line) => (Array.isArray(line) ? line[at] : '')));
    return distinct(
      [names, ...lines].map((line) => member(line, 'url') ?? member(line, 'original')),
    );
  }
  return distinct(
    text
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => {
        const entry: unknown = JSON.parse(line);
        return member(entry, 'url') ?? member(entry, 'original');
      }),
  );
}

function distinct(urls: readonly unknown[]): string[] {
  const found = urls.filter(
    (url): url is string => typeof url === 'string' && /^https?:/i.test(url),
  );
  return [...new Set(found)];
}
