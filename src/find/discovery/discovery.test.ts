import { describe, expect, it } from 'vitest';
import { toFindQuery } from '../find-query.ts';
import { chooseProvider } from './choose-provider.ts';
import { mergeAnswers } from './merge-answers.ts';

const query = toFindQuery('old castle site:example.org -toy');
const provide = (text: string) =>
  chooseProvider(text, { PINAKES_BRAVE_KEY: 'k1', PINAKES_BING_KEY: 'k2' }).provider;
const urls = (pages: readonly { readonly url: string }[]) => pages.map(({ url }) => url);

describe('providers', () => {
  it('ask SearXNG page by page', () => {
    const provider = provide('searxng=http://search.test/search');
    expect(provider.requestFor(query, 1, [])?.url).toBe(
      'http://search.test/search?q=old+castle+site%3Aexample.org+-toy&format=json&pageno=2',
    );
    const body = JSON.stringify({ results: [{ url: 'http://a.test/', title: 'A' }, { url: 7 }] });
    expect(provider.parse(body, query)).toEqual([{ url: 'http://a.test/', title: 'A' }]);
    expect(() => provider.parse('<html>', query)).toThrow();
  });

  it('send keys in headers, never in addresses', () => {
    const brave = provide('brave=https://api.test/web').requestFor(query, 0, []);
    expect(brave?.headers).toMatchObject({ 'x-subscription-token': 'k1' });
    const bing = provide('bing=https://api.test/v7').requestFor(query, 0, []);
    expect(bing?.headers).toMatchObject({ 'ocp-apim-subscription-key': 'k2' });
    expect(`${brave?.url}${bing?.url}`).not.toMatch(/k[12]/);
    expect(() => chooseProvider('brave=https://api.test/', {})).toThrow('PINAKES_BRAVE_KEY');
    const answers = { webPages: { value: [{ url: 'http://b.test/', name: 'B' }] } };
    expect(provide('bing=https://api.test/').parse(JSON.stringify(answers), query)).toEqual([
      { url: 'http://b.test/', title: 'B' },
    ]);
    const results = { web: { results: [{ url: 'http://c.test/', title: 'C' }] } };
    expect(urls(provide('brave=https://a.test/').parse(JSON.stringify(results), query))).toEqual([
      'http://c.test/',
    ]);
  });

  it('read the pages of a wiki in the order of its search', () => {
    const body = JSON.stringify({
      query: {
        pages: {
          7: { title: 'Second', fullurl: 'http://w.test/2', index: 2 },
          9: { title: 'First', fullurl: 'http://w.test/1', index: 1 },
        },
      },
    });
    const provider = provide('mediawiki=http://w.test/api.php');
    expect(urls(provider.parse(body, query))).toEqual(['http://w.test/1', 'http://w.test/2']);
    expect(provider.requestFor(query, 0, [])?.url).toContain('gsrsearch=old+castle');
  });

  it('ask a CDX server about hosts, and take pages whose address holds keywords', () => {
    const provider = provide('cdx=http://index.test/cdx');
    expect(provider.requestFor(query, 0, ['example.org'])?.url).toContain('example.org%2F*');
    expect(provider.requestFor(query, 1, ['example.org'])).toBeUndefined();
    const addresses = [
      'http://e.test/x',
      'http://e.test/castle',
      'http://e.test/old-castle',
      'http://e.test/castle.jpg',
    ];
    const lines = addresses.map((url) => JSON.stringify({ url })).join('\n');
    const table = JSON.stringify([['urlkey', 'original'], ...addresses.map((url) => ['k', url])]);
    for (const body of [lines, table]) {
      expect(urls(provider.parse(body, query))).toEqual([
        'http://e.test/old-castle',
        'http://e.test/castle',
      ]);
    }
  });

  it('read a list of addresses', () => {
    const provider = provide('list=http://l.test/urls.txt');
    expect(urls(provider.parse('http://a.test/ A\n# no\r\nhttps://b.test/\n', query))).toEqual([
      'http://a.test/',
      'https://b.test/',
    ]);
  });

  it.each(['google=http://x.test/', 'searxng', 'searxng=ftp://x', '=', 'list=not a url'])(
    'refuse %j with a hint',
    (text) => expect(() => provide(text)).toThrow('KIND=URL'),
  );
});

it('merges answers by rank, what several name first', () => {
  const page = (url: string) => ({ url, title: '' });
  const merged = mergeAnswers([[page('a'), page('b'), page('c')], [page('x'), page('c')], []]);
  expect(urls(merged)).toEqual(['c', 'a', 'x', 'b']);
  expect(mergeAnswers([])).toEqual([]);
});
