// Search engines of the web: SearXNG, and APIs in the manner of Brave and Bing that take a key.
import { member, type Provider, toFoundPages } from './provider.ts';

/** Pages of answers that an engine is asked for. */
const MAX_PAGES = 20;

/** A SearXNG instance with its JSON format switched on. */
export function createSearxng(name: string, address: string): Provider {
  return {
    name,
    requestFor: ({ engineText }, page) =>
      page >= MAX_PAGES
        ? undefined
        : {
            url: withParameters(address, {
              q: engineText,
              format: 'json',
              pageno: String(page + 1),
            }),
          },
    parse: (body) => toFoundPages(member(JSON.parse(body), 'results'), NAMES.url),
  };
}

/** Brave's web search API: answers in `web.results`, key in a header. */
export function createBrave(name: string, address: string, key: string): Provider {
  return {
    name,
    requestFor: ({ engineText }, page) =>
      page >= 10
        ? undefined
        : {
            url: withParameters(address, { q: engineText, count: '20', offset: String(page) }),
            headers: { accept: 'application/json', 'x-subscription-token': key },
          },
    parse: (body) => toFoundPages(member(JSON.parse(body), 'web', 'results'), NAMES.url),
  };
}

/** Bing's web search API and those made like it: answers in `webPages.value`, key in a header. */
export function createBing(name: string, address: string, key: string): Provider {
  return {
    name,
    requestFor: ({ engineText }, page) =>
      page >= MAX_PAGES
        ? undefined
        : {
            url: withParameters(address, {
              q: engineText,
              count: '50',
              offset: String(page * 50),
            }),
            headers: { accept: 'application/json', 'ocp-apim-subscription-key': key },
          },
    parse: (body) =>
      toFoundPages(member(JSON.parse(body), 'webPages', 'value'), { url: 'url', title: 'name' }),
  };
}

/** An address with parameters added to those it has. */
export function withParameters(
  address: string,
  parameters: Readonly<Record<string, string>>,
): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

const NAMES = { url: { url: 'url', title: 'title' } } as const;
