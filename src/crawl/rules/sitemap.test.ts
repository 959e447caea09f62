import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { parseListing } from './sitemap.ts';

const read = (text: string) => parseListing(Buffer.from(text), 'http://a.test/sitemap.xml');

it('reads pages and images of a sitemap, also compressed', () => {
  const xml = `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"
    xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">
    <url><loc>http://a.test/1?x=1&amp;y=2</loc><image:image><image:loc>http://a.test/1.jpg</image:loc>
      <image:title>Lisbon</image:title><image:caption>by night</image:caption></image:image></url>
    <url><image:image><image:loc>/2.jpg</image:loc></image:image><loc><![CDATA[http://a.test/2#top]]></loc></url></urlset>`;
  const expected = {
    pages: ['http://a.test/1?x=1&y=2', 'http://a.test/2'],
    images: [
      { url: 'http://a.test/1.jpg', page: 'http://a.test/1?x=1&y=2', text: 'Lisbon by night' },
      { url: 'http://a.test/2.jpg', page: 'http://a.test/2', text: '' },
    ],
    sitemaps: [],
  };
  expect(read(xml)).toEqual(expected);
  expect(parseListing(gzipSync(xml), 'http://a.test/sitemap.xml.gz')).toEqual(expected);
});

it('reads an index of sitemaps', () => {
  const xml = '<sitemapindex><sitemap><loc>http://a.test/s1.xml</loc></sitemap></sitemapindex>';
  expect(read(xml)).toEqual({ pages: [], images: [], sitemaps: ['http://a.test/s1.xml'] });
});

it('reads RSS with pictures', () => {
  const { pages, images } = read(`<rss><channel><link>http://a.test/</link><item><title>x</title>
    <link>http://a.test/post</link><enclosure url="http://a.test/p.jpg" type="image/jpeg"/>
    <media:content url="http://a.test/q.png" medium="image"><media:title>Q</media:title></media:content>
    <enclosure url="http://a.test/sound.mp3" type="audio/mpeg"/></item></channel></rss>`);
  expect(pages).toEqual(['http://a.test/', 'http://a.test/post']);
  expect(images).toEqual([
    { url: 'http://a.test/p.jpg', page: 'http://a.test/post', text: '' },
    { url: 'http://a.test/q.png', page: 'http://a.test/post', text: 'Q' },
  ]);
});

it('reads Atom and plain lists', () => {
  const atom = `<feed><link rel="self" href="/feed"/><entry><link href="/one"/><link rel="edit" href="/e"/>
    <link rel="enclosure" type="image/png" href="/one.png"/></entry></feed>`;
  expect(read(atom)).toMatchObject({
    pages: ['http://a.test/one'],
    images: [{ url: 'http://a.test/one.png', page: 'http://a.test/one' }],
  });
  expect(read('http://a.test/1\r\nnonsense\nhttps://b.test/2').pages).toEqual([
    'http://a.test/1',
    'https://b.test/2',
  ]);
});

it('lists nothing for what is damaged, hostile or something else', () => {
  expect(parseListing(Buffer.from([0x1f, 0x8b, 1, 2]), 'http://a.test/')).toEqual({
    pages: [],
    images: [],
    sitemaps: [],
  });
  const bomb = gzipSync(Buffer.alloc(60 * 1024 * 1024, 32));
  expect(parseListing(bomb, 'http://a.test/').pages).toEqual([]);
  expect(read('<urlset><url><loc>javascript:alert(1)</loc>').pages).toEqual([]);
});
