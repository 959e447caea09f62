// Tests of addresses.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isOwnPath, parseRoute, printRoute, SORTS } from './route.ts';

const ID = 'a1'.repeat(32);
const IMAGE = { name: 'image', q: 'ponte', sort: 'relevance' };

it.each([
  ['/', { name: 'search', q: '', sort: 'relevance' }],
  [
    '/?q=lisboa+site:publico.pt&sort=oldest',
    { name: 'search', q: 'lisboa site:publico.pt', sort: 'oldest' },
  ],
  ['/?q=%20ponte%20&sort=upwards', { name: 'search', q: 'ponte', sort: 'relevance' }],
  [`/image/${ID}-0123456789abcdef?q=ponte`, { ...IMAGE, id: `${ID}-0123456789abcdef` }],
  ['/image/0000', { name: 'missing' }],
  ['/image/%zz', { name: 'missing' }],
  ['/stats?collection=My+crawl', { name: 'stats', collection: 'My crawl' }],
  ['/about', { name: 'about' }],
  ['/image/', { name: 'missing' }],
  ['/api/docs', { name: 'missing' }],
])('%s is read as the page it means', (path, route) => {
  expect(parseRoute(path)).toEqual(route);
});

it('keeps operators readable in the address', () => {
  const route = {
    name: 'search',
    q: 'ponte site:publico.pt src:http://a.pt/b,c',
    sort: 'newest',
  } as const;
  expect(printRoute(route)).toBe('/?q=ponte+site:publico.pt+src:http://a.pt/b,c&sort=newest');
});

it('reads back every page that it writes', () => {
  const q = fc.string({ unit: 'grapheme' }).map((text) => text.trim());
  const sort = fc.constantFrom(...SORTS);
  const route = fc.oneof(
    fc.record({ name: fc.constant('search' as const), q, sort }),
    fc.record({
      name: fc.constant('image' as const),
      id: fc.stringMatching(/^[0-9a-f]{64}(-[0-9a-f]{16})?$/),
      q,
      sort,
    }),
    fc.record({ name: fc.constant('stats' as const), collection: fc.string() }),
  );
  fc.assert(
    fc.property(route, (each) => {
      expect(parseRoute(printRoute(each))).toEqual(each);
    }),
  );
});

it('writes an address also for half a character', () => {
  expect(printRoute({ name: 'search', q: 'a\ud800', sort: 'relevance' })).toBe('/?q=a%EF%BF%BD');
});

it('leaves archived pages and the API to the server', () => {
  expect(['/', `/image/${ID}`, '/stats', '/about'].every(isOwnPath)).toBe(true);
  expect(['/web/2004/http://a.pt/', '/api/v1/images', '/assets/a.js'].some(isOwnPath)).toBe(false);
});
