// Words of URLs, as people and old servers write them.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toUrlTokens } from './url-tokens.ts';

describe('toUrlTokens', () => {
  it.each([
    ['http://www.example.com/a_b-c.jpg', ['http', 'www', 'example', 'com', 'a', 'b', 'c', 'jpg']],
    ['https://x.pt/caf%C3%A9.png', ['https', 'x', 'pt', 'café', 'png']],
    ['https://x.pt/caf%E9.png', ['https', 'x', 'pt', 'café', 'png']],
    ['/torreDeBelem', ['torre', 'De', 'Belem']],
    ['/HTMLPage', ['HTML', 'Page']],
    ['/IMG_2041.JPG', ['IMG', '2041', 'JPG']],
    ['/2010Lisboa', ['2010', 'Lisboa']],
    ['/a%20b+c?q=d%26e', ['a', 'b', 'c', 'q', 'd', 'e']],
    ['/%D0%9C%D0%BE%D1%81%D0%BA%D0%B2%D0%B0', ['Москва']],
    ['/100%_sure', ['100', 'sure']],
    ['', []],
  ])('splits %s', (url, tokens) => {
    expect(toUrlTokens(url)).toEqual(tokens);
  });

  it('gives the same word for composed and decomposed accents', () => {
    expect(toUrlTokens('/cafe%CC%81')).toEqual(toUrlTokens('/caf%C3%A9'));
  });

  it('never throws and never gives a separator', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (url) => {
        for (const token of toUrlTokens(url)) expect(token).toMatch(/^[\p{L}\p{M}\p{N}]+$/u);
      }),
    );
  });
});

it('takes linear time on a URL full of combining marks', () => {
  const started = process.cpuUsage();
  toUrlTokens(`http://a.pt/${'\u0301\u0323'.repeat(5000)}`);
  const { user } = process.cpuUsage(started);
  expect(user / 1000).toBeLessThan(40);
});
