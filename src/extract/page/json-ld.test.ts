// Images and positions of JSON-LD, also of blocks that are not quite JSON.
import { describe, expect, it } from 'vitest';
import { findInJsonLd, parseJsonLd } from './json-ld.ts';

const urlsIn = (block: unknown) => findInJsonLd(block).images.map(({ url }) => url);

describe('parseJsonLd', () => {
  it.each([
    '{"a":1}',
    '<!-- {"a":1} -->',
    '//<![CDATA[\n{"a":1}\n//]]>',
    '/*<![CDATA[*/{"a":1}/*]]>*/',
    '{"a":1,}',
    ' \n {"a":1};'.replace(';', ''),
  ])('reads %j', (text) => {
    expect(parseJsonLd(text)).toEqual({ a: 1 });
  });

  it('reads texts with line ends in them', () => {
    expect(parseJsonLd('{"a":"one\ntwo"}')).toEqual({ a: 'one two' });
  });

  it('gives up on what is no JSON, and on huge blocks', () => {
    expect(parseJsonLd('var a = 1')).toBeUndefined();
    expect(parseJsonLd('null')).toBeUndefined();
    expect(parseJsonLd(`"${'x'.repeat(600_000)}"`)).toBeUndefined();
  });
});

describe('findInJsonLd', () => {
  it.each([
    ['a text', { image: 'a.jpg' }, ['a.jpg']],
    ['a list', { image: ['a.jpg', { '@type': 'ImageObject', url: 'b.jpg' }] }, ['a.jpg', 'b.jpg']],
    [
      'the content rather than the page of an image',
      { image: { url: 'page.html', contentUrl: 'a.jpg' } },
      ['a.jpg'],
    ],
    [
      'an image object anywhere',
      { publisher: { logo: { '@type': ['ImageObject'], url: 'l.png' } } },
      ['l.png'],
    ],
    [
      'graphs',
      { '@graph': [{ image: 'a.jpg' }, { image: 'a.jpg' }, { image: 'b.jpg' }] },
      ['a.jpg', 'b.jpg'],
    ],
    ['no local names', { image: { '@id': '#primary' } }, []],
    ['nothing', 'text', []],
  ])('finds %s', (_, block, urls) => {
    expect(urlsIn(block)).toEqual(urls);
  });

  it('keeps what is said about an image', () => {
    const image = {
      '@type': 'ImageObject',
      url: 'a.jpg',
      name: 'N',
      caption: 'C',
      width: '640px',
      height: { value: 480 },
    };
    expect(findInJsonLd({ image }).images).toEqual([
      { url: 'a.jpg', title: 'N', alt: 'C', width: 640, height: 480 },
    ]);
  });

  it('finds positions with the name of what is there', () => {
    const block = { '@type': 'Place', name: 'Torre', geo: { latitude: '38.69', longitude: -9.21 } };
    expect(findInJsonLd(block).geo).toEqual([
      { source: 'jsonld', latitude: 38.69, longitude: -9.21, name: 'Torre' },
    ]);
    expect(findInJsonLd({ geo: { latitude: 91, longitude: 0 } }).geo).toEqual([]);
    expect(findInJsonLd({ geo: { latitude: 0, longitude: 0 } }).geo).toEqual([]);
  });

  it('survives nesting that would overflow the stack', () => {
    const block = parseJsonLd('['.repeat(100_000) + ']'.repeat(100_000));
    expect(urlsIn(block)).toEqual([]);
  });
});
