// The quick ways to resolve a URL must give what the URL standard gives.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createResolver } from './resolve-url.ts';

const PAGE = 'http://example.com/a/b.html?q=1#top';

describe('createResolver', () => {
  it.each([
    ['c.jpg', 'http://example.com/a/c.jpg'],
    ['/c.jpg', 'http://example.com/c.jpg'],
    ['//cdn.example.net/c.jpg', 'http://cdn.example.net/c.jpg'],
    ['../../c.jpg', 'http://example.com/c.jpg'],
    ['./c.jpg', 'http://example.com/a/c.jpg'],
    ['?x', 'http://example.com/a/b.html?x'],
    [' c d.jpg\n', 'http://example.com/a/c%20d.jpg'],
    ['HTTP://EXAMPLE.com:80/C.jpg#x', 'http://example.com/C.jpg'],
    ['https://münchen.de/ä.jpg', 'https://xn--mnchen-3ya.de/%C3%A4.jpg'],
    ['c\\d.jpg', 'http://example.com/a/c/d.jpg'],
    ['http://1.2/x', 'http://1.0.0.2/x'],
    ['', undefined],
    ['#top', undefined],
    ['javascript:void(0)', undefined],
    ['data:image/gif;base64,AA', undefined],
    ['http://[', undefined],
    [`/${'x'.repeat(10_001)}`, undefined],
  ])('resolves %j', (address, url) => {
    expect(createResolver(PAGE, undefined).resolve(address)).toBe(url);
  });

  it('resolves against the base element, which may itself be relative', () => {
    expect(createResolver(PAGE, '/x/').resolve('c.jpg')).toBe('http://example.com/x/c.jpg');
    expect(createResolver(PAGE, 'http://other.org/y/z').resolve('c.jpg')).toBe(
      'http://other.org/y/c.jpg',
    );
    expect(createResolver(PAGE, 'javascript:0').baseUrl).toBe('http://example.com/a/b.html?q=1');
  });

  it('knows absolute URLs even where the page has none', () => {
    const resolver = createResolver('no url', undefined);
    expect(resolver.resolve('http://example.com/c.jpg')).toBe('http://example.com/c.jpg');
    expect(resolver.resolve('c.jpg')).toBeUndefined();
    expect(resolver.baseUrl).toBe('');
  });

  it('agrees with the URL parser on anything', () => {
    const resolver = createResolver(PAGE, undefined);
    const piece = fc.oneof(
      fc.constantFrom(
        'http://',
        'https://',
        '//',
        '/',
        '..',
        '.',
        '?',
        ':',
        '@',
        '%2e',
        '%41',
        'a.com',
        'xn--',
        'A',
      ),
      fc.string({ unit: fc.constantFrom(..."ab9.-_~!$&'()*+,;=:@%/?[]|^ é\\"), maxLength: 6 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
        const address = pieces.join('');
        expect(resolver.resolve(address)).toBe(parsed(address));
      }),
      { numRuns: 5000, seed: 3 },
    );
  });
});

function parsed(address: string): string | undefined {
  if (address.trim() === '') return undefined;
  try {
    const url = new URL(address, PAGE);
    return /^https?:$/.test(url.protocol) ? url.href : undefined;
  } catch {
    return undefined;
  }
}
