// What pages say about the places of their images, from real markup.
import { describe, expect, it } from 'vitest';
import type { Timestamp } from '../../model/capture.ts';
import { extractPage } from './page.ts';

function referencesOf(html: string) {
  const time = '20200101000000' as Timestamp; // 14 digits
  return extractPage(Buffer.from(html), { url: 'http://a.example/', time }).references;
}
const locationOf = (html: string) => referencesOf(html)[0]?.location;
const jsonLd = (value: unknown) =>
  `<script type="application/ld+json">${JSON.stringify(value)}</script>`;

describe('the heading of an image', () => {
  it('is the nearest one above it', () => {
    const html = '<h1>Portugal</h1><img src=a.jpg><h2>Porto <b>by night</b></h2><p><img src=b.jpg>';
    expect(referencesOf(html).map(({ heading }) => heading)).toEqual([
      'Portugal',
      'Porto by night',
    ]);
  });

  it('is not told of what is declared to be tiny, or stands before all headings', () => {
    const html = '<img src=a.jpg><h1>Porto</h1><img src=dot.gif width=1 height=1>';
    expect(referencesOf(html).map(({ heading }) => heading)).toEqual(['', '']);
  });
});

describe('the markup', () => {
  it.each([
    [
      '<meta name=geo.position content="41.15;-8.61"><img src=a.jpg>',
      'page 1 geo.position 41.15,-8.61',
    ],
    ['<meta name=ICBM content="41.15, -8.61"><img src=a.jpg>', 'page 1 icbm 41.15,-8.61'],
    ['<span class=geo>41.15; -8.61</span><img src=a.jpg>', 'page 1 microformat 41.15,-8.61'],
    [
      '<p class=h-geo><data class=p-latitude>41.15</data> <data class=p-longitude>-8.61</data></p><img src=a.jpg>',
      'page 1 microformat 41.15,-8.61',
    ],
    [
      '<a href="https://geohack.toolforge.org/geohack.php?params=41_9_0_N_8_36_36_W_type:city">map</a><img src=a.jpg>',
      'page 1 geohack 41.15,-8.61 map',
    ],
    [
      '<footer><span itemprop=addressLocality>Porto</span><span itemprop=addressCountry>PT</span></footer><img src=a.jpg>',
      'site 1 address - Porto, PT',
    ],
  ])('%s says %s', (html, line) => {
    expect(locationOf(html)).toBe(line);
  });

  it('ties an image of JSON-LD to where its content is, and a page to its own place', () => {
    const geo = { latitude: 41.15, longitude: -8.61 };
    const image = {
      '@type': 'ImageObject',
      contentUrl: '/a.jpg',
      contentLocation: { name: 'Ribeira', geo },
    };
    expect(locationOf(jsonLd(image))).toBe('image 0 jsonld 41.15,-8.61 Ribeira');
    const place = { '@type': 'Museum', name: 'Serralves', geo, image: '/a.jpg' };
    expect(locationOf(jsonLd(place))?.split('\n')).toEqual([
      'image 0 jsonld 41.15,-8.61 Serralves',
      'page 0 jsonld 41.15,-8.61 Serralves',
    ]);
  });

  it('of an organisation is about the site', () => {
    const address = { addressLocality: 'Porto', addressCountry: { name: 'Portugal' } };
    const article = { '@type': 'NewsArticle', publisher: { name: 'News', location: { address } } };
    expect(locationOf(`${jsonLd(article)}<img src=a.jpg>`)).toBe(
      'site 1 address - Porto, Portugal',
    );
  });

  it('that lists many places says nothing about each picture', () => {
    const links = [1, 2, 3, 4, 5].map((at) => `<a href="geo:${at},${at}.5">x</a>`).join('');
    expect(locationOf(`${links}<img src=a.jpg>`)).toBe('');
  });
});
